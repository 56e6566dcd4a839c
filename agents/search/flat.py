"""Flat Monte Carlo search: the agent `flat`."""

from __future__ import annotations

import dataclasses
import time

import numpy as np

from vegas_env.agents.registry import ANY_RULESET, register
from vegas_env.agents.search import flat_kernel
from vegas_env.agents.search.problem import NO_ACTION, Problem, standard_error
from vegas_env.agents.search.search import Search, next_step
from vegas_env.checks import suggest

ALLOCATIONS = ("halving", "even")


@dataclasses.dataclass(repr=False, eq=False)
class Flat(Search):
    """Flat Monte Carlo: every action is followed by rollouts, and the one with the highest mean value is best.

    All actions are tried in the same sampled worlds with the same luck (common random numbers).  Every legal action is
    tried at least once, even if there are more actions than rollouts.  allocation="halving" is sequential halving: the
    worse half of the actions is dropped again and again, each time after an equal part of the budget.
    """

    _: dataclasses.KW_ONLY
    allocation: str = "halving"
    """How rollouts are shared among the actions: "halving" or "even"."""

    name = "flat"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.allocation not in ALLOCATIONS:
            raise ValueError(f"unknown allocation {self.allocation!r}: {suggest(self.allocation, ALLOCATIONS)}")

    def _stages(self, actions: np.ndarray) -> np.ndarray:
        """(m,) the number of stages in which the budget is spent, given the number of legal actions."""
        if self.allocation == "even":
            return np.ones(len(actions), np.int64)
        return np.maximum(np.ceil(np.log2(actions)).astype(np.int64), 1)

    def _sample(self, problem: Problem, worlds: np.ndarray) -> None:
        """Try the candidates of position j in worlds[j] further worlds."""
        last = problem.worlds + worlds
        self.decisions += flat_kernel.sample(
            self.rollout_record, self.own_record, problem.records, problem.rules, problem.luck, problem.worlds, last,
            self._objective, problem.candidates, problem.advised, problem.mask_buffer, problem.visits, problem.total,
            problem.squares, problem.squared_gaps,
        )  # fmt: skip
        problem.worlds[:] = last

    def _prepare(self, problem: Problem) -> None:
        self._sample(problem, np.zeros(len(problem), np.int64))

    def _spend_rollouts(self, problem: Problem, rollouts: int) -> None:
        actions = problem.candidates.sum(axis=1)
        stages = self._stages(actions)
        left = np.maximum(rollouts, actions)
        for k in range(stages.max(initial=0)):
            actions = problem.candidates.sum(axis=1)
            worlds = np.where(k < stages, left // (actions * np.maximum(stages - k, 1)), 0)
            worlds = np.maximum(worlds, k == 0)
            self._sample(problem, worlds)
            left -= worlds * actions
            drop_worse_half(problem, k + 1 < stages)

    def _spend_time(self, problem: Problem, seconds: float) -> None:
        begun = time.perf_counter()
        stages = int(self._stages(problem.candidates.sum(axis=1))[0])
        for k in range(stages):
            until = begun + seconds * (k + 1) / stages
            worlds = 1
            while k == 0 or time.perf_counter() < until:
                start = time.perf_counter()
                self._sample(problem, np.array([worlds]))
                now = time.perf_counter()
                if now >= until:
                    break
                worlds = next_step(worlds, now - start, seconds, until - now)
            drop_worse_half(problem, np.array([k + 1 < stages]))

    def _best(self, problem: Problem) -> np.ndarray:
        """(m,) the candidate with the highest mean value."""
        mean = problem.evaluation().mean
        return np.where(problem.candidates, mean, -np.inf).argmax(axis=1)

    def _gap_error(self, problem: Problem, best: np.ndarray, gap: np.ndarray) -> np.ndarray:
        """From paired differences, since both actions were tried in the same worlds."""
        rows = np.arange(len(problem))
        return standard_error(problem.squared_gaps[rows, best], gap, problem.visits[rows, best])


def drop_worse_half(problem: Problem, where: np.ndarray) -> None:
    """Drop the worse half of the candidates of some positions, but never the adviser's action: it is the baseline."""
    mean = np.where(problem.candidates, problem.evaluation().mean, -np.inf)
    advised = np.flatnonzero(problem.advised != NO_ACTION)
    mean[advised, problem.advised[advised]] = np.inf
    places = np.argsort(np.argsort(-mean, axis=1, kind="stable"), axis=1, kind="stable")
    half = (problem.candidates.sum(axis=1) + 1) // 2
    problem.candidates[where] &= (places < half[:, None])[where]


register(
    ANY_RULESET,
    "flat",
    Flat,
    "Flat Monte Carlo search: tries every action in the same sampled worlds, drops the worse half again and again, and "
    "plays the best action if it is clearly better than that of its adviser, else the adviser's.",
)
