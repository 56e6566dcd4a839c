"""The inputs and outputs of a network: which numbers of an observation go where, and which outputs make which logit."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vegas_env.spec import EntityLayout, Ruleset, Slice

MAX_THRESHOLDS = 8  # for a count that is not scaled
COUNT_SCALE = 0.12  # slices of at least this scale count a few things

Label = tuple[str, int]  # a slice and the place in it; or ADVICE and an action
ADVICE = "advice"


class NetworkLayout:
    """How a network reads the observations of a ruleset.

    A network reads the features of each entity (a casino, a row; see `EntityLayout`) with shared weights, and all other
    numbers, the "rest", once.

    In these games it matters most whether one count equals another or exceeds it by one, which is hard to learn from
    inputs that differ by an eighth.  Counts of an entity are therefore read twice: as a number, and as a row of ones
    and zeros that say whether the count is at least one, at least two, …

    The input of a network with an adviser is the observation followed by the adviser's rating of each action.  Ratings
    of actions that belong to one entity are features of that entity; those of actions without an entity belong to the
    rest.  Ratings of actions that involve several entities are only added to the logits.

    Attributes
    ----------
    entity_columns: (entities, features) places in the input
    threshold_columns: (entities, T) places in the input that are compared with thresholds
    thresholds: (T,) the values they are compared with
    rest_columns: (R,) places in the input
    outputs: number of outputs for each entity
    rest_actions: the actions that have an output of their own
    logit_parts: (A, k) the outputs that add up to the logit of each action: outputs of the entities first, then those
        of `rest_actions`; one number above all outputs stands for zero
    advice: the ratings' place in the input
    """

    def __init__(
        self, slices: Iterable[Slice], entities: EntityLayout | None, actions: int, advised: bool = False
    ) -> None:
        self.slices = list(slices)
        size = max(part.stop for part in self.slices)
        entities = entities or EntityLayout(np.zeros((0, 0), np.int64), 0, {})
        self.entity_columns = entities.feature_index
        self.threshold_columns, self.thresholds = self._find_thresholds()
        self.outputs = entities.num_outputs
        self.rest_columns = np.flatnonzero(~np.isin(np.arange(size), entities.feature_index))
        self.rest_actions = [action for action in range(actions) if action not in entities.action_outputs]
        self.logit_parts = self._find_logit_parts(entities, actions)
        self.advice = slice(size, size + actions)
        if advised:
            own = size + _actions_of_entities(entities)
            self.entity_columns = np.concatenate([self.entity_columns, own], axis=1)
            self.rest_columns = np.concatenate([self.rest_columns, size + np.array(self.rest_actions, np.int64)])

    @classmethod
    def of(cls, ruleset: Ruleset, advised: bool = False) -> NetworkLayout:
        """The layout for a ruleset; `advised` for a network with an adviser."""
        return cls(ruleset.slices.values(), ruleset.entities, ruleset.actions, advised)

    @property
    def entity_count(self) -> int:
        return len(self.entity_columns)

    @property
    def entity_size(self) -> int:
        """How many inputs a network has for each entity."""
        return self.entity_columns.shape[1] + len(self.thresholds)

    @property
    def rest_labels(self) -> list[Label]:
        """What each input of the rest is."""
        return [self._label(column) for column in self.rest_columns.tolist()]

    @property
    def entity_labels(self) -> list[tuple[tuple[Label, ...], float | None]]:
        """What each input of an entity is: its label for every entity, and its threshold if it has one."""
        features: list[tuple[np.ndarray, float | None]] = [(columns, None) for columns in self.entity_columns.T]
        thresholds = map(float, self.thresholds)
        features += zip(self.threshold_columns.T, thresholds, strict=True)
        return [(tuple(map(self._label, columns.tolist())), threshold) for columns, threshold in features]

    def _label(self, column: int) -> Label:
        if column >= self.advice.start:
            return ADVICE, column - self.advice.start
        part = self._slice_at(column)
        return part.name, column - part.start

    def _slice_at(self, column: int) -> Slice:
        return next(part for part in self.slices if part.start <= column < part.stop)

    def _find_thresholds(self) -> tuple[np.ndarray, np.ndarray]:
        """`threshold_columns` and `thresholds`: one for every count that a feature can reach, up to a limit."""
        found: list[np.ndarray] = []
        thresholds: list[float] = []
        for columns in self.entity_columns.T:
            part = self._slice_at(columns[0])
            if part.scale >= COUNT_SCALE and part.high > 1:
                limit = MAX_THRESHOLDS if part.scale == 1.0 else round(1 / part.scale)
                for count in range(1, min(part.high, limit) + 1):
                    found.append(columns)
                    thresholds.append((count - 0.5) * part.scale)
        return (
            np.array(found, np.int64).reshape(len(thresholds), len(self.entity_columns)).T,
            np.array(thresholds, np.float32),
        )

    def _find_logit_parts(self, entities: EntityLayout, actions: int) -> np.ndarray:
        first = entities.num_entities * entities.num_outputs
        zero = first + len(self.rest_actions)
        rest = {action: (first + place,) for place, action in enumerate(self.rest_actions)}
        lists = [{**entities.action_outputs, **rest}[action] for action in range(actions)]
        longest = max(map(len, lists))
        return np.array([[*parts, *[zero] * (longest - len(parts))] for parts in lists])


def _actions_of_entities(entities: EntityLayout) -> np.ndarray:
    """(entities, k) the actions that belong to a single entity, in the same order for every entity."""
    own = {parts[0]: action for action, parts in entities.action_outputs.items() if len(parts) == 1}
    outputs = [k for k in range(entities.num_outputs) if k in own]
    actions = [own[entity * entities.num_outputs + k] for entity in range(entities.num_entities) for k in outputs]
    return np.array(actions, np.int64).reshape(entities.num_entities, len(outputs))
