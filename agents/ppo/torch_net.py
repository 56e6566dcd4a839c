"""The network that learns: one set of weights for all casinos or rows, and a trunk for the rest."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from vegas_env.agents.ppo.layout import Layout
from vegas_env.agents.ppo.numpy_net import Network, reader
from vegas_env.rulesets import RULESETS

ILLEGAL = -1e8  # logit of an illegal action


class StructuredNet(nn.Module):
    """Observations, and what an adviser thinks of each action, if there is one → logits of all actions, and the value.

    Every item (see `vegas_env.rulesets.spec.Items`) is read with the same weights, knowing the rest of the position;
    a trunk reads the rest, and the mean and the highest of what all items say; the items are read once more, knowing
    that.  A ruleset without items has the trunk alone.
    """

    columns: Tensor
    stepped: Tensor
    steps: Tensor
    rest: Tensor
    parts: Tensor

    def __init__(self, ruleset: str, item_width: int, trunk_width: int, adviser: str = "", trust: float = 4.0) -> None:
        super().__init__()
        layout = Layout(RULESETS[ruleset], advised=bool(adviser))
        self.ruleset, self.adviser, self.advice = ruleset, adviser, layout.advice
        self.items = len(layout.columns)
        self.register_buffer("columns", torch.as_tensor(layout.columns.ravel()), persistent=False)
        self.register_buffer("stepped", torch.as_tensor(layout.stepped.ravel()), persistent=False)
        self.register_buffer("steps", torch.as_tensor(np.tile(layout.steps, self.items)), persistent=False)
        self.register_buffer("rest", torch.as_tensor(layout.rest), persistent=False)
        self.register_buffer("parts", torch.as_tensor(layout.parts), persistent=False)
        rest = len(layout.rest)
        self.rest_trunk = nn.Linear(rest, trunk_width)
        self.trunk_mid = nn.Linear(trunk_width, trunk_width)
        self.action_out = nn.Linear(trunk_width, len(layout.rest_actions))
        self.value_out = nn.Linear(trunk_width, 1)
        small = [self.action_out]
        if self.items:
            self.item_in = nn.Linear(layout.item_size, item_width)
            self.rest_item = nn.Linear(rest, item_width, bias=False)
            self.pool_trunk = nn.Linear(2 * item_width, trunk_width, bias=False)
            self.item_mid = nn.Linear(item_width, item_width)
            self.trunk_item = nn.Linear(trunk_width, item_width, bias=False)
            self.item_out = nn.Linear(item_width, layout.outputs)
            self.pool_mid = nn.Linear(2 * item_width, trunk_width, bias=False)
            small.append(self.item_out)
        for layer in small:  # all actions about equally likely at the start
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(layer.bias)
        if adviser:  # or as the adviser would have it
            self.trust = nn.Parameter(torch.tensor([trust]))

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """(m, A) logits and (m,) values."""
        rest = observation.index_select(1, self.rest)  # which is several times as fast as observation[:, …]
        trunk = self.rest_trunk(rest)
        outputs = []
        if self.items:
            numbers = observation.index_select(1, self.columns).view(len(observation), self.items, -1)
            counts = (observation.index_select(1, self.stepped) >= self.steps).float()
            counts = counts.view(len(observation), self.items, -1)
            seen = torch.cat([numbers, counts], dim=2)
            item = torch.relu(self.item_in(seen) + self.rest_item(rest)[:, None])
            trunk = torch.relu(trunk + self.pool_trunk(_pool(item)))
            item = torch.relu(self.item_mid(item) + self.trunk_item(trunk)[:, None])
            outputs.append(self.item_out(item).flatten(1))
            trunk = torch.relu(self.trunk_mid(trunk) + self.pool_mid(_pool(item)))
        else:
            trunk = torch.relu(self.trunk_mid(torch.relu(trunk)))
        outputs.append(self.action_out(trunk))
        logits = self._logits(outputs)
        if self.adviser:
            logits = logits + self.trust * observation[:, self.advice]
        return logits, self.value_out(trunk)[:, 0]

    def _logits(self, outputs: list[Tensor]) -> Tensor:
        if self.parts.shape[1] == 1:
            return torch.cat(outputs, dim=1)[:, self.parts[:, 0]]
        nothing = outputs[0].new_zeros(len(outputs[0]), 1)
        return torch.cat([*outputs, nothing], dim=1)[:, self.parts].sum(dim=2)

    def plain(self) -> Network:
        """The same network for NumPy, with weights of its own."""
        weights = {name: value.detach().numpy().copy() for name, value in self.state_dict().items()}
        return Network(self.ruleset, weights, self.adviser)

    def load(self, network: Network) -> None:
        """Take over the weights of a saved network."""
        if network.adviser != self.adviser:
            raise ValueError(f"the saved network has the adviser {network.adviser!r}, this one {self.adviser!r}")
        self.load_state_dict({name: torch.as_tensor(array) for name, array in network.weights.items()})


def _pool(item: Tensor) -> Tensor:
    return torch.cat([item.mean(dim=1), item.amax(dim=1)], dim=1)


def masked(logits: Tensor, mask: Tensor) -> Tensor:
    """Logits without illegal actions."""
    return logits.masked_fill(~mask, ILLEGAL)


class StructuredPolicy(MaskableActorCriticPolicy):
    """`StructuredNet` as a policy of MaskablePPO."""

    def __init__(self, *args: Any, net_arguments: dict[str, Any], **kwargs: Any) -> None:
        self.net_arguments = net_arguments  # of StructuredNet
        self.reads = reader(net_arguments["ruleset"], net_arguments["adviser"])
        super().__init__(*args, **kwargs)

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

    def get_distribution(  # type: ignore[override]  # our observations are never dictionaries; so below
        self, obs: Tensor, action_masks: np.ndarray | None = None
    ) -> MaskableDistribution:
        return self._distribution(self.net(obs)[0], action_masks)

    def predict_values(self, obs: Tensor) -> Tensor:  # type: ignore[override]
        return self.net(obs)[1][:, None]
