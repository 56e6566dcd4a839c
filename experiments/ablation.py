"""What the league is good for: `vegas ablation las_vegas --players 5 --steps 3000000`.

The same learner, with the same number of decisions to learn from, against random players only, against heuristics
only, against itself only, and in the league; there also with the best heuristic as its teacher, and by the recipe,
mostly with the heuristic as its adviser.
Then each in one seat against the same agents.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

import tyro
from rich.console import Console

from vegas_env.agents.ppo.presets import Args as TrainingArgs
from vegas_env.agents.ppo.presets import plain_recipe, recipe
from vegas_env.experiments.common.options import with_ruleset_options
from vegas_env.experiments.evaluate import report
from vegas_env.experiments.train import train


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """Which game to learn."""
    steps: int = 3_000_000
    """Decisions that each learns from."""
    heuristics: str = ""
    """The heuristics; without it, those of the recipe."""
    against: str = "random,greedy,expected_value"
    """Against whom they are measured."""
    games: int = 10_000
    """Games of each measurement."""
    seed: int = 0
    """Of all of them."""
    output: Path = Path("results/ablation")
    """Folder for the runs and for ablation.json."""


def ways(args: Args) -> dict[str, TrainingArgs]:
    """The kinds of training, by name."""
    heuristics = args.heuristics or recipe(args.ruleset).opponents
    common = {"steps": args.steps, "seed": args.seed, "watch_games": 0}
    by_itself = partial(plain_recipe, args.ruleset, teacher="", **common)
    return {
        "against random players": by_itself(opponents="random", self_play=0.0, past=0),
        "against heuristics": by_itself(opponents=heuristics, self_play=0.0, past=0),
        "against itself": by_itself(opponents="", self_play=1.0, past=0),
        "in the league": by_itself(opponents=heuristics),
        "in the league, with a teacher": plain_recipe(args.ruleset, opponents=heuristics, **common),
        "in the league, by the recipe": recipe(args.ruleset, opponents=heuristics, **common),
    }


def run(args: Args, options: dict[str, Any]) -> dict[str, Any]:
    """Train each and measure it; the highest player count counts."""
    found = {}
    for number, (way, settings) in enumerate(ways(args).items()):
        settings.output = args.output / f"run-{number}"
        training = train(settings, options)
        for name in args.against.split(","):
            found[f"{way}: {name}"] = training.evaluate(name, training.players[-1], args.games)
    return found


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = with_ruleset_options(Args, words, "vegas ablation")
    found = run(args, options)
    Console().print(report(found, f"{args.ruleset}: trained how, and in one seat against whom"))
    written = {name: dataclasses.asdict(result) for name, result in found.items()}
    (args.output / "ablation.json").write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
