"""Measure one agent in one seat against others: `vegas evaluate las_vegas --agent greedy --against random`.

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

from vegas_env import Games
from vegas_env.agent import Agent, as_agents, split_names
from vegas_env.arena.match import Match, evaluate_match, make_line_up
from vegas_env.arena.progress import games_bar
from vegas_env.arena.ray import RayExecutor, RayMatch
from vegas_env.arena.report import results_table
from vegas_env.arena.roster import agent_names, entrants, precision_for
from vegas_env.arena.statistics import Result, games_needed
from vegas_env.experiments.common.options import parse_args, ray_executor


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """The ruleset to play."""
    agent: str = "greedy"
    """The agent to measure: a name or the path of a saved model.  A comma-separated list, or "all", measures several
    agents one after the other."""
    against: str = "random"
    """The agents in all other seats: a comma-separated list, repeated as needed."""
    games: int = 10_000
    """Number of games; the agent takes every seat equally often."""
    precision: float | None = None
    """Stop early, when half the width of the win share's 95 % interval is at most this.  By default only line-ups with
    a search agent stop early, at 0.02.  0 plays all games."""
    seed: int = 0
    """Seed of the deals; with the same seed, every line-up plays the same deals."""
    json: Annotated[Path | None, tyro.conf.arg(name="json")] = None
    """File to write the results to."""
    ray: bool = False
    """Play in several processes with Ray; results are the same."""
    ray_address: str = ""
    """Address of a Ray cluster to play on ("auto": the cluster that runs on this machine)."""

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ValueError(f"games must be at least 1, not {self.games}")
        if self.precision is not None and not 0 <= self.precision < 1:
            raise ValueError(f"precision must be at least 0 and below 1, not {self.precision}")


def run(args: Args, options: dict[str, Any]) -> dict[str, Result]:
    """The result of each agent, by its display name."""
    executor = ray_executor(args.ray, args.ray_address)
    results = {}
    names = agent_names(args.ruleset, args.agent)
    with games_bar() as bar:
        for name, (title, agent) in zip(names, entrants(args.ruleset, args.agent).items(), strict=True):
            match = make_match(args, name, agent, executor, options)
            precision = precision_for(match.agents, args.precision)
            task = bar.add_task(title, total=games_needed(precision, args.games))
            results[title] = evaluate_match(match, args.games, partial(bar.advance, task), precision)
            bar.update(task, total=results[title].games)
    return results


def make_match(args: Args, name: str, agent: Agent, executor: RayExecutor | None, options: dict[str, Any]) -> Match:
    """A match of one agent against those in `args.against`, in this process or on a cluster."""
    players = Games(args.ruleset, 1, observe=False, **options).players
    if executor is not None:
        names = make_line_up(name, split_names(args.against), players)
        return RayMatch(executor, args.ruleset, names, args.seed, **options)
    agents = make_line_up(agent, as_agents(args.ruleset, args.against), players)
    return Match(args.ruleset, agents, args.seed, **options)


def as_json(args: Args, options: dict[str, Any], results: dict[str, Result], command: list[str]) -> dict[str, Any]:
    """The content of the JSON file: the fields of a single result, or several results by name under "results"."""
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
    args, options = parse_args(Args, words, "vegas evaluate")
    results = run(args, options)
    Console().print(results_table(results, f"{args.ruleset}: one seat against {args.against}"))
    if args.json is not None:
        written = as_json(args, options, results, ["vegas", "evaluate", *words])
        args.json.parent.mkdir(parents=True, exist_ok=True)
        args.json.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
