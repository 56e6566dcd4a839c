"""The agent that plays Las Vegas with dice best, where two players are at the table and the game is small enough."""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.agent import View
from vegas_env.agents.las_vegas.solver import STATES, Solver

AS_GOOD = 1e-9  # values that differ by less are equal: rounding must not decide


class ExactAgent:
    """Takes an action of the highest value against a player who does the same; of equals, the first.

    It plays by the reward option of the game: for the win, or for money.  What it has worked out it remembers for as
    long as it plays the same configuration; `states` is how many positions that may be.
    """

    name = "exact"

    def __init__(self, states: int = STATES) -> None:
        self.states = states
        self._solver: Solver | None = None

    def act(self, view: View) -> np.ndarray:
        return best_actions(self.solver(view.config).judge(view.records))

    def solver(self, config: Any) -> Solver:
        """The solver of a configuration; ValueError unless it is Las Vegas with dice for two."""
        if self._solver is None or self._solver.config != config:
            self._solver = Solver(config, self.states)
        return self._solver

    def __repr__(self) -> str:
        return self.name


def best_actions(values: np.ndarray) -> np.ndarray:
    """(m,) the first of the best actions, from (m, A) values."""
    return (values >= values.max(axis=1, keepdims=True) - AS_GOOD).argmax(axis=1)
