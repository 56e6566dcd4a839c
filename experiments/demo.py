"""The main job in a few minutes: learn Las Vegas with four players, then play against the agents it learned from."""

from __future__ import annotations

import dataclasses
import json
import os
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from experiments.evaluate import report
from experiments.train import Args, compare, train

STEPS = 3_000_000
RESULT = Path("results/demo.json")


def main(steps: int = STEPS, games: int = 10_000) -> None:
    console = Console()
    args = Args("las_vegas", steps=steps, games=games, width=128, output=Path("runs/demo"))
    options = {"players": 4, "reward": "money"}
    console.print(f"[bold]Las Vegas, 4 players[/]: MaskablePPO, {steps:,} decisions against {args.opponents}")
    begun = time.perf_counter()
    model = train(args, options, log=False)
    seconds = time.perf_counter() - begun
    console.print(f"trained in {seconds:.0f} s; now {games:,} games against each kind of opponent")
    results = compare(model, args, ["random", "greedy"], options)
    console.print(report(results))
    console.print("One seat of four: an equal player would win a share of 0.250.")
    RESULT.parent.mkdir(parents=True, exist_ok=True)
    written: dict[str, Any] = {"steps": steps, "seconds": seconds, "cores": os.cpu_count(), "games": games}
    written["results"] = {name: dataclasses.asdict(result) for name, result in results.items()}
    RESULT.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
