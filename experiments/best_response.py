"""Train a new network against a frozen agent: `vegas best_response las_vegas --agent ppo --players 5`.

An unexploitable agent concedes no more than an even share, however long the new network trains.  The result is a lower
bound on the win share of a best response to the agent.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path
from typing import Any

import tyro
from rich.console import Console

from vegas_env.agents.ppo.presets import recipe
from vegas_env.arena.report import results_table
from vegas_env.experiments.common.learning_curve import draw_curve
from vegas_env.experiments.common.options import parse_args
from vegas_env.experiments.train import train


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """Game to play."""
    agent: str = "ppo"
    """Frozen agent in all other seats."""
    steps: int = 5_000_000
    """Decisions to learn from."""
    games: int = 10_000
    """Games of the final evaluation."""
    eval_games: int = 2_000
    """Games of the evaluation after each iteration."""
    updates_per_iteration: int = 8
    """Updates in an iteration."""
    seed: int = 0
    """Random seed of the training."""
    output: Path = Path("results/best_response")
    """Folder for the run, curve.png and best_response.json."""


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = parse_args(Args, words, "vegas best_response")
    settings = recipe(
        args.ruleset, opponents=args.agent, self_play_prob=0.0, num_snapshots=0, steps=args.steps, games=args.games,
        seed=args.seed, eval_opponents=args.agent, eval_games=args.eval_games,
        updates_per_iteration=args.updates_per_iteration, output=args.output,
    )  # fmt: skip
    training = train(settings, options)
    players = training.players[-1]
    result = training.evaluate(args.agent, players, args.games)
    Console().print(results_table({f"new network against {args.agent}": result}, f"{args.ruleset}, {players} players"))
    title = f"A new network against frozen {args.agent}: {args.ruleset}, {players} players"
    draw_curve(training.history, args.output / "curve.png", title, players)
    written: dict[str, Any] = {"result": dataclasses.asdict(result), "history": training.history}
    (args.output / "best_response.json").write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
