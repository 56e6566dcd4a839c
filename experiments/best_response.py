"""How much a fresh learner gains against a frozen agent: `vegas best_response las_vegas --agent ppo --players 5`.

An agent that nobody can exploit leaves a learner its even share of wins, however long it trains.  What the learner
finds is a lower bound on what the best answer to the agent would win.
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
from vegas_env.experiments.common.learning_curve import draw_curve
from vegas_env.experiments.common.options import with_ruleset_options
from vegas_env.experiments.evaluate import report
from vegas_env.experiments.train import train


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """Which game."""
    agent: str = "ppo"
    """The frozen agent, in all other seats."""
    steps: int = 5_000_000
    """Decisions that the learner learns from."""
    games: int = 10_000
    """Games of the last measurement."""
    watch_games: int = 2_000
    """Games of the measurements along the way."""
    section: int = 8
    """Updates between two of these."""
    seed: int = 0
    """Of the learner."""
    output: Path = Path("results/best_response")
    """Folder for the run, curve.png and best_response.json."""


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = with_ruleset_options(Args, words, "vegas best_response")
    settings = recipe(
        args.ruleset, opponents=args.agent, self_play=0.0, past=0, steps=args.steps, games=args.games, seed=args.seed,
        watch=args.agent, watch_games=args.watch_games, section=args.section, output=args.output,
    )  # fmt: skip
    training = train(settings, options)
    players = training.players[-1]
    result = training.evaluate(args.agent, players, args.games)
    Console().print(report({f"fresh learner against {args.agent}": result}, f"{args.ruleset}, {players} players"))
    title = f"A fresh learner against frozen {args.agent}: {args.ruleset}, {players} players"
    draw_curve(training.history, args.output / "curve.png", title, players)
    written: dict[str, Any] = {"result": dataclasses.asdict(result), "history": training.history}
    (args.output / "best_response.json").write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
