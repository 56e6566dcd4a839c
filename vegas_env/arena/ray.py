"""Games on the workers of a Ray cluster, with the same results as here."""

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
from vegas_env.arena.match import Match, Played

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class Job:
    """Some deals of a line-up, described so that any process can play them."""

    ruleset: str
    agents: tuple[str, ...]  # by name, or the file of a model
    config: Any
    seed: int
    seats: np.ndarray
    first: int

    def play(self) -> Played:
        agents = [_agent(self.ruleset, name) for name in self.agents]
        return Match(self.ruleset, agents, self.seed, config=self.config).play(self.seats, self.first)


@cache
def _agent(ruleset: str, name: str) -> Agent:
    return as_agent(ruleset, name)


class OnRay:
    """Plays jobs on a Ray cluster: an address, "auto" for the one of this machine, or None to start one here.

    Ray tries a job again when the worker that played it is gone.  As results are taken in the order of the jobs, and
    each job says by itself what is played, neither the number of workers nor a lost one changes anything.
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
        self.ahead = 2 * max(int(ray.cluster_resources().get("CPU", 1)), 1)

    def play(self, jobs: Iterable[tuple[T, Job]]) -> Iterator[tuple[T, Played]]:
        """The results of jobs, in their order, each with what it was handed in with."""
        waiting: deque[tuple[T, Any]] = deque()
        for mark, job in jobs:
            waiting.append((mark, self._play(job)))
            if len(waiting) > self.ahead:
                mark, reference = waiting.popleft()
                yield mark, self._ray.get(reference)
        for mark, reference in waiting:
            yield mark, self._ray.get(reference)


def executor_for(ray: bool, address: str) -> OnRay | None:
    """As a command line has it: --ray starts workers here, --ray-address joins a cluster; neither, none."""
    return OnRay(address or None) if ray or address else None


class RemoteMatch(Match):
    """A line-up, by the names of its agents, that plays on a Ray cluster."""

    def __init__(self, workers: OnRay, ruleset: str, names: Sequence[str], seed: int, **options: Any) -> None:
        super().__init__(ruleset, [_agent(ruleset, name) for name in names], seed, **options)
        self.workers = workers
        self.names = tuple(names)

    def play_all(self, parts: Iterable[tuple[np.ndarray, int]]) -> Iterator[Played]:
        jobs = ((first, Job(self.ruleset, self.names, self.config, self.seed, seats, first)) for seats, first in parts)
        return (played for _, played in self.workers.play(jobs))
