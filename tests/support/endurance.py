"""An endurance run, not part of the tests: `python -m tests.support.endurance --minutes 30`.

The rulesets take turns.  In each turn, one plays many random games of random configurations.  Every few steps some
positions are checked: conservation laws, a legal action for the deciding seat, payoffs that add up.  After every round
of turns the memory of the process is measured.  The report is printed and written to a file.
"""

from __future__ import annotations

import argparse
import dataclasses
import gc
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.conftest import random_legal
from tests.support import configs
from vegas_env import RULESETS, Games

GAMES = 512  # side by side
STEPS = 400  # of each configuration
EVERY = 40  # steps between two checks
LOOKED_AT = 4  # positions in a check
CONFIGURATIONS = 10  # of a ruleset in each turn
MOST_GROWTH = 64  # MB, after the first half


@dataclasses.dataclass
class Tally:
    """Counts for one ruleset."""

    configurations: int = 0
    decisions: int = 0
    games: int = 0
    checks: int = 0
    seconds: float = 0.0


def endure(ruleset: str, options: dict[str, Any], tally: Tally) -> None:
    """Play STEPS steps of many games of one configuration."""
    begun = time.perf_counter()
    games = Games(ruleset, GAMES, seed=tally.configurations, **options)
    rng = np.random.default_rng(tally.configurations)
    for step in range(STEPS):
        games.step(random_legal(games.mask, rng))
        tally.decisions += games.n
        if step % EVERY == 0:
            check(games, rng.integers(games.n, size=LOOKED_AT), tally)
        if games.over.any():
            check_ends(games)
            tally.games += int(games.over.sum())
            games.reset(where=games.over)
    tally.configurations += 1
    tally.seconds += time.perf_counter() - begun


def check(games: Games, rows: np.ndarray, tally: Tally) -> None:
    for i in rows:
        games.ruleset.check(games.facts(int(i)), games.config)
        tally.checks += 1
    assert (games.mask.any(axis=1) | games.over).all(), "a running game without a legal action"
    assert np.isfinite(games.observation).all()


def check_ends(games: Games) -> None:
    np.testing.assert_allclose(games.shares[games.over].sum(axis=1), 1.0, atol=1e-5)
    if configs.is_zero_sum(games.ruleset.name, games.config.reward):
        np.testing.assert_allclose(games.payoff[games.over].sum(axis=1), 0.0, atol=1e-3)


def turn(ruleset: str, number: int, tally: Tally) -> None:
    """Play some configurations of a ruleset, different ones in every turn."""

    @seed(number)
    @settings(
        max_examples=CONFIGURATIONS, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(options=configs.of(ruleset).options())
    def play(options: dict[str, Any]) -> None:
        endure(ruleset, options, tally)

    play()


def run(minutes: float, tell: Callable[[str], None] = print) -> tuple[dict[str, Tally], list[float]]:
    """Play for some minutes; returns the tally of each ruleset, and the memory in MB after every round of turns."""
    tallies = {name: Tally() for name in RULESETS}
    memory: list[float] = []
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end or len(memory) < 2:
        for name, tally in tallies.items():
            turn(name, len(memory), tally)
        gc.collect()
        memory.append(psutil.Process().memory_info().rss / 2**20)
        decisions = sum(tally.decisions for tally in tallies.values())
        tell(f"turn {len(memory)}: {decisions:,} decisions so far, {memory[-1]:.0f} MB")
    return tallies, memory


def growth(memory: list[float]) -> float:
    """Growth of memory in MB over the second half, when everything is compiled and allocated."""
    return memory[-1] - memory[len(memory) // 2 - 1]


def report(minutes: float, tallies: dict[str, Tally], memory: list[float]) -> str:
    lines = [
        f"# Endurance: `python -m tests.support.endurance --minutes {minutes:g}`\n",
        "| ruleset | configurations | decisions | games ended | positions checked | seconds |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, tally in tallies.items():
        numbers = (tally.configurations, tally.decisions, tally.games, tally.checks, round(tally.seconds))
        lines.append(f"| {name} | " + " | ".join(f"{number:,}" for number in numbers) + " |")
    half = memory[len(memory) // 2 - 1]
    lines.append(
        "\nEvery check held (a failed one ends the run without a report).\n"
        f"\nMemory: {memory[0]:.0f} MB after the first turn, {half:.0f} MB after half of {len(memory)} turns, "
        f"{memory[-1]:.0f} MB at the end: {growth(memory):+.0f} MB in the second half, {MOST_GROWTH} are allowed.\n"
    )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--output", type=Path, default=Path("results/endurance.md"))
    args = parser.parse_args()
    tallies, memory = run(args.minutes)
    text = report(args.minutes, tallies, memory)
    args.output.parent.mkdir(parents=True, exist_ok=True)
    args.output.write_text(text, encoding="utf-8")
    print(text)
    assert growth(memory) < MOST_GROWTH, f"the process grew by {growth(memory):.0f} MB in its second half"


if __name__ == "__main__":
    main()
