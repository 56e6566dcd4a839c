"""The strongest heuristic for Las Vegas with dice: weighs what every casino will pay when all dice have fallen."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import bags
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.las_vegas import rules as lv

from ..base import CompiledAgent, policy_type
from ..registry import register
from .greedy import best_chip
from .odds import FALLS, LEVELS, RIVALS, expected_payouts, workspace


@rule
def weigh_rivals(policy, game, rules, weights):
    """What 10,000 for another seat are worth to the deciding one: something for all, more for the richest."""
    richest = np.int64(-1)
    for seat in range(rules.players):
        if seat != game.seat:
            weights[seat] = policy.rivalry / (rules.players - 1)
            if richest < 0 or game.money[seat] > game.money[richest]:
                richest = seat
    weights[richest] += policy.leader


@rule
def white_in_hands(game, rules):
    white = np.int64(0)
    for seat in range(rules.players):
        white += game.dice[seat, lv.WHITE_HAND]
    return min(white, np.int64(bags.MOST))


@rule
def foresee(chances, rival, placed, hand, faces):
    """How many dice a rival will have at a casino; returns the highest number."""
    chances[rival, :] = 0.0
    for more in range(hand + 1):
        chances[rival, min(placed + more, LEVELS - 1)] += FALLS[faces, hand, more]
    return min(placed + hand, LEVELS - 1)


@rule
def weigh_casino(game, rules, casino, weights, white, work, table):
    """For every number of own dice at the casino in the end: own payout minus the weighted payouts of the others."""
    chances = np.zeros((RIVALS, LEVELS))
    importance = np.zeros(RIVALS)
    rivals = 0
    top = np.int64(game.dice[game.seat, casino]) + game.dice[game.seat, lv.OWN_HAND]
    for seat in range(rules.players):
        placed, hand = np.int64(game.dice[seat, casino]), np.int64(game.dice[seat, lv.OWN_HAND])
        if seat != game.seat and placed + hand > 0:
            top = max(top, foresee(chances, rivals, placed, hand, rules.casinos))
            importance[rivals] = weights[seat]
            rivals += 1
    placed = np.int64(game.dice[lv.WHITE, casino])
    if placed + white > 0:
        top = max(top, foresee(chances, rivals, placed, white, rules.casinos))
        rivals += 1
    own = np.zeros(LEVELS)
    others = np.zeros(LEVELS)
    first = casino * lv.NOTES_PER_CASINO
    notes = game.notes[first : first + lv.NOTES_PER_CASINO]
    expected_payouts(chances[:rivals], importance[:rivals], rivals, notes, top, work, own, others)
    for level in range(top + 1):
        table[level] = own[level] - others[level]


@rule
def after_falling(table, placed, hand, faces):
    """What a casino is worth with so many dice there and so many in hand, which fall like everybody's."""
    worth = 0.0
    for more in range(hand + 1):
        worth += FALLS[faces, hand, more] * table[placed + more]
    return worth


@rule
def choose_expected_value(policy, game, rules, mask, luck):
    if mask[lv.NO_CHIP]:
        return best_chip(game, rules, mask)
    seat = np.int64(game.seat)
    faces = rules.casinos
    weights = np.zeros(lv.SEATS)
    weigh_rivals(policy, game, rules, weights)
    white = white_in_hands(game, rules)
    work = workspace()
    tables = np.zeros((lv.CASINOS, LEVELS))
    for casino in range(faces):
        weigh_casino(game, rules, casino, weights, white, work, tables[casino])
    changed = np.zeros(LEVELS)
    best = 0
    most = -1e9
    for face in range(lv.CASINOS):
        if mask[face]:
            own = bags.count(game.own_roll, face)
            neutral = bags.count(game.white_roll, face)
            hand = np.int64(game.dice[seat, lv.OWN_HAND]) - own
            table = tables[face]
            if neutral > 0:
                game.dice[lv.WHITE, face] += neutral
                weigh_casino(game, rules, face, weights, white - neutral, work, changed)
                game.dice[lv.WHITE, face] -= neutral
                table = changed
            value = 0.0
            for casino in range(faces):
                placed = np.int64(game.dice[seat, casino])
                if casino == face:
                    value += after_falling(table, placed + own, hand, faces)
                else:
                    value += after_falling(tables[casino], placed, hand, faces)
            if own + neutral >= 2 and game.chips[face] != 0:
                value += policy.chip
            if value > most:
                best, most = face, value
    return best


EXPECTED_VALUE = policy_type(
    "las_vegas_expected_value",
    choose_expected_value,
    ("rivalry", np.float64),
    ("leader", np.float64),
    ("chip", np.float64),
)

register(
    "las_vegas",
    "expected_value",
    lambda rivalry=0.5, leader=0.0, chip=2.0: CompiledAgent(
        "expected_value", EXPECTED_VALUE, rivalry=rivalry, leader=leader, chip=chip
    ),
    "Places where it expects most when all dice still in hand have fallen, its own payout against those of the others.",
)
