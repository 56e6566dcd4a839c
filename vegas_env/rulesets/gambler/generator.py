"""Balanced random tableaus, a function of a seed: train on some and evaluate on others.

>>> from vegas_env import Games
>>> train = Games("gambler", tableaus=Generated(seed=1, count=100))
>>> test = Games("gambler", tableaus=Generated(seed=2, count=100))  # not seen in training
"""

from __future__ import annotations

import dataclasses
import functools
import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from vegas_env.checks import check_int
from vegas_env.rulesets.gambler.rules import FACES, HOUSE, LONGEST, MOST_TABLEAUS
from vegas_env.rulesets.gambler.tableaus import UNIT, Row, Tableau, Tableaus

LOWEST, HIGHEST = 20, 100  # points of a row
SQUARES = (17, 21)  # of a tableau; the fewest and the most
TOTAL = (100, 230)  # sum of the points of all rows; the least and the most
LONG = 5  # a row of at least this many squares is long
SHAPES = ("alike", "alike", "stars", "stars", "stars", "straight", "mixed", "full_house")  # each equally likely
NEGATIVE_FACTOR = 2  # points of a negative row as a multiple of its fair points
NEGATIVE_ROWS = (1, 1, 1, 1, 1, 1, 1, 1, 2, 0)  # number of negative rows; each equally likely


@dataclasses.dataclass(frozen=True)
class Generated:
    """Random tableaus, as a value of the option `tableaus`."""

    seed: int = 0
    """Different seeds give different tableaus.  A larger count adds tableaus at the end."""
    count: int = 20
    """Number of tableaus."""
    squares: tuple[int, int] = SQUARES
    """The fewest and the most squares of a tableau."""

    def __post_init__(self) -> None:
        check_int("seed", self.seed, 0, 2**62)
        check_int("count", self.count, 1, MOST_TABLEAUS)
        if not isinstance(self.squares, (tuple, list)) or len(self.squares) != 2:
            raise ValueError(f"squares must be (fewest, most) squares of a tableau, not {self.squares!r}")
        fewest, most = self.squares
        check_int("the fewest squares", fewest, 12, 26)
        check_int("the most squares", most, max(fewest, 16), 36)
        object.__setattr__(self, "squares", (fewest, most))

    def tableaus(self) -> Tableaus:
        """The tableaus themselves."""
        return _generate(self)


def generate(count: int, seed: int, squares: tuple[int, int] = SQUARES) -> Tableaus:
    """`count` balanced random tableaus."""
    return _generate(Generated(seed, count, squares))


@functools.lru_cache(maxsize=64)
def _generate(spec: Generated) -> Tableaus:
    return Tableaus((_tableau(spec.seed, number, spec.squares) for number in range(spec.count)), repr(spec))


def fair_points(faces: tuple[int, ...], length: int, kind: str = "faces") -> int:
    """Points that a row should be worth: 10 for each square, and 10 wherever the face changes or is free.

    So n of a kind are worth 10n, n stars 10n + 10, a full house 70 and a straight of five 90; at least 20, at most 100.
    """
    changes = sum(a != b for a, b in pairwise(faces))
    free = {"faces": 0, "stars": 1, "full_house": 2}[kind]
    return max(LOWEST, min(HIGHEST, UNIT * (length + changes + free)))


class _Dice:
    """Random choices that are the same in every version of Python, which guarantees that only for `random()`."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def number(self, low: int, high: int) -> int:
        return low + int(self._random() * (high - low + 1))

    def choice(self, items: Sequence[Any]) -> Any:
        return items[self.number(0, len(items) - 1)]


def _tableau(seed: int, number: int, squares: tuple[int, int]) -> Tableau:
    """Draw rows until they make a balanced tableau."""
    dice = _Dice((seed << 32) + number)
    while True:
        rows = sorted((_row(dice) for _ in range(6)), key=lambda row: (row.length, row.kind, row.faces))
        rows = _with_negative_rows(dice, rows)
        if _is_balanced(rows, squares):
            return Tableau(f"generated {seed}-{number}", tuple(rows))


def _row(dice: _Dice) -> Row:
    shape = dice.choice(SHAPES)
    if shape == "full_house":
        return Row("full_house", fair_points((), HOUSE, "full_house"))
    if shape == "stars":
        length = dice.number(1, LONGEST)
        return Row("stars", fair_points((), length, "stars"), length=length)
    faces = {"alike": _alike, "straight": _straight, "mixed": _mixed}[shape](dice)
    return Row("faces", fair_points(faces, len(faces)), faces)


def _alike(dice: _Dice) -> tuple[int, ...]:
    return (dice.number(1, FACES),) * dice.number(1, LONGEST)


def _straight(dice: _Dice) -> tuple[int, ...]:
    length = dice.number(2, LONGEST)
    low = dice.number(1, FACES + 1 - length)
    upwards = tuple(range(low, low + length))
    return upwards if dice.number(0, 1) else upwards[::-1]


def _mixed(dice: _Dice) -> tuple[int, ...]:
    """Two faces that alternate, singly or in pairs."""
    one, other = dice.number(1, FACES), dice.number(1, FACES - 1)
    other += other >= one
    return dice.choice(((one, other, one), (one, other, one, other), (one, one, other, other), (one, one, other)))


def _with_negative_rows(dice: _Dice, rows: list[Row]) -> list[Row]:
    rows = list(rows)
    for _ in range(dice.choice(NEGATIVE_ROWS)):
        number = dice.number(0, len(rows) - 1)
        row = rows[number]
        price = NEGATIVE_FACTOR * fair_points(row.faces, row.length or 0, row.kind)
        rows[number] = dataclasses.replace(row, points=-min(HIGHEST, price))
    return rows


def _is_balanced(rows: list[Row], squares: tuple[int, int]) -> bool:
    """Whether a tableau has a fair size and total, distinct rows of several kinds, and only short negative rows."""
    lengths = [row.length or 0 for row in rows]
    straights = sum(len(set(row.faces)) >= LONG for row in rows)
    return (
        squares[0] <= sum(lengths) <= squares[1]
        and TOTAL[0] <= sum(row.points for row in rows) <= TOTAL[1]
        and len({(row.kind, row.faces, row.length) for row in rows}) == len(rows)
        and len({row.kind for row in rows}) >= 2
        and max(lengths) >= LONG
        and straights <= 1
        and all(length < LONG for row, length in zip(rows, lengths, strict=True) if row.points < 0)
    )
