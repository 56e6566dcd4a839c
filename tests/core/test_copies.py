"""Copies, saved games, pickles; positions of other rulesets or layouts are refused."""

from __future__ import annotations

import dataclasses
import pickle
from typing import Any

import numpy as np
import pytest

from tests.conftest import play_on, random_legal
from vegas_env import RULESETS, Games, Position, Snapshot, testing
from vegas_env.kernel.bundles import State
from vegas_env.testing.copies import check_same, play_side_by_side, shown


def games_under_way(ruleset: str, steps: int = 7, **options: Any) -> Games:
    games = Games(ruleset, 16, seed=2, **options)
    play_on(games, steps, np.random.default_rng(0))
    return games


def test_copies_have_the_same_future_and_share_no_memory(ruleset: str) -> None:
    testing.check_copies(ruleset, {})


def test_reseeding_changes_only_the_future(ruleset: str) -> None:
    games = games_under_way(ruleset)
    twin = games.clone()
    twin.reseed(99)
    check_same(shown(games), shown(twin), "the present has changed")
    rng = np.random.default_rng(1)
    for _ in range(30):
        actions = random_legal(games.mask, rng)
        games.step(actions)
        twin.step(actions)
        if not np.array_equal(games.records, twin.records):
            break
    else:
        raise AssertionError("the future is the same in spite of a new seed")
    again = games_under_way(ruleset)
    again.reseed(99)
    other = games_under_way(ruleset)
    other.reseed(99)
    play_side_by_side(again, other)


def test_some_games_can_be_restored(ruleset: str) -> None:
    games = games_under_way(ruleset)
    saved = games.save()
    some = np.array([1, 3])
    twin = games.clone()
    play_on(games, 3, np.random.default_rng(6))
    games.restore(part_of(saved, some), where=some)
    np.testing.assert_array_equal(games.records[some], twin.records[some])
    np.testing.assert_array_equal(games.observation[some], twin.observation[some])


def part_of(saved: Snapshot, some: np.ndarray) -> Snapshot:
    return dataclasses.replace(saved, state=State(*(array[some] for array in saved.state)))


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
        games.restore(games.records[:3])
    with pytest.raises(ValueError, match="record type"):
        games.restore(np.zeros(16, np.dtype([("x", np.int8)])))
    check_same(shown(games), before, "a refused restore changed the games")


def test_pickles_of_another_layout_are_refused(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = pickle.dumps(games_under_way(ruleset))
    position = pickle.dumps(Position(ruleset))
    pickle.loads(games)
    pickle.loads(position)
    other = dataclasses.replace(RULESETS[ruleset], version=77, history=("Another layout.",) * 78)
    loaded = type(RULESETS).__getitem__

    def changed(rulesets: Any, name: str) -> Any:
        return other if name == ruleset else loaded(rulesets, name)

    monkeypatch.setattr(type(RULESETS), "__getitem__", changed)
    for saved in (games, position):
        with pytest.raises(ValueError, match="saved with layout"):
            pickle.loads(saved)
