"""Reports of the benchmark: tables for the screen, benchmark.json and a plot."""

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

# Styles of the plot: interface → (colour, marker, line).
BATCH_STYLES = {
    by.PLAYOUT: ("#7f7f7f", "o", "--"),
    by.GAMES_2: ("#9ecae1", "s", "-"),
    by.GAMES: ("#1f77b4", "o", "-"),
    by.VECTOR: ("#2ca02c", "^", "-"),
    by.VECTOR_NEXT: ("#98df8a", "v", "-"),
    by.SB3: ("#d62728", "D", "-"),
    by.C_STEP: ("black", ".", ":"),
}
SINGLE_X = 0.3  # where the plot shows single environments on the axis of batch sizes
SINGLE_STYLES = {
    by.AEC: ("#9467bd", "P", "none"),
    by.GYM: ("#ff7f0e", "X", "none"),
    by.TICTACTOE: ("#c5b0d5", "P", "none"),
}


def environment(repeats: int) -> dict[str, Any]:
    """Date, command, machine and versions of a measurement."""
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
    """Print a warning if other processes load the machine."""
    if (report["load_average"] or 0.0) > 0.5 * (report["cpus"] or 1):
        console.print(
            f"[yellow]The machine is busy (load {report['load_average']:.1f} on {report['cpus']} CPUs): "
            "figures of playouts, threads and starts will be too low.[/]"
        )


def cpu_model() -> str:
    """Name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


# --- on the screen --------------------------------------------------------------------------------------------


def rates_table(ruleset: str, result: dict[str, Any]) -> Table:
    """Decisions per second: a row for each interface, a column for each batch size."""
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
    """Start-up time and memory, in words."""
    warm, computing = result["warm_start_seconds"], result["warm_start_cpu_seconds"]
    cold = "" if result["cold_start_seconds"] is None else f", {result['cold_start_seconds']:.1f} s cold"
    seen, unseen = result["bytes_per_game"], result["bytes_per_game_unobserved"]
    return (
        f"start: {warm:.2f} s warm ({computing:.2f} s of CPU time){cold}\n"
        f"bytes per game: {seen:.0f}, without observations {unseen:.0f}"
    )


def short(rate: float | None) -> str:
    """Format a rate with three digits: 954k, 8.92M."""
    if rate is None:
        return ""
    unit, letter = (1e6, "M") if rate >= 999_500 else (1e3, "k")
    return f"{rate / unit:#.3g}".rstrip(".") + letter


def show_comparisons(console: Console, targets: list[dict[str, Any]], quick: bool) -> None:
    """Print the value of each comparison; below, those that were skipped and, unless `quick`, missed targets."""
    table = Table(title="comparisons (quick run: not meaningful)" if quick else "comparisons")
    table.add_column("ruleset", no_wrap=True)
    table.add_column("comparison")
    table.add_column("value", justify="right", no_wrap=True)
    for target in targets:
        value = "–" if target["value"] is None else f"{target['value']:.3f}"
        table.add_row(target["ruleset"], target["name"], value)
    console.print(table)
    for target in targets:
        name = f"{target['ruleset']}: {target['name']}"
        if target["value"] is None:
            console.print(f"{name}: {target['note']}", soft_wrap=True)
        elif not target["passed"] and not quick:
            missed = f"{target['value']:.3f}, the target is {target['relation']} {target['threshold']:g}"
            console.print(f"[red]{name}: {missed}[/]", soft_wrap=True)


# --- on disk --------------------------------------------------------------------------------------------------


def write(report: dict[str, Any], folder: Path, with_plot: bool) -> list[Path]:
    """Write benchmark.json and, if `with_plot`, benchmark.png; returns the paths."""
    written = [folder / "benchmark.json"]
    written[0].write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if with_plot:
        written.append(folder / "benchmark.png")
        plot(report, written[1])
    return written


def plot(report: dict[str, Any], path: Path) -> None:
    """Plot decisions per second over batch size, with a panel for each ruleset."""
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
    """Draw the panel of a ruleset."""
    by_size = result["decisions_per_second"]
    for name, (colour, marker, line) in BATCH_STYLES.items():
        points = [(int(size), rates[name]) for size, rates in by_size.items() if name in rates]
        if points:
            panel.plot(*zip(*points, strict=True), color=colour, marker=marker, linestyle=line, label=name)
    for name, (colour, marker, line) in SINGLE_STYLES.items():
        if name in result["decisions_per_second_single"]:
            rate = result["decisions_per_second_single"][name]
            panel.plot([SINGLE_X], [rate], color=colour, marker=marker, linestyle=line, markersize=9, label=name)
    sizes = [int(size) for size in by_size]
    panel.set_xscale("log", base=2)
    panel.set_yscale("log")
    panel.set_xticks([SINGLE_X, *sizes], ["single", *(f"{size:,}" for size in sizes)])
    panel.set_title(ruleset.replace("_", " "))
    panel.set_xlabel("games at once")
    panel.set_ylabel("decisions per second")
    panel.grid(which="major", alpha=0.4)
