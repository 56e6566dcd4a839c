"""Benchmark of speed: decisions per second through every interface.

    vegas benchmark                    all rulesets
    vegas benchmark las_vegas --quick  a smoke test

Compilation and first calls are not measured.  Actions are chosen outside the timing; resets of finished games are
inside.  Other processes may load the machine, so interfaces are measured in interleaved turns and the best turn of each
counts.

The performance targets of the project are checked too.  They are regression tests: benchmark.json holds them, and the
command only mentions those that are missed.
"""

from __future__ import annotations

import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import tyro
from rich.console import Console

from vegas_env import RULESETS
from vegas_env.experiments.benchmarks import c_baseline, footprint, interfaces, report, targets
from vegas_env.experiments.benchmarks.timing import interleave

SIZES = (1, 16, 256, 1024, 4096, 16384)
QUICK_SIZES = (1, targets.PLAYOUT_SIZE, targets.ADAPTER_SIZE, targets.STEP_SIZE)
# A turn is shorter than a time slice of the operating system, so some turns run without interruption on a busy machine.
REPEATS, QUICK_REPEATS = 200, 2
TURN, QUICK_TURN = 0.0015, 0.001  # seconds
STARTS, QUICK_STARTS = 5, 1  # warm starts; the best one counts

# Options other than the defaults of a ruleset: the targets of Las Vegas are for five players.
OPTIONS: dict[str, dict[str, Any]] = {"las_vegas": {"players": 5}}


@dataclass(frozen=True)
class Options:
    """Measure decisions per second through every interface of vegas_env."""

    rulesets: Annotated[tuple[str, ...], tyro.conf.Positional] = ()
    """Rulesets to measure; all by default."""
    quick: bool = False
    """A smoke test: fewer batch sizes, few and short turns, no cold start.  Its figures mean nothing."""
    repeats: int | None = None
    """Turns of each interface, of which the best counts (default: 200; with --quick, 2).  Slow interfaces take fewer,
    but at least 8."""
    output: Path = Path("results/benchmark")
    """Folder for benchmark.json and benchmark.png."""
    plot: bool = True
    """Draw benchmark.png."""

    def __post_init__(self) -> None:
        for name in self.rulesets:
            RULESETS[name]  # raises a KeyError that lists the rulesets
        if self.repeats is not None and self.repeats < 1:
            raise ValueError(f"repeats must be at least 1, not {self.repeats}")

    @property
    def turns(self) -> int:
        """Turns of each interface."""
        return self.repeats or (QUICK_REPEATS if self.quick else REPEATS)


def run(options: Options) -> dict[str, Any]:
    """Measure, print and write everything; returns the content of benchmark.json."""
    console = Console()
    options.output.mkdir(parents=True, exist_ok=True)
    figures = {
        **report.environment(options.turns),
        "options": {**asdict(options), "output": str(options.output)},
    }
    report.warn_if_busy(console, figures)
    figures["rulesets"], figures["targets"] = {}, []
    for name in options.rulesets or tuple(RULESETS):
        figures["rulesets"][name], compared = measure(name, options, console)
        figures["targets"] += [target.as_json() for target in compared]
        console.print(report.rates_table(name, figures["rulesets"][name]))
    report.show_comparisons(console, figures["targets"], options.quick)
    for path in report.write(figures, options.output, options.plot):
        console.print(f"written: {path}", soft_wrap=True)
    return figures


def measure(ruleset: str, options: Options, console: Console) -> tuple[dict[str, Any], list[targets.Target]]:
    """All figures of one ruleset, and its performance targets."""
    chosen = OPTIONS.get(ruleset, {})
    turn = QUICK_TURN if options.quick else TURN
    no_c = why_no_c() if ruleset == "las_vegas" else "the C program only plays Las Vegas"
    rates: dict[int, dict[str, float]] = {}
    for n in QUICK_SIZES if options.quick else SIZES:
        with console.status(f"{ruleset}: batches of {n} …"):
            batch = interfaces.of_size(ruleset, n, chosen, with_c=not no_c)
            rates[n] = interleave(batch, options.turns, turn)
    with console.status(f"{ruleset}: single games …"):
        single = interleave(interfaces.single(ruleset, chosen), options.turns, turn)
    with console.status(f"{ruleset}: starts in new processes …"):
        costs = footprint.measure(ruleset, chosen, QUICK_STARTS if options.quick else STARTS, cold=not options.quick)
    figures = {
        "options": chosen,
        "decisions_per_game": interfaces.game_length(ruleset, chosen),
        "decisions_per_second": {str(n): rate for n, rate in rates.items()},
        "decisions_per_second_single": single,
        **costs,
    }
    return figures, targets.compare(ruleset, rates, single, costs, no_c)


def why_no_c() -> str:
    """Why the C program cannot be measured; empty if it can be."""
    try:
        c_baseline.build()
    except c_baseline.CompilerError as error:
        return str(error).splitlines()[0]
    return ""


def main(arguments: list[str] | None = None) -> None:
    try:
        options = tyro.cli(Options, args=arguments, prog="vegas benchmark")
    except (KeyError, ValueError) as error:
        sys.exit(f"vegas benchmark: {error.args[0]}")
    run(options)


if __name__ == "__main__":
    main()
