"""The decisions between two updates, and their advantages: each seat of each game is a trajectory of its own."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from vegas_env.self_play import NOBODY
from vegas_env.spec import Ruleset


class SeatBuffer:
    """`num_steps` steps of `num_envs` games.  Each entry is a decision of one of the learner's seats, or NOBODY's.

    All arrays have the shape (num_steps, num_envs, …).
    """

    def __init__(self, ruleset: Ruleset, input_size: int, num_steps: int, num_envs: int) -> None:
        shape = (num_steps, num_envs)
        self.inputs = np.zeros((*shape, input_size), np.float32)
        self.masks = np.zeros((*shape, ruleset.actions), np.bool_)
        self.actions = np.zeros(shape, np.int64)
        self.log_probs = np.zeros(shape, np.float32)
        self.values = np.zeros(shape, np.float32)
        self.teacher_actions = np.full(shape, -1, np.int64)  # -1 where the teacher was not asked
        self.seats = np.zeros(shape, np.int8)
        self.paid = np.zeros((*shape, ruleset.seats), np.float32)  # rewards of all seats
        self.done = np.zeros(shape, np.bool_)
        self.advantages = np.zeros(shape, np.float32)
        self.known = np.zeros(shape, np.bool_)  # decisions whose advantage is known

    @property
    def num_decisions(self) -> int:
        return int((self.seats != NOBODY).sum())

    def estimate_advantages(self, gamma: float, gae_lambda: float) -> None:
        seat_advantages(
            self.seats, self.paid, self.done, self.values, gamma, gae_lambda, self.advantages, self.known
        )  # fmt: skip


@numba.njit(cache=True)
def seat_advantages(
    seats: Any, paid: Any, done: Any, values: Any, gamma: float, gae_lambda: float, advantages: Any, known: Any
) -> None:
    """Generalised advantage estimation along each seat's own decisions in a game.

    The reward of a decision is everything its seat is paid until the seat's next decision, whoever moves in between.
    What follows a seat's last decision in the buffer is unknown, unless the game ends: its advantage is not known, and
    its value only serves as the target of the decision before.
    """
    steps, games = seats.shape
    capacity = paid.shape[2]
    follows = np.zeros(capacity, np.bool_)  # whether the seat's next decision, or the end of its game, is in the buffer
    reward = np.zeros(capacity)
    next_value = np.zeros(capacity)
    next_advantage = np.zeros(capacity)
    for game in range(games):
        follows[:] = False
        reward[:] = 0.0
        for step in range(steps - 1, -1, -1):
            if done[step, game]:
                follows[:] = True
                reward[:] = 0.0
                next_value[:] = 0.0
                next_advantage[:] = 0.0
            reward += paid[step, game]
            seat = seats[step, game]
            if seat == NOBODY:
                known[step, game] = False
                continue
            value = values[step, game]
            known[step, game] = follows[seat]
            if follows[seat]:
                error = reward[seat] + gamma * next_value[seat] - value
                next_advantage[seat] = error + gamma * gae_lambda * next_advantage[seat]
            else:
                next_advantage[seat] = 0.0
            advantages[step, game] = next_advantage[seat]
            follows[seat] = True
            reward[seat] = 0.0
            next_value[seat] = value
