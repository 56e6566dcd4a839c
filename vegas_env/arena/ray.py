"""Matches on a Ray cluster; results do not depend on the number of workers.  Needs the extra `ray`."""

from __future__ import annotations

import dataclasses
import logging
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

import numpy as np

from vegas_env.agent import Agent, as_agent
from vegas_env.arena.match import GameResults, Match

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class Job:
    """Some games of a line-up, described so that any process can play them."""

    ruleset: str
    agents: tuple[str, ...]  # names, or paths of saved models
    config: Any
    seed: int
    seats: np.ndarray
    first: int

    def play(self) -> GameResults:
        """Play the games; see `Match.play`."""
        agents = [_agent(self.ruleset, name) for name in self.agents]
        return Match(self.ruleset, agents, self.seed, config=self.config).play(self.seats, self.first)


@cache
def _agent(ruleset: str, name: str) -> Agent:
    return as_agent(ruleset, name)


class RayExecutor:
    """Plays jobs on the workers of a Ray cluster.

    Ray retries a job when its worker dies.  A job describes its games completely, and results are returned in the order
    of the jobs, so neither the number of workers nor a lost worker changes any result.

    Parameters
    ----------
    address: address of a cluster; "auto" for the one that runs on this machine; None starts one here
    cpus: number of workers of a cluster started here; by default one for each CPU
    """

    def __init__(self, address: str | None = None, cpus: int | None = None) -> None:
        import ray

        if not ray.is_initialized():
            cpus = cpus if address else cpus or os.cpu_count()
            ray.init(
                address=address, num_cpus=None if address else cpus, log_to_driver=False, logging_level=logging.ERROR
            )
        self._ray = ray
        self._play: Callable[[Job], Any] = ray.remote(max_retries=-1, num_cpus=1)(Job.play).remote
        self.max_pending = 2 * max(int(ray.cluster_resources().get("CPU", 1)), 1)

    def play(self, jobs: Iterable[tuple[T, Job]]) -> Iterator[tuple[T, GameResults]]:
        """Play labelled jobs; returns (label, results) pairs in the same order."""
        pending: deque[tuple[T, Any]] = deque()
        for label, job in jobs:
            pending.append((label, self._play(job)))
            if len(pending) > self.max_pending:
                label, reference = pending.popleft()
                yield label, self._ray.get(reference)
        for label, reference in pending:
            yield label, self._ray.get(reference)


class RayMatch(Match):
    """A `Match` whose games are played by a `RayExecutor`.

    Agents are given by name, because each worker makes its own.
    """

    def __init__(self, executor: RayExecutor, ruleset: str, names: Sequence[str], seed: int, **options: Any) -> None:
        super().__init__(ruleset, [_agent(ruleset, name) for name in names], seed, **options)
        self.executor = executor
        self.names = tuple(names)

    def play_batches(self, batches: Iterable[tuple[np.ndarray, int]]) -> Iterator[GameResults]:
        """Play batches of games on the cluster; see `Match.play_batches`."""
        jobs = (
            (first, Job(self.ruleset, self.names, self.config, self.seed, seats, first)) for seats, first in batches
        )
        return (results for _, results in self.executor.play(jobs))
