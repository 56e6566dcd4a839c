"""The yardstick of Las Vegas with dice: what a casino pays now, and the agent that goes by it alone."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import bags
from vegas_env.kernel.cache import rule
from vegas_env.rulesets import majority
from vegas_env.rulesets.las_vegas import rules as lv

from ..base import CompiledAgent, policy_type
from ..registry import register


@rule
def casino_payout(game, rules, casino, seat):
    """What the casino would pay the seat if the round ended now (10,000s)."""
    most = np.int64(lv.MOST_DICE)
    for place in range(lv.NOTES_PER_CASINO):
        winner, most = majority.next_winner(game.dice, casino, lv.CLAIMANTS, most)
        if winner == seat:
            return np.int64(game.notes[casino * lv.NOTES_PER_CASINO + place])
        if winner < 0:
            break
    return np.int64(0)


@rule
def best_chip(game, rules, mask):
    """The chip colour that adds the most value to what the seat holds."""
    best = lv.NO_CHIP
    most = np.int64(-1)
    for colour in range(lv.COLOURS):
        if mask[lv.TAKE_CHIP + colour]:
            held = bags.count(game.chips_held[game.seat], colour)
            gain = rules.chip_values[held + 1] - rules.chip_values[held]
            if gain > most:
                most = gain
                best = lv.TAKE_CHIP + colour
    return best


@rule
def choose_greedy(policy, game, rules, mask, luck):
    if mask[lv.NO_CHIP]:
        return best_chip(game, rules, mask)
    seat = np.int64(game.seat)
    best = 0
    best_gain = np.int64(-10_000)
    best_dice = np.int64(0)
    for face in range(lv.CASINOS):
        if mask[face]:
            own = bags.count(game.own_roll, face)
            white = bags.count(game.white_roll, face)
            before = casino_payout(game, rules, face, seat)
            game.dice[seat, face] += own
            game.dice[lv.WHITE, face] += white
            gain = casino_payout(game, rules, face, seat) - before
            game.dice[seat, face] -= own
            game.dice[lv.WHITE, face] -= white
            if gain > best_gain or (gain == best_gain and own + white < best_dice):
                best, best_gain, best_dice = face, gain, own + white
    return best


GREEDY = policy_type("las_vegas_greedy", choose_greedy)

register(
    "las_vegas",
    "greedy",
    lambda: CompiledAgent("greedy", GREEDY),
    "Places where its own payout grows most if the round ended now; of equals, with the fewest dice.",
)
