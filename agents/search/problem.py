"""The positions being searched, with the statistics gathered about their actions."""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

import numpy as np

from vegas_env.agent import Agent, View

NO_ACTION = -1  # in place of the adviser's action where there is no adviser


class Evaluation(NamedTuple):
    """What a search found out about the actions of each position; nan where nothing is known."""

    visits: np.ndarray  # (m, A) rollouts that began with the action
    mean: np.ndarray  # (m, A) their mean value for the deciding seat
    error: np.ndarray  # (m, A) the standard error of that mean


@dataclasses.dataclass
class Problem:
    """Positions to search, and the statistics of their actions."""

    records: np.ndarray  # (m,) with resampled hidden information
    rules: Any
    luck: np.ndarray  # (m,) the random stream of each position
    candidates: np.ndarray  # (m, A) the actions that are still being tried
    mask_buffer: np.ndarray  # one action mask, for compiled code to write into
    worlds: np.ndarray  # (m,) the number of sampled worlds in which the candidates were tried
    visits: np.ndarray  # (m, A)
    total: np.ndarray  # (m, A) sum of values
    squares: np.ndarray  # (m, A) sum of squared values
    advised: np.ndarray  # (m,) the adviser's action, or NO_ACTION
    squared_gaps: np.ndarray  # (m, A) sum of squared differences to the adviser's action in the same world

    @classmethod
    def of(cls, view: View, chosen: np.ndarray, adviser: Agent | None = None) -> Problem:
        """The `chosen` positions of a view, with the actions of the adviser, if there is one."""
        m, actions = len(chosen), view.ruleset.actions
        records = view.records[chosen]  # first, because resampling hidden information advances the luck
        luck = view.luck[chosen]  # before the adviser, which may advance it too
        return cls(
            records=records,
            rules=view.rules,
            luck=luck,
            candidates=view.mask[chosen],
            mask_buffer=view.ruleset.mask_rows(np.zeros((1, actions), np.bool_)),
            worlds=np.zeros(m, np.int64),
            visits=np.zeros((m, actions), np.int64),
            total=np.zeros((m, actions)),
            squares=np.zeros((m, actions)),
            advised=np.full(m, NO_ACTION) if adviser is None else adviser.act(view)[chosen],
            squared_gaps=np.zeros((m, actions)),
        )

    def __len__(self) -> int:
        return len(self.records)

    def part(self, first: int, last: int) -> Problem:
        """Positions first … last - 1, as views: their statistics are shared with this problem."""
        shared = ("rules", "mask_buffer")
        parts = {
            field.name: getattr(self, field.name)[first:last]
            for field in dataclasses.fields(self)
            if field.name not in shared
        }
        return Problem(rules=self.rules, mask_buffer=self.mask_buffer, **parts)

    def evaluation(self) -> Evaluation:
        with np.errstate(divide="ignore", invalid="ignore"):
            mean = self.total / self.visits
        return Evaluation(self.visits, mean, standard_error(self.squares, mean, self.visits))


def standard_error(squares: np.ndarray, mean: np.ndarray, visits: np.ndarray) -> np.ndarray:
    """The standard error of a mean, from the sum of squares of the sample; nan for samples of less than two."""
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.maximum(squares / visits - mean**2, 0.0) / (visits - 1)
        return np.sqrt(np.where(visits > 1, variance, np.nan))
