"""Simple heuristics for Las Vegas with dice: each looks at one thing, and at the table as it lies now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from vegas_env.kernel import bags
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.las_vegas import rules as lv

from ..base import CompiledAgent, policy_type
from ..forecast import note_for, unequalled
from ..registry import register
from .greedy import chip_action

HARDLY = 0.01  # weighs what only decides between equals: money is counted in whole units of 10,000
LATE = 2.0  # dice that each of the others has left, on average, when patience ends


# --- what lies on the table -----------------------------------------------------------------------------------


@rule
def dice_shown(game, face):
    """Own and white dice that placing this face would spend."""
    return bags.count(game.own_roll, face) + bags.count(game.white_roll, face)


@rule
def put(game, face, times):
    """Place the dice that show the face (-1 takes them back)."""
    game.dice[game.seat, face] += times * bags.count(game.own_roll, face)
    game.dice[lv.WHITE, face] += times * bags.count(game.white_roll, face)


@rule
def count_casino(game, casino, times):
    """Add what the casino would pay now to everybody's money (-1 takes it back); LV-7, LV-8, LV-14."""
    alone = unequalled(game.dice, lv.CLAIMANTS, casino)
    for seat in range(lv.SEATS):
        game.money[seat] += times * note_for(alone, np.int64(game.dice[seat, casino]), game.notes, casino)


@rule
def count_all_casinos(game, rules):
    """Everybody's money as if the round ended now."""
    for casino in range(rules.casinos):
        count_casino(game, casino, 1)


@rule
def put_and_count(game, face, times):
    """Place the dice of a face and let everybody's money change with what the casino pays (-1 takes them back)."""
    count_casino(game, face, -1)
    put(game, face, times)
    count_casino(game, face, 1)


@rule
def richest_other(game, rules):
    most = np.int64(0)
    for seat in range(rules.players):
        if seat != game.seat:
            most = max(most, np.int64(game.money[seat]))
    return most


@rule
def money_of_others(game, rules):
    total = np.int64(0)
    for seat in range(rules.players):
        if seat != game.seat:
            total += game.money[seat]
    return total


@rule
def dice_of_others(game, rules):
    """Dice that the others have in hand, white ones too."""
    total = np.int64(0)
    for seat in range(rules.players):
        if seat != game.seat:
            total += game.dice[seat, lv.OWN_HAND] + game.dice[seat, lv.WHITE_HAND]
    return total


# --- what a face is worth -------------------------------------------------------------------------------------


@rule
def many_dice(game, rules, face):
    return dice_shown(game, face) + HARDLY * game.notes[face * lv.NOTES_PER_CASINO]


@rule
def few_dice(game, rules, face):
    return -dice_shown(game, face) + HARDLY * game.notes[face * lv.NOTES_PER_CASINO]


@rule
def gap_to_the_richest(game, rules, face):
    put_and_count(game, face, 1)
    gap = game.money[game.seat] - richest_other(game, rules)
    put_and_count(game, face, -1)
    return gap - HARDLY * dice_shown(game, face)


@rule
def profit_for_each_die(game, rules, face):
    before = game.money[game.seat] - money_of_others(game, rules)
    put_and_count(game, face, 1)
    after = game.money[game.seat] - money_of_others(game, rules)
    put_and_count(game, face, -1)
    return (after - before) / dice_shown(game, face)


@rule
def harm_to_others(game, rules, face):
    put_and_count(game, face, 1)
    harm = -richest_other(game, rules) - HARDLY * money_of_others(game, rules)
    own = game.money[game.seat]
    put_and_count(game, face, -1)
    return harm + HARDLY * HARDLY * (own - HARDLY * dice_shown(game, face))


@rule
def early_few_late_gain(game, rules, face):
    """While others have many dice, as few as possible, where they still pay most; then what pays most."""
    before = game.money[game.seat]
    put_and_count(game, face, 1)
    gain = game.money[game.seat] - before
    put_and_count(game, face, -1)
    if dice_of_others(game, rules) > LATE * (rules.players - 1):
        return HARDLY * gain - dice_shown(game, face)
    return gain - HARDLY * dice_shown(game, face)


# --- who goes by it -------------------------------------------------------------------------------------------


def chooser(worth: Callable[..., Any], by_totals: bool) -> Any:
    """The compiled choice of the face of highest worth, of equals the first.

    Whoever goes by totals needs all casinos counted beforehand; whoever goes by changes does not.
    """

    @rule
    def choose(policy, game, rules, mask, luck):
        if mask[lv.NO_CHIP]:
            return chip_action(game, rules)
        if by_totals:
            count_all_casinos(game, rules)
        best = 0
        most = -np.inf
        for face in range(lv.CASINOS):
            if mask[face]:
                value = np.float64(worth(game, rules, face))
                if value > most:
                    best, most = face, value
        return best

    return choose


def _register(name: str, worth: Callable[..., Any], idea: str, by_totals: bool = False) -> None:
    dtype = policy_type(f"las_vegas_{name}", chooser(worth, by_totals))
    register("las_vegas", name, lambda: CompiledAgent(name, dtype), idea)


_register("most_dice", many_dice, "Places as many dice as it can; of equals, where the highest note lies.")
_register("fewest_dice", few_dice, "Places as few dice as it can; of equals, where the highest note lies.")
_register(
    "gap",
    gap_to_the_richest,
    "Places where its money comes out farthest above, or least below, the richest other's if the round ended now.",
    by_totals=True,
)
_register(
    "profit_per_die",
    profit_for_each_die,
    "Places where its own payout grows and those of the others shrink most for each die spent, white ones included.",
)
_register(
    "spoiler",
    harm_to_others,
    "Places, with white dice too, where the richest other loses most if the round ended now; then where all others do.",
    by_totals=True,
)
_register(
    "patience",
    early_few_late_gain,
    "Places as few dice as it can while the others have many; then where its payout grows most.",
)
