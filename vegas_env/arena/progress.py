"""Progress bars: how much is done, how long it has taken, how long it will take."""

from __future__ import annotations

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)


def games_bar(quiet: bool = False) -> Progress:
    """For games that are played."""
    return _bar(MofNCompleteColumn(), TextColumn("games"), quiet=quiet)


def training_bar(quiet: bool = False) -> Progress:
    """For decisions to learn from, of which there are millions; measuring at checkpoints makes the pace uneven."""
    return _bar(TextColumn("{task.percentage:.0f} %"), quiet=quiet, pace_over=300)


def _bar(*amount: ProgressColumn, quiet: bool, pace_over: float = 30) -> Progress:
    """To be used in a `with` statement; shown on standard error, so that results can be piped."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        *amount,
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=quiet,
        speed_estimate_period=pace_over,
    )
