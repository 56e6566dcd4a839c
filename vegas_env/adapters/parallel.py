"""PettingZoo's parallel interface: all seats that must decide act at once, the others wait."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from vegas_env.adapters.seated_game import SeatedEnv
from vegas_env.render.renderer import SPECTATOR


class VegasParallelEnv(SeatedEnv, ParallelEnv):
    """One game.  Every seat stays in `agents` to the end.

    The last action, `wait`, is the only legal one for a seat that is not to decide.  For the same seed and the same
    choices this environment plays the same game as the AEC environment, and is rendered alike.
    """

    def __init__(
        self, ruleset: str, render_mode: str | None = None, viewer: int | str = SPECTATOR, **options: Any
    ) -> None:
        super().__init__(ruleset, 1, render_mode, viewer, options)
        self.wait = self._game.ruleset.actions
        self._masks = np.zeros((self._games.players, self._game.actions), np.int8)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self._game.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        if not self.agents:
            raise ValueError("the game is over: call reset()")
        self._check(actions)
        games = self._games
        before = games.payoff[0].copy()
        to_act = {seat for seat in range(games.players) if not self._masks[seat, self.wait]}
        while self._arrays.seat[0] in to_act:
            seat = int(self._arrays.seat[0])
            to_act.discard(seat)
            action = actions[self.possible_agents[seat]]
            self._renderer.announce(action)
            games.step(np.array([action]))
            self._renderer.refresh()
        rewards = dict(zip(self.agents, (games.payoff[0] - before).tolist(), strict=True))
        over = bool(self._arrays.over[0])
        result: tuple[dict[str, Any], ...] = (
            self._observations(),
            rewards,
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, False),
            {agent: {} for agent in self.agents},
        )
        if over:
            self.agents = []
        return result

    def _check(self, actions: dict[str, Any]) -> None:
        """Refuse the whole step if any action is missing or illegal, before anything is played."""
        for seat, agent in enumerate(self.possible_agents):
            if agent not in actions:
                raise ValueError(f"no action for {agent}: every agent acts, those who wait with {self.wait} (wait)")
            mask, action = self._masks[seat], actions[agent]
            if not (np.issubdtype(type(action), np.integer) and 0 <= action < len(mask) and mask[action]):
                legal = np.flatnonzero(mask).tolist()
                raise ValueError(f"action {action!r} of {agent} is not legal; legal are {legal}; nothing was played")

    def _observations(self) -> dict[str, dict[str, np.ndarray]]:
        self._masks[:, : self.wait] = self._games.engine.legal_by_seat(0)
        self._masks[:, self.wait] = ~self._masks[:, : self.wait].any(axis=1)
        return {
            agent: {"observation": self._games.observe(seat)[0], "action_mask": self._masks[seat].copy()}
            for seat, agent in enumerate(self.possible_agents)
        }


def parallel_env(ruleset: str, **options: Any) -> VegasParallelEnv:
    """The environment; it needs no wrappers."""
    return VegasParallelEnv(ruleset, **options)
