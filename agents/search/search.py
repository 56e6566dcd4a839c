"""What all searches have in common: the options, the adviser, and the choice of an action.

A search knows no more than the seat it decides for: before every rollout, hidden information is resampled.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from vegas_env.agent import Agent, View, as_agent
from vegas_env.agents.search import options
from vegas_env.agents.search.problem import Evaluation, Problem
from vegas_env.agents.search.worlds import OBJECTIVE
from vegas_env.checks import check_int

CLOCK_CHECKS = 32  # a time budget is spent in about as many steps, with a look at the clock after each


@dataclasses.dataclass(repr=False, eq=False)
class Search(ABC):
    """The base class of searches; its fields are the options."""

    ruleset: str
    _: dataclasses.KW_ONLY
    rollouts: int | None = None
    """Rollouts per decision, for all its actions together; 200 unless `milliseconds` is given."""
    milliseconds: float | None = None
    """Time per decision, instead of a number of rollouts; results then depend on the machine."""
    rollout_policy: str | Agent | None = None
    """The compiled agent (or its name) that plays the rollouts; "greedy" where the ruleset has one, else "random"."""
    own_policy: str | Agent | None = None
    """The compiled agent that plays the searching seat in rollouts, if it differs from `rollout_policy`."""
    value: str | Mapping[str, float] | None = None
    """The value of a rollout's end: "win" (share of the win), "rank" (1 to -1), "money" (as the ruleset defines it) or
    a mixture such as "win+0.1*money"; by default "money+win" where rollouts end with the round, else "win"."""
    horizon: int | None = None
    """Decisions after which a rollout is cut off and valued as if the game ended there; unlimited by default."""
    rounds: int | str | None = None
    """Rounds after which a rollout is cut off in the same way, counting the present one, or "game" for no limit; by
    default 1 where money is won round by round."""
    adviser: str | Agent | None = None
    """The agent (or its name) whose action is played unless rollouts show with confidence that another is better, or
    "none"; by default the strongest heuristic, where one is known."""
    confidence: float = options.CONFIDENCE
    """How many standard errors an action must be better than the adviser's to replace it."""

    name: ClassVar[str]
    slow: ClassVar[bool] = True  # tells tournaments to play fewer games

    def __post_init__(self) -> None:
        if self.rollouts is not None and self.milliseconds is not None:
            raise ValueError("give either rollouts or milliseconds, not both")
        if self.milliseconds is not None and not 0 < self.milliseconds < np.inf:
            raise ValueError(f"milliseconds must be a number above 0, not {self.milliseconds!r}")
        if self.milliseconds is None:
            self.rollouts = (
                options.ROLLOUTS
                if self.rollouts is None
                else check_int("rollouts", self.rollouts, 1, options.MAX_ROLLOUTS)
            )
        if not 0 <= self.confidence < np.inf:
            raise ValueError(f"confidence must be a number of at least 0, not {self.confidence!r}")
        default = options.defaults(self.ruleset)
        policy, value, rounds, adviser = (
            default[name] if getattr(self, name) is None else getattr(self, name)
            for name in ("rollout_policy", "value", "rounds", "adviser")
        )
        self._adviser = None if adviser == options.NO_ADVISER else as_agent(self.ruleset, adviser)
        self.rollout_record = options.rollout_record(self.ruleset, policy)
        self.own_record = (
            self.rollout_record if self.own_policy is None else options.rollout_record(self.ruleset, self.own_policy)
        )
        self.value_text = options.value_text(value)
        self._objective = np.zeros(1, OBJECTIVE)
        for reward, weight in options.value_weights(value).items():
            self._objective[reward] = weight
        most = np.iinfo(np.int64).max
        self._objective["horizon"] = most if self.horizon is None else check_int("horizon", self.horizon, 1, most)
        unlimited = rounds in (None, options.WHOLE_GAME)
        longest = options.MAX_ROUNDS if unlimited else check_int("rounds", rounds, 1, options.MAX_ROUNDS)
        self._objective["further_rounds"] = longest - 1
        self.decisions = 0  # simulated in rollouts so far

    # --- deciding -------------------------------------------------------------------------------------------

    def act(self, view: View) -> np.ndarray:
        """(m,) the best action found for each game; a single legal action is played without a search."""
        mask = view.mask
        actions = mask.argmax(axis=1)
        undecided = np.flatnonzero(mask.sum(axis=1) > 1)
        if len(undecided):
            problem = self._solve(view, undecided)
            actions[undecided] = self._choose(problem)
        return actions

    def evaluate(self, view: View) -> Evaluation:
        """What the search finds out about all legal actions, with the same luck as in `act`."""
        return self._solve(view, np.arange(len(view))).evaluation()

    def _choose(self, problem: Problem) -> np.ndarray:
        """The best action where it is significantly better than the adviser's, else the adviser's."""
        best = self._best(problem)
        if self._adviser is None:
            return best
        rows = np.arange(len(problem))
        mean = problem.evaluation().mean
        gap = mean[rows, best] - mean[rows, problem.advised]
        return np.where(gap > self.confidence * self._gap_error(problem, best, gap), best, problem.advised)

    def _solve(self, view: View, chosen: np.ndarray) -> Problem:
        """Spend the budget on each of the chosen positions of a view."""
        if view.ruleset.name != self.ruleset:
            raise ValueError(f"this agent searches {self.ruleset}, not {view.ruleset.name}")
        if (view.seat < 0).any():
            raise ValueError("a game that is over cannot be searched")
        problem = Problem.of(view, chosen, self._adviser)
        if self.rollouts is not None:
            self._spend_rollouts(problem, self.rollouts)
        elif self.milliseconds is not None:
            self._prepare(problem)
            for j in range(len(problem)):
                self._spend_time(problem.part(j, j + 1), self.milliseconds / 1000.0)
        return problem

    # --- what each search does in its own way ---------------------------------------------------------------

    @abstractmethod
    def _prepare(self, problem: Problem) -> None:
        """Compile whatever is needed before the clock starts."""

    @abstractmethod
    def _spend_rollouts(self, problem: Problem, rollouts: int) -> None:
        """Search all positions with this number of rollouts each."""

    @abstractmethod
    def _spend_time(self, problem: Problem, seconds: float) -> None:
        """Search one position for a given time."""

    @abstractmethod
    def _best(self, problem: Problem) -> np.ndarray:
        """(m,) the best action by the rollouts."""

    @abstractmethod
    def _gap_error(self, problem: Problem, best: np.ndarray, gap: np.ndarray) -> np.ndarray:
        """(m,) the standard error of `gap`, the difference in mean value between the best action and the adviser's;
        nan where it is unknown.
        """

    def __repr__(self) -> str:
        """The agent's text, with all options that were given."""
        fields = [field for field in dataclasses.fields(self) if field.name != "ruleset"]
        values = {field.name: getattr(self, field.name) for field in fields}
        given = [f"{field.name}={values[field.name]}" for field in fields if values[field.name] != field.default]
        return f"{self.name}({', '.join(given)})"


def next_step(step: int, took: float, budget: float, left: float) -> int:
    """The number of rollouts before the next look at the clock: a small part of the budget, at most what is left.

    `step` is the number before, which `took` so many seconds.
    """
    wanted = min(budget / CLOCK_CHECKS, left)
    return max(1, min(4 * step, int(step * wanted / max(took, 1e-9))))
