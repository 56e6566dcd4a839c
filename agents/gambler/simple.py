"""Simple heuristics for Gambler: two that place one die and then always do the same, and one that sets traps."""

from __future__ import annotations

import numpy as np

from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.gambler.greedy import BY_WORTH, finishes
from vegas_env.agents.registry import register
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.gambler import rules as ga

NEVER, ALWAYS = 1e6, -1e6  # as courage: how much a further roll must promise

register(
    "gambler",
    "stopper",
    lambda: CompiledAgent("stopper", BY_WORTH, further=0, courage=NEVER),
    "Places its best die and stops.",
)
register(
    "gambler",
    "pusher",
    lambda: CompiledAgent("pusher", BY_WORTH, further=0, courage=ALWAYS),
    "Places its best die and rolls again, for as long as it can.",
)


# --- traps --------------------------------------------------------------------------------------------------------


@rule
def harm_to_others(game, row, face):
    """How much placing a die harms the others, in units of 10 points.

    A row that costs points is a trap when one square is left, and nearly so before.  A row that pays is a gift, the
    larger the fewer squares are left.
    """
    points = np.float64(game.row_points[row])
    left = np.int64(game.length[row]) - game.filled[row] - 1
    if left == 0 or (points > 0 and finishes(game, row, face)):
        return points
    return -points / left**2


@rule
def choose_trap(policy, game, rules, mask, luck):
    """Place what harms most, as long as it harms; then stop, since a further roll may lead into an own trap."""
    best = -1
    most = -1000.0
    for action in range(ga.ROLL_AGAIN):
        if mask[action]:
            value = harm_to_others(game, action // ga.FACES, action % ga.FACES)
            if value > most:
                best, most = action, value
    return best if game.placed == 0 or most > 0.0 else ga.STOP


TRAP_SETTER = policy_type("gambler_trap_setter", choose_trap)

register(
    "gambler",
    "trap_setter",
    lambda: CompiledAgent("trap_setter", TRAP_SETTER),
    "Fills rows that cost points up to their last square, for the next player to finish, and leaves no paying row "
    "nearly full.",
)
