"""Regenerate the tables in README.md, and docs/performance.md: `make readme-tables`.

Figures are read from the last results of `make leaderboard`, `vegas demo` and `vegas benchmark` in results/.  Tables
without results stay as they are.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np

from vegas_env import RULESETS, Games, View
from vegas_env.agent import as_agent
from vegas_env.arena.report import markdown_row as row
from vegas_env.arena.statistics import with_interval
from vegas_env.experiments.benchmarks.interfaces import GAMES
from vegas_env.experiments.benchmarks.report import short
from vegas_env.experiments.benchmarks.targets import STEP_SIZE
from vegas_env.experiments.site.checkout import DOCS, ROOT

README = ROOT / "README.md"
PERFORMANCE = DOCS / "performance.md"
LEADERBOARD = Path("results/leaderboard/las_vegas-5.json")
DEMO = Path("results/demo.json")
BENCHMARK = Path("results/benchmark/benchmark.json")
SEED = 1
DETAILED = "las_vegas"  # the ruleset with all measures in the README; of the others it shows one


def replace(text: str, name: str, content: str) -> str:
    """Replace the text between the markers <!-- name --> and <!-- /name -->."""
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    if not pattern.search(text):
        raise ValueError(f"{README.name} has no markers <!-- {name} --> … <!-- /{name} -->")
    return pattern.sub(lambda found: found.group(1) + content + found.group(2), text)


def picture() -> str:
    """A position in the middle of a game between greedy players, as text."""
    games = Games("las_vegas", 1, seed=SEED, players=4)
    greedy = as_agent("las_vegas", "greedy")
    for _ in range(30):
        games.step(greedy.act(View(games, np.arange(1))))
    return f"```\n{games.render(0, 'text')}\n```\n"


def leaderboard_table() -> str:
    """Las Vegas with five players: the mixed tournament, and one seat against random players."""
    board = json.loads(LEADERBOARD.read_text(encoding="utf-8"))
    lines = f"`{board['tournament_command']}`: {board['tournament_games']}. All rulesets, and search agents: "
    lines += "[docs/leaderboard.md](docs/leaderboard.md).\n\n"
    lines += row("Las Vegas, 5 players", "win share (95 %)", "rating", "one seat against random players")
    lines += row("---", "---:", "---:", "---:")
    for agent in board["agents"]:
        shown = with_interval(agent["win_share"], agent["win_share_low"], agent["win_share_high"])
        rating = f"{agent['rating']:+.0f} ± {(agent['rating_high'] - agent['rating_low']) / 2:.0f}"
        single = agent["against"]["random"]
        lines += row(agent["agent"], shown, rating, f"{single['win_share']:.3f}" if single else "–")
    return lines + f"\nThe even share is {1 / board['players']:.3f}.\n"


def demo_table() -> str:
    """Win shares of the network that the demo trained."""
    demo = json.loads(DEMO.read_text(encoding="utf-8"))
    lines = f"`make demo` ({demo['steps']:,} decisions, {demo['seconds']:.0f} s on {demo['cores']} cores), "
    lines += f"{demo['games']:,} games for each line:\n\n"
    lines += row("Las Vegas, one seat", "players", "even share", "win share (95 %)") + row("---", "---", "---", "---")
    for name, result in demo["results"].items():
        lines += row(name, 4, "0.250", with_interval(result["win_share"], *result["interval"]))
    return lines


def environment(found: dict[str, Any]) -> str:
    """Machine and number of repeats of a benchmark, in words."""
    return f"on {found['cpu']} ({found['cpus']} cores), best of {found['repeats']} interleaved turns"


def measure_rows(measures: list[dict[str, Any]]) -> str:
    """Rows of measured values."""
    lines = ""
    for measure in measures:
        value = measure["note"] if measure["value"] is None else f"{measure['value']:.3f}"
        lines += row(measure["ruleset"], measure["name"], value)
    return lines


def benchmark_table() -> str:
    """All measures of Las Vegas, and the speed of the other rulesets."""
    found = json.loads(BENCHMARK.read_text(encoding="utf-8"))
    lines = f"`vegas benchmark` {environment(found)}; all figures: [docs/performance.md](docs/performance.md).\n\n"
    lines += row("ruleset", "measure", "value") + row("---", "---", "---:")
    lines += measure_rows([measure for measure in found["targets"] if measure["ruleset"] == DETAILED])
    for ruleset, figures in found["rulesets"].items():
        rate = figures["decisions_per_second"].get(str(STEP_SIZE), {}).get(GAMES)
        if ruleset != DETAILED and rate is not None:
            lines += row(ruleset, f"{GAMES} ({STEP_SIZE} games), M decisions/s", f"{rate / 1e6:.3f}")
    return lines


def performance_page() -> str:
    """All figures of the benchmark."""
    found = json.loads(BENCHMARK.read_text(encoding="utf-8"))
    versions = ", ".join(f"{name} {version}" for name, version in found["versions"].items())
    lines = f"# Performance\n\n`vegas benchmark` {environment(found)}; {versions}. This page is generated by "
    lines += "`make readme-tables`.\n\n## Comparisons, start-up time and memory\n\n"
    lines += row("ruleset", "measure", "value") + row("---", "---", "---:") + measure_rows(found["targets"])
    lines += "\n## Decisions per second\n\nColumns: number of games in the batch.  Single environments play one game.\n"
    for ruleset, figures in found["rulesets"].items():
        lines += f"\n### {RULESETS[ruleset].title}\n\n" + rates_table(figures)
    return lines


def rates_table(figures: dict[str, Any]) -> str:
    """Decisions per second of a ruleset by interface and batch size."""
    rates = figures["decisions_per_second"]
    lines = row("interface", *(f"{int(size):,}" for size in rates)) + row("---", *["---:"] * len(rates))
    for name in dict.fromkeys(name for of_size in rates.values() for name in of_size):
        lines += row(name, *(short(of_size.get(name)) for of_size in rates.values()))
    for name, rate in figures["decisions_per_second_single"].items():
        lines += row(name, short(rate), *[""] * (len(rates) - 1))
    warm, cold, size = (figures[name] for name in ("warm_start_seconds", "cold_start_seconds", "bytes_per_game"))
    compiling = "" if cold is None else f"; with compilation {cold:.0f} s"
    return lines + f"\nStart-up time: {warm:.2f} s{compiling}. Memory: {size:.0f} bytes per game, with observations.\n"


def rulesets_table() -> str:
    """Rows of rulesets."""
    lines = ""
    for name, ruleset in RULESETS.items():
        low, high = ruleset.player_range
        lines += row(f"`{name}`", f"{low} to {high}", ruleset.summary)
    return lines


def main() -> None:
    text = README.read_text(encoding="utf-8")
    for name, path, table in (
        ("leaderboard", LEADERBOARD, leaderboard_table),
        ("demo", DEMO, demo_table),
        ("benchmark", BENCHMARK, benchmark_table),
    ):
        if path.exists():
            text = replace(text, name, table())
        else:
            print(f"{path} is missing: the table {name} stays as it is")
    text = replace(text, "rulesets", rulesets_table())
    text = replace(text, "picture", picture())
    README.write_text(text, encoding="utf-8")
    if BENCHMARK.exists():
        PERFORMANCE.write_text(performance_page(), encoding="utf-8")
    print(f"written: {README.name}")


if __name__ == "__main__":
    main()
