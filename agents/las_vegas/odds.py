"""How many dice of a hand come to a casino of Las Vegas, if they are placed at random."""

from __future__ import annotations

import math

import numpy as np

from vegas_env.kernel import multisets
from vegas_env.rulesets.las_vegas import rules as lv

RARE = 0.01  # numbers of dice that are exceeded less often than this count as the highest


def group_sizes(dice: int, faces: int) -> np.ndarray:
    """How likely it is that one of the faces shown by a roll, each equally likely, is shown by 0, 1, 2, … dice."""
    sizes = np.zeros(dice + 1)
    others = np.zeros(faces)  # how likely 0, 1, 2, … of the other faces are shown by the dice that are left
    others[0] = 1.0
    shown = np.arange(faces)
    for left in range(dice):  # so many dice show other faces
        size = dice - left
        rolled = math.comb(dice, size) * (faces - 1) ** left / faces**dice
        sizes[size] = faces * rolled * (others / (1 + shown)).sum()
        if faces > 1:
            fresh = others * (faces - 1 - shown) / (faces - 1)
            others = others * shown / (faces - 1) + np.concatenate([[0.0], fresh[:-1]])
    return sizes


def falls(faces: int) -> np.ndarray:
    """[dice in hand, number]: how likely that many of them come to a certain casino, if all faces are placed alike.

    Dice are placed in groups, which makes large numbers, and none at all, more likely than if every die fell alone.
    """
    table = np.zeros((multisets.MOST + 1, multisets.MOST + 1))
    table[0, 0] = 1.0
    for dice in range(1, multisets.MOST + 1):
        for size, likely in enumerate(group_sizes(dice, faces)):
            rest = table[dice - size]
            if size:
                table[dice] += likely * (1 - 1 / faces) * rest
                table[dice, size:] += likely / faces * rest[: len(rest) - size]
    return without_tails(table)


def without_tails(table: np.ndarray) -> np.ndarray:
    """Numbers that are hardly ever exceeded stand for all above them: fewer levels to go through."""
    tails = table[:, ::-1].cumsum(axis=1)[:, ::-1]
    return np.where(tails < RARE, 0.0, np.where(np.roll(tails, -1, axis=1) < RARE, tails, table))


FALLS = np.stack(
    [np.zeros((multisets.MOST + 1, multisets.MOST + 1)), *(falls(faces) for faces in range(1, lv.CASINOS + 1))]
)


REACH = np.where(FALLS > 0, np.arange(multisets.MOST + 1), 0).max(axis=2)  # [faces, dice]: the highest number
