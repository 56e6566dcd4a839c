"""A native Stable-Baselines3 VecEnv with action masks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from vegas_env.adapters import spaces
from vegas_env.render.renderer import SPECTATOR, Renderer
from vegas_env.single_agent import RANDOM, SingleAgentGames


class BatchedVecEnv(VecEnv):
    """What SB3 asks of environments that it believes to be separate, and that are one batch of games."""

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

    learner: a seat, "random", or "hot" (whoever acts: for benchmarks and data collection only).
    opponents: an agent or its name, or a list of them.
    A game that is over is dealt anew in the same step; its last observation is infos[i]["terminal_observation"].
    An illegal action forfeits its game: done, reward -1, infos[i]["illegal_action"].
    Observations and masks take turns between two buffers, so that what SB3 keeps of the last step does not change
    under it.
    With render_mode="rgb_array", get_images() has a picture of every game, as `viewer` sees it (for VecVideoRecorder).
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
        self.learning = SingleAgentGames(ruleset, num_envs, seed, learner=learner, opponents=opponents, **options)
        self._camera = Renderer(self.learning.games, render_mode, viewer, ("rgb_array",))
        self.render_mode = render_mode
        super().__init__(
            num_envs,
            spaces.flat_box(self.learning.games.ruleset),
            gymnasium.spaces.Discrete(self.learning.games.ruleset.actions),
        )
        self.metadata = self.metadata | {"render_fps": self._camera.metadata["render_fps"]}
        self._actions = np.zeros(num_envs, np.int64)
        self._returns = np.zeros(num_envs, np.float64)
        self._lengths = np.zeros(num_envs, np.int64)
        self._is_new = True

    def reset(self) -> np.ndarray:
        if self._seeds[0] is not None:
            self.learning.reset(int(self._seeds[0]))
        elif not self._is_new:
            self.learning.reset()
        self._is_new = False
        self._reset_seeds()
        self._reset_options()
        self._returns[:] = 0.0
        self._lengths[:] = 0
        return self.learning.observation

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        learning = self.learning
        anew = learning.hot and learning.step_hot(self._actions, same_step=True)
        if not anew:
            learning.step(self._actions)
        reward, done = learning.reward, learning.done
        self._returns += reward
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = done.nonzero()[0]
        if len(ended):
            last = learning.finals[ended] if anew and learning.finals is not None else learning.final_observation(ended)
            self._tell_ends(ended, last, infos)
            if not anew:
                learning.restart(ended)
        return learning.observation, reward, done, infos

    def _tell_ends(self, ended: np.ndarray, last: np.ndarray, infos: list[dict[str, Any]]) -> None:
        """Some games have ended: tell SB3 how."""
        learning = self.learning
        for place, i in enumerate(ended):
            infos[i]["terminal_observation"] = last[place]
            infos[i]["TimeLimit.truncated"] = False
            infos[i]["episode"] = {"r": float(self._returns[i]), "l": int(self._lengths[i]), "t": 0.0}
            if learning.illegal[i]:
                infos[i]["illegal_action"] = True
        self._returns[ended] = 0.0
        self._lengths[ended] = 0

    def action_masks(self) -> np.ndarray:
        """(num_envs, A) the legal actions."""
        return self.learning.mask

    def get_images(self) -> Sequence[np.ndarray | None]:
        return self._camera.render_all() or [None] * self.num_envs
