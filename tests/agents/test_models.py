"""The trained networks that come with the package: small, documented, and played without torch."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tyro

from tests.support.paths import ROOT
from vegas_env import RULESETS, agents
from vegas_env.agents.ppo.agents import MODELS
from vegas_env.agents.ppo.numpy_net import Network
from vegas_env.agents.ppo.presets import TrainingSettings, recipe, run_identity
from vegas_env.agents.ppo.run import Training
from vegas_env.experiments.common.options import parse_args
from vegas_env.experiments.site import publish
from vegas_env.experiments.train import main as train

PATHS = sorted(MODELS.glob("*.npz"))
MOST_BYTES = 1_000_000


def identity_of(command: str) -> dict[str, Any]:
    """What a printed command trains, as the real parser reads it."""
    words = shlex.split(command)
    assert words[:2] == ["vegas", "train"]
    settings, options = parse_args(TrainingSettings, words[2:], "test", default=recipe(words[2]))
    return run_identity(settings, options)


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_models_are_small_and_documented(path: Path) -> None:
    _, card = Network.load(path)
    assert path.stat().st_size < MOST_BYTES
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


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_cards_hold_a_chain_of_commands(path: Path) -> None:
    """The commands give the settings of every run, and each run starts from the network of the one before."""
    _, card = Network.load(path)
    runs = [*card["before"], card["settings"]]
    assert len(card["commands"]) == len(runs)
    output = ""
    for command, settings in zip(card["commands"], runs, strict=True):
        identity = identity_of(command)
        assert {**identity, "initial_network": ""} == {**settings, "initial_network": ""}
        assert identity["initial_network"] == (f"{output}/model.npz" if output else "")
        output = re.findall(r"--output (\S+)", command)[0]
    assert output == f"runs/{path.stem}"


def test_the_printed_commands_can_be_run_again() -> None:
    """Every command on the page of models is one that the real parsers accept."""
    page = publish.PAGE.read_text(encoding="utf-8")
    printed = [line for block in re.findall(r"```bash\n(.*?)```", page, re.DOTALL) for line in block.splitlines()]
    training = [line for line in printed if line.startswith("vegas train")]
    cards = [Network.load(path)[1] for path in PATHS]
    assert sorted(training) == sorted(command for card in cards for command in card["commands"])
    for command in training:
        assert identity_of(command)["steps"] > 0
    others = [line for line in printed if line not in training]
    assert len(others) == len(PATHS)
    for command in others:
        words = shlex.split(command)
        assert words[:3] == ["python", "-m", "experiments.site.publish"]
        assert tyro.cli(publish.Args, args=words[3:]).run in {Path("runs") / path.stem for path in PATHS}


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
    """To update it, run `python -m experiments.site.publish`."""
    assert publish.PAGE.read_text(encoding="utf-8") == publish.page()


def test_they_play_without_torch() -> None:
    code = """
import sys
import numpy as np
import agents
import vegas_env.agents.ppo
from vegas_env import Games, View
games = Games("las_vegas", 4, players=3)
actions = agents.make("las_vegas", "ppo").act(View(games, np.arange(4)))
assert games.mask[np.arange(4), actions].all()
assert "torch" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_a_run_is_evaluated_and_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = tmp_path / "run"
    words = "auction --players 3 --steps 300 --num-envs 8 --num-steps 16 --games 20 --eval-opponents random --no-log"
    train([*words.split(), "--eval-games", "20", "--opponents", "truthful", "--output", str(run)])
    monkeypatch.setattr(publish, "MODELS", tmp_path / "models")
    monkeypatch.setattr(publish, "PAGE", tmp_path / "models.md")
    publish.main([str(run), "--own", "--games", "20"])
    network, card = Network.load(tmp_path / "models" / "auction-3.npz")
    assert network.ruleset.name == "auction"
    (command,) = card["commands"]
    assert identity_of(command) == card["settings"]
    assert "--output runs/auction-3 " in command
    assert set(card["results"]) == {"3"}
    page = (tmp_path / "models.md").read_text(encoding="utf-8")
    assert "auction-3.npz" in page
    assert "| truthful |" in page
    assert np.isfinite(network.weights["value_out.weight"]).all()
    settings = recipe("auction", initial_network=str(run / "model.npz"), output=tmp_path / "more")
    more = Training(settings, {"players": 3}).card()
    assert more["before"] == [card["settings"]]
    assert [re.findall(r"--(?:initial-network|output) (\S+)", command) for command in more["commands"]] == [
        ["runs/more-1"],
        ["runs/more-1/model.npz", "runs/more"],
    ]
    network.save(run / "model.npz", {"settings": {}})
    with pytest.raises(ValueError, match="no finished run"):
        publish.main([str(run)])
