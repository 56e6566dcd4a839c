"""Matches, evaluation, and the options of a ruleset on a command line."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.support.paths import ROOT
from vegas_env.agent import as_agent, as_agents
from vegas_env.agents.ppo.presets import as_flag
from vegas_env.arena import match
from vegas_env.experiments import evaluate
from vegas_env.experiments.common.options import ruleset_options


def test_seats_are_balanced_and_deals_shared(ruleset: str) -> None:
    """Shares add up to one, and game i does not depend on the number of games."""
    agent = as_agent(ruleset, "random")
    players = match.Games(ruleset, 1).players
    shares, payoffs = match.play(ruleset, [agent] * players, 900, seed=3)
    assert shares.shape == payoffs.shape == (900, players)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, atol=1e-5)
    part, _ = match.play(ruleset, [agent] * players, 60, seed=3)
    np.testing.assert_array_equal(part, shares[:60])


def test_a_line_up_has_an_agent_for_every_player(ruleset: str) -> None:
    with pytest.raises(ValueError, match=r"needs . agents"):
        match.play(ruleset, [as_agent(ruleset, "random")], 10, seed=0)


def test_wilson_interval() -> None:
    low, high = match.wilson(25, 100)
    assert (low, high) == pytest.approx((0.1755, 0.3430), abs=1e-3)
    assert match.wilson(0, 50)[0] == 0.0


def test_greedy_beats_random_at_las_vegas() -> None:
    """With 5 players, clearly above the even share of 0.2 (other greedy agents: about 0.5)."""
    result = match.evaluate(
        "las_vegas", as_agent("las_vegas", "greedy"), as_agents("las_vegas", "random"), 2_000, seed=1, players=5
    )
    assert result.interval[0] > 0.45


def test_evaluation_on_the_command_line(tmp_path: Path) -> None:
    out = tmp_path / "sub" / "out.json"
    words = "las_vegas --players 3 --neutral-dice --agent greedy --against random,greedy --games 200 --seed 1 --json"
    evaluate.main([*words.split(), str(out)])
    result = json.loads(out.read_text())
    assert result["games"] == 200
    assert result["interval"][0] <= result["win_share"] <= result["interval"][1]
    assert result["options"] == {"players": 3, "neutral_dice": True}
    again = tmp_path / "again.json"
    evaluate.main([*words.split(), str(again)])
    assert json.loads(again.read_text())["win_share"] == result["win_share"]


def test_ruleset_options_from_words() -> None:
    words = ["--players", "2", "--no-chips", "--notes", "{10: 3, 50: 2}", "--reward", "money", "--hidden_money"]
    assert ruleset_options("las_vegas", words, "test") == {
        "players": 2,
        "chips": False,
        "notes": {10: 3, 50: 2},
        "reward": "money",
        "hidden_money": True,
    }
    with pytest.raises(SystemExit):
        ruleset_options("las_vegas", ["--playres", "2"], "test")


def test_options_are_written_as_they_are_read() -> None:
    options = {"players": 2, "chips": False, "neutral_dice": True, "notes": {10: 3, 50: 2}, "reward": "money"}
    words = [word for name, value in options.items() for word in shlex.split(as_flag(name, value))]
    assert ruleset_options("las_vegas", words, "test") == options
    assert as_flag("players", (2, 3)) == "--players 2,3"
    assert as_flag("teacher", "") == "--teacher ''"


def test_public_names_are_loaded_on_first_use() -> None:
    code = """
import sys
import vegas_env
assert "vegas_env.arena" not in sys.modules
from vegas_env import arena
assert not {"pyarrow", "rich", "openskill", "matplotlib", "ray"} & set(sys.modules)
missing = [name for name in arena.__all__ if getattr(arena, name, None) is None]
assert not missing, missing
assert set(arena.__all__) <= set(dir(arena))
assert not {"rich", "openskill", "matplotlib", "ray"} & set(sys.modules)
from vegas_env.arena import match, play
assert play is match.play
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_the_arena_does_not_import_commands() -> None:
    for file in (ROOT / "vegas_env" / "arena").glob("*.py"):
        assert "experiments" not in file.read_text(encoding="utf-8"), file
