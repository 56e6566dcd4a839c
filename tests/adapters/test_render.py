"""Environments that are looked at: windows, pixels, text, videos, and the checkers of the libraries."""

from __future__ import annotations

import copy
import pickle
from importlib import import_module
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordVideo
from pettingzoo.test import render_test

from tests.core.test_render import ESCAPES
from vegas_env import RULESETS, Games
from vegas_env.render import renderer, shapes


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """No window opens, and nobody waits for the next frame."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(renderer, "FRAMES_PER_SECOND", 1_000)


def module_of(ruleset: str) -> Any:
    return import_module(f"vegas_env.{ruleset}_v0")


def test_pettingzoo_render_check(ruleset: str) -> None:
    render_test(module_of(ruleset).env)
    render_test(module_of(ruleset).raw_env)


def test_parallel_environments_render(ruleset: str) -> None:
    for mode in renderer.RENDER_MODES:
        env = module_of(ruleset).parallel_env(render_mode=mode, viewer="all")
        assert mode in env.metadata["render_modes"]
        seen, _ = env.reset(seed=0)
        env.step({agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in env.agents})
        drawn = env.render()
        assert isinstance(drawn, {"human": type(None), "rgb_array": np.ndarray, "ansi": str}[mode])
        env.close()


def test_gymnasium_render_check(ruleset: str) -> None:
    check_env(gymnasium.make(RULESETS[ruleset].env_id).unwrapped, skip_render_check=False)
    for mode in renderer.RENDER_MODES:
        env = gymnasium.make(RULESETS[ruleset].env_id, render_mode=mode, viewer="deciding")
        env.reset(seed=0)
        drawn = env.render()  # through Gymnasium's passive checker
        assert isinstance(drawn, {"human": type(None), "rgb_array": np.ndarray, "ansi": str}[mode])
        env.close()


def test_the_last_action_is_told(ruleset: str) -> None:
    env = module_of(ruleset).raw_env(render_mode="ansi")
    env.reset(seed=0)
    games = Games(ruleset)  # the same game
    for _ in range(12):
        if games.over[0]:
            break
        action = int(np.flatnonzero(env.last()[0]["action_mask"])[-1])
        told = games.ruleset.announcement(games.facts(), games.config, action)
        expected = f"P{games.seat[0]}: {told}"
        env.step(action)
        games.step([action])
        last = ESCAPES.sub("", env.render()).split("\n")[-1]
        assert last == (renderer.result(games.shares[0]) or expected)
    env.reset(seed=0)
    assert "P0: " + told not in env.render()


def test_vector_environments_render_every_game(ruleset: str) -> None:
    name = RULESETS[ruleset].env_id
    make: dict[str, Any] = {"num_envs": 3, "vectorization_mode": "vector_entry_point"}
    envs = gymnasium.make_vec(name, **make, render_mode="rgb_array")
    envs.reset(seed=1)
    frames = envs.render()
    assert isinstance(frames, tuple)
    assert len(frames) == 3
    assert all(frame.shape == (shapes.HEIGHT, shapes.WIDTH, 3) for frame in frames)
    assert envs.metadata["render_fps"] == 1_000
    texts = gymnasium.make_vec(name, **make, render_mode="ansi")
    texts.reset(seed=1)
    assert all(RULESETS[ruleset].title in seen for seen in texts.render())
    silent = gymnasium.make_vec(name, **make)
    silent.reset(seed=1)
    assert silent.render() is None
    with pytest.raises(ValueError, match="render_mode must be one of 'rgb_array', 'ansi'"):
        gymnasium.make_vec(name, **make, render_mode="human")


def test_vec_env_of_sb3_renders() -> None:
    from vegas_env.adapters.sb3 import VegasVecEnv

    env = VegasVecEnv("las_vegas", 4, render_mode="rgb_array")
    env.reset()
    assert len(env.get_images()) == 4
    tiled = env.render("rgb_array")
    assert tiled.shape == (2 * shapes.HEIGHT, 2 * shapes.WIDTH, 3)
    assert env.metadata["render_fps"] == 1_000
    assert VegasVecEnv("las_vegas", 2).get_images() == [None, None]


def test_environments_with_an_open_window_can_be_copied() -> None:
    env = module_of("las_vegas").raw_env(render_mode="human")
    env.reset(seed=3)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        np.testing.assert_array_equal(twin.state(), env.state())
        twin.render()
        twin.close()
    env.render()
    env.close()
    env.close()


def test_record_video(tmp_path: Path) -> None:
    pytest.importorskip("moviepy")
    env = gymnasium.make("vegas_env/LasVegas-v0", render_mode="rgb_array", opponents="greedy")
    env = RecordVideo(env, str(tmp_path / "videos"), episode_trigger=lambda _: True, fps=4, disable_logger=True)
    _, info = env.reset(seed=0)
    ended = False
    while not ended:
        _, _, ended, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    env.close()
    (video,) = tmp_path.glob("videos/*.mp4")
    assert video.stat().st_size > 10_000


def test_the_pictures_of_the_documents_can_be_drawn(ruleset: str, tmp_path: Path) -> None:
    """Agents that play differently make other games: these may end too early."""
    from vegas_env.experiments.site import pictures

    assert (pictures.FOLDER / f"{ruleset}.svg").exists()
    for form in pictures.FORMATS:
        assert pictures.write(ruleset, form, tmp_path).stat().st_size > 5_000


def test_unknown_viewers_are_refused(ruleset: str) -> None:
    with pytest.raises(ValueError, match="viewer must be a whole number from 0 to"):
        module_of(ruleset).raw_env(viewer=-1)
    with pytest.raises(ValueError, match="viewer must be one of 'spectator', 'deciding', 'all'"):
        gymnasium.make(RULESETS[ruleset].env_id, viewer="nobody")
