"""Matches and tournaments on a local Ray cluster: the same results, even when a worker dies."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pyarrow.parquet as pq
import pytest

ray = pytest.importorskip("ray")

from vegas_env.arena.ray import Job  # noqa: E402
from vegas_env.experiments import evaluate, tournament  # noqa: E402 - only where Ray is installed


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


@pytest.mark.slow
def test_a_tournament_is_the_same_on_ray(tmp_path: Path) -> None:
    here = standings(tmp_path / "here")  # first, so that the workers find compiled kernels
    assert standings(tmp_path / "ray", "--ray") == here


def test_an_evaluation_is_the_same_on_ray(tmp_path: Path) -> None:
    words = [*SMALL, "--agent", "greedy,flat(rollouts=4)", "--against", "random"]
    words += ["--games", "3000", "--precision", "0.06"]
    for folder, more in (("here", []), ("ray", ["--ray"])):
        evaluate.main([*words, *more, "--json", str(tmp_path / f"{folder}.json")])
    here, there = (json.loads((tmp_path / f"{name}.json").read_text())["results"] for name in ("here", "ray"))
    assert here == there
    assert here["greedy"]["games"] < 3000


class Killer(threading.Thread):
    """Kills the first workers of this cluster that it finds playing a job."""

    def __init__(self, most: int) -> None:
        super().__init__(daemon=True)
        self.most = most
        self.killed: set[int] = set()
        self.ended = threading.Event()

    def run(self) -> None:
        while len(self.killed) < self.most and not self.ended.wait(0.005):
            for process in psutil.Process().children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    # The process title of a worker is the name of its job.
                    if process.pid not in self.killed and process.cmdline()[:1] == [f"ray::{Job.play.__name__}"]:
                        process.kill()
                        self.killed.add(process.pid)
                        break


def test_jobs_of_killed_workers_are_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their jobs are retried: no game is lost or counted twice."""
    killer = Killer(most=2)
    killer.start()
    found = standings(tmp_path / "ray", "--ray")
    killer.ended.set()
    assert killer.killed
    assert found == standings(tmp_path / "here")
    args = tournament.Args("las_vegas", agents="greedy,random,flat(rollouts=8)", games=12, precision=0.0)
    args.output = tmp_path / "ray"
    resumed, store = tournament.prepare(args, {"players": 2, "rounds": 1})
    monkeypatch.setattr(tournament.Tournament, "play_line_up", lambda *_: pytest.fail("games were lost"))
    resumed.play(store, quiet=True)
