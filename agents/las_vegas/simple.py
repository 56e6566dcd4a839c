"""Simple heuristics for Las Vegas with dice: each looks at one thing, and at the table as it lies now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.las_vegas.greedy import chip_action
from vegas_env.agents.registry import register
from vegas_env.agents.shared.forecast import note_for, unequalled
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.las_vegas import rules as lv

HARDLY = 0.01  # weighs what only decides between equals: money is counted in whole units of 10,000
LATE = 2.0  # dice that each of the others has left, on average, when patience ends


# --- what lies on the table -----------------------------------------------------------------------------------


@rule
def dice_shown(game, face):
    """Own and white dice that placing this face would spend."""
    return multisets.count(game.own_roll, face) + multisets.count(game.white_roll, face)


@rule
def count_casino(game, casino, times, money):
    """Add what the casino would pay now to everybody's money (-1 takes it away); LV-7, LV-8, LV-14."""
    alone = unequalled(game.dice, lv.CLAIMANTS, casino)
    for seat in range(lv.SEATS):
        money[seat] += times * note_for(alone, np.int64(game.dice[seat, casino]), game.notes, casino)


@rule
def count_all_casinos(game, rules, money):
    """Everybody's money as if the round ended now."""
    for seat in range(lv.SEATS):
        money[seat] = game.money[seat]
    for casino in range(rules.casinos):
        count_casino(game, casino, 1, money)


@rule
def put_and_count(game, face, before, money):
    """Everybody's money, of `before`, after placing the dice of a face; the dice are taken back."""
    for seat in range(lv.SEATS):
        money[seat] = before[seat]
    own, white = multisets.count(game.own_roll, face), multisets.count(game.white_roll, face)
    count_casino(game, face, -1, money)
    game.dice[game.seat, face] += own
    game.dice[lv.WHITE, face] += white
    count_casino(game, face, 1, money)
    game.dice[game.seat, face] -= own
    game.dice[lv.WHITE, face] -= white


@rule
def richest_other(game, rules, money):
    most = np.int64(0)
    for seat in range(rules.players):
        if seat != game.seat:
            most = max(most, money[seat])
    return most


@rule
def money_of_others(game, rules, money):
    total = np.int64(0)
    for seat in range(rules.players):
        if seat != game.seat:
            total += money[seat]
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
# `money` is everybody's after placing it: in all, for those who go by totals, and else by how much it has changed.


@rule
def many_dice(game, rules, face, money):
    return dice_shown(game, face) + HARDLY * game.notes[face * lv.NOTES_PER_CASINO]


@rule
def few_dice(game, rules, face, money):
    return -dice_shown(game, face) + HARDLY * game.notes[face * lv.NOTES_PER_CASINO]


@rule
def gap_to_the_richest(game, rules, face, money):
    return money[game.seat] - richest_other(game, rules, money) - HARDLY * dice_shown(game, face)


@rule
def profit_for_each_die(game, rules, face, money):
    return (money[game.seat] - money_of_others(game, rules, money)) / dice_shown(game, face)


@rule
def harm_to_others(game, rules, face, money):
    harm = -richest_other(game, rules, money) - HARDLY * money_of_others(game, rules, money)
    return harm + HARDLY * HARDLY * (money[game.seat] - HARDLY * dice_shown(game, face))


@rule
def early_few_late_gain(game, rules, face, money):
    """While others have many dice, as few as possible, where they still pay most; then what pays most."""
    if dice_of_others(game, rules) > LATE * (rules.players - 1):
        return HARDLY * money[game.seat] - dice_shown(game, face)
    return money[game.seat] - HARDLY * dice_shown(game, face)


# --- who goes by it -------------------------------------------------------------------------------------------

BY_DICE, BY_CHANGES, BY_TOTALS = range(3)  # what of the money a chooser looks at: nothing, how it changes, all of it


def chooser(worth: Callable[..., Any], goes_by: int) -> Any:
    """The compiled choice of the face of highest worth, of equals the first."""

    @rule
    def choose(policy, game, rules, mask, luck):
        if mask[lv.NO_CHIP]:
            return chip_action(game, rules)
        room = np.zeros((2, lv.SEATS), np.int64)
        before, money = room[0], room[1]
        if goes_by == BY_TOTALS:
            count_all_casinos(game, rules, before)
        best = 0
        most = -np.inf
        for face in range(lv.CASINOS):
            if mask[face]:
                if goes_by != BY_DICE:
                    put_and_count(game, face, before, money)
                value = np.float64(worth(game, rules, face, money))
                if value > most:
                    best, most = face, value
        return best

    return choose


def _register(name: str, worth: Callable[..., Any], idea: str, goes_by: int) -> None:
    dtype = policy_type(f"las_vegas_{name}", chooser(worth, goes_by))
    register("las_vegas", name, lambda: CompiledAgent(name, dtype), idea)


_register("most_dice", many_dice, "Places as many dice as it can; of equals, where the highest note lies.", BY_DICE)
_register("fewest_dice", few_dice, "Places as few dice as it can; of equals, where the highest note lies.", BY_DICE)
_register(
    "gap",
    gap_to_the_richest,
    "Places where its money comes out farthest above, or least below, the richest other's if the round ended now.",
    BY_TOTALS,
)
_register(
    "profit_per_die",
    profit_for_each_die,
    "Places where its own payout grows and those of the others shrink most for each die spent, white ones included.",
    BY_CHANGES,
)
_register(
    "spoiler",
    harm_to_others,
    "Places, with white dice too, where the richest other loses most if the round ended now; then where all others do.",
    BY_TOTALS,
)
_register(
    "patience",
    early_few_late_gain,
    "Places as few dice as it can while the others have many; then where its payout grows most.",
    BY_CHANGES,
)
