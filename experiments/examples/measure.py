"""Shared by the examples: arguments of those with self-play, and the evaluation of what was trained."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
import tyro
from rich.console import Console
from torch import nn

from vegas_env import View
from vegas_env.adapters.parallel import VegasParallelEnv, parallel_env
from vegas_env.agent import as_agents, split_names
from vegas_env.arena.match import evaluate
from vegas_env.arena.report import results_table
from vegas_env.arena.statistics import Result


@dataclasses.dataclass(kw_only=True)
class SelfPlayArgs:
    """Arguments of the examples that train one policy for all seats in the parallel environment."""

    ruleset: tyro.conf.Positional[str] = "las_vegas"
    """The ruleset to play."""
    players: int = 2
    """Number of players."""
    rounds: int = 1
    """Rounds of a game; shorter games are easier to learn."""
    batch: int = 2_000
    """Environment steps between two updates."""
    learning_rate: float = 1e-3
    """Learning rate of Adam."""
    ent_coef: float = 0.01
    """Coefficient of the entropy bonus."""
    seed: int = 0
    """Seed of training."""
    against: str = "random,most_dice,greedy"
    """Opponents of the evaluation, as a comma-separated list; each is evaluated separately."""
    games: int = 2_000
    """Games of each evaluation."""

    def make_env(self) -> VegasParallelEnv:
        """The environment to train in."""
        return parallel_env(self.ruleset, players=self.players, rounds=self.rounds, reward="money")

    def measure(self, agent: LogitsAgent, seconds: float) -> dict[str, Result]:
        """Evaluate a trained agent; `seconds` is the training time."""
        options = {"players": self.players, "rounds": self.rounds}
        opponents = split_names(self.against)
        return measure(agent, self.ruleset, opponents, self.games, self.seed + 1, seconds, **options)


def network(inputs: int, outputs: int) -> nn.Module:
    """A small MLP."""
    return nn.Sequential(nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, outputs))


class LogitsAgent:
    """A network with a logit for each action, as an agent that takes the most likely legal action."""

    def __init__(self, logits: nn.Module, name: str) -> None:
        self.logits = logits
        self.name = name

    def act(self, view: View) -> np.ndarray:
        with torch.no_grad():
            logits = self.logits(torch.from_numpy(view.observation)).numpy()
        # The parallel environment has one more action, to wait, which the arena does not have.
        return np.where(view.mask, logits[:, : view.ruleset.actions], -np.inf).argmax(axis=1)

    def __repr__(self) -> str:
        return self.name


def measure(
    agent: LogitsAgent, ruleset: str, opponents: Sequence[str], games: int, seed: int, seconds: float, **options: Any
) -> dict[str, Result]:
    """Evaluate one seat against each of some opponents, and print the results."""
    results = {
        opponent: evaluate(ruleset, agent, as_agents(ruleset, opponent), games, seed, **options)
        for opponent in opponents
    }
    settings = ", ".join(f"{name} {value}" for name, value in options.items())
    title = f"{ruleset}, {settings}: {agent!r} after {seconds:.0f} s of training"
    Console().print(
        results_table({f"one seat against {opponent}": result for opponent, result in results.items()}, title)
    )
    return results
