"""Compare ways to train: `vegas ablation las_vegas --players 5 --steps 3000000`.

Trains the same learner on the same number of decisions in six ways: against random players only, against heuristics
only, against itself only, in the league, in the league with the best heuristic as its teacher, and with all settings of
the recipe, which for most rulesets include an adviser.  Then evaluates each in one seat against the same agents.
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

from vegas_env.agents.ppo.presets import TrainingSettings, plain_recipe, recipe
from vegas_env.arena.report import results_table
from vegas_env.arena.statistics import Result
from vegas_env.experiments.common.options import parse_args
from vegas_env.experiments.train import train


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """Game to learn."""
    steps: int = 3_000_000
    """Decisions that each learner learns from."""
    opponents: str = ""
    """Heuristics to train against, a comma list; by default those of the recipe."""
    eval_opponents: str = "random,greedy,expected_value"
    """Agents to evaluate against, a comma list."""
    games: int = 10_000
    """Games of each evaluation."""
    seed: int = 0
    """Random seed of every training."""
    output: Path = Path("results/ablation")
    """Folder for the runs and for ablation.json."""


def variants(ruleset: str, opponents: str, **common: Any) -> dict[str, TrainingSettings]:
    """The settings of each way to train, by name; `common` are settings of all of them."""
    common["eval_games"] = 0
    heuristics = opponents or recipe(ruleset).opponents
    alone = partial(plain_recipe, ruleset, teacher="", **common)
    return {
        "against random players": alone(opponents="random", self_play_prob=0.0, num_snapshots=0),
        "against heuristics": alone(opponents=heuristics, self_play_prob=0.0, num_snapshots=0),
        "against itself": alone(opponents="", self_play_prob=1.0, num_snapshots=0),
        "in the league": alone(opponents=heuristics),
        "in the league, with a teacher": plain_recipe(ruleset, opponents=heuristics, **common),
        "in the league, by the recipe": recipe(ruleset, opponents=heuristics, **common),
    }


def run(args: Args, options: dict[str, Any]) -> dict[str, Result]:
    """Train and evaluate each variant, with the highest player count; results by "variant: opponent"."""
    results = {}
    for number, (name, settings) in enumerate(
        variants(args.ruleset, args.opponents, steps=args.steps, seed=args.seed).items()
    ):
        settings.output = args.output / f"run-{number}"
        training = train(settings, options)
        for opponent in args.eval_opponents.split(","):
            results[f"{name}: {opponent}"] = training.evaluate(opponent, training.players[-1], args.games)
    return results


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = parse_args(Args, words, "vegas ablation")
    results = run(args, options)
    Console().print(results_table(results, f"{args.ruleset}: way of training, and opponents of one seat"))
    written = {name: dataclasses.asdict(result) for name, result in results.items()}
    (args.output / "ablation.json").write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
