"""PettingZoo's AEC interface: one seat acts at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from vegas_env.adapters.seated_game import SeatedEnv
from vegas_env.render.renderer import SPECTATOR

ILLEGAL_REWARD = -1.0


class VegasAECEnv(SeatedEnv, AECEnv):
    """One game; agents are "player_0" … in clockwise order.  An illegal action raises ValueError and changes nothing.

    reset(seed=s) deals game 0 of seed s; reset() deals the next one.  infos[agent] is empty.  All agents stay to the
    end.

    render_mode: "human" (a window that shows every step), "rgb_array" or "ansi"
    viewer: whose view is rendered: "spectator" (hidden cards and bids stay hidden), "deciding", "all" or a seat
    """

    def __init__(
        self, ruleset: str, render_mode: str | None = None, viewer: int | str = SPECTATOR, **options: Any
    ) -> None:
        super().__init__(ruleset, 0, render_mode, viewer, options)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._game.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._arrays.seat[0]]
        self._skip_agent_selection = None

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        arrays = self._arrays
        if agent == self.agent_selection and not arrays.over[0]:
            return {"observation": arrays.observation[0].copy(), "action_mask": arrays.mask[0].astype(np.int8)}
        seat = self._game.seats[agent]
        return {"observation": self._games.observe(seat)[0], "action_mask": np.zeros(self._game.actions, np.int8)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._renderer.announce(action)
        self._games.step(np.array([action]))
        self._cumulative_rewards[agent] = 0.0
        if self._arrays.over[0]:
            self._end()
        else:
            self.agent_selection = self.possible_agents[self._arrays.seat[0]]
        for name, reward in zip(self.possible_agents, self._games.reward[0].tolist(), strict=True):
            self.rewards[name] = reward
            self._cumulative_rewards[name] += reward
        self._renderer.refresh()

    def _end(self) -> None:
        for name in self.possible_agents:
            self.terminations[name] = True
        self.agent_selection = self.agents[0]


def raw_env(ruleset: str, **options: Any) -> VegasAECEnv:
    """The environment without wrappers."""
    return VegasAECEnv(ruleset, **options)


def env(ruleset: str, **options: Any) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the game with -1 for its agent."""
    wrapped: AECEnv = VegasAECEnv(ruleset, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=ILLEGAL_REWARD)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)
