"""Play in the terminal: `vegas play las_vegas --against greedy,ppo`.

Type the number of an action, or `hint`, `undo`, `table`, `help`, `quit`.  Games are saved; `vegas replay FILE` steps
through one.  Options of the ruleset are flags of the same names.
"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import Any

import numpy as np
import tyro

from vegas_env.agent import split_names
from vegas_env.arena.match import make_line_up
from vegas_env.experiments.common.options import parse_args
from vegas_env.experiments.tables.session import YOU, Session
from vegas_env.experiments.tables.terminal import Terminal
from vegas_env.rulesets import RULESETS


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """The ruleset to play."""
    against: str = "greedy"
    """The other players: a comma-separated list, repeated as needed; "you" is another person at this keyboard."""
    seat: int = 0
    """Your seat."""
    seed: int | None = None
    """Seed of the game; random by default."""
    hint: str = "flat(rollouts=2000,value=win,rounds=game)"
    """The agent that gives hints."""
    record: Path | None = None
    """File to save the game to; by default runs/games/RULESET-SEED.jsonl."""


def open_session(args: Args, options: dict[str, Any]) -> Session:
    """Start the game."""
    options = dict(options)
    players = options.pop("players", None) or RULESETS[args.ruleset].config().players
    if not 0 <= args.seat < players:
        raise ValueError(f"seat must be 0 to {players - 1}, not {args.seat}")
    line_up = make_line_up(YOU, split_names(args.against), players)
    seats = [line_up[(seat - args.seat) % players] for seat in range(players)]
    seed = args.seed if args.seed is not None else int(np.random.SeedSequence().generate_state(1)[0])
    return Session(args.ruleset, seats, seed, **options)


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = parse_args(Args, words, "vegas play")
    try:
        session = open_session(args, options)
    except (ValueError, KeyError) as error:
        sys.exit(f"vegas play: {error.args[0]}")
    Terminal(session, args.hint, args.record).run()


if __name__ == "__main__":
    main()
