"""How far agents are from best play: `vegas regret las_vegas --dice 3 --casinos 3 --rounds 1 --agents greedy,random`.

Each agent plays against the optimal player, twice from every start: once in each seat.  At each of its decisions that
leave a choice, its regret is the value of the best action minus the value of its own, with best play by both from then
on.  As the optimal player loses nothing, the regrets of a game add up, on average, to all that the agent loses.
"""

from __future__ import annotations

import dataclasses
import json
import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import tyro
from rich.console import Console
from rich.table import Table
from scipy import stats

from vegas_env import Games, View, agents
from vegas_env.agent import Agent, as_agent
from vegas_env.agents.las_vegas.exact import AS_GOOD, best_actions
from vegas_env.agents.las_vegas.solver import STATES, Solver
from vegas_env.arena.roster import entrants
from vegas_env.arena.statistics import LEVEL
from vegas_env.experiments import solve
from vegas_env.experiments.common.options import with_ruleset_options


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """Only Las Vegas with dice can be solved."""
    agents: str = ""
    """Names of agents, separated by commas; without it, all agents of the ruleset."""
    starts: int = 500
    """From how many deals, or ends of games, each agent plays (once in each seat)."""
    dice_left: int | None = None
    """Start near the end of the last round, when nobody has more dice than this in hand; without it, whole games."""
    by: str = "greedy"
    """With --dice-left: who played until then."""
    seed: int = 0
    """The deals."""
    states: int = STATES
    """How many positions the solver may remember (up to 64 bytes each)."""
    json: Annotated[Path | None, tyro.conf.arg(name="json")] = None
    """A file for the result."""


@dataclasses.dataclass(frozen=True)
class Regret:
    """How far one agent is from best play."""

    per_decision: float  # mean over decisions with a choice
    per_decision_interval: tuple[float, float]  # 95 %, as all intervals here
    best_share: float  # of these decisions, how many were best
    lost: float  # mean over games
    lost_interval: tuple[float, float]
    payoff: float  # mean over games, against the optimal player
    value: float  # what best play would have been paid
    decisions: int
    games: int


@dataclasses.dataclass
class Tally:
    """What one agent did in each game."""

    regret: np.ndarray  # (n,) added up
    decisions: np.ndarray  # (n,) with a choice
    best: np.ndarray  # (n,) of these
    payoff: np.ndarray  # (n,)


def play(agent: Agent, solver: Solver, games: Games, seats: np.ndarray) -> Tally:
    """Let the agent play games from where they are, in its seat of each, against the optimal player."""
    tally = Tally(*(np.zeros(games.n) for _ in range(4)))
    while not games.over.all():
        running = np.flatnonzero(~games.over)
        values = solver.judge(games.records[running])
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
    """Regrets of decisions, one for each of these games, where there is a choice."""
    regret = values.max(axis=1) - values[np.arange(len(mine)), actions]
    if not np.isfinite(regret).all():
        raise ValueError("the agent chose an action that is not legal")
    choice = np.isfinite(values).sum(axis=1) > 1
    best = regret <= AS_GOOD
    tally.regret[mine] += np.where(best, 0.0, regret)
    tally.decisions[mine] += choice
    tally.best[mine] += choice & best


def measure(agent: Agent, solver: Solver, starts: Games, seed: int = 0) -> Regret:
    """The regret of an agent that plays from each start twice, once in each seat."""
    games = Games("las_vegas", 2 * starts.n, seed, config=solver.config)
    games.restore(np.repeat(starts.records, 2))
    seats = np.arange(games.n) % 2
    worth = np.repeat(solver.values(starts.records), 2) * np.where(seats == 0, 1.0, -1.0)
    return _summed_up(play(agent, solver, games, seats), worth)


def _summed_up(tally: Tally, worth: np.ndarray) -> Regret:
    """Means; the two games from one start are not independent, so intervals count starts."""
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
        value=float(worth.mean()),
        decisions=int(decisions.sum()),
        games=len(worth),
    )


def _interval(mean: float, sample: np.ndarray) -> tuple[float, float]:
    """Of a mean whose error is that of the mean of a sample."""
    if len(sample) < 2:
        return -float("inf"), float("inf")
    half = float(stats.norm.ppf(0.5 + LEVEL / 2) * sample.std(ddof=1) / np.sqrt(len(sample)))
    return mean - half, mean + half


def run(args: Args, options: dict[str, Any]) -> dict[str, Regret]:
    """A regret for each agent, from the same starts with the same luck."""
    solve.check(args.ruleset)
    options = {"players": 2, **options}
    names = args.agents or ",".join(agents.names(args.ruleset))
    chosen = entrants(args.ruleset, names)
    if args.dice_left is None:
        starts = solve.openings(args.starts, args.seed, **options)
    else:
        starts = solve.endings(args.starts, args.dice_left, args.seed, as_agent(args.ruleset, args.by), **options)
    solver = Solver(starts.config, args.states)
    return {name: measure(agent, solver, starts, args.seed) for name, agent in chosen.items()}


def report(rows: dict[str, Regret]) -> Table:
    """A table of regrets, the best agent first; ± is the half of a 95 % interval."""
    table = Table()
    for title in ("agent", "regret per decision", "best", "lost per game", "games"):
        table.add_column(title, justify="left" if title == "agent" else "right")
    for name, found in sorted(rows.items(), key=lambda item: item[1].lost):
        table.add_row(
            name,
            _with_error(found.per_decision, found.per_decision_interval),
            f"{100 * found.best_share:.1f} %",
            _with_error(found.lost, found.lost_interval),
            f"{found.games:,}",
        )
    return table


def _with_error(mean: float, interval: tuple[float, float]) -> str:
    return f"{mean:.4f} ± {interval[1] - mean:.4f}"


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = with_ruleset_options(Args, words, "vegas regret")
    rows = run(args, options)
    Console().print(report(rows))
    if args.json is not None:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        written = {
            "command": shlex.join(["vegas", "regret", *words]),
            "seed": args.seed,
            "agents": {name: dataclasses.asdict(found) for name, found in rows.items()},
        }
        args.json.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
