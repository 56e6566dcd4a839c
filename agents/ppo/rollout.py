"""The games in which the learner collects its decisions: one or several player counts as one batch."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from vegas_env.agent import Agent
from vegas_env.self_play import SelfPlayGames


class RolloutGames:
    """Several `SelfPlayGames`, usually one for each player count, as one batch of `n` games.

    Each step plays one decision of the learner in every game, in whichever of its seats decides next.  Where `seat` is
    NOBODY, the game still waits for another agent, and its action is ignored.  Consecutive decisions in a game are
    mostly those of different seats; `buffer.SeatBuffer` keeps them apart by `seat`, `paid` and `done`.

    Parameters
    ----------
    parts: the games
    adviser: a compiled agent whose ratings follow the observation in `inputs`
    """

    def __init__(self, parts: Sequence[SelfPlayGames], adviser: Any = None) -> None:
        self.parts = list(parts)
        self.adviser = adviser
        self.n = sum(part.n for part in self.parts)
        self.adviser_seconds = 0.0  # time spent on the adviser's ratings
        self._cuts = np.cumsum([part.n for part in self.parts])[:-1]

    @property
    def seat(self) -> np.ndarray:
        """(n,) the learner's seat that decides, or NOBODY."""
        return np.concatenate([part.seat for part in self.parts])

    @property
    def mask(self) -> np.ndarray:
        """(n, A) the legal actions."""
        return np.concatenate([part.mask for part in self.parts])

    @property
    def paid(self) -> np.ndarray:
        """(n, capacity of seats) the rewards of all seats from the last step."""
        return np.concatenate([part.paid for part in self.parts])

    @property
    def done(self) -> np.ndarray:
        """(n,) whether the last step ended the game; it has then begun the next one."""
        return np.concatenate([part.done for part in self.parts])

    @property
    def inputs(self) -> np.ndarray:
        """(n, D) the network's inputs: the deciding seat's observation, then the adviser's rating of each action."""
        observation = np.concatenate([part.observation for part in self.parts])
        if self.adviser is None:
            return observation
        start = time.perf_counter()
        ratings = np.concatenate([part.ratings(self.adviser) for part in self.parts])
        self.adviser_seconds += time.perf_counter() - start
        return np.concatenate([observation, ratings], axis=1)

    def ask(self, agent: Agent) -> np.ndarray:
        """(n,) the action that an agent would take in the learner's place; -1 where the learner does not decide."""
        return np.concatenate([part.ask(agent) for part in self.parts])

    def step(self, actions: np.ndarray) -> None:
        """Play the learner's actions, and the other agents up to the learner's next decisions."""
        for part, of_part in zip(self.parts, np.split(actions, self._cuts), strict=True):
            part.step(of_part)
