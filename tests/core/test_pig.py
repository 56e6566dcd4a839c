"""The example of a package of rules and agents, installed apart from this repository: entry points and all."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import DOCS, PIG, ROOT

GUIDE = (DOCS / "adding_a_ruleset.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r'```\w+ title="(.+?)"\n(.*?)```', GUIDE, re.DOTALL)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which a copy of the package is installed."""
    source, target = tmp_path_factory.mktemp("source") / "pig", tmp_path_factory.mktemp("site")
    shutil.copytree(PIG, source, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*install, "--target", target, source], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    shutil.copytree(PIG / "tests", target / "pig_tests")
    return target


def run(installed: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(installed), str(ROOT)])}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=installed, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_its_tests_pass(installed: Path) -> None:
    options = ["-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(installed)]
    assert "passed" in run(installed, "-m", "pytest", *options, "pig_tests")


def test_every_door_of_vegas_env_finds_it(installed: Path) -> None:
    """Registries, PettingZoo modules, pictures, searches and the command line."""
    code = """
import vegas_env
from vegas_env import Games, agents
from vegas_pig import pig_v0

assert list(vegas_env.RULESETS).index("pig") == len(vegas_env.RULESETS) - 1
games = Games("pig", 2, players=3)
assert games.render(0, "text").startswith("Pig, 0 of 100 points")
assert "<svg" in games.render(0, "svg")
env = pig_v0.env(players=3)
env.reset(seed=1)
for name in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    env.step(None if terminated or truncated else int(observation["action_mask"].nonzero()[0][-1]))
print(agents.make("pig", "flat(rollouts=8)").name)
"""
    assert run(installed, "-c", code).split() == ["flat"]
    command = ["evaluate", "pig", "--agent", "optimal", "--against", "hold_at_20", "--games", "400"]
    assert "optimal" in run(installed, "-m", "vegas_env.experiments", *command)


def test_the_guide_shows_the_real_files() -> None:
    """Every excerpt with a file's name stands in that file word for word."""
    assert len(EXCERPTS) >= 8
    for name, excerpt in EXCERPTS:
        text = (PIG / name).read_text(encoding="utf-8")
        for part in excerpt.split("\n...\n"):  # three dots where the guide leaves something out
            assert part.strip("\n") in text, f"{name} has no\n{part}"
