"""Money now: what a casino pays if the round ends, and the agent that maximises its own payout of this kind."""

from __future__ import annotations

import numpy as np

from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.registry import register
from vegas_env.agents.shared.chips import chip_taken
from vegas_env.agents.shared.forecast import payout_now
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.las_vegas import rules as lv


@rule
def casino_payout(game, casino, seat):
    """What the casino pays the seat if the round ends now (10,000s)."""
    return payout_now(game.dice, lv.CLAIMANTS, game.notes, casino, seat)


@rule
def chip_action(game, rules):
    """LV-16: take the chip that adds the most."""
    return np.int64(lv.TAKE_CHIP) + chip_taken(game, rules)


@rule
def choose_greedy(policy, game, rules, mask, luck):
    if mask[lv.NO_CHIP]:
        return chip_action(game, rules)
    seat = np.int64(game.seat)
    best = 0
    best_gain = np.int64(-10_000)
    best_dice = np.int64(0)
    for face in range(lv.CASINOS):
        if mask[face]:
            own = multisets.count(game.own_roll, face)
            white = multisets.count(game.white_roll, face)
            before = casino_payout(game, face, seat)
            game.dice[seat, face] += own
            game.dice[lv.WHITE, face] += white
            gain = casino_payout(game, face, seat) - before
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
    "Places where its own payout grows most if the round ended now; ties go to the fewest dice.",
)
