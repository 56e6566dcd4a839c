"""Gymnasium's vector interface: many games for one learner, or for whoever acts."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from vegas_env.adapters import spaces
from vegas_env.render.renderer import MANY_GAMES_MODES, SPECTATOR, Renderer
from vegas_env.single_agent import RANDOM, SingleAgentGames


class VegasVectorEnv(VectorEnv):
    """`num_envs` games; info["action_mask"] (num_envs, A) int8 holds the legal actions, info["seat"] the learner's
    seat.

    All three autoreset modes of Gymnasium: NEXT_STEP (default), SAME_STEP (last observations in info["final_obs"])
    and DISABLED (reset with options={"reset_mask": …}).  Returned arrays are never written to again except
    observations and masks, which take turns between two buffers: they stay as they are until the step after the next.

    reset(seed=s) puts game i of seed s into environment i, a list of seeds game 0 of each.
    An illegal action forfeits its game: terminated, reward -1, info["illegal_action"].

    render_mode: "rgb_array" or "ansi": render() returns a tuple with one picture for each game; for a window use
    gymnasium.wrappers.vector.HumanRendering.  viewer: as in the single environment.
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
        self._learning = SingleAgentGames(ruleset, num_envs, seed, learner=learner, opponents=opponents, **options)
        self._camera = Renderer(self._learning.games, render_mode, viewer, MANY_GAMES_MODES)
        self.render_mode = render_mode
        self.metadata = {"autoreset_mode": self._mode, **self._camera.metadata}
        self.num_envs = num_envs
        self.single_observation_space = spaces.flat_box(self._learning.games.ruleset)
        self.single_action_space = gymnasium.spaces.Discrete(self._learning.games.ruleset.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, np.bool_)
        self._any_ended = False
        self._no_finals = np.full(num_envs, None, object)
        self._no_truncations = np.zeros(num_envs, np.bool_)
        self._no_truncations.flags.writeable = False
        self._is_new = True

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        where = (options or {}).get("reset_mask")
        if where is not None:
            if seed is not None:
                raise ValueError("a seed deals all games anew: give no reset_mask with it")
            where = np.asarray(where)
            if where.dtype != np.bool_ or where.shape != (self.num_envs,):
                raise ValueError(f"reset_mask must be {self.num_envs} booleans, not {where!r}")
            self._learning.restart(np.flatnonzero(where))
            self._ended &= ~where
            self._any_ended = bool(self._ended.any())
        else:
            if seed is not None or not self._is_new:
                self._learning.reset(seed)
            self._ended[:] = False
            self._any_ended = False
        self._is_new = False
        return self._learning.observation, self._info()

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        learning = self._learning
        if learning.hot and self._mode is not AutoresetMode.DISABLED:
            same_step = self._mode is AutoresetMode.SAME_STEP
            if learning.step_hot(actions, same_step):
                return self._hot_result(same_step)
        if self._any_ended:
            if self._mode is AutoresetMode.DISABLED:
                raise ValueError(f"games {np.flatnonzero(self._ended).tolist()} are over: reset them with a reset_mask")
            return self._step_and_reset(actions)
        learning.step(actions)
        return self._result()

    def _result(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        learning = self._learning
        done = learning.done
        info: dict[str, Any] = {}
        if done.any():
            self._finish(done, info)
        return learning.observation, learning.reward, done, self._no_truncations, self._info(info)

    def _hot_result(self, same_step: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """What `step_hot` left."""
        learning = self._learning
        done = learning.done
        info: dict[str, Any] = {}
        ended = done.nonzero()[0]
        if not same_step:
            np.copyto(self._ended, done)
            self._any_ended = len(ended) > 0
        elif len(ended) and learning.finals is not None:
            self._add_finals(ended, learning.finals[ended], done, info)
        return learning.observation, learning.reward, done, self._no_truncations, self._info(info)

    def _add_finals(self, ended: np.ndarray, last: np.ndarray, done: np.ndarray, info: dict[str, Any]) -> None:
        """SAME_STEP: the last observations of games that ended, in Gymnasium's form."""
        final = self._no_finals.copy()
        for place, i in enumerate(ended):
            final[i] = last[place]
        info.update(final_obs=final, _final_obs=done.copy(), final_info={}, _final_info=done.copy())

    def _finish(self, done: np.ndarray, info: dict[str, Any]) -> None:
        """Some games have just ended."""
        learning = self._learning
        ended = np.flatnonzero(done)
        last = learning.final_observation(ended)
        if learning.any_illegal:
            info["illegal_action"] = learning.illegal
        if self._mode is AutoresetMode.SAME_STEP:
            self._add_finals(ended, last, done, info)
            learning.restart(ended)
        else:
            learning.observation[ended] = last
            self._ended[:] = done
            self._any_ended = True

    def _step_and_reset(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """NEXT_STEP: games that ended in the last step are dealt anew, whatever their action; the others go on."""
        self._learning.step(actions, renew=np.flatnonzero(self._ended))
        self._ended[:] = False
        self._any_ended = False
        return self._result()

    def action_masks(self) -> np.ndarray:
        """(num_envs, A) the legal actions."""
        return self._learning.mask

    def _info(self, info: dict[str, Any] | None = None) -> dict[str, Any]:
        info = {} if info is None else info
        info["action_mask"] = self._learning.mask.view(np.int8)
        info["seat"] = self._learning.seat
        return info

    def render(self) -> tuple[Any, ...] | None:
        return self._camera.render_all()


def make_vec(ruleset: str, **options: Any) -> VegasVectorEnv:
    return VegasVectorEnv(ruleset, **options)
