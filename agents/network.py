"""Agents that are neural networks: trained with torch, played with NumPy alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from vegas_env.agency import View, as_agent
from vegas_env.kernel.cache import agent_kernel
from vegas_env.rulesets import RULESETS
from vegas_env.rulesets.spec import Items, Ruleset

MODELS = Path(__file__).resolve().parent / "models"


MOST_STEPS = 8  # of a count that is not scaled
COUNTED = 0.12  # numbers of this scale and above count a few things


class Layout:
    """How a network reads the observations of a ruleset: its items (see `Items`), and the rest.

    Whether a count is one more than another, or the same, is everything in these games and hard to tell from numbers
    that differ by an eighth.  So a count of an item is read a second time, as a row of ones and zeros: at least one, at
    least two, …

    A network with an adviser reads what that agent thinks of each action too, behind the observation: of actions of an
    item with the item, of others with the rest; of those that belong to several items it only adds it to the logits.
    """

    def __init__(self, ruleset: Ruleset, advised: bool = False) -> None:
        items = ruleset.items or Items(np.zeros((0, 0), np.int64), 0, {})
        self.columns = items.columns
        self.stepped, self.steps = self._steps(ruleset)
        self.outputs = items.outputs
        in_items = np.isin(np.arange(ruleset.observation_size), items.columns)
        self.rest = np.flatnonzero(~in_items)
        self.rest_actions = [action for action in range(ruleset.actions) if action not in items.parts]
        self.parts = self._parts(ruleset, items)
        self.advice = slice(ruleset.observation_size, ruleset.observation_size + ruleset.actions)
        if advised:
            self.columns = np.concatenate([self.columns, self.advice.start + self._own_actions(items)], axis=1)
            self.rest = np.concatenate([self.rest, self.advice.start + np.array(self.rest_actions, np.int64)])

    @staticmethod
    def _own_actions(items: Items) -> np.ndarray:
        """(items, k) the actions that belong to one item alone: the same ones of every item."""
        own = {parts[0]: action for action, parts in items.parts.items() if len(parts) == 1}
        outputs = [k for k in range(items.outputs) if k in own]
        actions = [own[item * items.outputs + k] for item in range(items.count) for k in outputs]
        return np.array(actions, np.int64).reshape(items.count, len(outputs))

    @property
    def item_size(self) -> int:
        """How many numbers a network reads of an item."""
        return self.columns.shape[1] + len(self.steps)

    def _steps(self, ruleset: Ruleset) -> tuple[np.ndarray, np.ndarray]:
        """(items, S) places in the observation vector, and (S,) what is asked of each: is it at least so much?"""
        stepped: list[np.ndarray] = []
        steps: list[float] = []
        for places in self.columns.T:
            part = next(part for part in ruleset.slices.values() if part.start <= places[0] < part.stop)
            if part.scale >= COUNTED and part.high > 1:
                most = MOST_STEPS if part.scale == 1.0 else round(1 / part.scale)
                for count in range(1, min(part.high, most) + 1):
                    stepped.append(places)
                    steps.append((count - 0.5) * part.scale)
        return np.array(stepped, np.int64).reshape(len(steps), len(self.columns)).T, np.array(steps, np.float32)

    def _parts(self, ruleset: Ruleset, items: Items) -> np.ndarray:
        """(A, k) which of all outputs, the items' and then those of other actions, make the logit of each action; one
        number above all stands for nothing.
        """
        first = items.count * items.outputs
        nothing = first + len(self.rest_actions)
        rest = {action: (first + place,) for place, action in enumerate(self.rest_actions)}
        lists = [{**items.parts, **rest}[action] for action in range(ruleset.actions)]
        most = max(map(len, lists))
        return np.array([[*parts, *[nothing] * (most - len(parts))] for parts in lists])


class Network:
    """The forward pass of `experiments.policy.StructuredNet`, in NumPy."""

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
