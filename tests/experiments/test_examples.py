"""The examples with other libraries train and are evaluated."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.paths import ROOT


def test_single_file_ppo_beats_a_heuristic() -> None:
    from vegas_env.experiments.examples import single_file_ppo

    words = "--players 2 --opponent most_dice --total-timesteps 120000 --games 2000"
    assert single_file_ppo.main(words.split()).interval[0] > 0.5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "words"),
    [("torchrl_ppo", "--frames 600 --batch 300 --games 40"), ("rllib_ppo", "--iterations 2 --batch 300 --games 40")],
)
def test_other_libraries_train(module: str, words: str) -> None:
    """In a new process, because these libraries leave threads and settings behind."""
    pytest.importorskip({"torchrl_ppo": "torchrl", "rllib_ppo": "ray.rllib"}[module])
    command = [sys.executable, "-W", "ignore", "-m", f"experiments.examples.{module}", *words.split()]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "one seat" in run.stdout
