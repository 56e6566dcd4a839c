"""What the two PettingZoo adapters share: one game whose seats have names."""

from __future__ import annotations

from typing import Any

import numpy as np

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
        self.action_space = spaces.spaces.Discrete(self.actions)
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
