"""The network that learns: shared weights for all entities (casinos, rows), and a trunk for the rest."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from vegas_env.agents.ppo.layout import NetworkLayout
from vegas_env.agents.ppo.numpy_net import Network
from vegas_env.rulesets import RULESETS
from vegas_env.spec import Ruleset

ILLEGAL = -1e8  # logit of an illegal action


class StructuredNet(nn.Module):
    """An actor-critic network: inputs (see `NetworkLayout`) → logits of all actions, and the value.

    Every entity is read with the same weights, together with the rest of the position.  The trunk reads the rest and
    the mean and maximum over all entities.  Then a second layer reads every entity again, now with the trunk as its
    context.  For a ruleset without entities, the network is the trunk alone.

    Parameters
    ----------
    ruleset: a ruleset or its name
    entity_width: hidden units for each entity
    trunk_width: hidden units of the trunk
    adviser: name of the agent whose ratings, times a learned scale, are added to the logits; "" for none
    prior_scale: initial value of that scale
    """

    entity_columns: Tensor
    threshold_columns: Tensor
    thresholds: Tensor
    rest_columns: Tensor
    logit_parts: Tensor

    def __init__(
        self, ruleset: str | Ruleset, entity_width: int, trunk_width: int, adviser: str = "", prior_scale: float = 4.0
    ) -> None:
        super().__init__()
        self.ruleset = RULESETS[ruleset] if isinstance(ruleset, str) else ruleset
        layout = NetworkLayout.of(self.ruleset, advised=bool(adviser))
        self.adviser, self.advice = adviser, layout.advice
        self.entity_count = layout.entity_count
        self._constant("entity_columns", layout.entity_columns.ravel())
        self._constant("threshold_columns", layout.threshold_columns.ravel())
        self._constant("thresholds", np.tile(layout.thresholds, self.entity_count))
        self._constant("rest_columns", layout.rest_columns)
        self._constant("logit_parts", layout.logit_parts)
        rest = len(layout.rest_columns)
        self.rest_trunk = nn.Linear(rest, trunk_width)
        self.trunk_mid = nn.Linear(trunk_width, trunk_width)
        self.action_out = nn.Linear(trunk_width, len(layout.rest_actions))
        self.value_out = nn.Linear(trunk_width, 1)
        policy_layers = [self.action_out]
        if self.entity_count:
            self.entity_in = nn.Linear(layout.entity_size, entity_width)
            self.rest_entity = nn.Linear(rest, entity_width, bias=False)
            self.pool_trunk = nn.Linear(2 * entity_width, trunk_width, bias=False)
            self.entity_mid = nn.Linear(entity_width, entity_width)
            self.trunk_entity = nn.Linear(trunk_width, entity_width, bias=False)
            self.entity_out = nn.Linear(entity_width, layout.outputs)
            self.pool_mid = nn.Linear(2 * entity_width, trunk_width, bias=False)
            policy_layers.append(self.entity_out)
        for layer in policy_layers:  # starts near the uniform policy, or near the adviser's
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(layer.bias)
        if adviser:
            self.prior_scale = nn.Parameter(torch.tensor([prior_scale]))

    def _constant(self, name: str, array: np.ndarray) -> None:
        self.register_buffer(name, torch.as_tensor(array), persistent=False)

    def forward(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """(m, A) logits and (m,) values of (m, D) inputs."""
        rest = inputs.index_select(1, self.rest_columns)  # several times as fast as inputs[:, …]
        trunk = self.rest_trunk(rest)
        outputs = []
        if self.entity_count:
            numbers = inputs.index_select(1, self.entity_columns).view(len(inputs), self.entity_count, -1)
            counts = (inputs.index_select(1, self.threshold_columns) >= self.thresholds).float()
            counts = counts.view(len(inputs), self.entity_count, -1)
            features = torch.cat([numbers, counts], dim=2)
            entities = torch.relu(self.entity_in(features) + self.rest_entity(rest)[:, None])
            trunk = torch.relu(trunk + self.pool_trunk(_pool(entities)))
            entities = torch.relu(self.entity_mid(entities) + self.trunk_entity(trunk)[:, None])
            outputs.append(self.entity_out(entities).flatten(1))
            trunk = torch.relu(self.trunk_mid(trunk) + self.pool_mid(_pool(entities)))
        else:
            trunk = torch.relu(self.trunk_mid(torch.relu(trunk)))
        outputs.append(self.action_out(trunk))
        logits = self._logits(outputs)
        if self.adviser:
            logits = logits + self.prior_scale * inputs[:, self.advice]
        return logits, self.value_out(trunk)[:, 0]

    def _logits(self, outputs: list[Tensor]) -> Tensor:
        if self.logit_parts.shape[1] == 1:
            return torch.cat(outputs, dim=1)[:, self.logit_parts[:, 0]]
        zero = outputs[0].new_zeros(len(outputs[0]), 1)
        return torch.cat([*outputs, zero], dim=1)[:, self.logit_parts].sum(dim=2)

    def to_numpy(self) -> Network:
        """The same network in NumPy, with a copy of the weights."""
        weights = {name: value.detach().numpy().copy() for name, value in self.state_dict().items()}
        return Network(self.ruleset, weights, self.adviser)

    def load_numpy(self, network: Network) -> None:
        """Take the weights of a network in NumPy."""
        if network.adviser != self.adviser:
            raise ValueError(f"the saved network has the adviser {network.adviser!r}, this one {self.adviser!r}")
        self.load_state_dict({name: torch.as_tensor(array) for name, array in network.weights.items()})


def _pool(entities: Tensor) -> Tensor:
    return torch.cat([entities.mean(dim=1), entities.amax(dim=1)], dim=1)


def mask_logits(logits: Tensor, mask: Tensor) -> Tensor:
    """Logits that give illegal actions no probability."""
    return logits.masked_fill(~mask, ILLEGAL)
