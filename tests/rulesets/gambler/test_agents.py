"""The simple agents of Gambler, and the page of facts made with them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.rulesets.gambler.test_examples import faces, game, house, put, roll, stars
from vegas_env import Games, Position, agents
from vegas_env.agent import View
from vegas_env.agents.gambler.greedy import finishes
from vegas_env.experiments.site import gambler_facts
from vegas_env.kernel.cache import kernel
from vegas_env.rulesets.gambler.rules import ROLL_AGAIN, STOP


def decision(name: str, position: Position) -> int:
    """The action of an agent in a position."""
    games = Games("gambler", 1, config=position.config)
    games.restore(np.array([position.record]))
    return int(agents.make("gambler", name).act(View(games, np.zeros(1, np.int64)))[0])


def test_the_agents_are_registered() -> None:
    assert {"random", "stopper", "pusher", "greedy"} <= set(agents.names("gambler"))


@pytest.mark.parametrize(("name", "then"), [("stopper", STOP), ("pusher", ROLL_AGAIN)])
def test_stopper_and_pusher_place_one_die(name: str, then: int) -> None:
    position = game(faces(20, 3), faces(50, 4), faces(-60, 5))
    roll(position, 3, 3, 4, 5, 5)
    assert decision(name, position) == put(2, 4)
    position.apply(put(2, 4))
    assert decision(name, position) == then


def test_nobody_pays_who_need_not() -> None:
    for name in ("stopper", "pusher", "greedy"):
        position = game(faces(-20, 3), faces(90, 4, 5, 6, 6, 6))
        roll(position, 3, 3, 4, 2, 2)
        assert decision(name, position) == put(2, 4)


def test_greedy_finishes_rows_and_rolls_for_the_last_die() -> None:
    position = game(stars(40, 3), faces(90, 6, 5, 4, 3, 2))
    roll(position, 3, 3, 3, 6, 6)
    for _ in range(3):
        assert decision("greedy", position) == put(1, 3)
        position.apply(put(1, 3))
    assert decision("greedy", position) == STOP
    position = game(faces(20, 3), stars(40, 3))
    roll(position, 3, 4, 4, 5, 6)
    position.apply(put(2, 4))
    position.apply(put(2, 4))
    assert decision("greedy", position) == put(1, 3)
    position.apply(put(1, 3))
    assert decision("greedy", position) == ROLL_AGAIN


@kernel
def _finishes(records, row, face):
    return finishes(records[0], row, face)


@pytest.mark.parametrize(
    ("row", "shown", "face", "expected"),
    [
        (house(), (2, 2, 2, 5, 5), 2, True),
        (house(), (2, 2, 2, 5, 5), 5, False),
        (house(), (2, 2, 2, 2, 5), 2, False),
        (house(), (2, 2, 2, 2, 2), 2, False),
        (stars(50, 4), (2, 2, 2, 2, 5), 2, True),
        (stars(50, 5), (2, 2, 2, 2, 5), 2, False),
        (faces(50, 4, 5, 6), (6, 5, 4, 2, 2), 4, True),
        (faces(50, 4, 5, 6), (5, 5, 4, 2, 2), 4, False),
    ],
)
def test_finishing_a_row_is_seen(row: dict, shown: tuple[int, ...], face: int, expected: bool) -> None:
    position = game(row, faces(90, 2, 2, 2, 2, 5))
    roll(position, *shown)
    assert _finishes(np.array([position.record]), 0, face - 1) == expected


def test_the_page_of_facts_can_be_made() -> None:
    page = gambler_facts.page(games=48, seed=5)
    assert "--games 48 --seed 5" in page
    for heading in ("Length of a game", "first seat", "twenty tableaus", "Every row", "Generated"):
        assert heading in page
    assert page.count("\n|") > 150


def test_the_facts_count_every_row_once_a_round() -> None:
    table = gambler_facts.play(gambler_facts.POLICIES, 48, seed=1)
    count = table.finished.sum(axis=2)
    assert (count == count[:, :1]).all()
    assert count[:, 0].sum() == table.rounds.sum()
    np.testing.assert_array_equal(table.place.sum(axis=1), 21 * count[:, 0])
    assert table.decisions.sum() == table.games.moves.sum()
    assert table.points.sum() == table.won.sum() - table.paid.sum()
    gained = 10 * table.games.records["points"].astype(int).sum() - 80 * 4 * 48
    assert table.points.sum() == gained
