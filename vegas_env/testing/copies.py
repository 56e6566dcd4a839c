"""Check of copies: clones, pickles, saved games and positions have the same future and share no memory."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

from vegas_env.games import Games
from vegas_env.position import Position
from vegas_env.testing.play import Options, play_on, positions, random_legal, ruleset_check, thinned

COPIES: tuple[tuple[str, Callable[[Games], Games]], ...] = (
    ("clone()", Games.clone),
    ("copy.deepcopy", copy.deepcopy),
    ("pickle", lambda games: pickle.loads(pickle.dumps(games))),
)


@ruleset_check
def check_copies(ruleset: str, options: Options, n: int = 16) -> None:
    """Copies of games have the same future and share no memory; `restore` goes back; positions copy and pickle.

    `reseed` changes the future only.
    """
    games = Games(ruleset, n, seed=2, **options)
    play_on(games, 7, np.random.default_rng(0))
    for name, make in COPIES:
        check_copy(games, make(games), name)
    _check_restore(games.clone())
    _check_reseed(games)
    _check_positions(ruleset, options)


def shown(games: Games) -> list[np.ndarray]:
    """Copies of everything that games show."""
    parts = (games.records, games.observation, games.mask, games.seat, games.over, games.payoff)
    return [part.copy() for part in parts]


def check_same(one: list[np.ndarray], other: list[np.ndarray], message: str) -> None:
    for x, y in zip(one, other, strict=True):
        assert np.array_equal(x, y), message


def play_side_by_side(one: Games, other: Games, steps: int = 30) -> None:
    """Play the same random actions in both, and compare them after every step."""
    rng = np.random.default_rng(1)
    for _ in range(steps):
        actions = random_legal(one.mask, rng)
        for games in (one, other):
            games.step(actions)
            games.reset(where=games.over)
        check_same(shown(one), shown(other), "a copy has another future")


def arrays_of(value: Any) -> list[np.ndarray]:
    """All arrays that an object of vegas_env holds, however deep, except those of its ruleset and config."""
    if isinstance(value, np.ndarray):
        return [value]
    if isinstance(value, (list, tuple)):
        return [array for part in value for array in arrays_of(part)]
    if not type(value).__module__.startswith("vegas_env."):
        return []
    parts = getattr(value, "__dict__", {})
    return [array for name in parts if name not in ("ruleset", "config") for array in arrays_of(parts[name])]


def check_copy(games: Games, twin: Games, name: str) -> None:
    check_same(shown(games), shown(twin), f"{name} gives other games")
    theirs = arrays_of(twin)
    assert theirs
    for mine in arrays_of(games):
        assert not any(np.shares_memory(mine, other) for other in theirs), f"{name} shares memory with its original"
    before = shown(games)
    play_on(twin.clone(), 5, np.random.default_rng(3))
    check_same(shown(games), before, f"playing a copy ({name}) changes the original")
    play_side_by_side(games.clone(), twin)


def _check_restore(games: Games) -> None:
    saved, before = games.save(), shown(games)
    records = games.records.copy()
    play_on(games, 20, np.random.default_rng(5))
    games.restore(saved)
    check_same(shown(games), before, "restore does not go back")
    twin = games.clone()
    play_on(games, 3, np.random.default_rng(6))
    games.restore(saved)
    play_side_by_side(games, twin)
    games.restore(records)
    assert np.array_equal(games.records, records), "restore of bare records does not set the positions"


def _check_reseed(games: Games) -> None:
    one, other = games.clone(), games.clone()
    for twin in (one, other):
        twin.reseed(99)
        check_same(shown(games), shown(twin), "reseed changes the present")
    play_side_by_side(one, other)


def _check_positions(ruleset: str, options: Options) -> None:
    for position, rng in thinned(positions(ruleset, options, 1), 60):
        for twin in (position.copy(), pickle.loads(pickle.dumps(position))):
            assert twin.facts() == position.facts(), "a copied position has other facts"
            before = position.record
            _play_one(twin, rng)
            assert np.array_equal(position.record, before), "playing a copied position changes the original"


def _play_one(position: Position, rng: np.random.Generator) -> None:
    if position.event:
        position.apply_chance(position.sample_chance(rng))
    elif not position.over:
        position.apply(position.legal()[0])
