"""The worked examples of the rules, GA-E1 to GA-E5, and further rules that are easy to get wrong."""

from __future__ import annotations

from typing import Any

import pytest

from vegas_env import Position
from vegas_env.kernel import multisets
from vegas_env.rulesets.gambler.rules import FACES, ROLL_AGAIN, STOP


def faces(points: int, *shown: int) -> dict[str, Any]:
    return {"kind": "faces", "faces": shown, "points": points}


def stars(points: int, length: int) -> dict[str, Any]:
    return {"kind": "stars", "length": length, "points": points}


def house(points: int = 70) -> dict[str, Any]:
    return {"kind": "full_house", "points": points}


def tableau(*rows: dict[str, Any], beginner: bool = False) -> dict[str, Any]:
    """A tableau that begins with these rows; its other rows need ones."""
    fillers = [faces(20, 1, 1, 1)] * (6 - len(rows))
    return {"name": "example", "rows": [*rows, *fillers], "beginner": beginner}


def game(*rows: dict[str, Any], **options: Any) -> Position:
    return Position("gambler", **{"tableaus": [tableau(*rows)], "order": "given", "players": 2, **options})


def put(row: int, face: int) -> int:
    """The action that places a die of the face 1 … 6 in the row 1 … 6."""
    return (row - 1) * FACES + face - 1


def roll(position: Position, *shown: int) -> None:
    """Apply a roll with these faces."""
    assert position.event == "roll"
    assert len(shown) == position.facts()["turn_dice"]
    position.apply_chance(sum(1 << (multisets.BITS * (face - 1)) for face in shown))


def points(position: Position) -> list[int]:
    return [player["points"] for player in position.facts()["players"]]


def dice(position: Position) -> list[int]:
    return [player["dice"] for player in position.facts()["players"]]


def filled(position: Position, row: int) -> list[int]:
    return position.facts()["rows"][row - 1]["filled"]


# --- worked examples ----------------------------------------------------------------------------------------


def test_ga_e1_one_roll_finishes_a_positive_and_a_negative_row() -> None:
    position = game(faces(50, 2, 3), faces(-30, 4))
    roll(position, 2, 3, 4, 6, 6)
    position.apply(put(1, 2))
    assert points(position) == [80, 80]
    position.apply(put(1, 3))
    assert points(position) == [130, 80]
    position.apply(put(2, 4))
    assert points(position) == [100, 80]
    assert position.seat == 0
    assert position.legal() == [ROLL_AGAIN, STOP]


def test_ga_e2_a_debt_beyond_all_points_leaves_zero() -> None:
    position = game(faces(-100, 4), faces(30, 5))
    roll(position, 4, 5, 6, 6, 6)
    position.apply(put(1, 4))
    assert points(position) == [0, 80]
    position.apply(put(2, 5))
    assert points(position) == [30, 80]


def test_ga_12_at_the_zero_floor_the_order_of_placement_matters() -> None:
    position = game(faces(-100, 4), faces(30, 5))
    roll(position, 4, 5, 6, 6, 6)
    position.apply(put(2, 5))
    position.apply(put(1, 4))
    assert points(position) == [10, 80]


def test_ga_e3_the_pair_of_a_full_house_differs_from_its_three() -> None:
    position = game(house())
    roll(position, 4, 4, 4, 4, 5)
    for _ in range(3):
        position.apply(put(1, 4))
    assert filled(position, 1) == [4, 4, 4]
    assert put(1, 4) not in position.legal()
    assert put(1, 5) in position.legal()
    for face in (1, 2, 3, 5, 6):
        twin = position.copy()
        twin.apply(ROLL_AGAIN)
        roll(twin, face, 4)
        assert [action for action in twin.legal() if action < FACES] == [put(1, face)]
        twin.apply(put(1, face))
        twin.apply(ROLL_AGAIN)
        for other in range(1, 7):
            last = twin.copy()
            roll(last, other)
            if last.seat == 0:  # a die fits
                assert (put(1, other) in last.legal()) == (other == face)
    position.apply(put(1, 5))
    position.apply(ROLL_AGAIN)
    roll(position, 5)
    position.apply(put(1, 5))
    assert filled(position, 1) == [4, 4, 4, 5, 5]
    assert points(position) == [150, 80]


def test_ga_e4_nothing_fits_and_the_dice_go_back() -> None:
    position = game()
    roll(position, 2, 3, 4, 5, 6)
    assert position.event == "roll"
    assert position.record["seat"] == 1
    assert dice(position) == [15, 15]
    roll(position, 1, 2, 3, 4, 5)
    position.apply(put(1, 1))
    position.apply(ROLL_AGAIN)
    roll(position, 2, 2, 2, 2)
    assert position.record["seat"] == 0
    assert dice(position) == [15, 14]


def test_ga_e4_all_five_placed() -> None:
    position = game()
    roll(position, 1, 1, 1, 1, 1)
    for _ in range(5):
        assert position.seat == 0
        position.apply(next(action for action in position.legal() if action < ROLL_AGAIN))
    assert position.record["seat"] == 1
    assert dice(position) == [10, 15]


def test_ga_e4_five_rolls() -> None:
    position = game()
    for left in (5, 4, 3, 2):
        roll(position, 1, *[6] * (left - 1))
        position.apply(next(action for action in position.legal() if action < ROLL_AGAIN))
        assert position.legal() == [ROLL_AGAIN, STOP]
        position.apply(ROLL_AGAIN)
    roll(position, 1)
    assert position.facts()["rolls_made"] == 5
    position.apply(position.legal()[0])
    assert position.record["seat"] == 1


def test_ga_10_after_the_last_roll_one_may_place_on_but_not_roll() -> None:
    position = game(rolls=1)
    roll(position, 1, 1, 6, 6, 6)
    position.apply(put(1, 1))
    assert ROLL_AGAIN not in position.legal()
    assert STOP in position.legal()
    position.apply(put(2, 1))
    assert position.record["seat"] == 1  # no die fits any more, so there is no decision


def test_ga_e5_the_last_square_ends_the_round_at_once() -> None:
    one = {"name": "ones", "rows": [faces(20, 1)] * 6}
    position = Position("gambler", tableaus=[one, one], order="given", players=3)
    roll(position, 1, 1, 1, 1, 1)
    for row in range(1, 6):
        position.apply(put(row, 1))
    assert points(position) == [180, 80, 80]
    roll(position, 1, 1, 5, 6, 6)  # seat 1 has dice that fit, and others that do not
    position.apply(put(6, 1))
    assert points(position) == [180, 100, 80]
    facts = position.facts()
    assert facts["round"] == 1
    assert facts["order"] == [0, 1]
    assert facts["starter"] == 2  # GA-6: the left neighbour of the player who placed the last die
    assert dice(position) == [10, 10, 10]  # GA-5
    assert position.event == "roll"


# --- set-up and order of tableaus ---------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "each"), [(2, 15), (3, 10), (4, 7), (5, 6), (6, 5)])
def test_ga_5_dice_are_split_equally(players: int, each: int) -> None:
    position = game(players=players)
    assert dice(position) == [each] * players
    assert points(position) == [80] * players


def finish_round(position: Position) -> None:
    """Play until the next round begins or the game is over."""
    number = position.facts()["round"]
    while not position.over and position.facts()["round"] == number:
        if position.event == "roll":
            roll(position, *[1] * position.facts()["turn_dice"])
        else:
            position.apply(position.legal()[0])


ONES = {"name": "ones", "rows": [faces(10, 1)] * 6}


def test_ga_4_tableaus_are_drawn_from_those_not_yet_played() -> None:
    position = Position("gambler", tableaus=[ONES] * 4, target=5000)
    assert position.event == "tableau"
    assert position.outcomes()[0].tolist() == [0, 1, 2, 3]
    for index, left in ((2, [0, 1, 3]), (0, [1, 3]), (3, [1])):
        position.apply_chance(index)
        assert position.facts()["tableau"] == index
        finish_round(position)
        assert position.event == "tableau"
        assert position.outcomes()[0].tolist() == left
    position.apply_chance(1)
    seen = [1]
    for _ in range(8):  # GA-16: the same order again
        finish_round(position)
        assert position.event == "roll"
        seen.append(position.facts()["tableau"])
    assert seen == [1, 2, 0, 3, 1, 2, 0, 3, 1]
    assert position.facts()["order"] == [2, 0, 3, 1]


def test_ga_4_the_beginners_tableau_first() -> None:
    marked = {**ONES, "beginner": True}
    position = Position("gambler", tableaus=[ONES, marked, ONES], order="beginner_first", target=5000)
    assert position.event == "roll"
    assert position.facts()["order"] == [1]
    finish_round(position)
    assert position.event == "tableau"
    assert position.outcomes()[0].tolist() == [0, 2]


# --- rows ---------------------------------------------------------------------------------------------------


def test_ga_8_rows_fill_from_left_to_right() -> None:
    position = game(faces(90, 1, 2, 3, 4, 5))
    roll(position, 5, 4, 3, 2, 2)
    assert position.record["seat"] == 1  # a one must come first
    roll(position, 1, 2, 4, 4, 4)
    assert put(1, 2) not in position.legal()
    position.apply(put(1, 1))
    assert position.legal() == [put(1, 2), ROLL_AGAIN, STOP]
    position.apply(put(1, 2))
    assert filled(position, 1) == [1, 2]


def test_ga_8_one_must_place_before_one_may_stop() -> None:
    position = game()
    roll(position, 1, 2, 3, 4, 5)
    assert position.legal() == [put(row, 1) for row in range(1, 7)]


def test_ga_10_dice_of_the_reserve_are_not_rolled_in_the_turn() -> None:
    position = game()
    roll(position, 1, 6, 6, 6, 6)
    position.apply(put(1, 1))
    position.apply(ROLL_AGAIN)
    assert position.facts()["turn_dice"] == 4
    assert dice(position) == [14, 15]


def test_ga_12_the_player_who_places_the_last_die_takes_all() -> None:
    position = game(faces(50, 2, 3))
    roll(position, 2, 6, 6, 6, 6)
    position.apply(put(1, 2))
    position.apply(STOP)
    roll(position, 3, 6, 6, 6, 6)
    position.apply(put(1, 3))
    assert points(position) == [80, 130]


def test_ga_13_a_player_without_dice_is_skipped() -> None:
    position = game(players=2, dice=18, roll_dice=9)
    roll(position, *[1] * 9)
    for _ in range(9):
        position.apply(position.legal()[0])
    assert dice(position) == [0, 9]
    for _ in range(3):
        roll(position, *[2] * 9)
        assert position.record["seat"] == 1


def test_ga_17_star_rows_are_independent_by_default() -> None:
    position = game(stars(30, 2), stars(-30, 2), house())
    roll(position, 4, 4, 4, 4, 6)
    position.apply(put(1, 4))
    assert {put(1, 4), put(2, 4), put(2, 6), put(3, 4), put(3, 6)} < set(position.legal())
    assert put(1, 6) not in position.legal()


def test_ga_17_distinct_star_rows_never_share_a_face() -> None:
    position = game(stars(30, 2), stars(-30, 2), house(), star_rows="distinct")
    roll(position, 4, 4, 4, 4, 6)
    position.apply(put(1, 4))
    assert put(2, 4) not in position.legal()
    assert {put(1, 4), put(2, 6), put(3, 4), put(3, 6)} < set(position.legal())
    position.apply(put(1, 4))  # the row is finished: its face stays blocked
    assert put(2, 4) not in position.legal()
    position.apply(put(2, 6))
    position.apply(put(3, 4))  # full houses do not count
    assert filled(position, 3) == [4]


def test_ga_17_blocked_faces_are_free_again_in_the_next_round() -> None:
    board = {"name": "stars", "rows": [stars(10, 1)] * 6}
    position = Position("gambler", tableaus=[board], order="given", players=2, star_rows="distinct", target=5000)
    roll(position, 1, 2, 3, 4, 5)
    for row in range(1, 6):
        position.apply(put(row, row))
    roll(position, 1, 2, 3, 4, 5)
    assert position.record["seat"] == 0  # only a six still fits
    roll(position, 6, 6, 6, 6, 6)
    position.apply(put(6, 6))
    roll(position, 1, 1, 1, 1, 1)
    assert position.legal() == [put(row, 1) for row in range(1, 7)]


# --- the end ------------------------------------------------------------------------------------------------


def test_ga_15_the_game_ends_with_the_round_not_with_the_points() -> None:
    rows = [faces(500, 1), *[faces(-500, 2)] * 5]
    position = Position("gambler", tableaus=[{"name": "x", "rows": rows}], order="given", players=2)
    roll(position, 1, 6, 6, 6, 6)
    position.apply(put(1, 1))
    assert points(position) == [580, 80]
    assert not position.over
    position.apply(STOP)
    roll(position, 2, 2, 2, 2, 2)
    for row in range(2, 7):
        position.apply(put(row, 2))
    assert position.over
    assert position.shares.tolist() == [1.0, 0.0]
    assert position.facts()["round"] == 0


def test_ga_15_equal_points_share() -> None:
    rows = [faces(500, 1)] * 6
    position = Position("gambler", tableaus=[{"name": "x", "rows": rows}], order="given", players=2)
    for _ in range(2):
        roll(position, 1, 1, 1, 6, 6)
        for _ in range(3):
            position.apply(position.legal()[0])
        if not position.over:
            position.apply(STOP)
    assert position.over
    assert position.shares.tolist() == [0.5, 0.5]


def test_ga_18_the_round_limit_ends_the_game() -> None:
    position = Position("gambler", tableaus=[ONES], target=10_000, round_limit=3)
    while not position.over:
        if position.event == "tableau":
            position.apply_chance(0)
        finish_round(position)
    assert position.facts()["round"] == 2
    assert position.shares.sum() == pytest.approx(1.0)
