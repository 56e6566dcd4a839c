"""One agent in one seat against others: `python -m experiments.evaluate las_vegas --agent greedy --against random`.

Options of the ruleset are flags of the same names (--players 5, --neutral-dice, …).
"""

from __future__ import annotations

import dataclasses
import json
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import tyro
from rich.console import Console
from rich.table import Table as Grid

from vegas_env import Games
from vegas_env.agent import Agent, as_agents, split_names
from vegas_env.arena.match import Match, evaluate_match, line_up
from vegas_env.arena.progress import games_bar
from vegas_env.arena.ray import OnRay, RemoteMatch, executor_for
from vegas_env.arena.roster import entrants, precision_for, roster
from vegas_env.arena.statistics import Result, games_needed, with_interval
from vegas_env.experiments.common.options import with_ruleset_options


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """Which game to play."""
    agent: str = "greedy"
    """The agent in the one seat: a name, or the path of a model saved by experiments.train; or several in a comma
    list, or "all", one after the other."""
    against: str = "random"
    """The agents in the other seats: one name or a comma list, repeated as needed."""
    games: int = 10_000
    """How many games; each seat is taken equally often."""
    precision: float | None = None
    """Stop when half the width of the win share's 95 % interval is below this.  Line-ups with an agent that searches
    stop at 0.02 unless told otherwise; 0 plays all games."""
    seed: int = 0
    """The deals: the same seed gives every line-up the same ones."""
    json: Annotated[Path | None, tyro.conf.arg(name="json")] = None
    """A file for the result."""
    ray: bool = False
    """Play on several processes by Ray; results are the same."""
    ray_address: str = ""
    """A Ray cluster to play on ("auto": the one of this machine)."""

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ValueError(f"games must be at least 1, not {self.games}")
        if self.precision is not None and not 0 <= self.precision < 1:
            raise ValueError(f"precision must be from 0 to below 1, not {self.precision}")


def run(args: Args, options: dict[str, Any]) -> dict[str, Result]:
    """The result of each agent, by what it calls itself."""
    workers = executor_for(args.ray, args.ray_address)
    results = {}
    texts = split_names(roster(args.ruleset, args.agent))
    with games_bar() as bar:
        for text, (name, agent) in zip(texts, entrants(args.ruleset, args.agent).items(), strict=True):
            table = table_of(args, text, agent, workers, options)
            precision = precision_for(table.agents, args.precision)
            task = bar.add_task(name, total=games_needed(precision, args.games))
            results[name] = evaluate_match(table, args.games, partial(bar.advance, task), precision)
            bar.update(task, total=results[name].games)
    return results


def table_of(args: Args, text: str, agent: Agent, workers: OnRay | None, options: dict[str, Any]) -> Match:
    """One agent against the others, here or on other processes, which know agents by name."""
    players = Games(args.ruleset, 1, observe=False, **options).players
    if workers is not None:
        names = line_up(text, split_names(args.against), players)
        return RemoteMatch(workers, args.ruleset, names, args.seed, **options)
    return Match(args.ruleset, line_up(agent, as_agents(args.ruleset, args.against), players), args.seed, **options)


def report(rows: dict[str, Result], title: str | None = None) -> Grid:
    """A table of results, a line for each line-up; on the right, the win share by the seat that the agent had."""
    table = Grid(title=title)
    table.add_column("agent", overflow="fold")
    for heading in ("win share (95 %)", "mean payoff", "games", "win share in seat 0, 1, …"):
        table.add_column(heading, justify="right")
    for name, result in rows.items():
        table.add_row(
            name,
            with_interval(result.win_share, *result.interval),
            f"{result.payoff:+.3f} ± {result.payoff_interval[1] - result.payoff:.3f}",
            f"{result.games:,}",
            " ".join(f"{seat.win_share:.2f}" for seat in result.seats),
        )
    return table


def as_json(args: Args, options: dict[str, Any], results: dict[str, Result], command: list[str]) -> dict[str, Any]:
    """One result as it is; several by name, under "results"."""
    found = {name: dataclasses.asdict(result) for name, result in results.items()}
    return {
        **(next(iter(found.values())) if len(found) == 1 else {"results": found}),
        "command": shlex.join(command),
        "ruleset": args.ruleset,
        "agent": args.agent,
        "against": args.against,
        "precision": args.precision,
        "seed": args.seed,
        "options": {name: getattr(value, "tolist", lambda value=value: value)() for name, value in options.items()},
    }


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = with_ruleset_options(Args, words, "vegas evaluate")
    results = run(args, options)
    Console().print(report(results, f"{args.ruleset}: one seat against {args.against}"))
    if args.json is not None:
        written = as_json(args, options, results, ["python", "-m", "experiments.evaluate", *words])
        args.json.parent.mkdir(parents=True, exist_ok=True)
        args.json.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
