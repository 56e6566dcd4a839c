"""The network in NumPy: agents play without torch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from vegas_env.agent import View, as_agent
from vegas_env.agents.ppo.layout import NetworkLayout
from vegas_env.agents.ppo.network_file import NetworkFile
from vegas_env.kernel.cache import agent_kernel
from vegas_env.rulesets import RULESETS
from vegas_env.spec import Ruleset


class Network:
    """The forward pass of `torch_net.StructuredNet`, in NumPy.

    Parameters
    ----------
    ruleset: a ruleset or its name
    weights: arrays by the names of the torch module's parameters
    adviser: name of the agent that advises the network; "" for none
    """

    def __init__(self, ruleset: str | Ruleset, weights: dict[str, np.ndarray], adviser: str = "") -> None:
        self.ruleset = RULESETS[ruleset] if isinstance(ruleset, str) else ruleset
        self.adviser = adviser
        self.layout = NetworkLayout.of(self.ruleset, advised=bool(adviser))
        self.weights = {name: np.asarray(array, np.float32) for name, array in weights.items()}
        inputs = {"rest_trunk": len(self.layout.rest_columns)}
        if self.layout.entity_count:
            inputs["entity_in"] = self.layout.entity_size
        for name, expected in inputs.items():
            layer = self.weights.get(f"{name}.weight")
            if layer is None or layer.shape[1] != expected:
                raise ValueError(
                    f"these weights are for other observations than those of {self.ruleset.name}: train a new network"
                )

    @cached_property
    def inputs(self) -> Callable[[View], np.ndarray]:
        """A function of a view: what the network reads of it."""
        return input_function(self.ruleset.name, self.adviser)

    def forward(self, inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(m, A) logits and (m,) values of (m, D) inputs."""
        with single_threaded_blas():
            return self._forward(inputs)

    def _forward(self, inputs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        layout = self.layout
        rest = inputs.take(layout.rest_columns, axis=1)
        outputs = [np.zeros((len(inputs), 0), np.float32)]
        if layout.entity_count:
            features = np.empty((len(inputs), layout.entity_count, layout.entity_size), np.float32)
            _read_entities(
                np.ascontiguousarray(inputs), layout.entity_columns, layout.threshold_columns, layout.thresholds,
                features,
            )  # fmt: skip
            entities, pooled = self._entity_layer("entity_in", features, self._linear("rest_entity", rest))
            trunk = _relu(self._linear("rest_trunk", rest) + self._linear("pool_trunk", pooled))
            entities, pooled = self._entity_layer("entity_mid", entities, self._linear("trunk_entity", trunk))
            outputs = [self._linear("entity_out", entities).reshape(len(inputs), -1)]
            trunk = _relu(self._linear("trunk_mid", trunk) + self._linear("pool_mid", pooled))
        else:
            trunk = _relu(self._linear("trunk_mid", _relu(self._linear("rest_trunk", rest))))
        outputs += [self._linear("action_out", trunk), np.zeros((len(inputs), 1), np.float32)]
        logits = np.concatenate(outputs, axis=1)[:, layout.logit_parts].sum(axis=2)
        if self.adviser:
            logits += self.weights["prior_scale"] * inputs[:, layout.advice]
        return logits, self._linear("value_out", trunk)[:, 0]

    def _entity_layer(self, name: str, entities: np.ndarray, context: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """One layer for all entities, given their context; also returns the mean and maximum over entities."""
        entities = self._linear(name, entities)
        pooled = np.empty((len(entities), 2 * entities.shape[2]), np.float32)
        _relu_and_pool(entities, context, pooled)
        return entities, pooled

    def _linear(self, name: str, x: np.ndarray) -> np.ndarray:
        # One matrix product for all entities of all games; on three dimensions, NumPy would make one for each game.
        flat = x.reshape(-1, x.shape[-1]) @ self.weights[f"{name}.weight"].T
        if f"{name}.bias" in self.weights:
            flat += self.weights[f"{name}.bias"]
        return flat.reshape(*x.shape[:-1], -1)

    def probabilities(self, view: View) -> np.ndarray:
        """(m, A) the probability of each action."""
        return softmax(self.forward(self.inputs(view))[0], view.mask)

    def save(self, path: Path, card: dict[str, Any]) -> None:
        """Write the network to a file (.npz) in half precision, with a card that says how it was made."""
        ruleset = self.ruleset
        NetworkFile(
            ruleset.name, self.adviser, self.weights, card, ruleset.observation_layout, ruleset.observation_hash
        ).write(path)

    @staticmethod
    def load(path: Path) -> tuple[Network, dict[str, Any]]:
        """A saved network and its card."""
        file = NetworkFile.read(path)
        file.check_observations(path, RULESETS[file.ruleset])
        return Network(file.ruleset, file.weights, file.adviser), file.card


def input_function(ruleset: str, adviser: str) -> Callable[[View], np.ndarray]:
    """How a network reads a view: the observation, followed by the adviser's rating of each action if it has one."""
    if not adviser:
        return lambda view: view.observation
    agent = make_adviser(ruleset, adviser)
    return lambda view: np.concatenate([view.observation, agent.rate(view)], axis=1)


def make_adviser(ruleset: str, name: str) -> Any:
    """The agent that advises a network; only compiled agents rate actions."""
    agent = as_agent(ruleset, name)
    if not hasattr(agent, "rate"):
        raise ValueError(f"an adviser must be a compiled agent, which {name} is not")
    return agent


@cache
def _blas_controller() -> Any:
    """Controls the threads of NumPy's matrix products, if threadpoolctl is installed."""
    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:
        return None
    return ThreadpoolController()


_limited: list[bool] = []  # not empty within `single_threaded_blas`


@contextmanager
def single_threaded_blas() -> Iterator[None]:
    """Compute NumPy's matrix products in one thread.

    The matrices here are so small that with several threads a product takes up to twenty times as long.  Entering and
    leaving costs as much as a small forward pass, so wrap the whole loop when you call networks many times: nested
    uses cost nothing.
    """
    controller = None if _limited else _blas_controller()
    if controller is None:
        yield
        return
    with controller.limit(limits=1, user_api="blas"):
        _limited.append(True)
        try:
            yield
        finally:
            _limited.pop()


def softmax(logits: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """(m, A) probabilities of the legal actions."""
    logits = np.where(mask, logits, -np.inf)
    likely = np.exp(logits - logits.max(axis=1, keepdims=True))
    return likely / likely.sum(axis=1, keepdims=True)


def _relu(x: np.ndarray) -> np.ndarray:
    return np.maximum(x, 0.0, out=x)


@agent_kernel
def _read_entities(inputs: Any, columns: Any, threshold_columns: Any, thresholds: Any, features: Any) -> None:
    """Write the numbers and thresholds of every entity; see `NetworkLayout`."""
    numbers = columns.shape[1]
    for game in range(len(inputs)):
        for entity in range(len(columns)):
            for k in range(numbers):
                features[game, entity, k] = inputs[game, columns[entity, k]]
            for k in range(len(thresholds)):
                features[game, entity, numbers + k] = inputs[game, threshold_columns[entity, k]] >= thresholds[k]


@agent_kernel
def _relu_and_pool(entities: Any, context: Any, pooled: Any) -> None:
    """Add the context to every entity and apply ReLU, in place; write the mean and maximum over entities."""
    count, width = entities.shape[1:]
    share = np.float32(1.0 / count)
    for game in range(len(entities)):
        pooled[game] = 0.0
        for entity in range(count):
            for unit in range(width):
                number = max(entities[game, entity, unit] + context[game, unit], np.float32(0.0))
                entities[game, entity, unit] = number
                pooled[game, unit] += share * number
                pooled[game, width + unit] = max(pooled[game, width + unit], number)
