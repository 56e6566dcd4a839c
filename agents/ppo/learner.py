"""MaskablePPO for a learner that holds many seats: every seat's decisions make a chain of their own."""

from __future__ import annotations

import time
from typing import Any

import numba
import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from torch.nn import functional

from vegas_env.adapters.sb3_self_play import SelfPlayVecEnv
from vegas_env.agent import Agent
from vegas_env.agents.ppo.numpy_net import one_thread
from vegas_env.agents.ppo.torch_net import StructuredPolicy, masked
from vegas_env.self_play import NOBODY


class SeatBuffer:
    """The decisions between two updates: rows are steps, columns games; each is some seat's, or NOBODY's."""

    def __init__(
        self, steps: int, observation_space: spaces.Box, action_space: spaces.Discrete, device: Any, *,
        gae_lambda: float, gamma: float, n_envs: int, seats: int,
    ) -> None:  # fmt: skip
        shape = (steps, n_envs)
        self.observations = np.zeros((*shape, *observation_space.shape), np.float32)
        self.masks = np.zeros((*shape, int(action_space.n)), np.bool_)
        self.actions = np.zeros(shape, np.int64)
        self.log_probs = np.zeros(shape, np.float32)
        self.values = np.zeros(shape, np.float32)
        self.taught = np.full(shape, -1, np.int64)  # what the teacher would have done, where it was asked
        self.seats = np.zeros(shape, np.int8)
        self.paid = np.zeros((*shape, seats), np.float32)
        self.done = np.zeros(shape, np.bool_)
        self.advantages = np.zeros(shape, np.float32)
        self.known = np.zeros(shape, np.bool_)  # of which decisions the advantage is known
        self.gamma = gamma
        self.gae_lambda = gae_lambda

    def estimate_advantages(self) -> None:
        seat_advantages(
            self.seats, self.paid, self.done, self.values, self.gamma, self.gae_lambda, self.advantages, self.known
        )


@numba.njit(cache=True)
def seat_advantages(seats, paid, done, values, gamma, gae_lambda, advantages, known):
    """Generalised advantage estimates that connect each decision with the next one of the same seat and game.

    A seat's reward for a decision is all that it is paid up to its next one, by whoever's move.  What comes after the
    last decision of a seat in the buffer is not known yet, unless the game ends: that decision only serves to value
    the one before.
    """
    steps, games = seats.shape
    capacity = paid.shape[2]
    follows = np.zeros(capacity, np.bool_)  # whether it is known how the seat goes on: by a decision, or the game's end
    reward = np.zeros(capacity)
    next_value = np.zeros(capacity)
    next_advantage = np.zeros(capacity)
    for game in range(games):
        follows[:] = False
        reward[:] = 0.0
        for step in range(steps - 1, -1, -1):
            if done[step, game]:
                follows[:] = True
                reward[:] = 0.0
                next_value[:] = 0.0
                next_advantage[:] = 0.0
            reward += paid[step, game]
            seat = seats[step, game]
            if seat == NOBODY:
                known[step, game] = False
                continue
            value = values[step, game]
            known[step, game] = follows[seat]
            if follows[seat]:
                error = reward[seat] + gamma * next_value[seat] - value
                next_advantage[seat] = error + gamma * gae_lambda * next_advantage[seat]
            else:
                next_advantage[seat] = 0.0
            advantages[step, game] = next_advantage[seat]
            follows[seat] = True
            reward[seat] = 0.0
            next_value[seat] = value


def taught_every(weight: float, every: int) -> int:
    """A teacher is asked about one step in so many: less often, once it counts for little."""
    return every if weight > 0.1 else 8 * every


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO on a `SelfPlayVecEnv`, without the detours that cost time with many cheap games.

    While `teacher_weight` is above zero, an agent that knows the game says for some decisions what it would have done,
    and doing the same is rewarded: the learner soon plays about as well and goes on from there by itself.

    `seconds` says where the time went: "forward" and "update" are the learner's own, "advice" is what its adviser took,
    "teacher" what asking the teacher took, "games" is the rest.
    """

    policy: StructuredPolicy
    rollout_buffer: SeatBuffer  # type: ignore[assignment]

    def __init__(self, env: SelfPlayVecEnv, **settings: Any) -> None:
        ruleset = env.parts[0].games.ruleset
        settings.setdefault("rollout_buffer_class", SeatBuffer)
        settings.setdefault("rollout_buffer_kwargs", {"seats": ruleset.seats})
        super().__init__(StructuredPolicy, env, **settings)
        self.policy_learns = True  # or, for now, the value alone
        self.teacher: Agent | None = None
        self.teacher_weight = 0.0
        self.teacher_every = 4
        self.seconds = {"forward": 0.0, "update": 0.0, "advice": 0.0, "teacher": 0.0, "games": 0.0}

    def one_update(self, progress_remaining: float) -> dict[str, float]:
        """Play, then learn from it; returns figures for the log."""
        self._current_progress_remaining = progress_remaining
        with one_thread():  # for the networks among the opponents
            self.collect()
        return self.update()

    def collect(self) -> None:
        """Fill the buffer with decisions of the present policy."""
        env, buffer = self.env, self.rollout_buffer
        assert isinstance(env, SelfPlayVecEnv)
        begun = time.perf_counter()
        forward, teacher, advised = 0.0, 0.0, env.advice_seconds
        every = taught_every(self.teacher_weight, self.teacher_every)
        observation = env.observation
        for step in range(self.n_steps):
            buffer.observations[step] = observation
            buffer.masks[step] = env.action_masks()
            buffer.seats[step] = env.seat
            clock = time.perf_counter()
            teaches = self.teacher is not None and self.teacher_weight > 0 and step % every == 0
            buffer.taught[step] = env.ask(self.teacher) if teaches else -1  # type: ignore[arg-type]
            asked = time.perf_counter()
            self._decide(step)
            forward += time.perf_counter() - asked
            teacher += asked - clock
            observation, _, buffer.done[step], _ = env.step(buffer.actions[step])  # type: ignore[assignment]
            buffer.paid[step] = env.paid
        buffer.estimate_advantages()
        self.num_timesteps += int((buffer.seats != NOBODY).sum())
        self.seconds["forward"] += forward
        self.seconds["teacher"] += teacher
        advice = env.advice_seconds - advised
        self.seconds["advice"] += advice
        self.seconds["games"] += time.perf_counter() - begun - forward - teacher - advice

    def _decide(self, step: int) -> None:
        """Sample actions for one row of the buffer."""
        buffer = self.rollout_buffer
        with torch.no_grad():
            logits, values = self.policy.net(torch.from_numpy(buffer.observations[step]))
            log_probs = functional.log_softmax(masked(logits, torch.from_numpy(buffer.masks[step])), dim=1)
            noise = torch.empty_like(log_probs).exponential_().log_()  # the highest of log p - noise: a sample of p
            actions = (log_probs - noise).argmax(dim=1)
            buffer.actions[step] = actions.numpy()
            buffer.values[step] = values.numpy()
            buffer.log_probs[step] = log_probs.gather(1, actions[:, None])[:, 0].numpy()

    def update(self) -> dict[str, float]:
        """Some passes over the buffer."""
        begun = time.perf_counter()
        for group in self.policy.optimizer.param_groups:
            group["lr"] = self.lr_schedule(self._current_progress_remaining)
        buffer = self.rollout_buffer
        usable = torch.from_numpy(np.flatnonzero(buffer.known))
        flat = {
            name: torch.from_numpy(getattr(buffer, name)).flatten(0, 1)
            for name in ("observations", "masks", "actions", "taught", "log_probs", "advantages", "values")
        }
        flat["returns"] = flat["advantages"] + flat["values"]
        size = min(self.batch_size or len(usable), len(usable))
        figures = []
        for _ in range(self.n_epochs):
            order = usable[torch.randperm(len(usable))]
            for first in range(0, len(order) - size + 1, size):
                chosen = order[first : first + size]
                figures.append(self._gradient_step({name: part[chosen] for name, part in flat.items()}))
        self._n_updates += self.n_epochs
        self.seconds["update"] += time.perf_counter() - begun
        error = (flat["returns"] - flat["values"])[usable].var()
        explained = 1.0 - (error / flat["returns"][usable].var()).item()
        means = torch.stack(figures).mean(dim=0).tolist()
        names = ("policy_loss", "value_loss", "entropy", "clipped", "kl")
        return {**dict(zip(names, means, strict=True)), "explained_variance": explained}

    def _gradient_step(self, part: dict[str, torch.Tensor]) -> torch.Tensor:
        policy = self.policy
        clip = self.clip_range(self._current_progress_remaining)  # type: ignore[operator]
        logits, values = policy.net(part["observations"])
        log_all = functional.log_softmax(masked(logits, part["masks"]), dim=1)
        log_ratio = log_all.gather(1, part["actions"][:, None])[:, 0] - part["log_probs"]
        ratio = log_ratio.exp()
        advantages = part["advantages"]
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        policy_loss = -torch.min(advantages * ratio, advantages * ratio.clamp(1 - clip, 1 + clip)).mean()
        value_loss = functional.mse_loss(values, part["returns"])
        entropy = -(log_all.exp() * log_all).sum(dim=1).mean()
        loss = self.vf_coef * value_loss
        if self.policy_learns:
            loss = loss + policy_loss - self.ent_coef * entropy
        taught = torch.nonzero(part["taught"] >= 0)[:, 0]
        if len(taught):
            loss = loss + self.teacher_weight * functional.nll_loss(log_all[taught], part["taught"][taught])
        policy.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(policy.net.parameters(), self.max_grad_norm)
        policy.optimizer.step()
        with torch.no_grad():
            clipped = ((ratio - 1).abs() > clip).float().mean()
            return torch.stack([policy_loss, value_loss, entropy, clipped, (ratio - 1 - log_ratio).mean()])
