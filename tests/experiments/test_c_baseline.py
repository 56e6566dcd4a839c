"""The C baseline plays bit for bit like the kernels; only then can their speed be compared."""

from __future__ import annotations

import numpy as np
import pytest

from vegas_env import Games
from vegas_env.experiments.benchmarks import c_baseline

pytestmark = pytest.mark.skipif(
    not c_baseline.available(), reason="the C baseline needs a C compiler (cc, or the one named in $CC)"
)

N = 64
SHOWN = ("mask", "observation", "reward", "payoff", "seat", "over")


def both(players: int, seed: int) -> tuple[Games, c_baseline.CLasVegas]:
    return Games("las_vegas", n=N, seed=seed, players=players), c_baseline.CLasVegas(N, seed, players)


def random_legal(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.argmax(mask * rng.random(mask.shape), axis=1)


def assert_same(games: Games, c: c_baseline.CLasVegas) -> None:
    for name in SHOWN:
        np.testing.assert_array_equal(getattr(c, name), getattr(games, name), err_msg=name)
    np.testing.assert_array_equal(c.money, games.records["money"][:, : games.players], err_msg="money")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_games_are_the_same(players: int) -> None:
    games, c = both(players, seed=70 + players)
    rng = np.random.default_rng(players)
    assert_same(games, c)
    while games.episode.min() < 3:
        actions = random_legal(games.mask, rng)
        games.step(actions)
        c.step(actions)
        assert_same(games, c)
        if games.over.any():
            over = games.over.copy()
            games.reset(over)
            c.reset(over)
            assert_same(games, c)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_playouts_are_the_same(players: int) -> None:
    games, c = both(players, seed=2**40 + players)
    for _ in range(2):  # from the start of an episode, then from the second turn of the next one
        decisions = games.engine.play_out()
        assert c.playout() == decisions
        np.testing.assert_array_equal(c.money, games.records["money"][:, :players])
        np.testing.assert_array_equal(c.luck, games.engine.state.luck["luck"])
        games.reset()
        c.reset()
        actions = random_legal(games.mask, np.random.default_rng(0))
        games.step(actions)
        c.step(actions)


@pytest.mark.parametrize("bad", [-1, 12, 2**40, "illegal"])
def test_illegal_actions_change_nothing(bad: int | str) -> None:
    games, c = both(5, seed=3)
    actions = random_legal(games.mask, np.random.default_rng(0))
    actions[17] = np.argmin(games.mask[17]) if bad == "illegal" else bad
    with pytest.raises(ValueError, match="game 17"):
        c.step(actions)
    assert_same(games, c)


def test_finished_games_are_refused() -> None:
    c = c_baseline.CLasVegas(N, seed=4, players=2)
    rng = np.random.default_rng(0)
    while not c.over.any():
        c.step(random_legal(c.mask, rng))
    first = int(np.flatnonzero(c.over)[0])
    with pytest.raises(ValueError, match=f"game {first};"):
        c.step(random_legal(c.mask, rng))


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert not c_baseline.available()
    with pytest.raises(c_baseline.CompilerError, match="no-such-compiler"):
        c_baseline.build()
