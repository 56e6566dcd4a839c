"""Profile training time: `vegas training_speed las_vegas --players 5`.

With the settings of the recipe, measures a whole training, the same learner on frozen games (which cost no time), and
the games alone, with all opponents, under random actions of the learner.
"""

from __future__ import annotations

import dataclasses
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import tyro
from rich.console import Console
from rich.table import Table

from vegas_env.agent import Agent
from vegas_env.agents.ppo.presets import recipe
from vegas_env.agents.ppo.rollout import RolloutGames
from vegas_env.experiments.common.options import parse_args
from vegas_env.self_play import NOBODY


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """Game to learn."""
    updates: int = 8
    """Updates to time, after one that is not."""
    repeats: int = 3
    """Number of measurements; the best one counts."""
    json: Path | None = None
    """File for the result."""


class FrozenGames(RolloutGames):
    """Games that never change: a step costs nothing and ends every game."""

    def __init__(self, games: RolloutGames) -> None:
        super().__init__(games.parts, games.adviser)
        self._inputs, self._mask, self._seat, self._paid = games.inputs, games.mask, games.seat, games.paid
        self._done = np.ones(self.n, np.bool_)

    @property
    def inputs(self) -> np.ndarray:
        return self._inputs

    @property
    def mask(self) -> np.ndarray:
        return self._mask

    @property
    def seat(self) -> np.ndarray:
        return self._seat

    @property
    def paid(self) -> np.ndarray:
        return self._paid

    @property
    def done(self) -> np.ndarray:
        return self._done

    def ask(self, agent: Agent) -> np.ndarray:
        return np.full(self.n, -1, np.int64)

    def step(self, actions: np.ndarray) -> None:
        pass


def measure(ruleset: str, options: dict[str, Any], updates: int, repeats: int) -> dict[str, float]:
    """Microseconds for each decision learned from, by part of the training."""
    from vegas_env.agents.ppo.run import Training

    with tempfile.TemporaryDirectory() as folder:
        training = Training(recipe(ruleset, output=Path(folder), log=False), options)
    learner = training.learner
    training.league.add_snapshot(learner.net.to_numpy(), "snapshot")  # there is one except in the first iteration
    training.league.draw_snapshot(0)
    learner.teacher_weight = training.settings.teacher_rest  # its value for most of the training
    games = training.make_games()
    frozen = FrozenGames(games)
    rng = np.random.default_rng(0)

    def train(on: RolloutGames) -> dict[str, float]:
        learner.seconds = dict.fromkeys(learner.seconds, 0.0)
        before = learner.num_decisions
        for _ in range(updates):
            learner.collect_and_update(on, 1.0)
        decisions = learner.num_decisions - before
        return {name: seconds / decisions * 1e6 for name, seconds in learner.seconds.items()}

    def play() -> float:
        start, decisions = time.perf_counter(), 0
        for _ in range(updates * learner.num_steps):
            decisions += int(np.count_nonzero(games.seat != NOBODY))
            _ = games.inputs  # includes the adviser's ratings
            masks = games.mask
            games.step((masks * rng.random(masks.shape, np.float32)).argmax(axis=1))
        return (time.perf_counter() - start) / decisions * 1e6

    learner.collect_and_update(games, 1.0)  # warm up
    measured: dict[str, list[float]] = {}
    for _ in range(repeats):
        parts, on_frozen = train(games), train(frozen)
        for name, value in {
            "total": sum(parts.values()), **parts,
            "learner on frozen games": sum(on_frozen.values()), "games alone": play(),
        }.items():  # fmt: skip
            measured.setdefault(name, []).append(value)
    return {name: min(values) for name, values in measured.items()}


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = parse_args(Args, words, "vegas training_speed")
    measured = measure(args.ruleset, options, args.updates, args.repeats)
    table = Table(title=f"{args.ruleset}: µs for each decision learned from (best of {args.repeats})")
    for heading in ("part", "µs", "decisions/s"):
        table.add_column(heading, justify="left" if heading == "part" else "right")
    for name, value in measured.items():
        table.add_row(name, f"{value:.2f}", f"{1e6 / value:,.0f}")
    console = Console()
    console.print(table)
    console.print(f"games and teacher: {measured['games'] + measured['teacher']:.2f} µs")
    if args.json is not None:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        args.json.write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
