"""Best play of small Las Vegas games for two: `vegas solve las_vegas --dice 3 --casinos 3 --rounds 1`.

Prints what the game is worth to the seat that starts, and what the actions of an example position are worth.  With
--dice-left 3 it solves instead the end of the last round of a game of any size, played until then by an agent.
"""

from __future__ import annotations

import dataclasses
import json
import shlex
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import tyro
from rich.console import Console
from rich.table import Table

from vegas_env import Games, Position, View
from vegas_env.agent import Agent, as_agent
from vegas_env.agents.las_vegas.exact import AS_GOOD
from vegas_env.agents.las_vegas.solver import STATES, Solver
from vegas_env.experiments.common.options import with_ruleset_options
from vegas_env.rulesets.las_vegas import rules as lv


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """Only Las Vegas with dice can be solved."""
    dice_left: int | None = None
    """Solve the end of the last round, when nobody has more dice than this in hand; without it, the whole game."""
    by: str = "greedy"
    """With --dice-left: who played until then."""
    seed: int = 0
    """Which example position is shown."""
    states: int = STATES
    """How many positions the solver may remember (up to 64 bytes each)."""
    json: Annotated[Path | None, tyro.conf.arg(name="json")] = None
    """A file for the result."""


@dataclasses.dataclass(frozen=True)
class Solution:
    """What a game, or the end of one, is worth, and what can be done in an example position of it."""

    value: float  # to seat 0
    states: int
    seconds: float
    position: str  # the example, for people
    actions: dict[str, float]  # what each is worth to the deciding seat there


def check(ruleset: str) -> None:
    if ruleset != "las_vegas":
        raise ValueError(f"only las_vegas can be solved, not {ruleset}")


def openings(games: int, seed: int, **options: Any) -> Games:
    """Games at their first decision."""
    return Games("las_vegas", games, seed, observe=False, **options)


def endings(games: int, dice_left: int, seed: int, by: Agent, **options: Any) -> Games:
    """Games in their last round, at the first decision before which nobody has more than `dice_left` dice in hand.

    The agent `by` has played both seats until then.  Games that had no such decision are left out.
    """
    playing = Games("las_vegas", games, seed, **options)
    if not 1 <= dice_left <= playing.config.dice + playing.config.white_dice:
        most = playing.config.dice + playing.config.white_dice
        raise ValueError(f"dice_left must be a whole number from 1 to {most}, not {dice_left}")
    last = playing.config.rounds - 1
    found = np.zeros(games, np.bool_)
    while True:
        records = playing.records
        hands = records["dice"][:, :2, lv.OWN_HAND] + records["dice"][:, :2, lv.WHITE_HAND]
        found |= ~playing.over & (records["round"] == last) & (hands <= dice_left).all(axis=1)
        running = np.flatnonzero(~found & ~playing.over)
        if len(running) == 0:
            break
        playing.step(by.act(View(playing, running)), where=running)
    chosen = Games("las_vegas", int(found.sum()), seed, observe=False, **options)
    chosen.restore(playing.records[found])
    return chosen


def solve(solver: Solver, games: Games, whole_game: bool) -> Solution:
    """Solve a whole game, or game 0 of some; game 0 is the example."""
    start = Position("las_vegas", config=solver.config).record if whole_game else games.records[0]
    began = time.perf_counter()
    value = float(solver.values(np.array([start]))[0])
    seconds = time.perf_counter() - began
    values = solver.judge(games.records[:1])[0]
    named = {games.action_names[action]: float(values[action]) for action in np.flatnonzero(games.mask[0])}
    text = str(games.render(0, "text", "deciding"))
    return Solution(value, solver.remembered, seconds, text, named)


def report(found: Solution, console: Console) -> None:
    console.print(f"value for seat 0: {found.value:+.6f}   ({found.states:,} states, {found.seconds:.2f} s)\n")
    console.print(found.position, highlight=False)
    table = Table()
    table.add_column("action")
    table.add_column("value for the deciding seat", justify="right")
    most = max(found.actions.values())
    for name, value in sorted(found.actions.items(), key=lambda item: -item[1]):
        table.add_row(name, f"{value:+.6f}{'  best' if value >= most - AS_GOOD else ''}")
    console.print(table)


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = with_ruleset_options(Args, words, "vegas solve")
    check(args.ruleset)
    options = {"players": 2, **options}
    if args.dice_left is None:
        games = openings(1, args.seed, **options)
    else:
        games = endings(1, args.dice_left, args.seed, as_agent(args.ruleset, args.by), **options)
    found = solve(Solver(games.config, args.states), games, whole_game=args.dice_left is None)
    report(found, Console())
    if args.json is not None:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        written = {**dataclasses.asdict(found), "command": shlex.join(["vegas", "solve", *words]), "seed": args.seed}
        args.json.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
