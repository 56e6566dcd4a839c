"""Optimal play of small Las Vegas games for two: `vegas solve las_vegas --dice 3 --casinos 3 --rounds 1`.

Prints the value of the game for seat 0, and the value of each action in an example position.  With --dice-left 3 it
solves the end of the last round instead, in a game of any size that an agent has played until then.
"""

from __future__ import annotations

import dataclasses
import json
import shlex
import sys
from pathlib import Path
from typing import Annotated

import tyro
from rich.console import Console
from rich.table import Table

from vegas_env.agent import as_agent
from vegas_env.agents.las_vegas.exact import TOLERANCE
from vegas_env.agents.las_vegas.solutions import Solution, check_solvable, solve, start_positions
from vegas_env.agents.las_vegas.solver import DEFAULT_STATES, Solver
from vegas_env.experiments.common.options import parse_args


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """Must be las_vegas, the only ruleset that can be solved."""
    dice_left: int | None = None
    """Solve the end of the last round, where no seat has more dice in hand than this; by default the whole game."""
    by: str = "greedy"
    """The agent that plays until then (with --dice-left)."""
    seed: int = 0
    """Seed of the example position."""
    states: int = DEFAULT_STATES
    """Largest number of positions to remember (up to 64 bytes each)."""
    json: Annotated[Path | None, tyro.conf.arg(name="json")] = None
    """File to write the result to."""


def report(found: Solution, console: Console) -> None:
    console.print(f"value for seat 0: {found.value:+.6f}   ({found.states:,} states, {found.seconds:.2f} s)\n")
    console.print(found.position, highlight=False)
    table = Table()
    table.add_column("action")
    table.add_column("value for the deciding seat", justify="right")
    most = max(found.actions.values())
    for name, value in sorted(found.actions.items(), key=lambda item: -item[1]):
        table.add_row(name, f"{value:+.6f}{'  best' if value >= most - TOLERANCE else ''}")
    console.print(table)


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = parse_args(Args, words, "vegas solve")
    check_solvable(args.ruleset)
    games = start_positions(1, args.seed, args.dice_left, as_agent(args.ruleset, args.by), **options)
    found = solve(Solver(games.config, args.states), games, whole_game=args.dice_left is None)
    report(found, Console())
    if args.json is not None:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        written = {**dataclasses.asdict(found), "command": shlex.join(["vegas", "solve", *words]), "seed": args.seed}
        args.json.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
