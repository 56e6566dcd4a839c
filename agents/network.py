"""Agents that are neural networks trained with Stable-Baselines3."""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.agency import View


class Sb3Agent:
    """A trained MaskablePPO model, or the path of a saved one; plays its most likely action, or samples."""

    def __init__(self, model: Any, name: str = "ppo", deterministic: bool = True) -> None:
        if isinstance(model, str):
            from sb3_contrib import MaskablePPO

            model = MaskablePPO.load(model, device="cpu")
        self.model = model
        self.name = name
        self.deterministic = deterministic

    def act(self, view: View) -> np.ndarray:
        probabilities = self.probabilities(view.observation, view.mask)
        if self.deterministic:
            return probabilities.argmax(axis=1)
        # Sampled with the agent's own luck, so that a game does not depend on what else is played beside it.
        cumulated = probabilities.cumsum(axis=1)
        chosen = (cumulated < view.uniform()[:, None] * cumulated[:, -1:]).sum(axis=1)
        return np.where(view.mask[np.arange(len(view)), chosen], chosen, probabilities.argmax(axis=1))

    def probabilities(self, observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """(m, A) how likely each action is."""
        import torch

        policy = self.model.policy
        policy.set_training_mode(False)
        with torch.no_grad():
            distribution = policy.get_distribution(torch.as_tensor(observation), action_masks=mask)
            return distribution.distribution.probs.numpy()

    def __repr__(self) -> str:
        return self.name
