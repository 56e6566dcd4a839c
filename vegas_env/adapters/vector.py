"""Gymnasium's vector interface: many games for one learner, or for whoever is to decide."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from vegas_env.adapters import spaces
from vegas_env.current_player import learner_games
from vegas_env.render.renderer import MANY_GAMES_MODES, SPECTATOR, Renderer
from vegas_env.single_agent import RANDOM


class VegasVectorEnv(VectorEnv):
    """`num_envs` games; info["action_mask"] (num_envs, A) int8 holds the legal actions, info["seat"] the learner's
    seat.

    All three autoreset modes of Gymnasium: NEXT_STEP (default), SAME_STEP (last observations in info["final_obs"])
    and DISABLED (reset with options={"reset_mask": …}).  Returned arrays are never written to again, except
    observations and masks: they alternate between two buffers and stay valid until the step after the next.

    reset(seed=s) puts game i of seed s into environment i, a list of seeds game 0 of each.
    An illegal action forfeits its game: terminated, reward -1, info["illegal_action"].

    learner: a seat, "random" (a seat drawn for every episode) or "current_player" (whoever is to decide)
    opponents: an agent or its name, or a list; the seats after the learner's take them in turn
    render_mode: "rgb_array" or "ansi": render() returns a tuple with one picture for each game; for a window use
        gymnasium.wrappers.vector.HumanRendering
    viewer: as in the single environment
    """

    def __init__(
        self,
        ruleset: str,
        num_envs: int = 1,
        opponents: Any = "random",
        learner: int | str = RANDOM,
        seed: Any = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        viewer: int | str = SPECTATOR,
        **options: Any,
    ) -> None:
        self._mode = AutoresetMode(autoreset_mode)
        self._learning = learner_games(
            ruleset, num_envs, seed, learner=learner, opponents=opponents, autoreset=self._mode, **options
        )
        self._renderer = Renderer(self._learning.games, render_mode, viewer, MANY_GAMES_MODES)
        self.render_mode = render_mode
        self.metadata = {"autoreset_mode": self._mode, **self._renderer.metadata}
        self.num_envs = num_envs
        self.single_observation_space = spaces.flat_box(self._learning.games.ruleset)
        self.single_action_space = gymnasium.spaces.Discrete(self._learning.games.ruleset.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._no_finals = np.full(num_envs, None, object)
        self._no_truncations = np.zeros(num_envs, np.bool_)
        self._no_truncations.flags.writeable = False

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        where = (options or {}).get("reset_mask")
        if where is not None:
            where = np.asarray(where)
            if where.dtype != np.bool_ or where.shape != (self.num_envs,):
                raise ValueError(f"reset_mask must be {self.num_envs} booleans, not {where!r}")
        self._learning.reset(seed, where)
        return self._learning.observation, self._info()

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        learning = self._learning
        learning.step(actions)
        info = self._info()
        if learning.any_illegal:
            info["illegal_action"] = learning.illegal
        if self._mode is AutoresetMode.SAME_STEP and len(learning.ended):
            self._add_finals(info)
        return learning.observation, learning.reward, learning.done, self._no_truncations, info

    def _add_finals(self, info: dict[str, Any]) -> None:
        """The last observations of games that ended, in the form of SAME_STEP."""
        learning = self._learning
        final = self._no_finals.copy()
        for place, i in enumerate(learning.ended):
            final[i] = learning.final_observation[place]
        done = learning.done
        info.update(final_obs=final, _final_obs=done.copy(), final_info={}, _final_info=done.copy())

    def action_masks(self) -> np.ndarray:
        """(num_envs, A) the legal actions."""
        return self._learning.mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._learning.mask.view(np.int8), "seat": self._learning.seat}

    def render(self) -> tuple[Any, ...] | None:
        return self._renderer.render_all()


def make_vec(ruleset: str, **options: Any) -> VegasVectorEnv:
    """The entry point of gymnasium.make_vec."""
    return VegasVectorEnv(ruleset, **options)
