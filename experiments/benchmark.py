"""How fast is vegas_env?  Decisions per second through every interface, and the bars it sets itself.

python -m experiments.benchmark                    all rulesets
python -m experiments.benchmark las_vegas --quick  a first impression

Everything is measured warm: compiling and first calls are left out, actions are chosen outside the timing, finished
games are dealt anew inside it.  The machine may be busy with other things, so the contenders of a comparison take turns
and the best turn of each counts.
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
from vegas_env.experiments.benchmarks.timing import race

SIZES = (1, 16, 256, 1024, 4096, 16384)
QUICK_SIZES = (1, targets.PLAYOUT_SIZE, targets.ADAPTER_SIZE, targets.STEP_SIZE)
# A turn is shorter than a time slice of the operating system: on a busy machine, some turns still are not interrupted.
REPEATS, QUICK_REPEATS = 200, 2
TURN, QUICK_TURN = 0.0015, 0.001  # seconds
STARTS, QUICK_STARTS = 5, 1  # warm starts, of which the best counts

# Options other than the defaults of a ruleset: the bars of Las Vegas are for its full table.
OPTIONS: dict[str, dict[str, Any]] = {"las_vegas": {"players": 5}}


@dataclass(frozen=True)
class Options:
    """Decisions per second through every interface of vegas_env, and the bars that it sets itself."""

    rulesets: Annotated[tuple[str, ...], tyro.conf.Positional] = ()
    """Which rulesets; all, if none is named."""
    quick: bool = False
    """Fewer batch sizes, few and short turns, no cold start: for tests, not for figures to quote."""
    repeats: int | None = None
    """Turns of each contender, of which the best counts (200; with --quick, 2); the slowest take fewer, at least 8."""
    output: Path = Path("results/benchmark")
    """Folder for benchmark.json and benchmark.png."""
    plot: bool = True
    """Draw the plot."""

    def __post_init__(self) -> None:
        for name in self.rulesets:
            RULESETS[name]  # raises, with the names that there are
        if self.repeats is not None and self.repeats < 1:
            raise ValueError(f"repeats must be at least 1, not {self.repeats}")

    @property
    def turns(self) -> int:
        return self.repeats or (QUICK_REPEATS if self.quick else REPEATS)


def run(options: Options) -> dict[str, Any]:
    """Measure, show, and write everything; returns what benchmark.json holds."""
    console = Console()
    options.output.mkdir(parents=True, exist_ok=True)
    figures = {
        **report.circumstances(options.turns),
        "options": {**asdict(options), "output": str(options.output)},
    }
    report.warn_if_busy(console, figures)
    figures["rulesets"], figures["bars"] = {}, []
    for name in options.rulesets or tuple(RULESETS):
        figures["rulesets"][name], judged = measure(name, options, console)
        figures["bars"] += [bar.as_json() for bar in judged]
        console.print(report.rates_table(name, figures["rulesets"][name]))
    report.show_bars(console, figures["bars"], options.quick)
    for path in report.write(figures, options.output, options.plot):
        console.print(f"written: {path}", soft_wrap=True)
    return figures


def measure(ruleset: str, options: Options, console: Console) -> tuple[dict[str, Any], list[targets.Bar]]:
    """All figures of one ruleset, and its bars."""
    chosen = OPTIONS.get(ruleset, {})
    turn = QUICK_TURN if options.quick else TURN
    no_c = why_no_c() if ruleset == "las_vegas" else "the C program plays Las Vegas only"
    rates: dict[int, dict[str, float]] = {}
    for n in QUICK_SIZES if options.quick else SIZES:
        with console.status(f"{ruleset}: batches of {n} …"):
            rivals = interfaces.of_size(ruleset, n, chosen, with_c=not no_c)
            rates[n] = race(rivals, options.turns, turn)
    with console.status(f"{ruleset}: single games …"):
        single = race(interfaces.single(ruleset, chosen), options.turns, turn)
    with console.status(f"{ruleset}: starts in new processes …"):
        costs = footprint.measure(ruleset, chosen, QUICK_STARTS if options.quick else STARTS, cold=not options.quick)
    figures = {
        "options": chosen,
        "decisions_per_game": interfaces.game_length(ruleset, chosen),
        "decisions_per_second": {str(n): rate for n, rate in rates.items()},
        "decisions_per_second_single": single,
        **costs,
    }
    return figures, targets.judge(ruleset, rates, single, costs, no_c)


def why_no_c() -> str:
    """Why the C program cannot be measured; empty if it can."""
    try:
        c_baseline.build()
    except c_baseline.CompilerError as error:
        return str(error).splitlines()[0]
    return ""


def main(arguments: list[str] | None = None) -> None:
    try:
        options = tyro.cli(Options, args=arguments, prog="vegas benchmark")
    except (KeyError, ValueError) as error:
        sys.exit(str(error.args[0]))
    run(options)


if __name__ == "__main__":
    main()
