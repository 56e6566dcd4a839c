"""How many dice of a hand end up at a given casino of Las Vegas if they are placed at random."""

from __future__ import annotations

import math

import numpy as np

from vegas_env.kernel import multisets
from vegas_env.rulesets.las_vegas import rules as lv

RARE = 0.01  # the tail of a distribution beyond this probability is cut off


def group_sizes(dice: int, faces: int) -> np.ndarray:
    """The distribution of the number of dice placed in one turn: those that show a face drawn uniformly at random
    among the faces of a roll.  Index: number of dice.
    """
    sizes = np.zeros(dice + 1)
    others = np.zeros(faces)  # distribution of how many of the other faces the remaining dice show
    others[0] = 1.0
    shown = np.arange(faces)
    for left in range(dice):  # dice that show other faces
        size = dice - left
        rolled = math.comb(dice, size) * (faces - 1) ** left / faces**dice
        sizes[size] = faces * rolled * (others / (1 + shown)).sum()
        if faces > 1:
            fresh = others * (faces - 1 - shown) / (faces - 1)
            others = others * shown / (faces - 1) + np.concatenate([[0.0], fresh[:-1]])
    return sizes


def falls(faces: int) -> np.ndarray:
    """[dice in hand, number]: the probability that this number of them ends up at a given casino, if every turn places
    a face at random.

    Dice are placed in groups, so large numbers, and zero, are likelier than if every die fell independently.
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
    """Collect the probability of rarely exceeded numbers at the last common one: fewer levels to compute."""
    tails = table[:, ::-1].cumsum(axis=1)[:, ::-1]
    return np.where(tails < RARE, 0.0, np.where(np.roll(tails, -1, axis=1) < RARE, tails, table))


# [faces, dice in hand, number]
FALLS = np.stack(
    [np.zeros((multisets.MOST + 1, multisets.MOST + 1)), *(falls(faces) for faces in range(1, lv.CASINOS + 1))]
)


REACH = np.where(FALLS > 0, np.arange(multisets.MOST + 1), 0).max(axis=2)  # [faces, dice]: the highest number
