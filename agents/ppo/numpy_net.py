"""The network in NumPy: it plays without torch."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from vegas_env.agent import View, as_agent
from vegas_env.agents.ppo.layout import Layout
from vegas_env.kernel.cache import agent_kernel
from vegas_env.rulesets import RULESETS


class Network:
    """The forward pass of `torch_net.StructuredNet`, in NumPy."""

    def __init__(self, ruleset: str, weights: dict[str, np.ndarray], adviser: str = "") -> None:
        self.ruleset = RULESETS[ruleset]
        self.adviser = adviser
        self.layout = Layout(self.ruleset, advised=bool(adviser))
        self.weights = {name: np.asarray(array, np.float32) for name, array in weights.items()}
        inputs = {"rest_trunk": len(self.layout.rest)}
        if len(self.layout.columns):
            inputs["item_in"] = self.layout.item_size
        for name, expected in inputs.items():
            if self.weights[f"{name}.weight"].shape[1] != expected:
                raise ValueError(f"this network was made for other observations of {ruleset}: train it anew")

    @cached_property
    def reads(self) -> Callable[[View], np.ndarray]:
        """What the network reads of a view."""
        return reader(self.ruleset.name, self.adviser)

    def forward(self, observation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(m, A) logits and (m,) values of what the network reads."""
        with one_thread():
            return self._forward(observation)

    def _forward(self, observation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        layout = self.layout
        rest = observation.take(layout.rest, axis=1)
        outputs = [np.zeros((len(observation), 0), np.float32)]
        if len(layout.columns):
            seen = np.empty((len(observation), len(layout.columns), layout.item_size), np.float32)
            _read_items(np.ascontiguousarray(observation), layout.columns, layout.stepped, layout.steps, seen)
            item, pooled = self._item("item_in", seen, self._linear("rest_item", rest))
            trunk = _relu(self._linear("rest_trunk", rest) + self._linear("pool_trunk", pooled))
            item, pooled = self._item("item_mid", item, self._linear("trunk_item", trunk))
            outputs = [self._linear("item_out", item).reshape(len(observation), -1)]
            trunk = _relu(self._linear("trunk_mid", trunk) + self._linear("pool_mid", pooled))
        else:
            trunk = _relu(self._linear("trunk_mid", _relu(self._linear("rest_trunk", rest))))
        outputs += [self._linear("action_out", trunk), np.zeros((len(observation), 1), np.float32)]
        logits = np.concatenate(outputs, axis=1)[:, layout.parts].sum(axis=2)
        if self.adviser:
            logits += self.weights["trust"] * observation[:, layout.advice]
        return logits, self._linear("value_out", trunk)[:, 0]

    def _item(self, name: str, item: np.ndarray, rest: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A layer of the items that knows the rest; and their mean and highest."""
        item = self._linear(name, item)
        pooled = np.empty((len(item), 2 * item.shape[2]), np.float32)
        _relu_and_pool(item, rest, pooled)
        return item, pooled

    def _linear(self, name: str, x: np.ndarray) -> np.ndarray:
        # One matrix product for all items of all games: NumPy would make one for each game.
        flat = x.reshape(-1, x.shape[-1]) @ self.weights[f"{name}.weight"].T
        if f"{name}.bias" in self.weights:
            flat += self.weights[f"{name}.bias"]
        return flat.reshape(*x.shape[:-1], -1)

    def probabilities(self, view: View) -> np.ndarray:
        """(m, A) how likely each action is."""
        return softmax(self.forward(self.reads(view))[0], view.mask)

    def save(self, path: Path, card: dict[str, Any]) -> None:
        """Write the network, in half precision, and what is to be known about it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        content: dict[str, Any] = {name: array.astype(np.float16) for name, array in self.weights.items()}
        np.savez_compressed(path, ruleset=self.ruleset.name, adviser=self.adviser, card=json.dumps(card), **content)

    @staticmethod
    def load(path: Path) -> tuple[Network, dict[str, Any]]:
        """A saved network and its card."""
        if not path.exists():
            raise FileNotFoundError(f"there is no model {path}")
        with np.load(path) as file:
            about = {name: str(file[name]) for name in ("ruleset", "adviser", "card")}
            weights = {name: file[name] for name in file.files if name not in about}
            return Network(about["ruleset"], weights, about["adviser"]), json.loads(about["card"])


def reader(ruleset: str, adviser: str) -> Callable[[View], np.ndarray]:
    """How a network reads a view: the observation and, with an adviser, what that agent thinks of each action."""
    if not adviser:
        return lambda view: view.observation
    agent = as_agent(ruleset, adviser)
    if not hasattr(agent, "rate"):
        raise ValueError(f"an adviser is a compiled agent, which {adviser} is not")
    return lambda view: np.concatenate([view.observation, agent.rate(view)], axis=1)


@cache
def _threads() -> Any:
    """What controls the threads of NumPy's matrix products, if threadpoolctl is installed."""
    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:
        return None
    return ThreadpoolController()


@contextmanager
def one_thread() -> Iterator[None]:
    """These matrices are small: threads would wait for each other twenty times as long as one takes to do the work.

    To begin and to end it takes as long as a small network: whoever asks networks many times does it once around all.
    """
    controller = None if _limited else _threads()
    if controller is None:
        yield
        return
    with controller.limit(limits=1, user_api="blas"):
        _limited.append(True)
        try:
            yield
        finally:
            _limited.pop()


_limited: list[bool] = []  # not empty within `one_thread`


def softmax(logits: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """(m, A) probabilities of the legal actions."""
    logits = np.where(mask, logits, -np.inf)
    likely = np.exp(logits - logits.max(axis=1, keepdims=True))
    return likely / likely.sum(axis=1, keepdims=True)


def _relu(x: np.ndarray) -> np.ndarray:
    return np.maximum(x, 0.0, out=x)


@agent_kernel
def _read_items(observation, columns, stepped, steps, seen):
    """Numbers and steps of every item (see `Layout`)."""
    numbers = columns.shape[1]
    for game in range(len(observation)):
        for item in range(len(columns)):
            for place in range(numbers):
                seen[game, item, place] = observation[game, columns[item, place]]
            for place in range(len(steps)):
                seen[game, item, numbers + place] = observation[game, stepped[item, place]] >= steps[place]


@agent_kernel
def _relu_and_pool(item, rest, pooled):
    """The rest is added to every item, what is below zero is zero; the mean and the highest of all items."""
    items, width = item.shape[1:]
    share = np.float32(1.0 / items)
    for game in range(len(item)):
        pooled[game] = 0.0
        for place in range(items):
            for unit in range(width):
                number = max(item[game, place, unit] + rest[game, unit], np.float32(0.0))
                item[game, place, unit] = number
                pooled[game, unit] += share * number
                pooled[game, width + unit] = max(pooled[game, width + unit], number)
