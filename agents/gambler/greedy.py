"""One placement at a time: what placing a single die promises, and the agent that goes by it.

Values are in units of 10 points.
"""

from __future__ import annotations

import numpy as np

from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.registry import register
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.gambler import rules as ga

COURAGE = 1.0  # default option: the value that a further roll must promise


@rule
def finishes(game, row, face):
    """Whether the dice of this roll fill the row if a die showing `face` is placed there first."""
    roll = np.int64(game.roll)
    wanted = np.int64(face)
    for square in range(game.filled[row], game.length[row]):
        demanded = np.int64(game.squares[row * ga.LONGEST + square])
        if demanded != 0:
            wanted = demanded - 1
        elif square == ga.TRIPLE and square > game.filled[row] and game.kind[row * ga.KIND_COUNT + ga.FULL_HOUSE]:
            wanted = _pair(roll, wanted)
        if wanted < 0 or multisets.count(roll, wanted) == 0:
            return False
        roll -= multisets.one(wanted)
    return True


@rule
def _pair(roll, other_than):
    """A face that two of the dice show, or -1."""
    for face in range(ga.FACES):
        if face != other_than and multisets.count(roll, face) >= 2:
            return np.int64(face)
    return np.int64(-1)


@rule
def worth(policy, game, row, face):
    """The value of placing a die: the points of the row if it gets finished.

    A row left one square short counts as half lost if it pays, and as half won if it costs points, since it is then a
    trap for the next player.
    """
    points = np.float64(game.row_points[row])
    left = np.int64(game.length[row]) - game.filled[row] - 1
    if left == 0 or (points > 0 and policy.further and finishes(game, row, face)):
        return points
    if left == 1:
        return -0.5 * points
    return 0.01 * left  # breaks ties: far from the end, others gain least


@rule
def promise(game):
    """The value of rolling all unplaced dice again: rows that lack one die, times the probability of that die."""
    total = 0.0
    for row in range(ga.ROWS):
        if game.length[row] - game.filled[row] == 1 and game.row_points[row] > 0:
            fitting = np.int64(0)
            for face in range(ga.FACES):
                fitting += (game.fits >> (row * ga.FACES + face)) & 1
            total += game.row_points[row] * (1.0 - (1.0 - fitting / ga.FACES) ** game.turn_dice)
    return total


@rule
def choose_by_worth(policy, game, rules, mask, luck):
    best = -1
    most = -1000.0
    for action in range(ga.ROLL_AGAIN):
        if mask[action]:
            value = worth(policy, game, action // ga.FACES, action % ga.FACES)
            if value > most:
                best, most = action, value
    if game.placed == 0 or (policy.further and most >= 1.0):
        return best
    if mask[ga.ROLL_AGAIN] and promise(game) >= policy.courage:
        return ga.ROLL_AGAIN
    return ga.STOP


BY_WORTH = policy_type(
    "gambler_by_worth",
    choose_by_worth,
    ("further", np.int64),  # 1: places more dice after the first one
    ("courage", np.float64),  # the value that a further roll must promise
)

register(
    "gambler",
    "greedy",
    lambda courage=COURAGE: CompiledAgent("greedy", BY_WORTH, further=1, courage=courage),
    "Finishes every row it can, places no further die without gain, and rolls again for rows that lack one die.",
)
