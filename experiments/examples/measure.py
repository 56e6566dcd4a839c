"""What the examples share: the game that two of them play against themselves, and how all are measured in the arena."""

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
from vegas_env.arena.statistics import Result
from vegas_env.experiments.evaluate import report


@dataclasses.dataclass(kw_only=True)
class SelfPlayArgs:
    """Settings of the examples in which one policy, for all seats, learns in the parallel environment."""

    ruleset: tyro.conf.Positional[str] = "las_vegas"
    """Which game."""
    players: int = 2
    """Number of players."""
    rounds: int = 1
    """Rounds of a game; fewer are learned sooner."""
    batch: int = 2_000
    """Steps of the environment between two updates."""
    learning_rate: float = 1e-3
    """Of the Adam optimiser."""
    entropy: float = 0.01
    """Weight of the entropy bonus."""
    seed: int = 0
    """Of everything."""
    against: str = "random,most_dice,greedy"
    """Whom it is measured against, one after the other."""
    games: int = 2_000
    """Games of each evaluation."""

    def make_env(self) -> VegasParallelEnv:
        return parallel_env(self.ruleset, players=self.players, rounds=self.rounds, reward="money")

    def measure(self, agent: LogitsAgent, seconds: float) -> dict[str, Result]:
        options = {"players": self.players, "rounds": self.rounds}
        opponents = split_names(self.against)
        return measure(agent, self.ruleset, opponents, self.games, self.seed + 1, seconds, **options)


def network(inputs: int, outputs: int) -> nn.Module:
    """A small network for the policy, or for the value."""
    return nn.Sequential(nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, outputs))


class LogitsAgent:
    """A network that gives the logits of all actions, as an agent: it plays the most likely of the legal ones."""

    def __init__(self, logits: nn.Module, name: str) -> None:
        self.logits = logits
        self.name = name

    def act(self, view: View) -> np.ndarray:
        with torch.no_grad():
            logits = self.logits(torch.from_numpy(view.observation)).numpy()
        # A parallel environment has one more action, to wait: in the arena, who is asked never waits.
        return np.where(view.mask, logits[:, : view.ruleset.actions], -np.inf).argmax(axis=1)

    def __repr__(self) -> str:
        return self.name


def measure(
    agent: LogitsAgent, ruleset: str, opponents: Sequence[str], games: int, seed: int, seconds: float, **options: Any
) -> dict[str, Result]:
    """One seat against each of some agents, printed."""
    results = {
        opponent: evaluate(ruleset, agent, as_agents(ruleset, opponent), games, seed, **options)
        for opponent in opponents
    }
    settings = ", ".join(f"{name} {value}" for name, value in options.items())
    title = f"{ruleset}, {settings}: {agent!r} after {seconds:.0f} s of learning"
    Console().print(report({f"one seat against {opponent}": result for opponent, result in results.items()}, title))
    return results
