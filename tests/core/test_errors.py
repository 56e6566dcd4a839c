"""Bad input: a clear message that says what is allowed, and no change."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import vegas_env
from tests.conftest import random_legal
from tests.support import configs
from vegas_env import RULESETS, Games
from vegas_env.adapters.sb3 import VegasVecEnv

INVALID = [(name, options, message) for name in configs.NAMES for options, message in configs.of(name).INVALID]


@pytest.mark.parametrize(("name", "bad", "message"), INVALID, ids=lambda value: str(value)[:40])
def test_invalid_options(name: str, bad: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as error:
        Games(name, **bad)
    assert message in str(error.value)


def test_unknown_ruleset() -> None:
    with pytest.raises(KeyError, match="did you mean 'las_vegas'"):
        Games("las_vega")


def test_unknown_agent(ruleset: str) -> None:
    with pytest.raises(ValueError, match="did you mean 'random'"):
        gymnasium.make(RULESETS[ruleset].env_id, opponents="randon")
    with pytest.raises(TypeError, match=r"act\(view\)"):
        gymnasium.make(RULESETS[ruleset].env_id, opponents=3)
    with pytest.raises(ValueError, match="too many"):
        gymnasium.make(RULESETS[ruleset].env_id, opponents=["random"] * 9)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "n must be a whole number"),
        ({"n": 2.5}, "n must be a whole number"),
        ({"seed": 1.5}, "seed must be a whole number"),
        ({"n": 3, "seed": [1, 2]}, "or 3 of them"),
        ({"threads": 0}, "threads must be"),
        ({"buffers": 0}, "buffers must be"),
        ({"config": 3}, "config must be a"),
    ],
)
def test_invalid_arguments_of_games(ruleset: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Games(ruleset, **arguments)


def test_bad_actions_leave_the_batch_unchanged(ruleset: str) -> None:
    games = Games(ruleset, 8, seed=1)
    rng = np.random.default_rng(0)
    for _ in range(20):
        records = games.records.copy()
        mask = games.mask.copy()
        legal = random_legal(games.mask, rng)
        illegal = legal.copy()
        illegal[5] = int(np.flatnonzero(~mask[5])[0])
        for actions, error, message in (
            (illegal, ValueError, "not legal in game 5; legal are"),
            (np.where(np.arange(8) == 2, -1, legal), ValueError, "not one of 0 to"),
            (np.where(np.arange(8) == 2, 10_000, legal), ValueError, "not one of 0 to"),
            (legal.astype(float), TypeError, "whole numbers"),
            (legal.astype(bool), TypeError, "whole numbers"),
            (legal[:3], ValueError, "shape"),
            (legal[:, None], ValueError, "shape"),
            (0, ValueError, "shape"),
        ):
            with pytest.raises(error, match=message):
                games.step(actions)
            np.testing.assert_array_equal(games.records, records)
            np.testing.assert_array_equal(games.mask, mask)
        games.step(legal)
        if games.over.any():
            games.reset(where=games.over)


def test_a_finished_game_is_not_stepped(ruleset: str) -> None:
    games = Games(ruleset, 2, seed=1)
    rng = np.random.default_rng(0)
    while not games.over.any():
        games.step(random_legal(games.mask, rng))
    over = int(games.over.argmax())
    assert not games.mask[over].any()
    assert games.seat[over] == -1
    records = games.records.copy()
    with pytest.raises(ValueError, match=f"game {over} is over"):
        games.step(random_legal(games.mask, rng))
    np.testing.assert_array_equal(games.records, records)
    if not games.over.all():
        running = np.flatnonzero(~games.over)
        games.step(random_legal(games.mask, rng)[running], where=running)


def test_where_is_checked(ruleset: str) -> None:
    games = Games(ruleset, 4, seed=1)
    for where, message in (
        ([0, 0], "twice"),
        ([4], "there are games 0 to 3"),
        (np.ones(3, bool), "shape"),
        ([0.5], "mask"),
    ):
        with pytest.raises(ValueError, match=message):
            games.reset(where=where)
    with pytest.raises(ValueError, match="seats are 0 to"):
        games.observe(9)
    with pytest.raises(ValueError, match="a seed is for all games"):
        games.reset(where=[0], seed=3)


def test_arrays_of_games_are_read_only(ruleset: str) -> None:
    games = Games(ruleset, 2)
    for name in ("seat", "mask", "observation", "over", "reward", "payoff", "records"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(games, name)[0] = 0
    with pytest.raises(ValueError, match="observe=False"):
        _ = Games(ruleset, 2, observe=False).observation


def test_illegal_actions_of_a_learner_forfeit_the_game(ruleset: str) -> None:
    env = gymnasium.make(RULESETS[ruleset].env_id)
    _, info = env.reset(seed=0)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(illegal)
    assert terminated
    assert reward == -1.0
    assert info["illegal_action"]
    with pytest.raises(ValueError, match="reset"):
        env.unwrapped.step(0)

    vector = VegasVecEnv(ruleset, 4, seed=0)
    vector.reset()
    masks = vector.action_masks()
    actions = masks.argmax(axis=1)
    actions[2] = int(np.flatnonzero(~masks[2])[0])
    _, rewards, dones, infos = vector.step(actions)
    assert dones[2]
    assert rewards[2] == -1.0
    assert ["illegal_action" in info for info in infos] == [False, False, True, False]
    vector.step(vector.action_masks().argmax(axis=1))


def test_the_hot_learner_is_for_vector_environments_only(ruleset: str) -> None:
    with pytest.raises(ValueError, match="vector environments"):
        gymnasium.make(RULESETS[ruleset].env_id, learner="hot")
    with pytest.raises(ValueError, match="learner must be a whole number"):
        gymnasium.make(RULESETS[ruleset].env_id, learner=17)


def test_registering_a_ruleset_twice_is_refused(ruleset: str) -> None:
    with pytest.raises(ValueError, match="registered already"):
        vegas_env.RULESETS.register(RULESETS[ruleset])
