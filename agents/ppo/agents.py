"""The trained networks that come with the package, as the agent "ppo"."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from vegas_env.agent import View
from vegas_env.agents.ppo.numpy_net import Network
from vegas_env.agents.registry import register
from vegas_env.rulesets import RULESETS

MODELS = Path(__file__).resolve().parent / "models"


class ProbableAgent:
    """An agent that has probabilities: it plays the most likely action or, not deterministic, samples."""

    name: str
    deterministic: bool

    def probabilities(self, view: View) -> np.ndarray:
        """(m, A) how likely each action is."""
        raise NotImplementedError

    def act(self, view: View) -> np.ndarray:
        probabilities = self.probabilities(view)
        if self.deterministic:
            return probabilities.argmax(axis=1)
        # Sampled with the agent's own luck, so that a game does not depend on what else is played beside it.
        cumulated = probabilities.cumsum(axis=1)
        chosen = (cumulated < view.uniform()[:, None] * cumulated[:, -1:]).sum(axis=1)
        return np.where(view.mask[np.arange(len(view)), chosen], chosen, probabilities.argmax(axis=1))

    def __repr__(self) -> str:
        return self.name


class NetworkAgent(ProbableAgent):
    """A network, or the path of a saved one (.npz)."""

    def __init__(self, network: Network | str | Path, name: str = "ppo", deterministic: bool = True) -> None:
        self.network = network if isinstance(network, Network) else Network.load(Path(network))[0]
        self.name = name
        self.deterministic = deterministic

    def probabilities(self, view: View) -> np.ndarray:
        return self.network.probabilities(view)


class Sb3Agent(ProbableAgent):
    """A trained MaskablePPO model, or the path of a saved one (.zip)."""

    def __init__(self, model: Any, name: str = "ppo", deterministic: bool = True) -> None:
        if isinstance(model, str):
            from sb3_contrib import MaskablePPO

            model = MaskablePPO.load(model, device="cpu")
        self.model = model
        self._reads = getattr(model.policy, "reads", None) or (lambda view: view.observation)
        self.name = name
        self.deterministic = deterministic

    def probabilities(self, view: View) -> np.ndarray:
        import torch

        policy = self.model.policy
        policy.set_training_mode(False)
        with torch.no_grad():
            distribution = policy.get_distribution(torch.as_tensor(self._reads(view)), action_masks=view.mask)
            return distribution.distribution.probs.numpy()


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
