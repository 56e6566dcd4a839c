"""Self-play for learners of Stable-Baselines3: one batch of games, in which the learner holds many seats."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from vegas_env.adapters import spaces
from vegas_env.adapters.sb3 import BatchedVecEnv
from vegas_env.agent import Agent
from vegas_env.self_play import NOBODY, SelfPlayGames


class SelfPlayVecEnv(BatchedVecEnv):
    """Games of one or several player counts for a learner that holds several seats of each.

    Each step asks whichever of the learner's seats is to decide; the reward is what that seat was paid by the step.
    Where `seat` is NOBODY, the others are not done yet, and the action for the game is not looked at.
    One decision and the next are mostly those of different seats: a learner has to put together again what belongs
    together, by `seat` (whose decision it is), `paid` (what the last step paid every seat) and the done flags.
    `vegas_env.agents.ppo.learner.SelfPlayPPO` does; MaskablePPO itself does not.  Infos stay empty.
    What an `adviser` thinks of each action, if there is one, stands behind the observation; how many seconds it took
    adds up in `advice_seconds`.
    """

    def __init__(self, parts: Sequence[SelfPlayGames], adviser: Any = None) -> None:
        self.parts = list(parts)
        self.adviser = adviser
        self.advice_seconds = 0.0
        ruleset = self.parts[0].games.ruleset
        self.render_mode = None
        super().__init__(
            sum(part.n for part in self.parts),
            spaces.with_ratings(ruleset) if adviser else spaces.flat_box(ruleset),
            gymnasium.spaces.Discrete(ruleset.actions),
        )
        self._cuts = np.cumsum([part.n for part in self.parts])[:-1]
        self._actions = np.zeros(self.num_envs, np.int64)
        self._infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]

    @property
    def seat(self) -> np.ndarray:
        """(num_envs,) whose decision it is, or NOBODY."""
        return np.concatenate([part.seat for part in self.parts])

    @property
    def paid(self) -> np.ndarray:
        """(num_envs, capacity of seats) what the last step paid every seat."""
        return np.concatenate([part.paid for part in self.parts])

    @property
    def observation(self) -> np.ndarray:
        """(num_envs, D) what the deciding seat sees, and (A more) what the adviser thinks."""
        seen = np.concatenate([part.observation for part in self.parts])
        if self.adviser is None:
            return seen
        begun = time.perf_counter()
        ratings = np.concatenate([part.ratings(self.adviser) for part in self.parts])
        self.advice_seconds += time.perf_counter() - begun
        return np.concatenate([seen, ratings], axis=1)

    def ask(self, agent: Agent) -> np.ndarray:
        """(num_envs,) what an agent would do for the learner; -1 where the learner does not decide."""
        return np.concatenate([part.ask(agent) for part in self.parts])

    def action_masks(self) -> np.ndarray:
        return np.concatenate([part.mask for part in self.parts])

    def reset(self) -> np.ndarray:
        """The games as they stand: they began when they were made, and go on."""
        return self.observation

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        acted = self.seat
        for part, actions in zip(self.parts, np.split(self._actions, self._cuts), strict=True):
            part.step(actions)
        done = np.concatenate([part.done for part in self.parts])
        reward = np.where(acted == NOBODY, 0.0, self.paid[np.arange(self.num_envs), acted])
        return self.observation, reward, done, self._infos

    def get_images(self) -> Sequence[np.ndarray | None]:
        return [None] * self.num_envs
