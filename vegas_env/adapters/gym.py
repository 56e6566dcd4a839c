"""Gymnasium's single-agent interface: one learner against agents."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from vegas_env import current_player
from vegas_env.adapters import spaces
from vegas_env.render.renderer import FRAMES_PER_SECOND, RENDER_MODES, SPECTATOR, Renderer
from vegas_env.single_agent import RANDOM, SingleAgentGames


class VegasEnv(gymnasium.Env):
    """One game for one learner.  info["action_mask"] and action_masks() give the legal actions.

    An illegal action forfeits the game: terminated, reward -1, info["illegal_action"] is True.
    reset(seed=s) deals game 0 of seed s; reset() deals the next one.

    learner: a seat, or "random" for a seat drawn for every episode
    opponents: an agent or its name, or a list; the seats after the learner's take them in turn
    render_mode: "human" (a window that shows every step), "rgb_array" or "ansi"
    viewer: whose view is rendered: "spectator" (hidden cards and bids stay hidden), "deciding" (the learner), "all" or
        a seat
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_PER_SECOND}  # noqa: RUF012 - Gymnasium's way

    def __init__(
        self,
        ruleset: str,
        opponents: Any = "random",
        learner: int | str = RANDOM,
        seed: int = 0,
        render_mode: str | None = None,
        viewer: int | str = SPECTATOR,
        **options: Any,
    ) -> None:
        if learner in current_player.NAMES:
            raise ValueError(f'learner="{learner}" is for vector environments; here it is a seat or "random"')
        self._learning = SingleAgentGames(ruleset, 1, seed, learner=learner, opponents=opponents, **options)
        self._renderer = Renderer(self._learning.games, render_mode, viewer)
        self.render_mode = render_mode
        self.observation_space = spaces.flat_box(self._learning.games.ruleset)
        self.action_space = gymnasium.spaces.Discrete(self._learning.games.ruleset.actions)
        self._needs_reset = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self._learning.reset(seed)
        self._needs_reset = False
        self._renderer.reset()
        return self._learning.observation[0].copy(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        learning = self._learning
        if self._needs_reset:
            raise ValueError("the game is over: call reset()")
        self._renderer.announce(action)
        learning.step(np.array([action]))
        self._renderer.refresh()
        self._needs_reset = bool(learning.done[0])
        info = self._info()
        if learning.illegal[0]:
            info["illegal_action"] = True
        return learning.observation[0].copy(), float(learning.reward[0]), self._needs_reset, False, info

    def action_masks(self) -> np.ndarray:
        """(A,) the legal actions, in the form that MaskablePPO asks for."""
        return self._learning.mask[0].copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._learning.mask[0].astype(np.int8), "seat": int(self._learning.seat[0])}

    def render(self) -> Any:
        return self._renderer.render()

    def close(self) -> None:
        self._renderer.close()


def make_env(ruleset: str, **options: Any) -> VegasEnv:
    """The entry point of gymnasium.make."""
    return VegasEnv(ruleset, **options)
