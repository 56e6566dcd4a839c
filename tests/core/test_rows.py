"""`where`: all games, some, or none; an empty selection never means all."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.conftest import random_legal
from vegas_env import Games
from vegas_env.single_agent import SingleAgentGames

N = 5
NONE = [[], (), np.zeros(0, np.int64), np.zeros(0), np.zeros(N, bool), [False] * N]


def state_of(games: Games) -> tuple[bytes, ...]:
    arrays = games.engine.arrays
    return tuple(np.ascontiguousarray(array).tobytes() for array in (*games.engine.state, *arrays))


def in_the_middle(ruleset: str, **options: Any) -> Games:
    games = Games(ruleset, N, 3, **options)
    rng = np.random.default_rng(0)
    for _ in range(2):
        games.step(random_legal(games.mask, rng))
    return games


@pytest.mark.parametrize("where", NONE, ids=lambda where: f"{type(where).__name__}-{len(where)}")
def test_an_empty_selection_does_nothing(ruleset: str, where: Any) -> None:
    games = in_the_middle(ruleset, buffers=2)
    before, saved = state_of(games), games.save()
    empty = type(saved)(saved.layout, saved.config, type(saved.state)(*(array[:0] for array in saved.state)))
    games.step([], where=where)
    games.step(np.zeros(0, np.int64), where=where)
    games.reset(where=where)
    games.restore(games.records[:0], where=where)
    games.restore(empty, where=where)
    assert games.observe(0, where=where).shape == (0, games.ruleset.observation_size)
    assert state_of(games) == before


def test_actions_for_nobody_are_refused(ruleset: str) -> None:
    games = in_the_middle(ruleset)
    before = state_of(games)
    with pytest.raises(ValueError, match=r"shape \(0,\)"):
        games.step(games.mask.argmax(axis=1), where=[])
    with pytest.raises(ValueError, match=r"shape \(5,\)"):
        games.step([])
    with pytest.raises(ValueError, match="5 saved games cannot be put into 0 games"):
        games.restore(games.save(), where=[])
    assert state_of(games) == before


def test_resetting_no_environment_keeps_all(ruleset: str) -> None:
    learning = SingleAgentGames(ruleset, N, 3)
    before = state_of(learning.games)
    learning.reset(where=np.zeros(N, bool))
    assert state_of(learning.games) == before


def test_some_games_step_as_they_would_among_all(ruleset: str) -> None:
    some, alone = in_the_middle(ruleset), in_the_middle(ruleset)
    actions = some.mask.argmax(axis=1)
    some.step(actions[[3, 1]], where=[3, 1])
    alone.step(actions)
    for i in (1, 3):
        assert some.records[i] == alone.records[i]
        np.testing.assert_array_equal(some.observation[i], alone.observation[i])
    for i in (0, 2, 4):
        assert some.moves[i] == alone.moves[i] - 1
