"""Optimal play of Pig for two players, by value iteration.

After T. W. Neller and C. G. M. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25 (2004), 25–47.
`win[i, j, k]` is the probability that the deciding player wins with i points, j points of the opponent and a turn total
of k.  A position with the scores (i, j) depends on positions with higher scores, and on those with (i, j) and (j, i):
only these two are iterated together, from the highest scores down.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numba
import numpy as np

PRECISION = 1e-12


class Solution(NamedTuple):
    """Values and decisions in every position of two players."""

    win: np.ndarray  # (target, target, target) the deciding player's chance to win
    roll: np.ndarray  # (target, target, target) bool, whether it rolls


@lru_cache
def solve(target: int = 100, faces: int = 6) -> Solution:
    """Optimal play by both players."""
    win, roll = np.zeros((target, target, target)), np.zeros((target, target, target), np.bool_)
    iterate(win, roll, win, roll, faces, True)
    return Solution(win, roll)


def hold_at(points: int, target: int = 100) -> np.ndarray:
    """The decisions of a player who rolls until the turn total is `points`."""
    roll = np.zeros((target, target, target), bool)
    roll[:, :, :points] = True
    return roll


def win_chances(one: np.ndarray, other: np.ndarray, faces: int = 6) -> tuple[float, float]:
    """How likely a player with the decisions `one` wins against `other`: when going first, and when going second."""
    first, second = np.zeros((2, *one.shape))
    iterate(first, one, second, other, faces, False)
    return float(first[0, 0, 0]), float(1.0 - second[0, 0, 0])


@numba.njit
def iterate(mine, my_roll, theirs, their_roll, faces, optimise):
    """Fill in the values of two players; with `optimise`, their best decisions too."""
    target = len(mine)
    for total in range(2 * target - 2, -1, -1):
        for i in range(max(0, total - target + 1), min(total, target - 1) + 1):
            j = total - i
            change = 1.0
            while change > PRECISION:
                change = sweep(mine, my_roll, theirs, i, j, faces, optimise)
                change = max(change, sweep(theirs, their_roll, mine, j, i, faces, optimise))


@numba.njit
def sweep(win, roll, opponent, i, j, faces, optimise):
    """Update the values of all turn totals with the scores (i, j); returns the largest change.

    `opponent` holds the values of the other player.
    """
    target = len(win)
    change = 0.0
    for k in range(target - i - 1, -1, -1):
        rolled = 1.0 - opponent[j, i, 0]
        for face in range(2, faces + 1):
            rolled += 1.0 if i + k + face >= target else win[i, j, k + face]
        rolled /= faces
        held = 1.0 - opponent[j, i + k, 0]
        if optimise:
            roll[i, j, k] = k == 0 or rolled >= held
        value = rolled if roll[i, j, k] else held
        change = max(change, abs(value - win[i, j, k]))
        win[i, j, k] = value
    return change
