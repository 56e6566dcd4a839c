"""Ways to play Gambler that rate one placement at a time; they differ in how they go on after their first die."""

from __future__ import annotations

import numpy as np

from vegas_env.agents.authoring import policy_type
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.gambler import rules as ga


@rule
def finishes(game, row, face):
    """Whether the dice of this roll fill the row if one that shows `face` goes there first."""
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
    """What placing a die promises, in units of 10 points: the row if it can be finished; half of the row is lost if it
    is left one square short (won, if the row is negative: that traps the next player).
    """
    points = np.float64(game.row_points[row])
    left = np.int64(game.length[row]) - game.filled[row] - 1
    if left == 0 or (points > 0 and policy.further and finishes(game, row, face)):
        return points
    if left == 1:
        return -0.5 * points
    return 0.01 * left  # far from the end nobody gains


@rule
def promise(game):
    """What a further roll of all unplaced dice promises: rows that lack one die, times the chance of that die."""
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


BY_WORTH = policy_type("gambler_by_worth", choose_by_worth, ("further", np.int64), ("courage", np.float64))


# --- the one that sets traps ----------------------------------------------------------------------------------


@rule
def harm_to_others(game, row, face):
    """What placing a die does to the others, in units of 10 points: a row that costs points is a trap when one square
    is left, and nearly so before; a row that pays is a gift the fewer squares are left.
    """
    points = np.float64(game.row_points[row])
    left = np.int64(game.length[row]) - game.filled[row] - 1
    if left == 0 or (points > 0 and finishes(game, row, face)):
        return points
    return -points / left**2


@rule
def choose_trap(policy, game, rules, mask, luck):
    """What hurts most, as long as it hurts; then stop: a further roll might mean to walk into a trap of one's own."""
    best = -1
    most = -1000.0
    for action in range(ga.ROLL_AGAIN):
        if mask[action]:
            value = harm_to_others(game, action // ga.FACES, action % ga.FACES)
            if value > most:
                best, most = action, value
    return best if game.placed == 0 or most > 0.0 else ga.STOP


TRAP_SETTER = policy_type("gambler_trap_setter", choose_trap)
