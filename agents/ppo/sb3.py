"""Export to Stable-Baselines3: a trained network as a MaskablePPO model."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor

from vegas_env.adapters import spaces
from vegas_env.agent import View
from vegas_env.agents.ppo.numpy_net import Network, input_function
from vegas_env.agents.ppo.torch_net import StructuredNet
from vegas_env.files import write_atomically


class StructuredPolicy(MaskableActorCriticPolicy):
    """`StructuredNet` as a policy of MaskablePPO; `net_arguments` are those of the network."""

    def __init__(self, *args: Any, net_arguments: dict[str, Any], **kwargs: Any) -> None:
        self.net_arguments = net_arguments
        super().__init__(*args, **kwargs)

    @cached_property
    def read_view(self) -> Callable[[View], np.ndarray]:
        """A function of a view: the policy's input."""
        return input_function(self.net.ruleset.name, self.net.adviser)

    def _build(self, lr_schedule: Any) -> None:
        self.net = StructuredNet(**self.net_arguments)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=lr_schedule(1), eps=1e-5, fused=True)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        return {**super()._get_constructor_parameters(), "net_arguments": self.net_arguments}

    def _distribution(self, logits: Tensor, action_masks: np.ndarray | Tensor | None) -> MaskableDistribution:
        distribution = self.action_dist.proba_distribution(action_logits=logits)
        if action_masks is not None:
            distribution.apply_masking(action_masks)
        return distribution

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: np.ndarray | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        logits, values = self.net(obs)
        distribution = self._distribution(logits, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, values[:, None], distribution.log_prob(actions)

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        logits, values = self.net(obs)
        distribution = self._distribution(logits, action_masks)
        return values[:, None], distribution.log_prob(actions), distribution.entropy()

    def get_distribution(  # type: ignore[override]  # our observations are never dictionaries
        self, obs: Tensor, action_masks: np.ndarray | None = None
    ) -> MaskableDistribution:
        return self._distribution(self.net(obs)[0], action_masks)

    def predict_values(self, obs: Tensor) -> Tensor:  # type: ignore[override]  # as above
        return self.net(obs)[1][:, None]


class SpacesOnly(gymnasium.Env):
    """Tells MaskablePPO the observation and action spaces of a network; cannot be played."""

    def __init__(self, network: Network) -> None:
        ruleset = network.ruleset
        self.observation_space = spaces.with_ratings(ruleset) if network.adviser else spaces.flat_box(ruleset)
        self.action_space = gymnasium.spaces.Discrete(ruleset.actions)


def to_maskable_ppo(network: Network, **settings: Any) -> MaskablePPO:
    """A MaskablePPO model that plays like a network; `settings` are those of MaskablePPO, to go on training.

    The observation of a network with an adviser ends with the adviser's rating of each action.  To train such a model
    further, the environment must append them too.
    """
    weights = {name: torch.as_tensor(array) for name, array in network.weights.items()}
    net_arguments = {
        "ruleset": network.ruleset.name,
        "entity_width": len(weights["entity_in.weight"]) if network.layout.entity_count else 0,
        "trunk_width": len(weights["rest_trunk.weight"]),
        "adviser": network.adviser,
    }
    model = MaskablePPO(
        StructuredPolicy, SpacesOnly(network), policy_kwargs={"net_arguments": net_arguments}, device="cpu", **settings
    )
    model.env = None
    policy: Any = model.policy
    policy.net.load_state_dict(weights)
    return model


def save(model: MaskablePPO, path: Path) -> None:
    """Write a model to a file (.zip) that `MaskablePPO.load` reads."""
    content = io.BytesIO()
    model.save(content)
    write_atomically(path, content.getbuffer())
