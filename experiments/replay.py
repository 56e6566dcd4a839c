"""A saved game, move by move: `vegas replay runs/games/las_vegas-1.jsonl`."""

from __future__ import annotations

import contextlib
import dataclasses
import sys
from pathlib import Path

import tyro
from rich.console import Console
from rich.text import Text

from vegas_env.experiments.tables.session import Session
from vegas_env.render.renderer import check_viewer


@dataclasses.dataclass
class Args:
    file: tyro.conf.Positional[Path]
    """The game, as `vegas play` or the web page saved it."""
    viewer: str = "all"
    """Who looks on: "all", "spectator", "deciding", or a seat."""
    wait: bool = False
    """Wait for Enter after every move."""


def main(arguments: list[str] | None = None) -> None:
    args = tyro.cli(Args, args=arguments, prog="vegas replay")
    try:
        session = Session.load(args.file)
        viewer = check_viewer(int(args.viewer) if args.viewer.isdigit() else args.viewer, session.games.players)
    except (OSError, ValueError, KeyError) as error:
        sys.exit(f"vegas replay: {error}")
    with contextlib.suppress(KeyboardInterrupt, EOFError):  # ways to stop
        show(session, viewer, args.wait)


def show(session: Session, viewer: int | str, wait: bool) -> None:
    """Every position of the game, one below the other."""
    moves = session.moves
    session.go_to(0)
    console = Console(highlight=False)
    console.print(Text.from_ansi(session.render("ansi", viewer)))
    for number, move in enumerate(moves, start=1):
        if wait:
            input()
        session.play(move.action)
        console.rule(f"{number}/{len(moves)}  P{move.seat} ({session.seats[move.seat]}): {move.text}")
        console.print(Text.from_ansi(session.render("ansi", viewer)))


if __name__ == "__main__":
    main()
