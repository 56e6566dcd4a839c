"""How a network reads the observations of a ruleset."""

from __future__ import annotations

import numpy as np

from vegas_env.spec import EntityLayout, Ruleset

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
        items = ruleset.entities or EntityLayout(np.zeros((0, 0), np.int64), 0, {})
        self.columns = items.feature_index
        self.stepped, self.steps = self._steps(ruleset)
        self.outputs = items.num_outputs
        in_items = np.isin(np.arange(ruleset.observation_size), items.feature_index)
        self.rest = np.flatnonzero(~in_items)
        self.rest_actions = [action for action in range(ruleset.actions) if action not in items.action_outputs]
        self.parts = self._parts(ruleset, items)
        self.advice = slice(ruleset.observation_size, ruleset.observation_size + ruleset.actions)
        if advised:
            self.columns = np.concatenate([self.columns, self.advice.start + self._own_actions(items)], axis=1)
            self.rest = np.concatenate([self.rest, self.advice.start + np.array(self.rest_actions, np.int64)])

    @staticmethod
    def _own_actions(items: EntityLayout) -> np.ndarray:
        """(items, k) the actions that belong to one item alone: the same ones of every item."""
        own = {parts[0]: action for action, parts in items.action_outputs.items() if len(parts) == 1}
        outputs = [k for k in range(items.num_outputs) if k in own]
        actions = [own[item * items.num_outputs + k] for item in range(items.num_entities) for k in outputs]
        return np.array(actions, np.int64).reshape(items.num_entities, len(outputs))

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

    def _parts(self, ruleset: Ruleset, items: EntityLayout) -> np.ndarray:
        """(A, k) which of all outputs, the items' and then those of other actions, make the logit of each action; one
        number above all stands for nothing.
        """
        first = items.num_entities * items.num_outputs
        nothing = first + len(self.rest_actions)
        rest = {action: (first + place,) for place, action in enumerate(self.rest_actions)}
        lists = [{**items.action_outputs, **rest}[action] for action in range(ruleset.actions)]
        most = max(map(len, lists))
        return np.array([[*parts, *[nothing] * (most - len(parts))] for parts in lists])
