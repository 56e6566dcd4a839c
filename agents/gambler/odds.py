"""Odds of Gambler: how much of a row a roll fills, and what a row promises to a player who stops or rolls again.

Rows are grouped by shape: the number of different faces that their empty squares still demand, or OPEN if the first of
them takes any face (GA-2).  All tables are computed on import, by enumerating the rolls of up to five dice.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial

import numpy as np

from vegas_env.kernel.cache import rule
from vegas_env.rulesets.gambler import rules as ga

DICE = 5  # the tables cover the dice of a turn (GA-7)
ROLLS = 5  # and its rolls (GA-10)
OPEN, HOUSE = 0, ga.FACES + 1  # shapes: empty stars, an empty full house; between them 1 … 6 different faces
SHAPES = HOUSE + 1
LENGTHS = ga.LONGEST + 1


def rolls_of(dice: int) -> list[tuple[tuple[int, ...], float]]:
    """Every roll, as the number of dice that show each face, with its probability."""
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
    # The first face as often as demanded, then each of the others once.
    alike = left - shape + 1
    reach = min(counts[0], alike)
    while alike <= reach < left and counts[reach - alike + 1] > 0:
        reach += 1
    return reach


def shape_after(shape: int, left: int, placed: int) -> int:
    """The shape of a row after `placed` of its `left` empty squares are filled."""
    if shape == HOUSE:
        return 2 if placed < ga.TRIPLE else (OPEN if placed == ga.TRIPLE else 1)
    return 1 if shape == OPEN else min(shape, left - placed)


def states() -> list[tuple[int, int]]:
    """All (shape, number of empty squares), the fewest squares first."""
    demanded = [(shape, left) for shape in range(1, ga.FACES + 1) for left in range(shape, LENGTHS)]
    return sorted([*demanded, *((OPEN, left) for left in range(1, LENGTHS)), (HOUSE, ga.HOUSE)], key=lambda one: one[1])


def reach_table() -> np.ndarray:
    """[shape, left, dice, reach]: the probability that a roll of this many dice can fill exactly `reach` squares."""
    table = np.zeros((SHAPES, LENGTHS, DICE + 1, LENGTHS))
    for dice in range(DICE + 1):
        for counts, probability in rolls_of(dice):
            for shape, left in states():
                table[shape, left, dice, reach_of(shape, left, counts)] += probability
    return table


def finish_table(reach: np.ndarray) -> np.ndarray:
    """[shape, left, dice, rolls]: the probability that a turn devoted to one row finishes it (GA-9, GA-10)."""
    table = np.zeros((SHAPES, LENGTHS, DICE + 1, ROLLS + 1))
    table[:, 0] = 1.0
    for shape, left in states():
        for dice in range(1, DICE + 1):
            for rolls in range(1, ROLLS + 1):
                for placed in range(1, min(left, dice) + 1):
                    after = table[shape_after(shape, left, placed), left - placed, dice - placed, rolls - 1]
                    table[shape, left, dice, rolls] += reach[shape, left, dice, placed] * after
    return table


def shares(chance: float, players: int) -> float:
    """The value of a row that is left to the next player, as a share of its points: what the player who leaves it gets
    minus what each other player gets, if all in turn finish it with this probability, the left neighbour first.
    """
    if chance == 0.0:
        return 0.0
    own = chance * (1.0 - chance) ** (players - 1) / (1.0 - (1.0 - chance) ** players)
    return own - (1.0 - own) / (players - 1)


def left_to_others_table(finish: np.ndarray) -> np.ndarray:
    """[players, shape, left]: `shares` of a row that pays; 1 for a finished one."""
    table = np.ones((ga.SEATS + 1, SHAPES, LENGTHS))
    for players in range(2, ga.SEATS + 1):
        for shape, left in states():
            table[players, shape, left] = shares(finish[shape, left, DICE, ROLLS], players)
    return table


def rolling_table(reach: np.ndarray, left_to_others: np.ndarray) -> np.ndarray:
    """[players, shape, left, dice, rolls]: the value of a row that pays for a player who rolls this many dice now, may
    roll this many times, and stops when that is best; as a share of its points.
    """
    table = np.zeros((ga.SEATS + 1, SHAPES, LENGTHS, DICE + 1, ROLLS + 1))
    table[:] = left_to_others[:, :, :, None, None]
    for shape, left in states():
        for dice in range(1, DICE + 1):
            for rolls in range(1, ROLLS + 1):
                best = left_to_others[:, shape, left]  # if nothing is placed here
                value = reach[shape, left, dice, 0] * best
                for placed in range(1, min(left, dice) + 1):
                    after = table[:, shape_after(shape, left, placed), left - placed, dice - placed, rolls - 1]
                    best = np.maximum(best, after)
                    value = value + reach[shape, left, dice, placed] * best
                table[:, shape, left, dice, rolls] = np.maximum(value, left_to_others[:, shape, left])
    return table


REACH = reach_table()
FINISH = finish_table(REACH)
LEFT_TO_OTHERS = left_to_others_table(FINISH)
ROLLING = rolling_table(REACH, LEFT_TO_OTHERS)


@rule
def chance_of_any(faces, dice):
    """The probability that at least one of the dice shows one of this many faces."""
    return 1.0 - ((ga.FACES - faces) / ga.FACES) ** dice


@rule
def chance_forced(good, bad, dice):
    """The probability that no die shows one of the `good` faces, but at least one shows a `bad` one."""
    return chance_of_any(good + bad, dice) - chance_of_any(good, dice)
