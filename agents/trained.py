"""The trained networks that come with the package, as the agent "ppo"."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np

from vegas_env.agency import View
from vegas_env.rulesets import RULESETS

from .network import MODELS, Network, ProbableAgent
from .registry import register

IDEA = (
    "A neural network that learned by playing against itself and others, in some rulesets with a heuristic to advise "
    "it; plays the action it finds most promising."
)


@cache
def load(path: Path) -> Network:
    return Network.load(path)[0]


class TrainedAgent(ProbableAgent):
    """The network for the number of players at the table: models/RULESET-PLAYERS.npz, or else models/RULESET.npz."""

    def __init__(self, ruleset: str, deterministic: bool = True) -> None:
        self.ruleset = ruleset
        self.deterministic = bool(deterministic)
        self.name = "ppo" if deterministic else "ppo(deterministic=False)"

    def network(self, players: int) -> Network:
        """What plays at a table of this size."""
        own = MODELS / f"{self.ruleset}-{players}.npz"
        return load(own if own.exists() else MODELS / f"{self.ruleset}.npz")

    def probabilities(self, view: View) -> np.ndarray:
        return self.network(view.config.players).probabilities(view)


def _register() -> None:
    trained = {re.sub(r"-\d+$", "", path.stem) for path in MODELS.glob("*.npz")}
    for ruleset in sorted(trained & set(RULESETS)):
        register(ruleset, "ppo", lambda deterministic=True, ruleset=ruleset: TrainedAgent(ruleset, deterministic), IDEA)


_register()
