"""Networks as agents, and the published ones as the agent "ppo"."""

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
DESCRIPTION = (
    "A neural network trained by self-play, in some rulesets with a heuristic as its adviser; plays its most likely "
    "action."
)


class PolicyAgent:
    """An agent with action probabilities: plays the most likely action, or samples unless `deterministic`."""

    name: str
    deterministic: bool

    def probabilities(self, view: View) -> np.ndarray:
        """(m, A) the probability of each action."""
        raise NotImplementedError

    def act(self, view: View) -> np.ndarray:
        probabilities = self.probabilities(view)
        if self.deterministic:
            return probabilities.argmax(axis=1)
        # Sampled with the agent's own random stream, so that a game does not depend on the others in the batch.
        cumulated = probabilities.cumsum(axis=1)
        chosen = (cumulated < view.uniform()[:, None] * cumulated[:, -1:]).sum(axis=1)
        return np.where(view.mask[np.arange(len(view)), chosen], chosen, probabilities.argmax(axis=1))

    def __repr__(self) -> str:
        return self.name


class NetworkAgent(PolicyAgent):
    """An agent from a network, or from the path of a saved one (.npz)."""

    def __init__(self, network: Network | str | Path, name: str = "ppo", deterministic: bool = True) -> None:
        self.network = network if isinstance(network, Network) else Network.load(Path(network))[0]
        self.name = name
        self.deterministic = deterministic

    def probabilities(self, view: View) -> np.ndarray:
        return self.network.probabilities(view)


class Sb3Agent(PolicyAgent):
    """An agent from a trained MaskablePPO model, or from the path of a saved one (.zip)."""

    def __init__(self, model: Any, name: str = "ppo", deterministic: bool = True) -> None:
        if isinstance(model, (str, Path)):
            from sb3_contrib import MaskablePPO

            model = MaskablePPO.load(model, device="cpu")
        self.model = model
        # Our own policies may read an adviser's ratings too; other policies read the observation.
        self._inputs = getattr(model.policy, "read_view", None) or (lambda view: view.observation)
        self.name = name
        self.deterministic = deterministic

    def probabilities(self, view: View) -> np.ndarray:
        import torch

        policy = self.model.policy
        policy.set_training_mode(False)
        with torch.no_grad():
            distribution = policy.get_distribution(torch.as_tensor(self._inputs(view)), action_masks=view.mask)
            return distribution.distribution.probs.numpy()


@cache
def load(path: Path) -> Network:
    """A saved network, read once in each process."""
    return Network.load(path)[0]


class PublishedAgent(PolicyAgent):
    """The published network for the number of players: models/RULESET-PLAYERS.npz if there is one, or RULESET.npz."""

    def __init__(self, ruleset: str, deterministic: bool = True) -> None:
        self.ruleset = ruleset
        self.deterministic = bool(deterministic)
        self.name = "ppo" if deterministic else "ppo(deterministic=False)"

    def network(self, players: int) -> Network:
        """The network that plays games with this number of players."""
        special = MODELS / f"{self.ruleset}-{players}.npz"
        return load(special if special.exists() else MODELS / f"{self.ruleset}.npz")

    def probabilities(self, view: View) -> np.ndarray:
        return self.network(view.config.players).probabilities(view)


def _register() -> None:
    trained = {re.sub(r"-\d+$", "", path.stem) for path in MODELS.glob("*.npz")}
    for ruleset in sorted(trained & set(RULESETS)):
        register(
            ruleset,
            "ppo",
            lambda deterministic=True, ruleset=ruleset: PublishedAgent(ruleset, deterministic),
            DESCRIPTION,
        )


_register()
