"""Regret of agents against optimal play: `vegas regret las_vegas --dice 3 --casinos 3 --rounds 1 --agents greedy`.

Each agent plays against the optimal player in small Las Vegas games for two, or with --dice-left in the endings of
larger ones, from the same starts with the same luck.  `vegas_env.agents.las_vegas.regret` defines what is measured.
"""

from __future__ import annotations

import dataclasses
import json
import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import tyro
from rich.console import Console
from rich.table import Table

from vegas_env import agents
from vegas_env.agent import as_agent
from vegas_env.agents.las_vegas.regret import Regret, measure
from vegas_env.agents.las_vegas.solutions import check_solvable, start_positions
from vegas_env.agents.las_vegas.solver import DEFAULT_STATES, Solver
from vegas_env.arena.roster import entrants
from vegas_env.experiments.common.options import parse_args


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """Must be las_vegas, the only ruleset that can be solved."""
    agents: str = ""
    """Names of agents, separated by commas; by default all agents of the ruleset."""
    starts: int = 500
    """Number of deals, or of endings, from which each agent plays, once in each seat."""
    dice_left: int | None = None
    """Start in the last round, where no seat has more dice in hand than this; by default at the start of the game."""
    by: str = "greedy"
    """The agent that plays until then (with --dice-left)."""
    seed: int = 0
    """Seed of the deals."""
    states: int = DEFAULT_STATES
    """Largest number of positions to remember (up to 64 bytes each)."""
    json: Annotated[Path | None, tyro.conf.arg(name="json")] = None
    """File to write the result to."""


def run(args: Args, options: dict[str, Any]) -> dict[str, Regret]:
    """The regret of each agent, from the same starts with the same luck."""
    check_solvable(args.ruleset)
    chosen = entrants(args.ruleset, args.agents or ",".join(agents.names(args.ruleset)))
    starts = start_positions(args.starts, args.seed, args.dice_left, as_agent(args.ruleset, args.by), **options)
    solver = Solver(starts.config, args.states)
    return {name: measure(agent, solver, starts, args.seed) for name, agent in chosen.items()}


def report(rows: dict[str, Regret]) -> Table:
    """A table of regrets, the best agent first; ± is half the width of a 95 % interval."""
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
    args, options = parse_args(Args, words, "vegas regret")
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
