"""What the benchmark leaves behind: tables on the screen, benchmark.json and a plot."""

from __future__ import annotations

import json
import os
import platform
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from vegas_env.experiments.benchmarks import interfaces as by
from vegas_env.versions import versions

PACKAGES = ("numpy", "numba", "gymnasium", "pettingzoo")
VERDICTS = {True: "[green]pass[/]", False: "[red]FAIL[/]", None: "[yellow]skipped[/]"}

# In the plot: interface → (colour, marker, line).
BATCH_STYLES = {
    by.PLAYOUT: ("#7f7f7f", "o", "--"),
    by.GAMES_2: ("#9ecae1", "s", "-"),
    by.GAMES: ("#1f77b4", "o", "-"),
    by.VECTOR: ("#2ca02c", "^", "-"),
    by.VECTOR_NEXT: ("#98df8a", "v", "-"),
    by.SB3: ("#d62728", "D", "-"),
    by.C_STEP: ("black", ".", ":"),
}
SINGLE_PLACE = 0.3  # on the axis of batch sizes
SINGLE_STYLES = {
    by.AEC: ("#9467bd", "P", "none"),
    by.GYM: ("#ff7f0e", "X", "none"),
    by.TICTACTOE: ("#c5b0d5", "P", "none"),
}


def circumstances(repeats: int) -> dict[str, Any]:
    """Where, when and with what the figures came about."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": shlex.join(sys.orig_argv),
        "repeats": repeats,
        "versions": versions(*PACKAGES),
        "cpu": cpu_model(),
        "cpus": os.cpu_count(),
        "load_average": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }


def warn_if_busy(console: Console, report: dict[str, Any]) -> None:
    if (report["load_average"] or 0.0) > 0.5 * (report["cpus"] or 1):
        console.print(
            f"[yellow]The machine is busy (load {report['load_average']:.1f} on {report['cpus']} CPUs): "
            "playouts, threads and starts will seem slower than they are.[/]"
        )


def cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


# --- on the screen --------------------------------------------------------------------------------------------


def rates_table(ruleset: str, result: dict[str, Any]) -> Table:
    """Interfaces down, batch sizes across."""
    options = ", ".join(f"{name}={value}" for name, value in result["options"].items())
    table = Table(title=f"{ruleset} ({options or 'default options'}): decisions per second", caption=costs(result))
    table.add_column("interface", no_wrap=True)
    sizes = list(result["decisions_per_second"])
    for size in sizes:
        table.add_column(f"{int(size):,}", justify="right", no_wrap=True)
    interfaces = dict.fromkeys(name for rates in result["decisions_per_second"].values() for name in rates)
    for name in interfaces:
        rates = [result["decisions_per_second"][size].get(name) for size in sizes]
        table.add_row(name, *(short(rate) for rate in rates))
    table.add_section()
    for name, rate in result["decisions_per_second_single"].items():
        table.add_row(name, short(rate))
    return table


def costs(result: dict[str, Any]) -> str:
    warm, computing = result["warm_start_seconds"], result["warm_start_cpu_seconds"]
    cold = "" if result["cold_start_seconds"] is None else f", {result['cold_start_seconds']:.1f} s cold"
    seen, unseen = result["bytes_per_game"], result["bytes_per_game_unobserved"]
    return (
        f"start: {warm:.2f} s warm ({computing:.2f} s of computing){cold}\n"
        f"bytes per game: {seen:.0f}, without observations {unseen:.0f}"
    )


def short(rate: float | None) -> str:
    """Three digits: 954k, 8.92M."""
    if rate is None:
        return ""
    unit, letter = (1e6, "M") if rate >= 999_500 else (1e3, "k")
    return f"{rate / unit:#.3g}".rstrip(".") + letter


def show_bars(console: Console, bars: list[dict[str, Any]], quick: bool) -> None:
    """Value, bar and verdict of each comparison; below, why some were skipped."""
    table = Table(title="bars (a quick run decides nothing)" if quick else "bars")
    table.add_column("ruleset", no_wrap=True)
    table.add_column("comparison")
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("bar", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for bar in bars:
        value = "–" if bar["value"] is None else f"{bar['value']:.3f}"
        table.add_row(
            bar["ruleset"], bar["name"], value, f"{bar['relation']} {bar['bar']:.2f}", VERDICTS[bar["passed"]]
        )
    console.print(table)
    for bar in bars:
        if bar["value"] is None:
            console.print(f"{bar['ruleset']}: {bar['name']}: {bar['note']}", soft_wrap=True)


# --- on disk --------------------------------------------------------------------------------------------------


def write(report: dict[str, Any], folder: Path, with_plot: bool) -> list[Path]:
    """Write benchmark.json and, if wanted, benchmark.png; returns what was written."""
    written = [folder / "benchmark.json"]
    written[0].write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    if with_plot:
        written.append(folder / "benchmark.png")
        plot(report, written[1])
    return written


def plot(report: dict[str, Any], path: Path) -> None:
    """Decisions per second over batch size, a panel for each ruleset."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    results = report["rulesets"]
    columns = min(2, len(results))
    rows = -(-len(results) // columns)
    figure = Figure(figsize=(6.5 * columns, 4.6 * rows + 1.2), layout="constrained")
    FigureCanvasAgg(figure)
    panels = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).ravel()
    for panel, (ruleset, result) in zip(panels, results.items(), strict=False):
        draw(panel, ruleset, result)
    for panel in panels[len(results) :]:
        panel.set_visible(False)
    shown: dict[str, Any] = {}
    for panel in panels:
        lines, names = panel.get_legend_handles_labels()
        shown |= dict(zip(names, lines, strict=True))
    figure.legend(shown.values(), shown.keys(), loc="outside lower center", ncols=2 if columns == 1 else 4, fontsize=9)
    figure.suptitle(f"vegas_env on {report['cpu']}, best of {report['repeats']}", fontsize=10)
    figure.savefig(path, dpi=150)


def draw(panel: Any, ruleset: str, result: dict[str, Any]) -> None:
    by_size = result["decisions_per_second"]
    for name, (colour, marker, line) in BATCH_STYLES.items():
        points = [(int(size), rates[name]) for size, rates in by_size.items() if name in rates]
        if points:
            panel.plot(*zip(*points, strict=True), color=colour, marker=marker, linestyle=line, label=name)
    for name, (colour, marker, line) in SINGLE_STYLES.items():
        if name in result["decisions_per_second_single"]:
            rate = result["decisions_per_second_single"][name]
            panel.plot([SINGLE_PLACE], [rate], color=colour, marker=marker, linestyle=line, markersize=9, label=name)
    sizes = [int(size) for size in by_size]
    panel.set_xscale("log", base=2)
    panel.set_yscale("log")
    panel.set_xticks([SINGLE_PLACE, *sizes], ["single", *(f"{size:,}" for size in sizes)])
    panel.set_title(ruleset.replace("_", " "))
    panel.set_xlabel("games at once")
    panel.set_ylabel("decisions per second")
    panel.grid(which="major", alpha=0.4)
