"""Same seed, same game: whatever the batch, the threads, the interface and the global random state."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pytest

from tests.conftest import random_legal
from vegas_env import RULESETS, Games


def policy(mask: np.ndarray, moves: np.ndarray) -> np.ndarray:
    """A choice that depends on the game alone: the k-th legal action, k from the number of the move."""
    actions = np.zeros(len(mask), np.int64)
    for i, row in enumerate(mask):
        legal = np.flatnonzero(row)
        if len(legal):
            actions[i] = legal[(7 * int(moves[i]) + 3) % len(legal)]
    return actions


def history(games: Games, watch: np.ndarray, burn: Callable[[], None] | None = None) -> list[Any]:
    """Play all games to the end; what happened in the watched ones."""
    seen = []
    rng = np.random.default_rng(0)
    while not games.over[watch].all():
        if burn is not None:
            burn()
        where = np.flatnonzero(~games.over)
        actions = random_legal(games.mask, rng) if len(watch) < games.n else policy(games.mask, games.moves)
        actions[watch] = policy(games.mask[watch], games.moves[watch])
        seen.append((games.observation[watch].copy(), games.mask[watch].copy(), games.seat[watch].copy()))
        games.step(actions[where], where=where)
    seen.append((games.payoff[watch].copy(), games.shares[watch].copy(), games.records[watch].copy()))
    return seen


def assert_same(a: list[Any], b: list[Any]) -> None:
    assert len(a) == len(b)
    for left, right in zip(a, b, strict=True):
        for x, y in zip(left, right, strict=True):
            np.testing.assert_array_equal(x, y)


def test_whole_games_repeat(ruleset: str, options: dict[str, Any], burn: Callable[[], None]) -> None:
    one = Games(ruleset, 16, seed=42, **options)
    burn()
    two = Games(ruleset, 16, seed=42, **options)
    watch = np.arange(16)
    assert_same(history(one, watch, burn), history(two, watch, burn))


def test_other_seeds_and_indices_play_other_games(ruleset: str) -> None:
    base = Games(ruleset, 4, seed=1)
    assert not np.array_equal(base.observation, Games(ruleset, 4, seed=2).observation)
    assert not np.array_equal(base.observation, Games(ruleset, 4, seed=1, first=4).observation)
    again = Games(ruleset, 4, seed=1)
    again.reset()
    assert not np.array_equal(base.observation, again.observation)


def test_a_game_is_the_same_in_any_batch(ruleset: str) -> None:
    watch = np.array([0, 4_321, 9_999])
    batched = history(Games(ruleset, 10_000, seed=9), watch)
    for place, index in enumerate(watch):
        alone = history(Games(ruleset, 1, seed=9, first=int(index)), np.array([0]))
        for left, right in zip(alone, batched, strict=False):  # games of the batch end at different times
            for x, y in zip(left[:2], right[:2], strict=True):
                if x.shape[1:] == y.shape[1:]:
                    np.testing.assert_array_equal(x[0], y[place])
        np.testing.assert_array_equal(alone[-1][2][0], batched[-1][2][place])


def test_a_seed_for_each_game(ruleset: str) -> None:
    many = Games(ruleset, 3, seed=[5, 6, 7])
    for i, seed in enumerate((5, 6, 7)):
        np.testing.assert_array_equal(many.records[i], Games(ruleset, 1, seed=seed).records[0])


def test_threads_change_nothing(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vegas_env.games._SMALLEST_SHARE", 256)  # threads take part from 512 games on
    results = []
    for threads in (1, 2, 3):
        games = Games(ruleset, 2_048, seed=4, threads=threads)
        rng = np.random.default_rng(0)
        for _ in range(60):
            games.step(random_legal(games.mask, rng))
            if games.over.any():
                games.reset(where=games.over)
        results.append((games.records.copy(), games.observation.copy(), games.payoff.copy()))
    for other in results[1:]:
        for x, y in zip(results[0], other, strict=True):
            np.testing.assert_array_equal(x, y)


def test_all_interfaces_play_the_same_game(ruleset: str, burn: Callable[[], None]) -> None:
    """AEC, parallel and hot vector environment, given the same choices, go through the same positions as Games."""
    games = Games(ruleset, 1, seed=12)
    module = import_module(f"vegas_env.{ruleset}_v0")
    aec, parallel = module.raw_env(), module.parallel_env()
    vector = gymnasium.make_vec(
        RULESETS[ruleset].env_id, num_envs=1, vectorization_mode="vector_entry_point", learner="hot"
    )
    aec.reset(seed=12)
    parallel_seen, _ = parallel.reset(seed=12)
    vector_seen, _ = vector.reset(seed=12)
    pending: dict[str, int] = {}
    while not games.over[0]:
        burn()
        seat = int(games.seat[0])
        name = f"player_{seat}"
        assert aec.agent_selection == name
        np.testing.assert_array_equal(aec.last()[0]["observation"], games.observation[0])
        np.testing.assert_array_equal(vector_seen[0], games.observation[0])
        action = int(policy(games.mask, games.moves)[0])
        pending[name] = action
        games.step([action])
        aec.step(action)
        vector_seen, vector_reward, *_ = vector.step(np.array([action]))
        assert vector_reward[0] == pytest.approx(float(games.reward[0, seat]))
        asked = [agent for agent in parallel.agents if not parallel_seen[agent]["action_mask"][-1]]
        if set(asked) <= set(pending):
            choices = {agent: pending.get(agent, parallel.wait) for agent in parallel.agents}
            parallel_seen, rewards, *_ = parallel.step(choices)
            pending = {}
            np.testing.assert_array_equal(parallel.state(), aec.state())
    assert all(aec.terminations.values())
    assert not parallel.agents
    payoff = [rewards[agent] for agent in parallel.possible_agents]
    assert np.isfinite(payoff).all()
    np.testing.assert_allclose([aec._cumulative_rewards[agent] for agent in aec.agents], games.payoff[0], atol=1e-5)


@pytest.mark.parametrize("opponents", ["random", ["random", "random"]])
def test_learner_games_repeat(ruleset: str, opponents: Any, burn: Callable[[], None]) -> None:
    runs = []
    for _ in range(2):
        burn()
        env = gymnasium.make(RULESETS[ruleset].env_id, opponents=opponents)
        seen, info = env.reset(seed=3)
        log = [seen]
        for _ in range(60):
            seen, reward, done, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
            log.append(np.append(seen, reward))
            if done:
                seen, info = env.reset()
        runs.append(log)
    for x, y in zip(*runs, strict=True):
        np.testing.assert_array_equal(x, y)
