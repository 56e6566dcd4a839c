"""Simple heuristics for Las Vegas with dice: each maximises one score of the table as it is after the placement."""

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

TIE_BREAK = 0.01  # weight of what only breaks ties: money counts in whole units of 10,000
LATE = 2.0  # `patience` ends when the others have this many dice left on average


# --- money as it would be now ---------------------------------------------------------------------------------


@rule
def dice_shown(game, face):
    """The number of own and white dice that placing this face spends."""
    return multisets.count(game.own_roll, face) + multisets.count(game.white_roll, face)


@rule
def add_payouts(game, casino, times, money):
    """Add the casino's present payouts, `times` 1 or -1, to everyone's money (LV-7, LV-8, LV-14)."""
    alone = unequalled(game.dice, lv.CLAIMANTS, casino)
    for seat in range(lv.SEATS):
        money[seat] += times * note_for(alone, np.int64(game.dice[seat, casino]), game.notes, casino)


@rule
def money_now(game, rules, money):
    """Everyone's money if the round ended now."""
    for seat in range(lv.SEATS):
        money[seat] = game.money[seat]
    for casino in range(rules.casinos):
        add_payouts(game, casino, 1, money)


@rule
def money_after(game, face, before, money):
    """Everyone's money after placing a face, given their money `before`.  The dice are taken back."""
    for seat in range(lv.SEATS):
        money[seat] = before[seat]
    own, white = multisets.count(game.own_roll, face), multisets.count(game.white_roll, face)
    add_payouts(game, face, -1, money)
    game.dice[game.seat, face] += own
    game.dice[lv.WHITE, face] += white
    add_payouts(game, face, 1, money)
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
    """Dice in the hands of the others, including white ones."""
    total = np.int64(0)
    for seat in range(rules.players):
        if seat != game.seat:
            total += game.dice[seat, lv.OWN_HAND] + game.dice[seat, lv.WHITE_HAND]
    return total


# --- the score of a face --------------------------------------------------------------------------------------
# `money` is everyone's after placing the face: in total (BY_TOTALS), or how much it changes (BY_CHANGES).


@rule
def many_dice(game, rules, face, money):
    return dice_shown(game, face) + TIE_BREAK * game.notes[face * lv.NOTES_PER_CASINO]


@rule
def few_dice(game, rules, face, money):
    return -dice_shown(game, face) + TIE_BREAK * game.notes[face * lv.NOTES_PER_CASINO]


@rule
def gap_to_the_richest(game, rules, face, money):
    return money[game.seat] - richest_other(game, rules, money) - TIE_BREAK * dice_shown(game, face)


@rule
def profit_for_each_die(game, rules, face, money):
    return (money[game.seat] - money_of_others(game, rules, money)) / dice_shown(game, face)


@rule
def harm_to_others(game, rules, face, money):
    harm = -richest_other(game, rules, money) - TIE_BREAK * money_of_others(game, rules, money)
    return harm + TIE_BREAK * TIE_BREAK * (money[game.seat] - TIE_BREAK * dice_shown(game, face))


@rule
def early_few_late_gain(game, rules, face, money):
    """While the others have many dice: the fewest dice, then the most money; later the other way round."""
    if dice_of_others(game, rules) > LATE * (rules.players - 1):
        return TIE_BREAK * money[game.seat] - dice_shown(game, face)
    return money[game.seat] - TIE_BREAK * dice_shown(game, face)


# --- the agents -----------------------------------------------------------------------------------------------

BY_DICE, BY_CHANGES, BY_TOTALS = range(3)  # whether a score reads no money, its change, or totals


def best_face(score: Callable[..., Any], reads: int) -> Any:
    """A compiled policy that places the face of the highest score; ties go to the first."""

    @rule
    def choose(policy, game, rules, mask, luck):
        if mask[lv.NO_CHIP]:
            return chip_action(game, rules)
        room = np.zeros((2, lv.SEATS), np.int64)
        before, money = room[0], room[1]
        if reads == BY_TOTALS:
            money_now(game, rules, before)
        best = 0
        most = -np.inf
        for face in range(lv.CASINOS):
            if mask[face]:
                if reads != BY_DICE:
                    money_after(game, face, before, money)
                value = np.float64(score(game, rules, face, money))
                if value > most:
                    best, most = face, value
        return best

    return choose


def _register(name: str, score: Callable[..., Any], reads: int, description: str) -> None:
    dtype = policy_type(f"las_vegas_{name}", best_face(score, reads))
    register("las_vegas", name, lambda: CompiledAgent(name, dtype), description)


_register(
    "most_dice", many_dice, BY_DICE, "Places as many dice as possible; ties go to the casino with the highest note."
)
_register(
    "fewest_dice", few_dice, BY_DICE, "Places as few dice as possible; ties go to the casino with the highest note."
)
_register(
    "gap",
    gap_to_the_richest,
    BY_TOTALS,
    "Maximises its lead over the richest other player (or minimises the deficit) if the round ended now.",
)
_register(
    "profit_per_die",
    profit_for_each_die,
    BY_CHANGES,
    "Maximises its own gain minus the gains of the others if the round ended now, per die spent (white dice included).",
)
_register(
    "spoiler",
    harm_to_others,
    BY_TOTALS,
    "Places where the richest other player loses most if the round ended now, with white dice too; ties go to the "
    "placement that costs all others most.",
)
_register(
    "patience",
    early_few_late_gain,
    BY_CHANGES,
    "Places as few dice as possible while the others have many, then where its own payout grows most.",
)
