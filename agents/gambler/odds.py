"""Odds of Gambler: how far a roll goes in a row, and what a row promises to whoever ends a turn or rolls again.

Rows are grouped by shape: the number of different faces that their empty squares still demand, or that the first of
them is free (GA-2).  All tables are counted out when this file is imported, over all rolls of up to five dice.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial

import numpy as np

from vegas_env.kernel.cache import rule
from vegas_env.rulesets.gambler import rules as ga

DICE = 5  # tables go so far: the dice of a turn (GA-7)
ROLLS = 5  # and its rolls (GA-10)
OPEN, HOUSE = 0, ga.FACES + 1  # shapes: stars not begun, a full house not begun; between them 1 … 6 different faces
SHAPES = HOUSE + 1
LENGTHS = ga.LONGEST + 1


def rolls_of(dice: int) -> list[tuple[tuple[int, ...], float]]:
    """Every roll as the number of dice that show each face, and how likely it is."""
    found = []
    for shown in combinations_with_replacement(range(ga.FACES), dice):
        counts = tuple(shown.count(face) for face in range(ga.FACES))
        ways = factorial(dice)
        for count in counts:
            ways //= factorial(count)
        found.append((counts, ways / ga.FACES**dice))
    return found


def reach_of(shape: int, left: int, counts: tuple[int, ...]) -> int:
    """How many of the `left` empty squares of a row a roll can fill."""
    if shape == OPEN:
        return min(max(counts), left)
    if shape == HOUSE:
        best = sorted(counts)
        triple = min(best[-1], ga.TRIPLE)
        return triple + min(best[-2], left - ga.TRIPLE) if triple == ga.TRIPLE else triple
    # The first face as often as it must be, then each of the others once.
    alike = left - shape + 1
    reach = min(counts[0], alike)
    while alike <= reach < left and counts[reach - alike + 1] > 0:
        reach += 1
    return reach


def then(shape: int, left: int, placed: int) -> int:
    """The shape of a row in which `placed` of `left` empty squares were filled."""
    if shape == HOUSE:
        return 2 if placed < ga.TRIPLE else (OPEN if placed == ga.TRIPLE else 1)
    return 1 if shape == OPEN else min(shape, left - placed)


def states() -> list[tuple[int, int]]:
    """All shapes and numbers of empty squares, the shorter ones first."""
    demanded = [(shape, left) for shape in range(1, ga.FACES + 1) for left in range(shape, LENGTHS)]
    return sorted([*demanded, *((OPEN, left) for left in range(1, LENGTHS)), (HOUSE, ga.HOUSE)], key=lambda one: one[1])


def count_reach() -> np.ndarray:
    """[shape, left, dice, reach]: how likely a roll of so many dice can fill just so many squares."""
    table = np.zeros((SHAPES, LENGTHS, DICE + 1, LENGTHS))
    for dice in range(DICE + 1):
        for counts, probability in rolls_of(dice):
            for shape, left in states():
                table[shape, left, dice, reach_of(shape, left, counts)] += probability
    return table


def count_finish(reach: np.ndarray) -> np.ndarray:
    """[shape, left, dice, rolls]: how likely a turn that goes for nothing else finishes a row (GA-9, GA-10)."""
    table = np.zeros((SHAPES, LENGTHS, DICE + 1, ROLLS + 1))
    table[:, 0] = 1.0
    for shape, left in states():
        for dice in range(1, DICE + 1):
            for rolls in range(1, ROLLS + 1):
                for placed in range(1, min(left, dice) + 1):
                    after = table[then(shape, left, placed), left - placed, dice - placed, rolls - 1]
                    table[shape, left, dice, rolls] += reach[shape, left, dice, placed] * after
    return table


def shares(chance: float, players: int) -> float:
    """What a row is worth that is handed over, as a part of its points: what one gets of it oneself minus what each
    of the others gets, if everybody in turn finishes it with this chance, the left neighbour first.
    """
    if chance == 0.0:
        return 0.0
    own = chance * (1.0 - chance) ** (players - 1) / (1.0 - (1.0 - chance) ** players)
    return own - (1.0 - own) / (players - 1)


def count_handed_over(finish: np.ndarray) -> np.ndarray:
    """[players, shape, left]: `shares` of a row that pays; 1 if it is finished."""
    table = np.ones((ga.SEATS + 1, SHAPES, LENGTHS))
    for players in range(2, ga.SEATS + 1):
        for shape, left in states():
            table[players, shape, left] = shares(finish[shape, left, DICE, ROLLS], players)
    return table


def count_going_on(reach: np.ndarray, handed_over: np.ndarray) -> np.ndarray:
    """[players, shape, left, dice, rolls]: what a row that pays is worth to whoever rolls so many dice now, may roll
    so many times, and stops when that is best; as a part of its points.
    """
    table = np.zeros((ga.SEATS + 1, SHAPES, LENGTHS, DICE + 1, ROLLS + 1))
    table[:] = handed_over[:, :, :, None, None]
    for shape, left in states():
        for dice in range(1, DICE + 1):
            for rolls in range(1, ROLLS + 1):
                best = handed_over[:, shape, left]  # nothing is placed here
                value = reach[shape, left, dice, 0] * best
                for placed in range(1, min(left, dice) + 1):
                    after = table[:, then(shape, left, placed), left - placed, dice - placed, rolls - 1]
                    best = np.maximum(best, after)
                    value = value + reach[shape, left, dice, placed] * best
                table[:, shape, left, dice, rolls] = np.maximum(value, handed_over[:, shape, left])
    return table


REACH = count_reach()
FINISH = count_finish(REACH)
HANDED_OVER = count_handed_over(FINISH)
GOING_ON = count_going_on(REACH, HANDED_OVER)


@rule
def chance_of_any(faces, dice):
    """How likely at least one of the dice shows one of so many faces."""
    return 1.0 - ((ga.FACES - faces) / ga.FACES) ** dice


@rule
def chance_forced(good, bad, dice):
    """How likely no die shows one of the `good` faces, but one shows one of the `bad` ones."""
    return chance_of_any(good + bad, dice) - chance_of_any(good, dice)
