"""Copy, restore, pickle: at any point, sharing nothing, with a clear error for foreign positions."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import numpy as np
import pytest

from tests.conftest import play_on, random_legal
from vegas_env import RULESETS, Games, Position


def games_under_way(ruleset: str, steps: int = 7, **options: Any) -> Games:
    games = Games(ruleset, 16, seed=2, **options)
    play_on(games, steps, np.random.default_rng(0))
    return games


def shown(games: Games) -> list[np.ndarray]:
    parts = (games.records, games.observation, games.mask, games.seat, games.over, games.payoff)
    return [part.copy() for part in parts]


def assert_same(a: list[np.ndarray], b: list[np.ndarray]) -> None:
    for x, y in zip(a, b, strict=True):
        np.testing.assert_array_equal(x, y)


def play_same(a: Games, b: Games, steps: int = 30) -> None:
    rng = np.random.default_rng(1)
    for _ in range(steps):
        actions = random_legal(a.mask, rng)
        for games in (a, b):
            games.step(actions)
            games.reset(where=games.over)
        assert_same(shown(a), shown(b))


def arrays_of(games: Games) -> list[np.ndarray]:
    found = []
    for value in vars(games).values():
        found += [v for v in (value if isinstance(value, list) else [value]) if isinstance(v, np.ndarray)]
    return found


@pytest.mark.parametrize("twin_of", [Games.clone, copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))])
def test_twins_have_the_same_future_and_share_no_memory(ruleset: str, twin_of: Any) -> None:
    games = games_under_way(ruleset)
    twin = twin_of(games)
    assert_same(shown(games), shown(twin))
    for mine in arrays_of(games):
        assert not any(np.shares_memory(mine, theirs) for theirs in arrays_of(twin))
    before = shown(games)
    play_on(twin, 5, np.random.default_rng(3))
    assert_same(shown(games), before)
    play_same(games, games.clone())


def test_reseeding_changes_only_the_future(ruleset: str) -> None:
    games = games_under_way(ruleset)
    twin = games.clone()
    twin.reseed(99)
    assert_same(shown(games), shown(twin))
    rng = np.random.default_rng(1)
    for _ in range(30):
        actions = random_legal(games.mask, rng)
        games.step(actions)
        if not np.array_equal(games.records, before_step(twin, actions)):
            break
    else:
        raise AssertionError("the future is the same in spite of a new seed")
    again = games_under_way(ruleset)
    again.reseed(99)
    other = games_under_way(ruleset)
    other.reseed(99)
    play_same(again, other)


def before_step(games: Games, actions: np.ndarray) -> np.ndarray:
    games.step(actions)
    return games.records


def test_restoring_goes_back(ruleset: str) -> None:
    games = games_under_way(ruleset)
    saved = games.save()
    before = shown(games)
    rng = np.random.default_rng(5)
    play_on(games, 20, rng)
    games.restore(saved)
    assert_same(shown(games), before)
    some = np.array([1, 3])
    twin = games.clone()
    play_on(games, 3, np.random.default_rng(6))
    part = dataclasses.replace(
        saved, **{name: getattr(saved, name)[some] for name in ("records", "luck", "keys", "episodes", "moves")}
    )
    games.restore(part, where=some)
    np.testing.assert_array_equal(games.records[some], twin.records[some])
    np.testing.assert_array_equal(games.observation[some], twin.observation[some])


def test_restoring_bare_records(ruleset: str) -> None:
    games = games_under_way(ruleset)
    records = games.records.copy()
    play_on(games, 10, np.random.default_rng(5))
    games.restore(records)
    np.testing.assert_array_equal(games.records, records)


def test_foreign_positions_are_refused(ruleset: str) -> None:
    games = games_under_way(ruleset)
    saved = games.save()
    before = shown(games)
    with pytest.raises(ValueError, match="saved with layout"):
        games.restore(dataclasses.replace(saved, layout="chess-v1-00000000"))
    other_number = 3 if saved.config.players != 3 else 4
    with pytest.raises(ValueError, match="other options"):
        games.restore(dataclasses.replace(saved, config=dataclasses.replace(saved.config, players=other_number)))
    with pytest.raises(ValueError, match="cannot be put into"):
        games.restore(saved.records[:3])
    with pytest.raises(ValueError, match="record type"):
        games.restore(np.zeros(16, np.dtype([("x", np.int8)])))
    assert_same(shown(games), before)


def test_pickles_of_another_layout_are_refused(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = pickle.dumps(games_under_way(ruleset))
    position = pickle.dumps(Position(ruleset))
    pickle.loads(games)
    pickle.loads(position)
    other = dataclasses.replace(RULESETS[ruleset], version=77, history=("Another layout.",) * 78)
    monkeypatch.setitem(RULESETS._loaded, ruleset, other)
    for saved in (games, position):
        with pytest.raises(ValueError, match="saved with layout"):
            pickle.loads(saved)


def test_positions_can_be_copied_and_pickled(ruleset: str) -> None:
    rng = np.random.default_rng(0)
    position = Position(ruleset)
    for _ in range(60):
        for twin in (position.copy(), pickle.loads(pickle.dumps(position))):
            assert twin.facts() == position.facts()
        twin = position.copy()
        record = position.record
        if position.over:
            break
        for one in (twin,):
            if one.event:
                one.apply_chance(one.sample_chance(rng))
            else:
                one.apply(one.legal()[0])
        assert np.array_equal(position.record, record)
        position = twin
