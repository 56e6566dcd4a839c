"""Where the time of a training goes: `vegas training_speed las_vegas --players 5`.

In one run, at the recipe's settings: the whole training; the same learner with games that cost nothing; and the games
alone, with all opponents, under random actions of the learner.
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

from vegas_env.adapters.sb3_self_play import SelfPlayVecEnv
from vegas_env.agent import Agent
from vegas_env.agents.ppo.presets import recipe
from vegas_env.experiments.common.options import with_ruleset_options
from vegas_env.self_play import NOBODY

BAR = 6.0  # µs for each decision of the learner, outside its own forward pass and update


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """Which game."""
    updates: int = 8
    """Updates that are timed, after one that is not."""
    repeats: int = 3
    """How often; the best counts."""
    json: Path | None = None
    """A file for the result."""


class FreeEnv(SelfPlayVecEnv):
    """Games that stand still: the learner's actions cost nothing and change nothing."""

    def step_wait(self) -> Any:
        nothing = np.zeros(self.num_envs, np.float32)
        return self._still[0], nothing, np.ones(self.num_envs, np.bool_), self._infos

    def freeze(self) -> None:
        """From now on, these are the positions."""
        self._still = super().observation, super().action_masks(), super().seat, super().paid

    def ask(self, agent: Agent) -> np.ndarray:
        return np.full(self.num_envs, -1, np.int64)

    @property
    def observation(self) -> np.ndarray:
        return self._still[0]

    def action_masks(self) -> np.ndarray:
        return self._still[1]

    @property
    def seat(self) -> np.ndarray:
        return self._still[2]

    @property
    def paid(self) -> np.ndarray:
        return self._still[3]


def measure(args: Args, options: dict[str, Any]) -> dict[str, float]:
    """µs for each decision."""
    from vegas_env.agents.ppo.run import Training

    with tempfile.TemporaryDirectory() as folder:
        training = Training(recipe(args.ruleset, output=Path(folder), log=False), options)
        training.league.join(training.model.policy.net.plain(), "snapshot")  # as all the time but at the start
        training.league.change_past(0)
        model = training.model
        model.teacher_weight = training.args.teacher_rest  # as most of the time
        model.env = games = training.make_games(0)
        free = FreeEnv(games.parts, games.adviser)
        free.freeze()
        rng = np.random.default_rng(0)

        def learn(env: SelfPlayVecEnv) -> dict[str, float]:
            model.env = env
            model.seconds = dict.fromkeys(model.seconds, 0.0)
            before = model.num_timesteps
            for _ in range(args.updates):
                model.one_update(1.0)
            decisions = model.num_timesteps - before
            return {name: seconds / decisions * 1e6 for name, seconds in model.seconds.items()}

        def play() -> float:
            begun, decisions = time.perf_counter(), 0
            for _ in range(args.updates * model.n_steps):
                decisions += int(np.count_nonzero(games.seat != NOBODY))
                masks = games.action_masks()
                games.step((masks * rng.random(masks.shape, np.float32)).argmax(axis=1))
            return (time.perf_counter() - begun) / decisions * 1e6

        model.one_update(1.0)  # warm
        found: dict[str, list[float]] = {}
        for _ in range(args.repeats):
            check_int, alone = learn(games), learn(free)
            for name, value in (
                ("whole", sum(check_int.values())), ("forward", check_int["forward"]), ("update", check_int["update"]),
                ("advice", check_int["advice"]), ("teacher", check_int["teacher"]), ("games", check_int["games"]),
                ("learner on free games", sum(alone.values())), ("games alone", play()),
            ):  # fmt: skip
                found.setdefault(name, []).append(value)
    return {name: min(values) for name, values in found.items()}


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = with_ruleset_options(Args, words, "vegas training_speed")
    found = measure(args, options)
    table = Table(title=f"{args.ruleset}: µs for each decision learned from (best of {args.repeats})")
    for heading in ("part", "µs", "decisions/s"):
        table.add_column(heading, justify="left" if heading == "part" else "right")
    for name, value in found.items():
        table.add_row(name, f"{value:.2f}", f"{1e6 / value:,.0f}")
    Console().print(table)
    outside = found["games"] + found["teacher"]
    verdict = "reached" if outside <= BAR else "missed"
    Console().print(f"outside the learner's forward pass and update: {outside:.2f} µs (bar {BAR:g}: {verdict})")
    if args.json is not None:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        args.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
