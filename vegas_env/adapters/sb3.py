"""A native Stable-Baselines3 VecEnv with action masks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from vegas_env.adapters import spaces
from vegas_env.current_player import learner_games
from vegas_env.render.renderer import SPECTATOR, Renderer
from vegas_env.single_agent import RANDOM


class BatchedVecEnv(VecEnv):
    """A VecEnv whose environments are one batch of games: what SB3 asks of each is answered for all."""

    def action_masks(self) -> np.ndarray:
        """(num_envs, A) the legal actions."""
        raise NotImplementedError

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> Any:
        if method_name == "action_masks":
            masks = self.action_masks()
            return masks if indices is None else masks[list(self._get_indices(indices))]
        raise AttributeError(f"the games of a {type(self).__name__} have no method {method_name!r} of their own")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        pass


class VegasVecEnv(BatchedVecEnv):
    """`num_envs` games for one learner, for MaskablePPO and other algorithms of SB3.

    A game that is over starts its next episode in the same step; its last observation is
    infos[i]["terminal_observation"].  An illegal action forfeits its game: done, reward -1,
    infos[i]["illegal_action"].  Observations and masks alternate between two buffers, so that what SB3 keeps of the
    last step does not change under it.

    learner: a seat, "random" (a seat drawn for every episode) or "current_player" (whoever is to decide: for
        benchmarks and data collection only)
    opponents: an agent or its name, or a list of them
    render_mode: with "rgb_array", get_images() has a picture of every game as `viewer` sees it (for VecVideoRecorder)
    """

    def __init__(
        self,
        ruleset: str,
        num_envs: int,
        seed: int = 0,
        learner: int | str = RANDOM,
        opponents: Any = "random",
        render_mode: str | None = None,
        viewer: int | str = SPECTATOR,
        **options: Any,
    ) -> None:
        self.learning = learner_games(
            ruleset,
            num_envs,
            seed,
            learner=learner,
            opponents=opponents,
            autoreset=AutoresetMode.SAME_STEP,
            **options,
        )
        self._renderer = Renderer(self.learning.games, render_mode, viewer, ("rgb_array",))
        self.render_mode = render_mode
        super().__init__(
            num_envs,
            spaces.flat_box(self.learning.games.ruleset),
            gymnasium.spaces.Discrete(self.learning.games.ruleset.actions),
        )
        self.metadata = self.metadata | {"render_fps": self._renderer.metadata["render_fps"]}
        self._actions = np.zeros(num_envs, np.int64)
        self._returns = np.zeros(num_envs, np.float64)
        self._lengths = np.zeros(num_envs, np.int64)

    def reset(self) -> np.ndarray:
        self.learning.reset(None if self._seeds[0] is None else int(self._seeds[0]))
        self._reset_seeds()
        self._reset_options()
        self._returns[:] = 0.0
        self._lengths[:] = 0
        return self.learning.observation

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        learning = self.learning
        learning.step(self._actions)
        self._returns += learning.reward
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if len(learning.ended):
            self._add_episodes(infos)
        return learning.observation, learning.reward, learning.done, infos

    def _add_episodes(self, infos: list[dict[str, Any]]) -> None:
        """Games have ended: what SB3 wants to know of their episodes."""
        learning = self.learning
        for place, i in enumerate(learning.ended):
            infos[i]["terminal_observation"] = learning.final_observation[place]
            infos[i]["TimeLimit.truncated"] = False
            infos[i]["episode"] = {"r": float(self._returns[i]), "l": int(self._lengths[i]), "t": 0.0}
            if learning.illegal[i]:
                infos[i]["illegal_action"] = True
        self._returns[learning.ended] = 0.0
        self._lengths[learning.ended] = 0

    def action_masks(self) -> np.ndarray:
        """(num_envs, A) the legal actions."""
        return self.learning.mask

    def get_images(self) -> Sequence[np.ndarray | None]:
        return self._renderer.render_all() or [None] * self.num_envs
