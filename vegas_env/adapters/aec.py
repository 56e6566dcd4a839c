"""PettingZoo's AEC interface: one seat after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from vegas_env.adapters.seated_game import SeatedGame
from vegas_env.render.renderer import SPECTATOR

ILLEGAL_REWARD = -1.0


class VegasAECEnv(AECEnv):
    """One game; agents are "player_0" … in clockwise order.  An illegal action raises ValueError and changes nothing.

    reset(seed=s) deals game 0 of seed s; reset() deals the next one.  infos[agent] is empty.  All agents stay to the
    end.

    render_mode: "human" (a window that shows every step), "rgb_array" or "ansi".
    viewer: who looks on: "spectator" (hidden cards and bids stay hidden), "deciding" (who decides), "all" or a seat.
    """

    def __init__(
        self, ruleset: str, render_mode: str | None = None, viewer: int | str = SPECTATOR, **options: Any
    ) -> None:
        super().__init__()
        self._table = SeatedGame(ruleset, 0, render_mode, viewer, options)
        self._games = self._table.games
        self._camera = self._table.camera
        self.metadata = self._table.metadata
        self.render_mode = render_mode
        self.possible_agents = list(self._table.names)
        self.agents: list[str] = []
        self.state_space = self._table.state_space
        self._is_new = True

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._table.observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._table.action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or not self._is_new:
            self._games.reset(seed=seed)
        self._is_new = False
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._games._seat[0]]
        self._skip_agent_selection = None
        self._camera.reset()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        games = self._games
        if agent == self.agent_selection and not games._over[0]:
            return {
                "observation": games._observations[0][0].copy(),
                "action_mask": games._masks[0][0].astype(np.int8),
            }
        seat = self._table.seats[agent]
        return {"observation": games.observe(seat)[0], "action_mask": np.zeros(self._table.actions, np.int8)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._camera.announce(action)
        self._games.step(np.array([action]))
        self._cumulative_rewards[agent] = 0.0
        if self._games._over[0]:
            self._end()
        else:
            self.agent_selection = self.possible_agents[self._games._seat[0]]
        for name, reward in zip(self.possible_agents, self._games._reward[0].tolist(), strict=True):
            self.rewards[name] = reward
            self._cumulative_rewards[name] += reward
        self._camera.refresh()

    def _end(self) -> None:
        for name in self.possible_agents:
            self.terminations[name] = True
        self.agent_selection = self.agents[0]

    def state(self) -> np.ndarray:
        return self._table.state()

    def render(self) -> str | np.ndarray | None:
        return self._camera.render()

    def close(self) -> None:
        self._camera.close()


def raw_env(ruleset: str, **options: Any) -> VegasAECEnv:
    return VegasAECEnv(ruleset, **options)


def env(ruleset: str, **options: Any) -> AECEnv:
    """With PettingZoo's usual wrappers: an illegal action ends the game with -1 for who took it."""
    wrapped: AECEnv = VegasAECEnv(ruleset, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=ILLEGAL_REWARD)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)
