"""The same seed plays the same game: in any batch, with any threads, through any interface."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
import pytest

from vegas_env import RULESETS, Games, testing
from vegas_env.testing.play import fixed_choice


def test_whole_games_repeat(ruleset: str, options: dict[str, Any]) -> None:
    testing.check_repeatability(ruleset, options)


def test_other_seeds_and_indices_play_other_games(ruleset: str) -> None:
    """Our rulesets deal by chance, so the first observations differ already."""
    base = Games(ruleset, 4, seed=1)
    assert not np.array_equal(base.observation, Games(ruleset, 4, seed=2).observation)
    assert not np.array_equal(base.observation, Games(ruleset, 4, seed=1, first=4).observation)
    again = Games(ruleset, 4, seed=1)
    again.reset()
    assert not np.array_equal(base.observation, again.observation)
    testing.check_seeds(ruleset, {})


def test_a_game_is_the_same_in_any_batch(ruleset: str) -> None:
    testing.check_batches(ruleset, {}, n=10_000)


def test_threads_change_nothing(ruleset: str) -> None:
    testing.check_threads(ruleset, {})


def test_all_interfaces_play_the_same_game(ruleset: str, burn: Callable[[], None]) -> None:
    """Given the same choices, the AEC, parallel and vector environments go through the same positions as `Games`."""
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
        action = int(fixed_choice(games.mask, games.moves)[0])
        pending[name] = action
        games.step([action])
        aec.step(action)
        vector_seen, vector_reward, *_ = vector.step(np.array([action]))
        assert vector_reward[0] == pytest.approx(float(games.reward[0, seat]))
        deciding = [agent for agent in parallel.agents if not parallel_seen[agent]["action_mask"][-1]]
        if set(deciding) <= set(pending):
            choices = {agent: pending.get(agent, parallel.wait) for agent in parallel.agents}
            parallel_seen, rewards, *_ = parallel.step(choices)
            pending = {}
            np.testing.assert_array_equal(parallel.state(), aec.state())
    assert all(aec.terminations.values())
    assert not parallel.agents
    payoff = [rewards[agent] for agent in parallel.possible_agents]
    assert np.isfinite(payoff).all()
    np.testing.assert_allclose(cumulative_rewards(aec), games.payoff[0], atol=1e-5)


def cumulative_rewards(aec: Any) -> list[float]:
    """What `last()` says of each agent at the end, in the order of the seats."""
    found = {}
    while aec.agents:
        found[aec.agent_selection] = float(aec.last(observe=False)[1])
        aec.step(None)
    return [found[name] for name in aec.possible_agents]


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
