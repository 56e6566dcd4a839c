"""The checkers of the libraries whose interfaces we offer, on every ruleset, and whole games through each of them."""

from __future__ import annotations

import pickle
from importlib import import_module
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from pettingzoo.test import api_test, parallel_api_test, seed_test

from tests.conftest import random_legal
from vegas_env import RULESETS


def module_of(ruleset: str) -> ModuleType:
    return import_module(f"vegas_env.{ruleset}_v0")


def play_aec(env: Any, seed: int, rng: np.random.Generator) -> dict[str, float]:
    """A whole game; the total reward of each agent as the API hands it out."""
    env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        assert env.observation_space(agent).contains(observation)
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return totals


def test_pettingzoo_api(ruleset: str) -> None:
    api_test(module_of(ruleset).env(), num_cycles=500)
    api_test(module_of(ruleset).raw_env(), num_cycles=500)


def test_pettingzoo_parallel_api(ruleset: str) -> None:
    parallel_api_test(module_of(ruleset).parallel_env(), num_cycles=500)


def test_pettingzoo_seeds(ruleset: str) -> None:
    seed_test(module_of(ruleset).env, num_cycles=200)


def test_both_registries(ruleset: str) -> None:
    name = RULESETS[ruleset].env_id
    assert pettingzoo.make("aec", name).metadata["name"] == f"{ruleset}_v0"
    assert pettingzoo.make("parallel", name).metadata["name"] == f"{ruleset}_v0"
    assert gymnasium.make(name).action_space.n == RULESETS[ruleset].actions


def test_aec_rewards_add_up_to_zero_and_reach_everyone(ruleset: str) -> None:
    env = module_of(ruleset).raw_env()
    rng = np.random.default_rng(0)
    for seed in range(3):
        totals = play_aec(env, seed, rng)
        assert sum(totals.values()) == pytest.approx(0.0, abs=1e-4)
        assert max(totals.values()) > 0.0


def test_aec_refuses_illegal_actions_and_goes_on(ruleset: str) -> None:
    env = module_of(ruleset).raw_env()
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    before = env.state().copy()
    for action in (int(np.flatnonzero(mask == 0)[0]), len(mask), -1):
        with pytest.raises(ValueError, match=r"nothing was played"):
            env.step(action)
    np.testing.assert_array_equal(env.state(), before)
    env.step(int(np.flatnonzero(mask)[0]))


def test_wrapped_aec_ends_the_game_on_an_illegal_action(ruleset: str) -> None:
    env = module_of(ruleset).env()
    env.reset(seed=1)
    offender = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert env.terminations[offender]
    assert env.rewards[offender] == -1.0


def test_parallel_refuses_a_wrong_set_of_actions(ruleset: str) -> None:
    env = module_of(ruleset).parallel_env()
    seen, _ = env.reset(seed=2)
    choices = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in env.agents}
    before = env.state()
    incomplete = dict(list(choices.items())[1:])
    with pytest.raises(ValueError, match="no action for"):
        env.step(incomplete)
    asked = next(agent for agent in env.agents if not seen[agent]["action_mask"][-1])
    with pytest.raises(ValueError, match="not legal"):
        env.step({**choices, asked: env.wait})
    np.testing.assert_array_equal(env.state(), before)
    env.step(choices)


def test_parallel_plays_whole_games(ruleset: str) -> None:
    env = module_of(ruleset).parallel_env()
    rng = np.random.default_rng(1)
    for seed in range(2):
        seen, _ = env.reset(seed=seed)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        while env.agents:
            assert env.agents == env.possible_agents
            actions = {a: int(rng.choice(np.flatnonzero(seen[a]["action_mask"]))) for a in env.agents}
            seen, rewards, *_ = env.step(actions)
            for agent, reward in rewards.items():
                totals[agent] += reward
        assert sum(totals.values()) == pytest.approx(0.0, abs=1e-4)
        with pytest.raises(ValueError, match="reset"):
            env.step({})


def test_gymnasium_checker(ruleset: str) -> None:
    check_env(gymnasium.make(RULESETS[ruleset].env_id).unwrapped)


def test_sb3_checker(ruleset: str) -> None:
    from stable_baselines3.common.env_checker import check_env as check_for_sb3

    check_for_sb3(gymnasium.make(RULESETS[ruleset].env_id).unwrapped)


def test_ansi_rendering(ruleset: str) -> None:
    env = module_of(ruleset).raw_env(render_mode="ansi")
    env.reset(seed=0)
    assert RULESETS[ruleset].title in env.render()
    single = gymnasium.make(RULESETS[ruleset].env_id, render_mode="ansi")
    single.reset(seed=0)
    assert RULESETS[ruleset].title in single.render()
    with pytest.raises(ValueError, match="render_mode must be one of"):
        module_of(ruleset).raw_env(render_mode="hologram")


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_vector_environment_plays_whole_games_in_every_mode(ruleset: str, mode: AutoresetMode) -> None:
    """The three autoreset modes give the same games: the same returns, first and last observations."""
    n = 4
    envs = gymnasium.make_vec(
        RULESETS[ruleset].env_id, num_envs=n, vectorization_mode="vector_entry_point", autoreset_mode=mode
    )
    assert envs.metadata["autoreset_mode"] is mode
    seen, info = envs.reset(seed=5)
    assert envs.observation_space.contains(seen)
    assert info["action_mask"].dtype == np.int8
    episodes: list[list[tuple[float, np.ndarray]]] = [[] for _ in range(n)]
    totals = np.zeros(n)
    steps = 0
    fresh = np.ones(n, bool)  # games whose reward of this step is that of a decision
    while min(map(len, episodes)) < 2:
        mask = info["action_mask"]
        legal = [np.flatnonzero(row) for row in mask]
        actions = np.array([row[0] if len(row) else 0 for row in legal])
        seen, rewards, terminated, truncated, info = envs.step(actions)
        assert not truncated.any()
        totals += np.where(fresh, rewards, 0.0)
        for i in np.flatnonzero(terminated):
            last = info["final_obs"][i] if mode is AutoresetMode.SAME_STEP else seen[i]
            episodes[i].append((totals[i], np.array(last)))
            totals[i] = 0.0
        fresh = ~terminated if mode is AutoresetMode.NEXT_STEP else np.ones(n, bool)
        if mode is AutoresetMode.DISABLED and terminated.any():
            with pytest.raises(ValueError, match="reset_mask"):
                envs.step(actions)
            seen, info = envs.reset(options={"reset_mask": terminated})
        steps += 1
    expected = single_learner_episodes(ruleset, n)
    for mine, theirs in zip(episodes, expected, strict=True):
        for (return_, last), (expected_return, expected_last) in zip(mine[:2], theirs, strict=True):
            assert return_ == pytest.approx(expected_return, abs=1e-5)
            np.testing.assert_array_equal(last, expected_last)


def single_learner_episodes(ruleset: str, n: int) -> list[list[tuple[float, np.ndarray]]]:
    """The same games, one at a time."""
    from vegas_env.single_agent import SingleAgentGames

    result = []
    for i in range(n):
        learning = SingleAgentGames(ruleset, 1, seed=5, first=i)
        episodes = []
        for _ in range(2):
            total = 0.0
            while True:
                learning.step(np.array([np.flatnonzero(learning.mask[0])[0]]))
                total += float(learning.reward[0])
                if learning.done[0]:
                    break
            episodes.append((total, learning.final_observation[0]))
            learning.reset(where=learning.done)
        result.append(episodes)
    return result


def test_vector_environment_with_episode_statistics(ruleset: str) -> None:
    envs = RecordEpisodeStatistics(
        gymnasium.make_vec(RULESETS[ruleset].env_id, num_envs=3, vectorization_mode="vector_entry_point")
    )
    _, info = envs.reset(seed=0)
    found = False
    for _ in range(2_000):
        legal = [np.flatnonzero(row) for row in info["action_mask"]]
        *_, info = envs.step(np.array([row[-1] if len(row) else 0 for row in legal]))
        if "episode" in info:
            found = True
            break
    assert found


def test_vec_env_of_sb3(ruleset: str) -> None:
    """What SB3 keeps of the last step does not change under it; episodes end with their last observation."""
    from vegas_env.adapters.sb3 import VegasVecEnv

    env = VegasVecEnv(ruleset, 8, seed=3)
    seen = env.reset()
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(1_000):
        kept = seen.copy()
        masks = np.stack(env.env_method("action_masks"))
        assert masks.any(axis=1).all()
        new, rewards, dones, infos = env.step(random_legal(masks, rng))
        np.testing.assert_array_equal(seen, kept)
        assert new is not seen
        assert rewards.dtype == np.float32
        for i in np.flatnonzero(dones):
            ended += 1
            assert infos[i]["terminal_observation"].shape == new[i].shape
            assert infos[i]["episode"]["l"] > 0
            assert infos[i]["TimeLimit.truncated"] is False
        seen = new
        if ended > 20:
            break
    assert ended > 20
    assert env.has_attr("action_masks")
    assert not env.has_attr("no_such_thing")


def test_environments_can_be_pickled_and_go_on_alike(ruleset: str) -> None:
    env = module_of(ruleset).raw_env()
    env.reset(seed=8)
    for _ in range(2):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    twin = pickle.loads(pickle.dumps(env))
    while env.agents and not any(env.terminations.values()):
        np.testing.assert_array_equal(env.state(), twin.state())
        action = int(np.flatnonzero(env.last()[0]["action_mask"])[-1])
        env.step(action)
        twin.step(action)
    assert env.rewards == twin.rewards
