"""The trained networks that come with the package: small, documented, and played without torch."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.support.paths import ROOT
from vegas_env import RULESETS, agents
from vegas_env.agents.ppo.agents import MODELS
from vegas_env.agents.ppo.numpy_net import Network
from vegas_env.agents.ppo.presets import Args, recipe
from vegas_env.agents.ppo.run import Training
from vegas_env.experiments.common.options import with_ruleset_options
from vegas_env.experiments.site import publish
from vegas_env.experiments.train import main as train

PATHS = sorted(MODELS.glob("*.npz"))
MOST_BYTES = 1_000_000


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_models_are_small_and_say_how_they_came_about(path: Path, tmp_path: Path) -> None:
    network, card = Network.load(path)
    assert path.stat().st_size < MOST_BYTES
    words = shlex.split(card["command"])
    assert words[:2] == ["vegas", "train"]
    args, options = with_ruleset_options(Args, words[2:], "test", default=recipe(network.ruleset.name))
    assert args.initial == card["settings"]["initial"] == Path(args.initial).name
    args.output, args.initial = tmp_path, ""
    assert Training(args, options).identity() == {**card["settings"], "initial": ""}
    assert {"numpy", "torch", "sb3-contrib", "python"} <= set(card["versions"])
    assert card["decisions"] > 0
    assert card["seconds"] > 0
    for players, results in card["results"].items():
        assert int(players) in card["players"]
        assert "random" in results
        for result in results.values():
            low, high = result["interval"]
            assert 0 <= low <= result["win_share"] <= high <= 1  # equal where every game was won
            assert low < high
            assert result["games"] >= 10_000


def test_every_ruleset_has_one_and_every_player_count_is_covered(ruleset: str) -> None:
    trained = {
        int(players)
        for path in PATHS
        for network, card in [Network.load(path)]
        if network.ruleset.name == ruleset
        for players in card["players"]
    }
    low, high = RULESETS[ruleset].player_range
    assert trained == set(range(low, high + 1))
    assert "ppo" in agents.names(ruleset)


def test_the_page_is_current() -> None:
    """Otherwise: `vegas publish`."""
    assert publish.PAGE.read_text(encoding="utf-8") == publish.page()


def test_they_play_without_torch() -> None:
    code = """
import sys
import numpy as np
import agents
from vegas_env import Games, View
games = Games("las_vegas", 4, players=3)
actions = agents.make("las_vegas", "ppo").act(View(games, np.arange(4)))
assert games.mask[np.arange(4), actions].all()
assert "torch" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_a_run_is_measured_and_put_in_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = tmp_path / "run"
    words = f"auction --players 3 --steps 300 --envs 8 --rollout 16 --games 20 --watch random --no-log --output {run}"
    train([*words.split(), "--watch-games", "20", "--opponents", "truthful"])
    monkeypatch.setattr(publish, "MODELS", tmp_path / "models")
    monkeypatch.setattr(publish, "PAGE", tmp_path / "models.md")
    publish.main([str(run), "--own", "--games", "20"])
    network, card = Network.load(tmp_path / "models" / "auction-3.npz")
    assert network.ruleset.name == "auction"
    assert "--players 3" in card["command"]
    assert "--steps 300" in card["command"]
    assert set(card["results"]) == {"3"}
    page = (tmp_path / "models.md").read_text(encoding="utf-8")
    assert "auction-3.npz" in page
    assert "| truthful |" in page
    assert np.isfinite(network.weights["value_out.weight"]).all()
    more = Training(recipe("auction", initial=str(run / "model.npz"), output=tmp_path / "more"), {"players": 3})
    assert more.card()["before"] == [card["settings"]]
    network.save(run / "model.npz", {"settings": {}})
    with pytest.raises(ValueError, match="no finished run"):
        publish.main([str(run)])
