"""What the generic code knows about a ruleset."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from vegas_env.render.shapes import Picture
from vegas_env.render.text import Line

REWARDS = ("win", "rank", "money")


@dataclasses.dataclass(frozen=True)
class Slice:
    """A named part of the observation vector: whole numbers from `low` to `high`, times `scale`."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    scale: float = 1.0
    high: int = 1
    low: int = 0
    start: int = 0

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        return self.start + self.size

    @property
    def places(self) -> np.ndarray:
        """The places of its elements in the observation vector, in its own shape."""
        return np.arange(self.start, self.stop).reshape(self.shape)

    def of(self, observation: np.ndarray) -> np.ndarray:
        """This part of one or many observation vectors, in its own shape."""
        return observation[..., self.start : self.stop].reshape(observation.shape[:-1] + self.shape)


def layout(*slices: Slice) -> dict[str, Slice]:
    """Put slices one after the other."""
    placed: dict[str, Slice] = {}
    start = 0
    for part in slices:
        placed[part.name] = dataclasses.replace(part, start=start)
        start += part.size
    return placed


@dataclasses.dataclass(frozen=True)
class EntityLayout:
    """Parts of a position that are alike, casinos or rows, so that a network can treat each with the same weights.

    What such a network says about action a is the sum of its outputs in `parts[a]`, where output k of item i has the
    number i * outputs + k; of actions without parts, none of an item, it says so apart.
    """

    columns: np.ndarray  # (items, features) places in the observation vector: the same features of every item
    outputs: int  # numbers that a network gives for each item
    parts: Mapping[int, tuple[int, ...]]  # action → outputs that are added up

    @property
    def count(self) -> int:
        return len(self.columns)


def entity_layout(outputs: int, parts: Mapping[int, tuple[int, ...]], *columns: np.ndarray) -> EntityLayout:
    """Items from arrays of places, each with one row for every item."""
    return EntityLayout(np.concatenate([places.reshape(len(places), -1) for places in columns], axis=1), outputs, parts)


def plain(record: np.void) -> dict[str, Any]:
    """The fields of a record as plain numbers and lists: faster to read than the record itself."""
    values = [value.tolist() if isinstance(value, np.ndarray) else value for value in record.item()]
    return dict(zip(record.dtype.names or (), values, strict=True))


def env_id(ruleset: str, version: int) -> str:
    """The name in the registries of Gymnasium and PettingZoo: "vegas_env/LasVegas-v0"."""
    return f"vegas_env/{''.join(word.capitalize() for word in ruleset.split('_'))}-v{version}"


@dataclasses.dataclass(frozen=True)
class Ruleset:
    """One ruleset: its options, its record, its compiled rules and their names for people."""

    name: str  # "las_vegas"
    title: str  # "Las Vegas"
    summary: str  # what it is about, in a line
    version: int  # rises when the same actions and chance outcomes would play out differently
    config: type  # frozen dataclass of options; see vegas_env.rulesets.options
    record: np.dtype
    rules: Callable[[Any], Any]  # config → what the compiled rules read
    functions: Mapping[str, Callable[..., Any]]  # those of vegas_env.kernel.dispatch.RULE_FUNCTIONS
    seats: int  # capacity, and so the most players
    fewest_players: int
    action_names: tuple[str, ...]
    slices: Mapping[str, Slice]
    events: Mapping[int, str]  # number of a chance event → its name
    outcome_name: Callable[[Any, int, int], str]  # (config, event, outcome) → readable
    facts: Callable[[np.void, Any], dict[str, Any]]  # (record, config) → the whole position in plain Python values
    hide: Callable[[dict[str, Any], Any, int | None], dict[str, Any]]  # (facts, config, viewer: a seat, or None for a
    # spectator) → facts with None for what the viewer cannot know
    describe: Callable[[dict[str, Any], Any, int], str]  # (facts, config, legal action) → what it does, in words
    announcement: Callable[[dict[str, Any], Any, int], str]  # the same → what everybody hears of it
    text: Callable[[dict[str, Any], Any, int | None], list[Line]]  # (facts, config, deciding seat) → the table in words
    picture: Callable[[dict[str, Any], Any, int | None, str], Picture]  # the same and what happened last → drawn
    check: Callable[
        [dict[str, Any], Any], None
    ]  # (facts, config) → raises AssertionError if a conservation law is broken
    entities: EntityLayout | None = None  # parts that are alike, for networks with shared weights
    history: tuple[str, ...] = ("The first version.",)  # what changed with each version

    def __post_init__(self) -> None:
        if len(self.history) != self.version + 1:
            raise ValueError(
                f"{self.name} has version {self.version}: history must tell of {self.version + 1} versions"
            )

    @cached_property
    def actions(self) -> int:
        return len(self.action_names)

    @cached_property
    def observation_size(self) -> int:
        return max(part.stop for part in self.slices.values())

    @property
    def player_range(self) -> tuple[int, int]:
        return self.fewest_players, self.seats

    @property
    def env_id(self) -> str:
        return env_id(self.name, self.version)

    @cached_property
    def layout_version(self) -> str:
        """Names the meaning of saved records: changes with every field of the record and with the rules' version."""
        return f"{self.name}-v{self.version}-{hashlib.sha256(repr(self.record.descr).encode()).hexdigest()[:8]}"

    @cached_property
    def observation_layout(self) -> dict[str, Any]:
        """What a network depends on, as plain JSON values.

        slices: name, shape, scale and highest count of every slice of the observation vector, in order
        entities: the entity columns (see `EntityLayout`), or None
        """
        return {
            "slices": [[part.name, [int(n) for n in part.shape], float(part.scale), int(part.high)]
                       for part in self.slices.values()],
            "entities": None if self.entities is None else self.entities.columns.tolist(),
        }  # fmt: skip

    @cached_property
    def observation_hash(self) -> str:
        """Identifies the layout of observations: changes with every slice and with the entity columns.

        Networks store it, so that one trained on another layout is refused.
        """
        return hashlib.sha256(json.dumps(self.observation_layout).encode()).hexdigest()[:16]

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The lowest and highest value of every element of the observation."""
        low = np.zeros(self.observation_size, np.float32)
        high = np.zeros(self.observation_size, np.float32)
        for part in self.slices.values():
            low[part.start : part.stop] = np.float32(part.low) * np.float32(part.scale)
            high[part.start : part.stop] = np.float32(part.high) * np.float32(part.scale)
        return low, high

    def form(self) -> np.ndarray:
        """For compiled code: what the whole numbers of an observation are multiplied by, and room for them."""
        size = self.observation_size
        form = np.zeros(1, np.dtype([("scale", np.float32, (size,)), ("seen", np.int16, (size,))], align=True))
        for part in self.slices.values():
            form["scale"][0, part.start : part.stop] = part.scale
        return form

    def mask_rows(self, masks: np.ndarray) -> np.ndarray:
        """Masks (m, A) as compiled code takes them: zeros and ones."""
        return _rows(masks.view(np.int8), self.actions)

    def observation_rows(self, observations: np.ndarray) -> np.ndarray:
        """Observations (m, D) as compiled code takes them; (m, 0), for none, becomes one row that is never read."""
        return _rows(observations, self.observation_size)

    def seat_rows(self, amounts: np.ndarray) -> np.ndarray:
        """Rewards or payoffs (m, capacity of seats) as compiled code takes them."""
        return _rows(amounts, self.seats)


def _rows(matrix: np.ndarray, width: int) -> np.ndarray:
    """The rows of a matrix as records of one field, on the same memory."""
    dtype = np.dtype([("row", matrix.dtype, (width,))])
    if matrix.shape[1] == 0 or len(matrix) == 0:
        return np.zeros(1, dtype)
    return matrix.view(dtype)[:, 0]
