"""Played games as data sets, and what can be learned from them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vegas_env import Games, View
from vegas_env.adapters import minari as export
from vegas_env.agent import as_agent, as_agents
from vegas_env.arena.match import evaluate
from vegas_env.experiments import clone

minari = pytest.importorskip("minari")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "datasets"))


def test_episodes_are_the_games_that_were_played(ruleset: str) -> None:
    """Played again from the episodes alone: same observations, same masks, same payoffs."""
    n = 3
    episodes = export.play(ruleset, as_agents(ruleset, "greedy" if ruleset != "auction" else "truthful"), n, 4)
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
    episodes = export.play("las_vegas", as_agents("las_vegas", "greedy,random"), 4, 0, players=3)
    seats = {(one.game, one.seat): one.agent for one in episodes}
    assert [seats[game, 0] for game in range(4)] == ["greedy", "random", "greedy", "random"]


def test_a_heuristic_is_recovered_from_its_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["las_vegas", "--agents", "most_dice", "--games", "120", "--players", "3", "--seed", "7"]
    export.main(words)
    assert "360 episodes" in capsys.readouterr().out
    with pytest.raises(ValueError, match="already"):
        export.main(words)
    export.main([*words, "--overwrite"])
    env = export.load_dataset("vegas/las_vegas-v0").recover_environment()
    assert env.reset(seed=1)[0].shape == env.observation_space.shape

    data = export.load("vegas/las_vegas-v0")
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


def test_bad_words() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        export.Args("las_vegas", games=0)
