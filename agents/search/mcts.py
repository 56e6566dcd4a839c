"""Monte Carlo tree search: the agent `mcts`."""

from __future__ import annotations

import dataclasses
import time

import numpy as np

from vegas_env.agents.registry import ANY_RULESET, register
from vegas_env.agents.search import tree_kernel
from vegas_env.agents.search.options import EXPLORATION
from vegas_env.agents.search.problem import Problem
from vegas_env.agents.search.search import Search, next_step

MAX_NODES = 1 << 18  # of a tree that grows by the clock: about 12 MB


@dataclasses.dataclass(repr=False, eq=False)
class Mcts(Search):
    """Monte Carlo tree search (UCT) for chance, hidden information and any number of players.

    The tree is open-loop: a node stands for the sequence of decisions that leads to it, whatever the chance events in
    between.  Every iteration plays in a newly sampled world, and actions compete only when they are legal there
    (information-set MCTS with availability counts).  Each seat maximises its own value (max^n).  The most visited
    action is best.
    """

    _: dataclasses.KW_ONLY
    exploration: float = EXPLORATION
    """The constant of the upper confidence bound, for values scaled to the range of those met so far."""

    name = "mcts"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.exploration < np.inf:
            raise ValueError(f"exploration must be a number of at least 0, not {self.exploration!r}")

    def _grow(self, problem: Problem, first: int, last: int, tree: tuple[np.ndarray, ...]) -> None:
        """Run iterations first … last - 1 for each position."""
        self.decisions += tree_kernel.grow(
            self.rollout_record, self.own_record, problem.records, problem.rules, problem.luck, first, last,
            self._objective, float(self.exploration), problem.mask_buffer, *tree, problem.visits, problem.total,
            problem.squares,
        )  # fmt: skip

    def _prepare(self, problem: Problem) -> None:
        self._grow(problem, 0, 0, empty_tree(1))

    def _spend_rollouts(self, problem: Problem, rollouts: int) -> None:
        self._grow(problem, 0, rollouts, empty_tree(min(rollouts, MAX_NODES)))

    def _spend_time(self, problem: Problem, seconds: float) -> None:
        begun = time.perf_counter()
        until = begun + seconds
        tree = empty_tree(MAX_NODES)
        done, step = 0, 1
        while done == 0 or time.perf_counter() < until:
            start = time.perf_counter()
            self._grow(problem, done, done + step, tree)
            now = time.perf_counter()
            done += step
            step = next_step(step, now - start, seconds, until - now)

    def _best(self, problem: Problem) -> np.ndarray:
        """(m,) the most visited action; among equally visited ones, that of the highest mean value."""
        most = problem.visits.max(axis=1, keepdims=True)
        return np.where(problem.visits == most, problem.evaluation().mean, -np.inf).argmax(axis=1)

    def _gap_error(self, problem: Problem, best: np.ndarray, gap: np.ndarray) -> np.ndarray:
        """From the errors of the two means, as if they were independent."""
        error, rows = problem.evaluation().error, np.arange(len(problem))
        return np.hypot(error[rows, best], error[rows, problem.advised])


def empty_tree(nodes: int) -> tuple[np.ndarray, ...]:
    """A tree with room for so many nodes beside its root: the nodes, their number, the lowest and highest value."""
    return np.zeros(nodes + 1, tree_kernel.NODE), np.zeros(1, np.int64), np.zeros(2)


register(
    ANY_RULESET,
    "mcts",
    Mcts,
    "Monte Carlo tree search (UCT) in which every seat maximises its own value; follows its adviser in case of doubt, "
    "as flat does.",
)
