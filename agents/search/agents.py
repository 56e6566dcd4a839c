"""Search: agents that look ahead by playing games out in their heads.

Both know no more than the seat they decide for: before every rollout, what it cannot know is dealt anew.
"""

from __future__ import annotations

import dataclasses
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

import numpy as np

from vegas_env.agent import Agent, View, as_agent
from vegas_env.agents.registry import ANY, make, register
from vegas_env.agents.search import kernels as kernels
from vegas_env.checks import check_int, suggest
from vegas_env.spec import REWARDS

ROLLOUTS = 200
EXPLORATION = 0.7
ALLOCATIONS = ("halving", "even")
MOST_ROLLOUTS = 1 << 24
MOST_ROUNDS = 1 << 24
MOST_NODES = 1 << 18  # of a tree that grows by the clock: about 12 MB
# What a search does by default.  Rollouts by players who want something tell more than random ones; and what happens in
# later rounds has little to do with the present decision, so that looking no further is less noise and less work.
# In Cash & Run money is not what wins.  A few hundred rollouts tell large differences from chance, not small ones:
# there the strongest heuristic knows better.
NO_ADVISER = "none"
PLAIN: dict[str, Any] = {"rollout_policy": "random", "value": "win", "rounds": None, "adviser": NO_ADVISER}
BY_ROUNDS = {"rollout_policy": "greedy", "value": "money+win", "rounds": 1, "adviser": "expected_value"}
DEFAULTS: dict[str, dict[str, Any]] = {
    "las_vegas": BY_ROUNDS,
    "las_vegas_cards": BY_ROUNDS,
    "gambler": BY_ROUNDS,
    "cash_and_run": {"rollout_policy": "greedy", "adviser": "expected_value"},
    "auction": {"adviser": "eager"},
}
CONFIDENCE = 2.0
NOTHING = -1  # as what an adviser would do, where there is none
WHOLE_GAME = "game"  # as `rounds`
STEPS_OF_TIME = 32  # a budget of time is spent in about as many steps, with a look at the clock after each


class Evaluation(NamedTuple):
    """What a search found out about the actions of each position; nan where nothing is known."""

    visits: np.ndarray  # (m, A) rollouts that began with the action
    mean: np.ndarray  # (m, A) their mean value for the deciding seat
    error: np.ndarray  # (m, A) the standard error of that mean


@dataclasses.dataclass
class Problem:
    """Positions to be searched, and what the search has gathered so far."""

    records: np.ndarray
    rules: Any
    luck: np.ndarray
    kept: np.ndarray  # (m, A) the actions that are still tried
    room: np.ndarray  # one mask, for compiled code to work with
    worlds: np.ndarray  # (m,) in how many worlds they were tried
    visits: np.ndarray
    total: np.ndarray
    squares: np.ndarray
    advised: np.ndarray  # (m,) what the adviser would do, or NOTHING
    gaps: np.ndarray  # (m, A) squares of how far values are from those of the adviser's action in the same world

    @classmethod
    def of(cls, view: View, chosen: np.ndarray, adviser: Agent | None = None) -> Problem:
        """Some of the positions of a view, and what the adviser, if there is one, would do there."""
        m, actions = len(chosen), view.ruleset.actions
        records = view.records[chosen]  # first: what is dealt anew takes from the luck
        luck = view.luck[chosen]  # before the adviser may take from it too
        return cls(
            records=records,
            rules=view.rules,
            luck=luck,
            kept=view.mask[chosen],
            room=view.ruleset.mask_rows(np.zeros((1, actions), np.bool_)),
            worlds=np.zeros(m, np.int64),
            visits=np.zeros((m, actions), np.int64),
            total=np.zeros((m, actions)),
            squares=np.zeros((m, actions)),
            advised=np.full(m, NOTHING) if adviser is None else adviser.act(view)[chosen],
            gaps=np.zeros((m, actions)),
        )

    def __len__(self) -> int:
        return len(self.records)

    def part(self, first: int, last: int) -> Problem:
        """Some of these positions; what is gathered there is gathered here."""
        shared = ("rules", "room")
        parts = {
            field.name: getattr(self, field.name)[first:last]
            for field in dataclasses.fields(self)
            if field.name not in shared
        }
        return Problem(rules=self.rules, room=self.room, **parts)

    def evaluation(self) -> Evaluation:
        with np.errstate(divide="ignore", invalid="ignore"):
            mean = self.total / self.visits
        return Evaluation(self.visits, mean, standard_error(self.squares, mean, self.visits))


@dataclasses.dataclass(repr=False, eq=False)
class Search(ABC):
    """What all searches have in common; the fields are the options."""

    ruleset: str
    _: dataclasses.KW_ONLY
    rollouts: int | None = None
    """Rollouts for each decision, all its actions together; 200, if no time is given."""
    milliseconds: float | None = None
    """Time for each decision instead; results then depend on the machine."""
    rollout_policy: str | Agent | None = None
    """The compiled agent that plays in rollouts, by name or itself; "greedy" where the ruleset has one, or "random"."""
    own_policy: str | Agent | None = None
    """The same for the seat that searches, if another is to play it."""
    value: str | Mapping[str, float] | None = None
    """What the end of a rollout is worth: "win" (share of the win), "rank" (1 to -1), "money" (by the ruleset) or
    a mixture; "money+win" where rollouts end with the round, or "win"."""
    horizon: int | None = None
    """Decisions after which a rollout is cut off and counts as if the game ended there."""
    rounds: int | str | None = None
    """Rounds after which a rollout is cut off in the same way, the present one being the first, or "game" for all; 1
    where money is won round by round."""
    adviser: str | Agent | None = None
    """The agent whose action is taken unless rollouts say, with confidence, that another is better, by name or itself;
    the strongest heuristic, where one is known, or "none"."""
    confidence: float = CONFIDENCE
    """How many standard errors better another action must be."""

    name: ClassVar[str]
    slow: ClassVar[bool] = True  # its games must be few

    def __post_init__(self) -> None:
        if self.rollouts is not None and self.milliseconds is not None:
            raise ValueError("give either rollouts or milliseconds, not both")
        if self.milliseconds is not None and not 0 < self.milliseconds < np.inf:
            raise ValueError(f"milliseconds must be a number above 0, not {self.milliseconds!r}")
        if self.milliseconds is None:
            self.rollouts = (
                ROLLOUTS if self.rollouts is None else check_int("rollouts", self.rollouts, 1, MOST_ROLLOUTS)
            )
        if not 0 <= self.confidence < np.inf:
            raise ValueError(f"confidence must be a number of at least 0, not {self.confidence!r}")
        usual = {**PLAIN, **DEFAULTS.get(self.ruleset, {})}
        policy, value, rounds, adviser = (
            usual[name] if getattr(self, name) is None else getattr(self, name)
            for name in ("rollout_policy", "value", "rounds", "adviser")
        )
        self._adviser = None if adviser == NO_ADVISER else as_agent(self.ruleset, adviser)
        self._policy = compiled_policy(self.ruleset, policy)
        self.valued = (
            value if isinstance(value, str) else "+".join(f"{weight:g}*{part}" for part, weight in value.items())
        )
        self._own = self._policy if self.own_policy is None else compiled_policy(self.ruleset, self.own_policy)
        self._aim = np.zeros(1, kernels.AIM)
        for part, weight in weights(value).items():
            self._aim[part] = weight
        most = np.iinfo(np.int64).max
        self._aim["horizon"] = most if self.horizon is None else check_int("horizon", self.horizon, 1, most)
        longest = MOST_ROUNDS if rounds in (None, WHOLE_GAME) else check_int("rounds", rounds, 1, MOST_ROUNDS)
        self._aim["further_rounds"] = longest - 1
        self.decisions = 0  # made in rollouts so far

    def act(self, view: View) -> np.ndarray:
        """The best action found for each game; where only one is legal, without a search."""
        mask = view.mask
        actions = mask.argmax(axis=1)
        open_to_choice = np.flatnonzero(mask.sum(axis=1) > 1)
        if len(open_to_choice):
            problem = self._solve(view, open_to_choice)
            actions[open_to_choice] = self._choice(problem)
        return actions

    def _choice(self, problem: Problem) -> np.ndarray:
        """The best action, if it is better than the adviser's by more than chance explains."""
        best = self._best(problem)
        if self._adviser is None:
            return best
        rows = np.arange(len(problem))
        mean = problem.evaluation().mean
        gap = mean[rows, best] - mean[rows, problem.advised]
        return np.where(gap > self.confidence * self._gap_error(problem, best, gap), best, problem.advised)

    def evaluate(self, view: View) -> Evaluation:
        """What the search, with the same luck as in `act`, finds out about all legal actions."""
        return self._solve(view, np.arange(len(view))).evaluation()

    def _solve(self, view: View, chosen: np.ndarray) -> Problem:
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

    @abstractmethod
    def _prepare(self, problem: Problem) -> None:
        """Whatever has to compile, compiles now: the clock is for searching."""

    @abstractmethod
    def _spend_rollouts(self, problem: Problem, rollouts: int) -> None:
        """Search all positions, each with so many rollouts."""

    @abstractmethod
    def _spend_time(self, problem: Problem, seconds: float) -> None:
        """Search one position by the clock."""

    @abstractmethod
    def _best(self, problem: Problem) -> np.ndarray:
        """The action that did best in each position."""

    @abstractmethod
    def _gap_error(self, problem: Problem, best: np.ndarray, gap: np.ndarray) -> np.ndarray:
        """(m,) the standard error of `gap`, how much better it did than the adviser's action; nan if not known."""

    def __repr__(self) -> str:
        """As it could be asked for by name, with what was chosen."""
        options = [field for field in dataclasses.fields(self) if field.name != "ruleset"]
        given = {field.name: getattr(self, field.name) for field in options}
        chosen = [f"{field.name}={given[field.name]}" for field in options if given[field.name] != field.default]
        return f"{self.name}({', '.join(chosen)})"


@dataclasses.dataclass(repr=False, eq=False)
class Flat(Search):
    """Flat Monte Carlo: every action is followed by rollouts, and the one with the highest mean value is best.

    All actions are tried in the same worlds with the same luck, so that a comparison is not one of luck.  Every legal
    action is tried at least once, even if there are more of them than rollouts.  With allocation="halving" the worse
    half of the actions is dropped again and again, each time after an equal part of the budget.
    """

    _: dataclasses.KW_ONLY
    allocation: str = "halving"
    """How rollouts are shared among the actions: "halving" or "even"."""

    name = "flat"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.allocation not in ALLOCATIONS:
            raise ValueError(f"unknown allocation {self.allocation!r}: {suggest(self.allocation, ALLOCATIONS)}")

    def _rounds(self, actions: np.ndarray) -> np.ndarray:
        """In how many rounds the budget is spent, by the number of legal actions."""
        if self.allocation == "even":
            return np.ones(len(actions), np.int64)
        return np.maximum(np.ceil(np.log2(actions)).astype(np.int64), 1)

    def _sample(self, problem: Problem, worlds: np.ndarray) -> None:
        """Try the actions that are kept in so many further worlds."""
        last = problem.worlds + worlds
        self.decisions += kernels.sample(
            self._policy, self._own, problem.records, problem.rules, problem.luck, problem.worlds, last, self._aim,
            problem.kept, problem.advised, problem.room, problem.visits, problem.total, problem.squares, problem.gaps,
        )  # fmt: skip
        problem.worlds[:] = last

    def _prepare(self, problem: Problem) -> None:
        self._sample(problem, np.zeros(len(problem), np.int64))

    def _spend_rollouts(self, problem: Problem, rollouts: int) -> None:
        actions = problem.kept.sum(axis=1)
        rounds = self._rounds(actions)
        left = np.maximum(rollouts, actions)
        for k in range(rounds.max(initial=0)):
            actions = problem.kept.sum(axis=1)
            worlds = np.where(k < rounds, left // (actions * np.maximum(rounds - k, 1)), 0)
            worlds = np.maximum(worlds, k == 0)
            self._sample(problem, worlds)
            left -= worlds * actions
            halve(problem, k + 1 < rounds)

    def _spend_time(self, problem: Problem, seconds: float) -> None:
        begun = time.perf_counter()
        rounds = int(self._rounds(problem.kept.sum(axis=1))[0])
        for k in range(rounds):
            until = begun + seconds * (k + 1) / rounds
            worlds = 1
            while k == 0 or time.perf_counter() < until:
                start = time.perf_counter()
                self._sample(problem, np.array([worlds]))
                now = time.perf_counter()
                if now >= until:
                    break
                worlds = next_step(worlds, now - start, seconds, until - now)
            halve(problem, np.array([k + 1 < rounds]))

    def _best(self, problem: Problem) -> np.ndarray:
        mean = problem.evaluation().mean
        return np.where(problem.kept, mean, -np.inf).argmax(axis=1)

    def _gap_error(self, problem: Problem, best: np.ndarray, gap: np.ndarray) -> np.ndarray:
        """Of differences world by world: both were tried in the same ones."""
        rows = np.arange(len(problem))
        return standard_error(problem.gaps[rows, best], gap, problem.visits[rows, best])


@dataclasses.dataclass(repr=False, eq=False)
class Mcts(Search):
    """Monte Carlo tree search (UCT) for chance, hidden information and any number of players.

    The tree is open-loop: a node stands for the decisions, by whom and which, that lead to it from the root, whatever
    chance brought in between; every iteration plays in a world of its own, and actions compete only when they are
    legal there (an information-set tree with availability counts).  Each seat goes by its own value.  The most visited
    action is best.
    """

    _: dataclasses.KW_ONLY
    exploration: float = EXPLORATION
    """The constant of the upper confidence bound, for values scaled to the span from the worst to the best one met."""

    name = "mcts"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.exploration < np.inf:
            raise ValueError(f"exploration must be a number of at least 0, not {self.exploration!r}")

    def _grow(self, problem: Problem, first: int, last: int, trees: tuple[np.ndarray, ...]) -> None:
        self.decisions += kernels.grow(
            self._policy, self._own, problem.records, problem.rules, problem.luck, first, last, self._aim,
            float(self.exploration), problem.room, *trees, problem.visits, problem.total, problem.squares,
        )  # fmt: skip

    def _prepare(self, problem: Problem) -> None:
        self._grow(problem, 0, 0, tree(1))

    def _spend_rollouts(self, problem: Problem, rollouts: int) -> None:
        self._grow(problem, 0, rollouts, tree(min(rollouts, MOST_NODES)))

    def _spend_time(self, problem: Problem, seconds: float) -> None:
        begun = time.perf_counter()
        until = begun + seconds
        trees = tree(MOST_NODES)
        done, step = 0, 1
        while done == 0 or time.perf_counter() < until:
            start = time.perf_counter()
            self._grow(problem, done, done + step, trees)
            now = time.perf_counter()
            done += step
            step = next_step(step, now - start, seconds, until - now)

    def _best(self, problem: Problem) -> np.ndarray:
        """The most visited action; of equally visited ones, the better."""
        most = problem.visits.max(axis=1, keepdims=True)
        return np.where(problem.visits == most, problem.evaluation().mean, -np.inf).argmax(axis=1)

    def _gap_error(self, problem: Problem, best: np.ndarray, gap: np.ndarray) -> np.ndarray:
        """Of two means that have little in common."""
        error, rows = problem.evaluation().error, np.arange(len(problem))
        return np.hypot(error[rows, best], error[rows, problem.advised])


def standard_error(squares: np.ndarray, mean: np.ndarray, visits: np.ndarray) -> np.ndarray:
    """Of a mean, by the sum of the squares of what was met; nan if it was met less than twice."""
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.maximum(squares / visits - mean**2, 0.0) / (visits - 1)
        return np.sqrt(np.where(visits > 1, variance, np.nan))


def tree(nodes: int) -> tuple[np.ndarray, ...]:
    """Room for a tree with so many nodes beside its root: nodes, how many are in use, lowest and highest value."""
    return np.zeros(nodes + 1, kernels.NODE), np.zeros(1, np.int64), np.zeros(2)


def next_step(step: int, took: float, budget: float, left: float) -> int:
    """How much to do before the next look at the clock: a small part of the budget, and not more than is left."""
    wanted = min(budget / STEPS_OF_TIME, left)
    return max(1, min(4 * step, int(step * wanted / max(took, 1e-9))))


def halve(problem: Problem, where: np.ndarray) -> None:
    """Keep the better half of the actions of some positions."""
    mean = np.where(problem.kept, problem.evaluation().mean, -np.inf)
    advised = np.flatnonzero(problem.advised != NOTHING)
    mean[advised, problem.advised[advised]] = np.inf  # stays: the others are compared with it
    places = np.argsort(np.argsort(-mean, axis=1, kind="stable"), axis=1, kind="stable")
    half = (problem.kept.sum(axis=1) + 1) // 2
    problem.kept[where] &= (places < half[:, None])[where]


def compiled_policy(ruleset: str, agent: str | Agent) -> np.ndarray:
    """The record of a compiled agent, which rollouts are played with."""
    made = make(ruleset, agent) if isinstance(agent, str) else agent
    policy = getattr(made, "policy", None)
    if not isinstance(policy, np.ndarray):
        raise ValueError(f"rollouts need a compiled agent, such as 'random'; {agent!r} is none")
    return policy


def weights(value: str | Mapping[str, float]) -> dict[str, float]:
    """What counts how much: of "win+0.1*money", or of the same as a mapping."""
    if isinstance(value, Mapping):
        found = dict(value)
    else:
        found = {}
        for term in value.split("+"):
            factor, _, part = term.rpartition("*")
            try:
                found[part.strip()] = float(factor) if factor else 1.0
            except ValueError:
                raise ValueError(f"value {value!r}: {factor!r} is not a number") from None
    for part in found:
        if part not in REWARDS:
            raise ValueError(f"unknown value {part!r}: {suggest(part, REWARDS)}; or a mixture such as 'win+0.1*money'")
    return found


register(
    ANY,
    "flat",
    Flat,
    "Tries every action in the same imagined worlds and drops the worse half again and again; takes what did best, or "
    "what its adviser would do, if that is not clearly worse.",
)
register(
    ANY,
    "mcts",
    Mcts,
    "Grows a tree of the decisions ahead, in which every seat prefers what has done well for it so far; has an adviser "
    "like flat.",
)
