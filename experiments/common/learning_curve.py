"""The learning curve of a training run as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def draw_curve(history: list[dict[str, Any]], path: Path, title: str, players: int) -> None:
    """Draw the win share against each evaluation opponent by decisions learned from, with 95 % intervals.

    `history` is that of a `Training`; `players` is the player count of the evaluations.
    """
    from matplotlib.figure import Figure

    names = [name for name, value in (history[0].items() if history else ()) if isinstance(value, list)]
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for name in names:
        decisions = [entry["decisions"] / 1e6 for entry in history]
        share, low, high = zip(*(entry[name] for entry in history), strict=True)
        (line,) = axes.plot(decisions, share, label=f"against {name}")
        axes.fill_between(decisions, low, high, alpha=0.2, color=line.get_color(), linewidth=0)
    axes.axhline(1 / players, color="grey", linestyle=":", label="even share")
    axes.set(xlabel="decisions learned from (millions)", ylabel="win share of one seat", title=title)
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=100)
