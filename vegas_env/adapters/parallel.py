"""PettingZoo's parallel interface: all seats that are asked choose at once, the others wait."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from vegas_env.adapters.seated_game import SeatedGame
from vegas_env.kernel import batch
from vegas_env.render.renderer import SPECTATOR


class VegasParallelEnv(ParallelEnv):
    """One game.  Every seat stays in `agents` to the end; the last action, `wait`, is the only legal one for a seat
    not asked.

    For the same seed and the same choices it plays the same game as the AEC environment, and is rendered alike.
    """

    def __init__(
        self, ruleset: str, render_mode: str | None = None, viewer: int | str = SPECTATOR, **options: Any
    ) -> None:
        self._table = SeatedGame(ruleset, 1, render_mode, viewer, options)
        self._games = self._table.games
        self._camera = self._table.camera
        self.metadata = self._table.metadata
        self.render_mode = render_mode
        self.possible_agents = list(self._table.names)
        self.agents: list[str] = []
        self.state_space = self._table.state_space
        self.wait = self._table.ruleset.actions
        self._is_new = True

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._table.observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._table.action_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        if seed is not None or not self._is_new:
            self._games.reset(seed=seed)
        self._is_new = False
        self.agents = list(self.possible_agents)
        self._camera.reset()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        if not self.agents:
            raise ValueError("the game is over: call reset()")
        self._check(actions)
        games = self._games
        before = games._payoff[0].copy()
        asked = {seat for seat in range(games.players) if self._asked(seat)}
        while games._seat[0] in asked:
            seat = int(games._seat[0])
            asked.discard(seat)
            action = actions[self.possible_agents[seat]]
            self._camera.announce(action)
            games.step(np.array([action]))
            self._camera.refresh()
        rewards = dict(zip(self.agents, (games._payoff[0] - before).tolist(), strict=True))
        over = bool(games._over[0])
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
        for agent in self.agents:
            if agent not in actions:
                raise ValueError(f"no action for {agent}: every agent acts, those not asked with {self.wait} (wait)")
            mask = self._mask(self._table.seats[agent])
            action = actions[agent]
            if not (np.issubdtype(type(action), np.integer) and 0 <= action < len(mask) and mask[action]):
                legal = np.flatnonzero(mask).tolist()
                raise ValueError(f"action {action!r} of {agent} is not legal; legal are {legal}; nothing was played")

    def _asked(self, seat: int) -> bool:
        return not self._games._over[0] and batch.one_must_decide(self._games._records, self._games._rules, seat)

    def _mask(self, seat: int) -> np.ndarray:
        """What the seat may do now, as int8, `wait` last."""
        mask = np.zeros(self._table.actions, np.int8)
        if self._asked(seat):
            position = self._games._records.copy()
            position["seat"] = seat
            legal = np.zeros((1, self.wait), np.bool_)
            batch.one_legal(position, self._games._rules, self._table.ruleset.mask_rows(legal))
            mask[:-1] = legal[0]
        else:
            mask[self.wait] = 1
        return mask

    def _observations(self) -> dict[str, dict[str, np.ndarray]]:
        seen = {}
        for seat, agent in enumerate(self.possible_agents):
            seen[agent] = {"observation": self._games.observe(seat)[0], "action_mask": self._mask(seat)}
        return seen

    def state(self) -> np.ndarray:
        return self._table.state()

    def render(self) -> str | np.ndarray | None:
        return self._camera.render()

    def close(self) -> None:
        self._camera.close()


def parallel_env(ruleset: str, **options: Any) -> VegasParallelEnv:
    return VegasParallelEnv(ruleset, **options)
