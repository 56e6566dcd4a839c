"""Optimal play in Las Vegas with dice, for two players and games that are small enough: the agent `exact`."""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.agent import View
from vegas_env.agents.las_vegas.solver import DEFAULT_STATES, Solver
from vegas_env.agents.registry import register

TOLERANCE = 1e-9  # values closer than this count as equal, so that rounding errors do not decide


class ExactAgent:
    """Plays an action of the highest value against optimal play; of equally good ones, the first.

    It maximises the reward option of the game, for example the win or the money.  It remembers solved positions for as
    long as it plays the same configuration.

    Parameters
    ----------
    states: the largest number of positions to remember
    """

    name = "exact"

    def __init__(self, states: int = DEFAULT_STATES) -> None:
        self.states = states
        self._solver: Solver | None = None

    def act(self, view: View) -> np.ndarray:
        """(m,) one action for each game."""
        return best_actions(self.solver(view.config).action_values(view.records))

    def solver(self, config: Any) -> Solver:
        """The solver of a configuration; ValueError unless it is Las Vegas with dice for two."""
        if self._solver is None or self._solver.config != config:
            self._solver = Solver(config, self.states)
        return self._solver

    def __repr__(self) -> str:
        return self.name


def best_actions(values: np.ndarray) -> np.ndarray:
    """(m,) the first of the best actions, from (m, A) action values."""
    return (values >= values.max(axis=1, keepdims=True) - TOLERANCE).argmax(axis=1)


register(
    "las_vegas",
    "exact",
    ExactAgent,
    "Plays optimally, by backward induction; for two players, in small games or near the end of large ones.",
    restricted=True,
)
