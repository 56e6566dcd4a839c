"""Train a network for four-player Las Vegas in a few minutes, then evaluate it against the heuristics."""

from __future__ import annotations

import dataclasses
import json
import os
from pathlib import Path
from typing import Any

from rich.console import Console

from vegas_env.agents.ppo.presets import plain_recipe
from vegas_env.arena.report import results_table
from vegas_env.experiments.common.learning_curve import draw_curve
from vegas_env.experiments.train import train

STEPS = 4_000_000
PLAYERS = 4
AGAINST = ("random", "most_dice", "greedy", "expected_value")
OUTPUT = Path("runs/demo")
RESULT = Path("results/demo.json")


def main(steps: int = STEPS, games: int = 10_000, updates_per_iteration: int = 6) -> None:
    console = Console()
    # With a teacher instead of an adviser: whatever the network can do in the end, it has learned.
    settings = plain_recipe(
        "las_vegas", steps=steps, games=games, updates_per_iteration=updates_per_iteration, output=OUTPUT, fresh=True
    )
    console.print(f"[bold]Las Vegas, {PLAYERS} players[/]: training by self-play on {steps:,} decisions")
    training = train(settings, {"players": PLAYERS})
    console.print(f"trained in {training.seconds:.0f} s; evaluating in {games:,} games against each heuristic")
    results = {f"trained network against {name}": training.evaluate(name, PLAYERS, games) for name in AGAINST}
    console.print(results_table(results))
    console.print(f"One seat of {PLAYERS}: an equal player would win a share of {1 / PLAYERS:.3f}.")
    draw_curve(training.history, OUTPUT / "curve.png", "Las Vegas, 4 players", PLAYERS)
    console.print(f"learning curve: {OUTPUT / 'curve.png'}")
    RESULT.parent.mkdir(parents=True, exist_ok=True)
    written: dict[str, Any] = {"steps": steps, "seconds": training.seconds, "cores": os.cpu_count(), "games": games}
    written["results"] = {name: dataclasses.asdict(result) for name, result in results.items()}
    RESULT.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
