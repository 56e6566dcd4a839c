"""Step through a saved game: `vegas replay runs/games/las_vegas-1.jsonl`."""

from __future__ import annotations

import contextlib
import dataclasses
import sys
from pathlib import Path

import tyro

from vegas_env.experiments.tables.session import Session
from vegas_env.experiments.tables.terminal import show_replay
from vegas_env.render.renderer import check_viewer


@dataclasses.dataclass
class Args:
    file: tyro.conf.Positional[Path]
    """A game that `vegas play` or the web page saved."""
    viewer: str = "all"
    """Whose view to show: "all" (nothing is hidden), "spectator", "deciding", or the number of a seat."""
    wait: bool = False
    """Wait for Enter after every move."""


def main(arguments: list[str] | None = None) -> None:
    args = tyro.cli(Args, args=arguments, prog="vegas replay", description=__doc__)
    try:
        session = Session.load(args.file)
        viewer = check_viewer(int(args.viewer) if args.viewer.isdigit() else args.viewer, session.games.players)
    except (OSError, ValueError, KeyError) as error:
        sys.exit(f"vegas replay: {error}")
    with contextlib.suppress(KeyboardInterrupt, EOFError):  # the user quits
        show_replay(session, viewer, args.wait)


if __name__ == "__main__":
    main()
