"""What the two PettingZoo adapters share: one game whose seats have names, and everything that only reads it."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete

from vegas_env.adapters import spaces
from vegas_env.games import Games
from vegas_env.render.renderer import Renderer


class SeatedGame:
    """One game of a ruleset, its seats by name ("player_0", …), its spaces and its renderer."""

    def __init__(
        self, ruleset: str, extra_actions: int, render_mode: str | None, viewer: int | str, options: dict[str, Any]
    ) -> None:
        self.games = Games(ruleset, 1, **options)
        self.ruleset = self.games.ruleset
        self.arrays = self.games.engine.arrays
        self.renderer = Renderer(self.games, render_mode, viewer)
        self.metadata = {
            "name": f"{ruleset}_v{self.ruleset.version}",
            "is_parallelizable": True,
            **self.renderer.metadata,
        }
        self.names = [f"player_{seat}" for seat in range(self.games.players)]
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        self.actions = self.ruleset.actions + extra_actions
        self.observation_space = spaces.with_mask(self.ruleset, self.actions)
        self.action_space = Discrete(self.actions)
        self.state_space = spaces.state_box(self.ruleset, self.games.players)
        self._untouched = True

    def reset(self, seed: int | None) -> None:
        """Start the next episode, or the first of a seed; a first reset without a seed keeps the one already dealt."""
        if seed is not None or not self._untouched:
            self.games.reset(seed=seed)
        self._untouched = False
        self.renderer.reset()

    def state(self) -> np.ndarray:
        """The observations of all seats, one after the other."""
        return np.concatenate([self.games.observe(seat)[0] for seat in range(self.games.players)])


class SeatedEnv:
    """The part of a PettingZoo environment that only reads its game."""

    def __init__(
        self, ruleset: str, extra_actions: int, render_mode: str | None, viewer: int | str, options: dict[str, Any]
    ) -> None:
        self._game = SeatedGame(ruleset, extra_actions, render_mode, viewer, options)
        self._games = self._game.games
        self._arrays = self._game.arrays
        self._renderer = self._game.renderer
        self.metadata = self._game.metadata
        self.render_mode = render_mode
        self.possible_agents = list(self._game.names)
        self.agents: list[str] = []
        self.state_space = self._game.state_space

    def observation_space(self, agent: str) -> Dict:
        return self._game.observation_space

    def action_space(self, agent: str) -> Discrete:
        return self._game.action_space

    def state(self) -> np.ndarray:
        return self._game.state()

    def render(self) -> str | np.ndarray | None:
        return self._renderer.render()

    def close(self) -> None:
        self._renderer.close()
