"""The specification of a ruleset: everything that generic code (games, adapters, agents, renderers) needs to know."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
from collections import namedtuple
from collections.abc import Callable, Mapping
from functools import cached_property
from types import ModuleType
from typing import Any, Generic, TypeAlias

import numpy as np

from vegas_env.config import Config, ConfigT
from vegas_env.kernel.dispatch import RULE_FUNCTIONS
from vegas_env.render.shapes import Picture
from vegas_env.render.text import Line

__all__ = [
    "Config", "EntityLayout", "Facts", "Ruleset", "Slice", "entity_layout", "env_id", "layout", "plain",
    "starts",
]  # fmt: skip

Facts: TypeAlias = dict[str, Any]  # a position in plain Python values


# --- observations -------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Slice:
    """A named part of the observation vector.

    Compiled rules write integers from `low` to `high`; the network sees them multiplied by `scale`.
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    scale: float = 1.0
    high: int = 1
    low: int = 0
    start: int = 0  # index of its first element in the observation vector, set by `layout`

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        """Index after its last element."""
        return self.start + self.size

    @property
    def indices(self) -> np.ndarray:
        """Indices of its elements in the observation vector, an array of the slice's shape."""
        return np.arange(self.start, self.stop).reshape(self.shape)

    def of(self, observation: np.ndarray) -> np.ndarray:
        """This part of one observation (D,) or of many (…, D), reshaped to (…, *shape)."""
        return observation[..., self.start : self.stop].reshape(observation.shape[:-1] + self.shape)


def layout(*slices: Slice) -> dict[str, Slice]:
    """Place slices one after the other, without gaps.  Returns them by name."""
    placed: dict[str, Slice] = {}
    start = 0
    for part in slices:
        placed[part.name] = dataclasses.replace(part, start=start)
        start += part.size
    return placed


def starts(slices: Mapping[str, Slice]) -> Any:
    """The start of every slice as a named tuple, which numba compiles to constants.

    >>> SLICES = layout(Slice("players", (1,), "players"), Slice("cash", (6,), "cash of each seat"))
    >>> AT = starts(SLICES)
    >>> AT.cash
    1
    """
    kind: Any = namedtuple("Starts", list(slices))  # type: ignore[misc]  # the names are known at run time only
    return kind(*(part.start for part in slices.values()))


@dataclasses.dataclass(frozen=True)
class EntityLayout:
    """Where the entities of an observation are: casinos or rows, which a network can read with shared weights.

    Such a network reads the features of each entity and gives `num_outputs` numbers for it.  Number them through all
    entities: output k of entity e is e * num_outputs + k.  The logit of an action is the sum of the outputs listed for
    it in `action_outputs`.  Actions that are not listed belong to no entity; the network rates them separately.
    """

    feature_index: np.ndarray  # (entities, features) indices into the observation; a column has the same feature of all
    num_outputs: int  # outputs of the network for each entity
    action_outputs: Mapping[int, tuple[int, ...]]  # action → outputs whose sum is its logit

    @property
    def num_entities(self) -> int:
        """Number of entities."""
        return len(self.feature_index)


def entity_layout(
    num_outputs: int, action_outputs: Mapping[int, tuple[int, ...]], *features: np.ndarray
) -> EntityLayout:
    """An `EntityLayout` from index arrays (entities, …), usually `Slice.indices`, whose features are concatenated."""
    rows = [index.reshape(len(index), -1) for index in features]
    return EntityLayout(np.concatenate(rows, axis=1), num_outputs, action_outputs)


# --- records and names --------------------------------------------------------------------------------------


def plain(record: np.void) -> dict[str, Any]:
    """The fields of a record as plain numbers and lists, which Python reads faster than the record itself."""
    values = [value.tolist() if isinstance(value, np.ndarray) else value for value in record.item()]
    return dict(zip(record.dtype.names or (), values, strict=True))


def env_id(ruleset: str, version: int) -> str:
    """The environment id in the registries of Gymnasium and PettingZoo, for example "vegas_env/LasVegas-v0"."""
    return f"vegas_env/{''.join(word.capitalize() for word in ruleset.split('_'))}-v{version}"


# --- a ruleset ----------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Ruleset(Generic[ConfigT]):
    """One ruleset: its options, its game state, its compiled rules, and how to present a position to people.

    `Ruleset.from_modules` builds one from modules in which everything has its usual name.

    A position is passed to the presentation functions as `facts`: a dict of plain Python values that `facts()` makes
    from a record.  None of these functions changes it.
    """

    name: str
    """Identifier, for example "las_vegas"."""
    title: str
    """Name for people, for example "Las Vegas"."""
    summary: str
    """The game in one line."""
    version: int
    """Rises when the same actions and chance outcomes would play out differently."""
    config: type[ConfigT]
    """Frozen dataclass of options (see `vegas_env.config.Config`)."""
    record: np.dtype
    """State of one game: a structured dtype whose first fields are a tag, `over`, `chance` and `seat`, all int8."""
    rules: Callable[[ConfigT], Any]
    """config → rulebook: an array of one record, or a NamedTuple, that the compiled rules read."""
    functions: Mapping[str, Callable[..., Any]]
    """Compiled rules by name, one for each of `vegas_env.kernel.dispatch.RULE_FUNCTIONS`."""
    seats: int
    """Capacity: the largest number of players."""
    fewest_players: int
    """The smallest number of players."""
    action_names: tuple[str, ...]
    """Name of every action; its length is the size of the action space."""
    slices: Mapping[str, Slice]
    """Layout of the observation vector, from `layout`."""
    events: Mapping[int, str]
    """Number of each chance event (field `chance` of the record) → its name."""
    outcome_name: Callable[[ConfigT, int, int], str]
    """(config, event, outcome) → the chance outcome in words."""
    facts: Callable[[np.void, ConfigT], Facts]
    """(record, config) → facts: the complete position, nothing hidden."""
    hide: Callable[[Facts, ConfigT, int | None], Facts]
    """(facts, config, viewer) → facts with None, or a count, in place of what the viewer cannot know.  The viewer is a
    seat, or None for a spectator, who sees only what all seats see."""
    describe: Callable[[Facts, ConfigT, int], str]
    """(facts, config, legal action) → what the action does, in words, for the seat that takes it."""
    announcement: Callable[[Facts, ConfigT, int], str]
    """(facts, config, legal action) → the same for everybody else: public information only."""
    text: Callable[[Facts, ConfigT, int | None], list[Line]]
    """(facts, config, deciding seat or None) → the position as lines of text."""
    picture: Callable[[Facts, ConfigT, int | None, str], Picture]
    """(facts, config, deciding seat or None, caption) → the position as a picture.  The caption says what happened
    last."""
    check: Callable[[Facts, ConfigT], None]
    """(facts, config) → None.  Raises AssertionError if a conservation law is broken (money, cards, dice)."""
    entities: EntityLayout | None = None
    """Entities of the observation, for networks with shared weights; None if there are none."""
    history: tuple[str, ...] = ("The first version.",)
    """What changed with each version, from version 0 on."""

    def __post_init__(self) -> None:
        if len(self.history) != self.version + 1:
            raise ValueError(
                f"{self.name} has version {self.version}: history must have {self.version + 1} entries, "
                f"not {len(self.history)}"
            )

    @classmethod
    def from_modules(
        cls,
        rules: ModuleType,
        observation: ModuleType,
        scene: ModuleType,
        picture: ModuleType,
        *,
        compile_rules: Callable[[ConfigT], Any],
        **fields: Any,
    ) -> Ruleset[ConfigT]:
        """A ruleset from its modules.

        Args:
            rules: has the record type `GAME`, the capacity `SEATS`, and all compiled rules but `observe`.
            observation: has `SLICES` and `observe`.
            scene: has `EVENTS`, `facts`, `hide`, `describe`, `text`, `check` and `outcome_name`; also `announcement`,
                if actions are not public.
            picture: has `draw`.
            compile_rules: config → rulebook.
            fields: all other fields of `Ruleset`: name, title, summary, version, config, fewest_players, action_names,
                and where needed entities and history.
        """
        return cls(
            record=_member(rules, "GAME"),
            rules=compile_rules,
            functions={name: _member(observation if name == "observe" else rules, name) for name in RULE_FUNCTIONS},
            seats=_member(rules, "SEATS"),
            slices=_member(observation, "SLICES"),
            events=_member(scene, "EVENTS"),
            announcement=_member(scene, "announcement" if hasattr(scene, "announcement") else "describe"),
            picture=_member(picture, "draw"),
            **{name: _member(scene, name) for name in ("outcome_name", "facts", "hide", "describe", "text", "check")},
            **fields,
        )

    @cached_property
    def actions(self) -> int:
        """Size of the action space."""
        return len(self.action_names)

    @cached_property
    def observation_size(self) -> int:
        """Length of the observation vector."""
        return max(part.stop for part in self.slices.values())

    @property
    def player_range(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""
        return self.fewest_players, self.seats

    @property
    def env_id(self) -> str:
        """Id in the registries of Gymnasium and PettingZoo."""
        return env_id(self.name, self.version)

    @cached_property
    def layout_version(self) -> str:
        """Version of saved records: changes with the fields of the record and with `version`."""
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
            "entities": None if self.entities is None else self.entities.feature_index.tolist(),
        }  # fmt: skip

    @cached_property
    def observation_hash(self) -> str:
        """Identifies the layout of observations: changes with every slice and with the entity columns.

        Networks store it, so that one trained on another layout is refused.
        """
        return hashlib.sha256(json.dumps(self.observation_layout).encode()).hexdigest()[:16]

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """(low, high), each (D,) float32: bounds of every element of the observation."""
        low = np.zeros(self.observation_size, np.float32)
        high = np.zeros(self.observation_size, np.float32)
        for part in self.slices.values():
            low[part.start : part.stop] = np.float32(part.low) * np.float32(part.scale)
            high[part.start : part.stop] = np.float32(part.high) * np.float32(part.scale)
        return low, high

    def workspace(self) -> np.ndarray:
        """One record that kernels need to write observations: `scale` of every element, and the integer buffer `seen`
        that the rules write to before scaling.
        """
        size = self.observation_size
        space = np.zeros(1, np.dtype([("scale", np.float32, (size,)), ("seen", np.int16, (size,))], align=True))
        for part in self.slices.values():
            space["scale"][0, part.start : part.stop] = part.scale
        return space

    def mask_rows(self, masks: np.ndarray) -> np.ndarray:
        """Action masks (m, A) bool as kernels take them: a view as m records of zeros and ones."""
        return _rows(masks.view(np.int8), self.actions)

    def observation_rows(self, observations: np.ndarray) -> np.ndarray:
        """Observations (m, D) as kernels take them: a view as m records.

        Games without observations pass (m, 0) and get a single dummy record, which kernels never touch.
        """
        return _rows(observations, self.observation_size)

    def seat_rows(self, amounts: np.ndarray) -> np.ndarray:
        """Rewards or payoffs (m, seats) as kernels take them: a view as m records."""
        return _rows(amounts, self.seats)


def _member(module: ModuleType, name: str) -> Any:
    if not hasattr(module, name):
        raise ValueError(f"the module {module.__name__} must have {name!r}")
    return getattr(module, name)


def _rows(matrix: np.ndarray, width: int) -> np.ndarray:
    """The rows of a matrix as records with the single field `row`, on the same memory."""
    dtype = np.dtype([("row", matrix.dtype, (width,))])
    if matrix.shape[1] == 0 or len(matrix) == 0:
        return np.zeros(1, dtype)
    return matrix.view(dtype)[:, 0]
