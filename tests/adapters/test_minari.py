"""Minari datasets: recording games, loading decisions, and cloning a heuristic."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vegas_env import Games, View
from vegas_env.adapters.minari import load_decisions, play_episodes, record
from vegas_env.agent import as_agent, as_agents
from vegas_env.arena.match import evaluate
from vegas_env.experiments import clone, export

minari = pytest.importorskip("minari")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "datasets"))


def test_episodes_are_the_games_that_were_played(ruleset: str) -> None:
    """Replaying the actions gives the same observations, masks and payoffs."""
    n = 3
    episodes = play_episodes(ruleset, as_agents(ruleset, "greedy" if ruleset != "auction" else "truthful"), n, 4)
    left = {(one.game, one.seat): [0, one] for one in episodes}
    assert len(left) == len(episodes)
    games = Games(ruleset, n, 4)
    while not games.over.all():
        running = np.flatnonzero(~games.over)
        actions = []
        for i in running:
            entry = left[int(i), int(games.seat[i])]
            place, episode = entry
            np.testing.assert_array_equal(episode.observations[place], games.observation[i])
            np.testing.assert_array_equal(episode.masks[place], games.mask[i])
            actions.append(episode.actions[place])
            entry[0] += 1
        games.step(np.array(actions), where=running)
    for (game, seat), (place, episode) in left.items():
        assert place == len(episode.actions) == len(episode.rewards) == len(episode.observations) - 1
        np.testing.assert_array_equal(episode.observations[-1], games.observe(seat, where=np.array([game]))[0])
        if episode.seat == 0 and ruleset != "cash_and_run":  # nothing is paid before the first decision there
            assert episode.rewards.sum() == pytest.approx(games.payoff[game, seat], abs=1e-4)


def test_seats_change_from_game_to_game() -> None:
    episodes = play_episodes("las_vegas", as_agents("las_vegas", "greedy,random"), 4, 0, players=3)
    seats = {(one.game, one.seat): one.agent for one in episodes}
    assert [seats[game, 0] for game in range(4)] == ["greedy", "random", "greedy", "random"]


def test_a_heuristic_is_recovered_from_its_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["las_vegas", "--agents", "most_dice", "--games", "120", "--players", "3", "--seed", "7"]
    export.main(words)
    assert "360 episodes" in capsys.readouterr().out
    with pytest.raises(ValueError, match="already"):
        export.main(words)
    export.main([*words, "--overwrite"])
    env = minari.load_dataset("vegas/las_vegas-v0").recover_environment()
    assert env.reset(seed=1)[0].shape == env.observation_space.shape

    data = load_decisions("vegas/las_vegas-v0")
    assert data.masks[np.arange(len(data.actions)), data.actions].all()
    assert len(np.unique(data.episodes)) == 360

    file = tmp_path / "clone.npz"
    clone.main(["vegas/las_vegas-v0", "--output", str(file)])
    agent, heuristic = as_agent("las_vegas", str(file)), as_agent("las_vegas", "most_dice")
    games = Games("las_vegas", 400, seed=11, players=3)
    view = View(games, np.arange(400))
    assert (agent.act(view) == heuristic.act(view)).mean() > 0.9
    shares = [
        evaluate("las_vegas", one, as_agents("las_vegas", "greedy"), 1500, 3, players=3) for one in (agent, heuristic)
    ]
    assert abs(shares[0].win_share - shares[1].win_share) < 0.05


def test_arguments_are_checked() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        export.Args("las_vegas", games=0)


def test_recording_in_the_library() -> None:
    dataset = record("gambler", "greedy,random", games=3, seed=1, dataset="test/gambler-v3", players=2)
    assert dataset.spec.dataset_id == "test/gambler-v3"
    assert dataset.total_episodes == 6
    episodes = play_episodes("gambler", as_agents("gambler", "greedy,random"), 3, 1, players=2)
    np.testing.assert_array_equal(
        load_decisions("test/gambler-v3").actions, np.concatenate([e.actions for e in episodes])
    )
