"""Progress bars on standard error, with the time elapsed and the estimated time left."""

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
    """A progress bar that counts games.  `quiet` hides it."""
    return _bar(MofNCompleteColumn(), TextColumn("games"), quiet=quiet)


def training_bar(quiet: bool = False) -> Progress:
    """A progress bar for training, in percent.  `quiet` hides it.

    Evaluations along the way make the pace uneven, so the time left is estimated over a longer period.
    """
    return _bar(TextColumn("{task.percentage:.0f} %"), quiet=quiet, estimate_period=300)


def _bar(*amount: ProgressColumn, quiet: bool, estimate_period: float = 30) -> Progress:
    """A context manager.  It writes to standard error, so that results on standard output can be piped."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        *amount,
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=quiet,
        speed_estimate_period=estimate_period,
    )
