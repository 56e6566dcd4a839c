"""Games on a Ray cluster of this machine: the same results, even when a worker dies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pyarrow.parquet as pq
import pytest

ray = pytest.importorskip("ray")

from experiments import evaluate, tournament  # noqa: E402 - only where Ray is installed
from experiments.arena import Played  # noqa: E402
from experiments.workers import Job, OnRay  # noqa: E402


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
    yield
    ray.shutdown()


SMALL = ["las_vegas", "--players", "2", "--rounds", "1"]


def standings(folder: Path, *more: str) -> list[dict[str, Any]]:
    words = ["--agents", "greedy,random,flat(rollouts=8)", "--games", "12", "--chunk", "4", "--precision", "0"]
    tournament.main([*SMALL, *words, "--output", str(folder), *more])
    return pq.read_table(folder / "standings.parquet").to_pylist()


def test_a_tournament_is_the_same_on_ray(tmp_path: Path) -> None:
    assert standings(tmp_path / "ray", "--ray") == standings(tmp_path / "here")


def test_an_evaluation_is_the_same_on_ray(tmp_path: Path) -> None:
    words = [*SMALL, "--agent", "greedy,flat(rollouts=4)", "--against", "random"]
    words += ["--games", "3000", "--precision", "0.06"]
    for folder, more in (("here", []), ("ray", ["--ray"])):
        evaluate.main([*words, *more, "--json", str(tmp_path / f"{folder}.json")])
    here, there = (json.loads((tmp_path / f"{name}.json").read_text())["results"] for name in ("here", "ray"))
    assert here == there
    assert here["greedy"]["games"] < 3000


def workers_of_ray() -> list[psutil.Process]:
    """Processes that play jobs; Ray's own are called agents."""
    names = {process: "".join(process.info["cmdline"] or []) for process in psutil.process_iter(["cmdline"])}
    return [process for process, name in names.items() if name.startswith("ray::") and not name.endswith("Agent")]


def test_a_killed_worker_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its job is played again: nothing is lost, nothing counted twice."""
    killed = []
    play = OnRay.play

    def play_and_kill(self: OnRay, jobs: Iterator[tuple[int, Job]]) -> Iterator[tuple[int, Played]]:
        for result in play(self, jobs):
            if not killed:
                for process in workers_of_ray():
                    process.kill()
                    killed.append(process.pid)
            yield result

    monkeypatch.setattr(OnRay, "play", play_and_kill)
    found = standings(tmp_path / "ray", "--ray")
    assert killed
    monkeypatch.undo()
    assert found == standings(tmp_path / "here")
    args = tournament.Args("las_vegas", agents="greedy,random,flat(rollouts=8)", games=12, precision=0.0)
    args.output = tmp_path / "ray"
    held, store = tournament.prepare(args, {"players": 2, "rounds": 1})
    monkeypatch.setattr(tournament.Tournament, "_play", lambda *_: pytest.fail("some games were lost"))
    held.play(store, quiet=True)
