"""The regret of agents in Las Vegas for two: how much they lose against optimal play.

An agent plays against the optimal player, twice from every start: once in each seat.  At each of its decisions with
more than one legal action, its regret is the value of the best action minus the value of its own, under optimal play by
both from then on.  Since the optimal player loses nothing, the regrets of a game add up, on average, to the agent's
total loss.
"""

from __future__ import annotations

import dataclasses

import numpy as np
from scipy import stats

from vegas_env import Games, View
from vegas_env.agent import Agent
from vegas_env.agents.las_vegas.exact import TOLERANCE, best_actions
from vegas_env.agents.las_vegas.solutions import RULESET
from vegas_env.agents.las_vegas.solver import Solver
from vegas_env.arena.statistics import LEVEL


@dataclasses.dataclass(frozen=True)
class Regret:
    """How far an agent is from optimal play; intervals have 95 % confidence."""

    per_decision: float  # mean over decisions with a choice
    per_decision_interval: tuple[float, float]
    best_share: float  # share of these decisions in which the agent played a best action
    lost: float  # mean over games
    lost_interval: tuple[float, float]
    payoff: float  # mean over games, against the optimal player
    value: float  # the payoff that optimal play would have got
    decisions: int
    games: int


@dataclasses.dataclass
class Tally:
    """What an agent did in each of n games."""

    regret: np.ndarray  # (n,) sum over its decisions
    decisions: np.ndarray  # (n,) its decisions with a choice
    best: np.ndarray  # (n,) those in which it played a best action
    payoff: np.ndarray  # (n,)


def measure(agent: Agent, solver: Solver, starts: Games, seed: int = 0) -> Regret:
    """The regret of an agent that plays from each start twice, once in each seat."""
    games = Games(RULESET, 2 * starts.n, seed, config=solver.config)
    games.restore(np.repeat(starts.records, 2))
    seats = np.arange(games.n) % 2
    values = np.repeat(solver.values(starts.records), 2) * np.where(seats == 0, 1.0, -1.0)
    return _summary(play(agent, solver, games, seats), values)


def play(agent: Agent, solver: Solver, games: Games, seats: np.ndarray) -> Tally:
    """Play games to their end, the agent in seats[i] of game i and the optimal player in the other."""
    tally = Tally(*(np.zeros(games.n) for _ in range(4)))
    while not games.over.all():
        running = np.flatnonzero(~games.over)
        values = solver.action_values(games.records[running])
        actions = best_actions(values)
        own = games.seat[running] == seats[running]
        mine = running[own]
        if len(mine):
            actions[own] = agent.act(View(games, mine))
            _count(tally, mine, values[own], actions[own])
        games.step(actions, where=running)
    tally.payoff[:] = games.payoff[np.arange(games.n), seats]
    return tally


def _count(tally: Tally, mine: np.ndarray, values: np.ndarray, actions: np.ndarray) -> None:
    """Add one decision in each of the games `mine`, given all action values and the actions taken."""
    regret = values.max(axis=1) - values[np.arange(len(mine)), actions]
    if not np.isfinite(regret).all():
        raise ValueError("the agent chose an illegal action")
    choice = np.isfinite(values).sum(axis=1) > 1
    best = regret <= TOLERANCE
    tally.regret[mine] += np.where(best, 0.0, regret)
    tally.decisions[mine] += choice
    tally.best[mine] += choice & best


def _summary(tally: Tally, values: np.ndarray) -> Regret:
    """Means with intervals.  The two games from one start are not independent, so the sample is one of starts."""
    regret, decisions, best = (part.reshape(-1, 2).sum(axis=1) for part in (tally.regret, tally.decisions, tally.best))
    lost = regret / 2
    total = max(float(decisions.sum()), 1.0)
    mean = float(regret.sum()) / total
    return Regret(
        per_decision=mean,
        per_decision_interval=_interval(mean, (regret - mean * decisions) * len(decisions) / total),
        best_share=float(best.sum()) / total,
        lost=float(lost.mean()),
        lost_interval=_interval(float(lost.mean()), lost),
        payoff=float(tally.payoff.mean()),
        value=float(values.mean()),
        decisions=int(decisions.sum()),
        games=len(values),
    )


def _interval(mean: float, sample: np.ndarray) -> tuple[float, float]:
    """The confidence interval around `mean`, with the standard error of the mean of a sample."""
    if len(sample) < 2:
        return -float("inf"), float("inf")
    half = float(stats.norm.ppf(0.5 + LEVEL / 2) * sample.std(ddof=1) / np.sqrt(len(sample)))
    return mean - half, mean + half
