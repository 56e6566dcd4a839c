"""Agents in mixed line-ups: `python -m experiments.tournament las_vegas --players 4 --agents all --games 1000`.

Every line-up plays the same deals, with every member in every seat equally often.  What has been played is kept: a
tournament that was interrupted goes on when the same command is given again.  Options of the ruleset are flags of the
same names (--players 5, --neutral-dice, …).
"""

from __future__ import annotations

import dataclasses
import shlex
import sys
from pathlib import Path
from typing import Any

import tyro
from rich.console import Console

from vegas_env.arena.ray import executor_for
from vegas_env.arena.report import screen_table, write
from vegas_env.arena.roster import entrants
from vegas_env.arena.store import GameStore
from vegas_env.arena.tournament import CHUNK, Tournament
from vegas_env.experiments.common.options import with_ruleset_options


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """Which game to play."""
    agents: str = "all"
    """Who takes part: a comma list of names (or saved models), or "all"."""
    games: int = 1_000
    """Deals that every line-up plays, rounded up so that everybody has every seat equally often."""
    max_line_ups: int = 300
    """The most line-ups: of more, a balanced sample plays."""
    precision: float | None = None
    """Line-ups with an agent that searches stop when half the width of the 95 % interval of the win share of each such
    agent is below this: 0.02 unless told otherwise; 0 plays all games."""
    seed: int = 0
    """The deals, and which line-ups are drawn if there are too many."""
    output: Path | None = None
    """Folder for the games and the results; results/tournament/RULESET-PLAYERS unless told otherwise."""
    fresh: bool = False
    """Forget what the folder holds and begin anew."""
    chunk: int = CHUNK
    """Games between two writes to the disk; results do not depend on it."""
    ray: bool = False
    """Play on several processes by Ray; results are the same."""
    ray_address: str = ""
    """A Ray cluster to play on ("auto": the one of this machine)."""

    def __post_init__(self) -> None:
        for name in ("games", "max_line_ups", "chunk"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.precision is not None and not 0 <= self.precision < 1:
            raise ValueError(f"precision must be from 0 to below 1, not {self.precision}")


def prepare(args: Args, options: dict[str, Any]) -> tuple[Tournament, GameStore]:
    """A tournament and the folder of its games, which may hold some already."""
    workers = executor_for(args.ray, args.ray_address)
    tournament = Tournament(args.ruleset, entrants(args.ruleset, args.agents), args, options, workers)
    folder = args.output or Path("results/tournament") / f"{args.ruleset}-{tournament.players}"
    return tournament, GameStore(folder, tournament.arguments(), args.fresh)


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = with_ruleset_options(Args, words, "vegas tournament")
    try:
        tournament, store = prepare(args, options)
    except (KeyError, ValueError) as error:
        sys.exit(str(error.args[0]))
    tournament.play(store)
    write(store.folder, tournament, shlex.join(["vegas", "tournament", *words]))
    console = Console()
    console.print(screen_table(tournament))
    console.print(f"written: {store.folder}", soft_wrap=True)


if __name__ == "__main__":
    main()
