"""Heuristics of Gambler: probabilities, the idea of each in a constructed position, and strength."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.rulesets.gambler.test_examples import faces, game, house, put, roll, stars
from tests.support.agents import decision, win_share
from vegas_env import Position
from vegas_env.agents.gambler import odds
from vegas_env.agents.gambler.expected_value import LEFT, MOST_OPTIONS, TAKEN, list_options
from vegas_env.kernel.cache import agent_kernel
from vegas_env.rulesets.gambler.rules import FACES, ROLL_AGAIN, ROWS, STOP

FREE = 0  # a square for any face; other squares require a face 1 … 6
ROWS_BY_SHAPE = [
    ((3,), 1),
    ((3, 3, 3), 1),
    ((1, 2), 2),
    ((5, 5, 2), 2),
    ((2, 3, 4, 5), 4),
    ((FREE,) * 2, odds.OPEN),
    ((FREE,) * 4, odds.OPEN),
    ((FREE,) * 5, odds.HOUSE),
]


def filled_by(row: tuple[int, ...], shape: int, shown: tuple[int, ...]) -> int:
    """The largest number of squares of a row that these dice can fill, by trying all faces."""
    if shape == odds.OPEN:
        return max(fill((face,) * len(row), shown) for face in range(1, 7))
    if shape == odds.HOUSE:
        pairs = product(range(1, 7), repeat=2)
        return max(fill((one,) * 3 + (other,) * 2, shown) for one, other in pairs if one != other)
    return fill(row, shown)


def fill(row: tuple[int, ...], shown: tuple[int, ...]) -> int:
    left = list(shown)
    for place, face in enumerate(row):
        if face not in left:
            return place
        left.remove(face)
    return len(row)


# --- probabilities ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "shape"), ROWS_BY_SHAPE)
@pytest.mark.parametrize("dice", [1, 3, 5])
def test_how_far_a_roll_goes_is_counted_right(row: tuple[int, ...], shape: int, dice: int) -> None:
    """GA-8, against all 6 ** dice rolls."""
    counted = np.zeros(odds.LENGTHS)
    for shown in product(range(1, 7), repeat=dice):
        counted[filled_by(row, shape, shown)] += 1
    np.testing.assert_allclose(odds.REACH[shape, len(row), dice], counted / FACES**dice, atol=1e-12)


@cache
def finished_by(row: tuple[int, ...], dice: int, rolls: int) -> float:
    """GA-9, GA-10: the probability that a turn finishes a row of required faces, over all rolls."""
    if not row:
        return 1.0
    if rolls == 0:
        return 0.0
    total = 0.0
    for shown in product(range(1, 7), repeat=dice):
        placed = fill(row, shown)
        total += finished_by(row[placed:], dice - placed, rolls - 1) if placed else 0.0
    return total / FACES**dice


@pytest.mark.parametrize("row", [(3,), (3, 3), (1, 2), (1, 2, 3), (4, 4, 6)])
def test_the_chance_to_finish_a_row_in_a_turn(row: tuple[int, ...]) -> None:
    for dice, rolls in ((5, 5), (4, 2), (2, 3)):
        counted = finished_by(row, dice, rolls)
        assert odds.FINISH[len(set(row)), len(row), dice, rolls] == pytest.approx(counted)


def test_the_chance_of_being_forced() -> None:
    for good, bad, dice in ((0, 1, 5), (2, 1, 3), (3, 3, 2), (6, 0, 1)):
        rolls = list(product(range(6), repeat=dice))
        forced = [min(shown) >= good and any(face < good + bad for face in shown) for shown in rolls]
        assert odds.chance_forced(good, bad, dice) == pytest.approx(sum(forced) / len(rolls))


def test_shares_of_a_row_that_is_handed_over() -> None:
    """A certain row is a gift to the neighbour, anybody may get a hopeless one, and a gain is a loss of the others."""
    assert odds.shares(1.0, 4) == pytest.approx(-1 / 3)
    assert odds.shares(1e-9, 4) == pytest.approx(0.0, abs=1e-6)
    assert odds.shares(0.5, 2) == pytest.approx(1 / 3 - 2 / 3)


@agent_kernel
def _options(records, row, options):
    return list_options(records[0], row, options)


def placements_in(position: Position, row: int, taken: int = 0) -> set[tuple[int, int]]:
    """All placements in one row (from 1) that the rules allow: (multiset of dice, squares left)."""
    found = set()
    for face in range(1, 7):
        if put(row, face) in position.legal():
            after = position.copy()
            after.apply(put(row, face))
            bag = taken + (1 << (4 * (face - 1)))
            record = after.record
            found.add((bag, int(record["length"][row - 1]) - int(record["filled"][row - 1])))
            if after.seat == position.seat:  # all five dice placed: the turn is over
                found |= placements_in(after, row, bag)
    return found


@pytest.mark.parametrize("row", [house(), stars(50, 4), faces(50, 2, 3, 2), faces(-30, 5, 5, 5)])
@pytest.mark.parametrize("shown", [(2, 2, 2, 3, 3), (5, 5, 5, 2, 3), (1, 2, 3, 4, 5)])
def test_options_are_what_the_rules_allow(row: dict[str, Any], shown: tuple[int, ...]) -> None:
    position = game(row, faces(90, 6, 6, 6, 6, 6), stars(20, 2))
    roll(position, *shown)
    options = np.zeros((ROWS, MOST_OPTIONS, 5), np.int64)
    for number in (1, 3):
        count = _options(np.array([position.record]), number - 1, options)
        listed = [(int(option[TAKEN]), int(option[LEFT])) for option in options[number - 1, 1:count]]
        assert len(set(listed)) == len(listed)
        assert set(listed) == placements_in(position, number)


# --- ideas --------------------------------------------------------------------------------------------------


def test_expected_value_gives_no_row_away() -> None:
    """One square short is a gift to the next player: the long row takes the die that must be placed.  With further
    rolls to come (GA-10), four dice may well finish the short one.
    """
    position = game(faces(50, 3, 4), faces(90, 3, 6, 5, 6, 5))
    roll(position, 3, 2, 2, 2, 2)
    assert decision("expected_value", position) == put(1, 3)
    position = game(faces(50, 3, 4), faces(90, 3, 6, 5, 6, 5), rolls=1)
    roll(position, 3, 2, 2, 2, 2)
    assert decision("expected_value", position) == put(2, 3)
    assert decision("trap_setter", position) == put(2, 3)


def test_expected_value_finishes_what_it_can() -> None:
    position = game(faces(50, 3, 4), faces(90, 3, 6, 5, 6, 5))
    roll(position, 3, 4, 2, 2, 2)
    assert decision("expected_value", position) == put(1, 3)


def test_expected_value_rolls_for_rows_and_stops_before_traps() -> None:
    """GA-10: roll four dice for a row that lacks one die, but not if most dice lead to a payment."""
    good = game(faces(60, 2), faces(20, 3, 3), faces(90, 4, 6, 5, 6, 5))
    roll(good, 4, 6, 6, 6, 6)
    good.apply(put(3, 4))
    good.apply(put(3, 6))
    assert decision("expected_value", good) == ROLL_AGAIN
    rows = [faces(20, 4), faces(-100, 2), faces(-100, 3), faces(-100, 5), faces(-100, 6), faces(30, 4, 4, 1)]
    bad = game(*rows)
    roll(bad, 4, 1, 1, 1, 1)
    bad.apply(put(1, 4))
    assert decision("expected_value", bad) == STOP


def test_expected_value_does_not_end_a_game_that_it_loses() -> None:
    """GA-15: another player has 520, so the last row would end the game, and 80 + 20 do not win it."""
    rows = [faces(20, 2, 3), *[faces(20, 1)] * 5]
    position = game(*rows)
    record = position.record
    record["filled"][1:] = 1
    record["fits"] = 1 << 1  # a two in the first row
    record["squares_left"] = 2
    record["points"][:2] = 8, 52
    position.record = record
    roll(position, 2, 3, 6, 6, 6)
    position.apply(put(1, 2))
    assert decision("expected_value", position) != put(1, 3)
    ahead = position.record
    ahead["points"][:2] = 52, 8
    position.record = ahead
    assert decision("expected_value", position) == put(1, 3)


def test_trap_setter_fills_a_trap_and_does_not_walk_into_it() -> None:
    """GA-12: the player of the last die pays, so place the one before."""
    position = game(faces(-60, 5, 5, 5), faces(20, 3, 3, 3, 3))
    roll(position, 5, 5, 5, 3, 2)
    for expected in (put(1, 5), put(1, 5), STOP):
        assert decision("trap_setter", position) == expected
        position.apply(expected)


# --- strength -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "least"), [(2, 0.65), (4, 0.29), (6, 0.2)])
def test_expected_value_beats_greedy(players: int, least: float) -> None:
    assert win_share("gambler", "expected_value", "greedy", 900, players=players) > least


def test_expected_value_beats_greedy_on_generated_tableaus() -> None:
    share = win_share("gambler", "expected_value", "greedy", 900, players=4, tableaus="generated:seed=3,count=50")
    assert share > 0.28


def test_traps_beat_those_who_only_stop() -> None:
    assert win_share("gambler", "trap_setter", "stopper", 300, players=4) > 0.6
