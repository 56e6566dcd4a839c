"""What the two PettingZoo adapters share: one game, its seats by name, its spaces and its camera."""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.adapters import spaces
from vegas_env.games import Games
from vegas_env.render.renderer import Renderer
from vegas_env.rulesets import RULESETS


class SeatedGame:
    """One game of a ruleset and the names of its seats."""

    def __init__(
        self, ruleset: str, extra_actions: int, render_mode: str | None, viewer: int | str, options: dict[str, Any]
    ) -> None:
        self.games = Games(ruleset, 1, **options)
        self.ruleset = RULESETS[ruleset]
        self.camera = Renderer(self.games, render_mode, viewer)
        self.metadata = {
            "name": f"{ruleset}_v{self.ruleset.version}",
            "is_parallelizable": True,
            **self.camera.metadata,
        }
        self.names = [f"player_{seat}" for seat in range(self.games.players)]
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        self.actions = self.ruleset.actions + extra_actions
        self.observation_space = spaces.with_mask(self.ruleset, self.actions)
        self.action_space = spaces.spaces.Discrete(self.actions)
        self.state_space = spaces.state_box(self.ruleset, self.games.players)

    def state(self) -> np.ndarray:
        """What all seats see, one after the other."""
        return np.concatenate([self.games.observe(seat)[0] for seat in range(self.games.players)])
