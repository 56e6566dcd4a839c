"""Many games in which the learner acts for whichever seat is to decide: for benchmarks and data collection.

The experience of all seats is mixed: learning from it as if it were one player's is wrong.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from vegas_env.single_agent import RANDOM, SingleAgentGames

CURRENT_PLAYER = "current_player"
NAMES = (CURRENT_PLAYER, "hot")  # "hot" is another name


def learner_games(
    ruleset: str, n: int, seed: Any = 0, *, learner: int | str = RANDOM, opponents: Any = "random", **options: Any
) -> SingleAgentGames:
    """Games for a learner: in a seat, in a "random" one, or as the "current_player"."""
    if learner in NAMES:
        return CurrentPlayerGames(ruleset, n, seed, **options)
    return SingleAgentGames(ruleset, n, seed, learner=learner, opponents=opponents, **options)


class CurrentPlayerGames(SingleAgentGames):
    """`n` games in which the learner decides for every seat; there are no opponents.

    `seat` is the deciding seat, or in a game that is done the seat that ended it.  The reward is what the acting seat
    was paid by its own action.
    """

    def __init__(self, ruleset: str, n: int, seed: Any = 0, **options: Any) -> None:
        self._finals: np.ndarray | None = None  # final observations of SAME_STEP
        super().__init__(ruleset, n, seed, opponents=[], **options)

    def _step(self, actions: np.ndarray) -> None:
        """Without illegal actions, in this step or the one before, one pass over all games does everything."""
        if (
            self.autoreset is AutoresetMode.DISABLED
            or self.any_illegal
            or self.engine.first_illegal_running(actions) >= 0
        ):
            super()._step(actions)
        else:
            self._step_in_one_pass(actions)

    def _step_in_one_pass(self, actions: np.ndarray) -> None:
        """Rules, rewards, autoreset and observations at once."""
        same_step = self.autoreset is AutoresetMode.SAME_STEP
        if same_step and self._finals is None:
            self._finals = np.zeros((self.n, self.games.ruleset.observation_size), np.float32)
        self.engine.next_buffer()
        self.reward = np.empty(self.n, np.float32)
        self.done = np.empty(self.n, np.bool_)
        self.seat = np.empty(self.n, np.int64)
        self.engine.step_current_players(actions, same_step, self._finals, self.reward, self.done, self.seat)
        self.ended = self.done.nonzero()[0]
        if len(self.ended):
            finals = self.observation if self._finals is None else self._finals
            self.final_observation = finals[self.ended]

    def _play(self, rows: np.ndarray, actions: np.ndarray) -> None:
        acted = self.engine.arrays.seat.astype(np.int64)
        self.engine.step(rows, actions)
        self.reward = self.engine.arrays.reward.ravel().take(self._row_starts + acted)
        seat, over = self.engine.arrays.seat, self.engine.arrays.over
        self.seat = np.where(over, acted, seat)

    def _start(self, rows: np.ndarray) -> None:
        self.seat = self.seat.copy()  # callers may keep the old array
        self.seat[rows] = self.engine.arrays.seat[rows]
