"""Compare agents in mixed line-ups: `vegas tournament las_vegas --players 4 --agents all --games 1000`.

Every line-up plays the same deals, with every member in every seat equally often.  Games are saved: the same command
resumes an interrupted tournament.  Options of the ruleset are flags of the same names (--players 5, --neutral-dice, …).
"""

from __future__ import annotations

import dataclasses
import shlex
import sys
from pathlib import Path
from typing import Any

import tyro
from rich.console import Console

from vegas_env.arena.report import standings_table, write
from vegas_env.arena.store import GameStore
from vegas_env.arena.tournament import CHUNK, GAMES, MAX_LINE_UPS, Tournament
from vegas_env.experiments.common.options import parse_args, ray_executor


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """The ruleset to play."""
    agents: str = "all"
    """The agents: a comma-separated list of names or paths of saved models, or "all"."""
    games: int = GAMES
    """Deals of each line-up, rounded up so that every member has every seat equally often."""
    max_line_ups: int = MAX_LINE_UPS
    """Maximum number of line-ups; with more combinations of agents, a balanced sample plays."""
    precision: float | None = None
    """Line-ups with a search agent stop early, when half the width of the 95 % interval of every search agent's win
    share is at most this (0.02 by default).  0 plays all games."""
    seed: int = 0
    """Seed of the deals, and of the sample of line-ups."""
    output: Path | None = None
    """Folder for games and results; by default results/tournament/RULESET-PLAYERS."""
    fresh: bool = False
    """Delete the games in the folder and start again."""
    chunk: int = CHUNK
    """Games between two writes to disk; results do not depend on it."""
    ray: bool = False
    """Play in several processes with Ray; results are the same."""
    ray_address: str = ""
    """Address of a Ray cluster to play on ("auto": the cluster that runs on this machine)."""

    def __post_init__(self) -> None:
        for name in ("games", "max_line_ups", "chunk"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.precision is not None and not 0 <= self.precision < 1:
            raise ValueError(f"precision must be at least 0 and below 1, not {self.precision}")


def prepare(args: Args, options: dict[str, Any]) -> tuple[Tournament, GameStore]:
    """The tournament, and the store of its games, which may already hold some."""
    tournament = Tournament(
        args.ruleset, args.agents, args.games, args.max_line_ups, args.seed, args.precision, args.chunk,
        ray_executor(args.ray, args.ray_address), **options,
    )  # fmt: skip
    folder = args.output or Path("results/tournament") / f"{args.ruleset}-{tournament.players}"
    return tournament, GameStore(folder, tournament.arguments(), args.fresh)


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = parse_args(Args, words, "vegas tournament")
    try:
        tournament, store = prepare(args, options)
    except (KeyError, ValueError) as error:
        sys.exit(f"vegas tournament: {error.args[0]}")
    tournament.play(store)
    write(store.folder, tournament, shlex.join(["vegas", "tournament", *words]))
    console = Console()
    console.print(standings_table(tournament))
    console.print(f"written: {store.folder}", soft_wrap=True)


if __name__ == "__main__":
    main()
