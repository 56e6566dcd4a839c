"""The trained networks that come with the package, as the agent "ppo"."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np

from vegas_env.agency import View
from vegas_env.rulesets import RULESETS

from .network import MODELS, Network, NetworkAgent
from .registry import register

IDEA = "A neural network that learned by playing against itself; plays the action it finds most promising."


@cache
def load(path: Path) -> Network:
    return Network.load(path)[0]


class TrainedAgent:
    """The network for the number of players at the table: models/RULESET-PLAYERS.npz, or else models/RULESET.npz."""

    def __init__(self, ruleset: str, deterministic: bool = True) -> None:
        self.ruleset = ruleset
        self.deterministic = bool(deterministic)
        self.name = "ppo" if deterministic else "ppo(deterministic=False)"

    def for_players(self, players: int) -> NetworkAgent:
        """The agent for a table of this size."""
        own = MODELS / f"{self.ruleset}-{players}.npz"
        path = own if own.exists() else MODELS / f"{self.ruleset}.npz"
        return NetworkAgent(load(path), self.name, self.deterministic)

    def act(self, view: View) -> np.ndarray:
        return self.for_players(view.config.players).act(view)

    def __repr__(self) -> str:
        return self.name


def _register() -> None:
    trained = {re.sub(r"-\d+$", "", path.stem) for path in MODELS.glob("*.npz")}
    for ruleset in sorted(trained & set(RULESETS)):
        register(ruleset, "ppo", lambda deterministic=True, ruleset=ruleset: TrainedAgent(ruleset, deterministic), IDEA)


_register()
