"""PPO for self-play: collect decisions of all seats that the learner holds, then update the network."""

from __future__ import annotations

import time
from typing import Any

import torch
from torch.nn import functional

from vegas_env.agent import Agent
from vegas_env.agents.ppo.buffer import SeatBuffer
from vegas_env.agents.ppo.numpy_net import single_threaded_blas
from vegas_env.agents.ppo.rollout import RolloutGames
from vegas_env.agents.ppo.torch_net import StructuredNet, mask_logits

FINAL_LEARNING_RATE = 0.05  # as a part of the initial one


class SelfPlayPPO:
    """Proximal policy optimisation with action masks (Schulman et al. 2017), written for many cheap games.

    A `teacher` is an agent that knows the game.  While `teacher_weight` is positive, it is asked what it would do in
    some of the learner's decisions, and a cross-entropy loss asks the learner to do the same.

    `seconds` says how long each part has taken: "forward" (choosing actions), "update", "advice" (the adviser's
    ratings), "teacher", and "games" (everything else).

    Parameters
    ----------
    net: the network to train
    num_envs: games in a rollout
    num_steps: steps of each game in a rollout
    batch_size: decisions in a gradient step
    num_epochs: passes over a rollout
    learning_rate: of the Adam optimiser; falls linearly to a twentieth
    gamma, gae_lambda: discount and lambda of the advantage estimate
    ent_coef, vf_coef: weights of the entropy bonus and of the value loss
    clip_coef: how far an update may move the probability of an action, as a ratio
    max_grad_norm: gradients are clipped to this norm
    teacher: an agent that shows what it would do
    teacher_every: the teacher is asked in one step of so many
    """

    def __init__(
        self,
        net: StructuredNet,
        num_envs: int,
        *,
        num_steps: int,
        batch_size: int,
        num_epochs: int,
        learning_rate: float,
        gamma: float,
        gae_lambda: float,
        ent_coef: float,
        vf_coef: float,
        clip_coef: float = 0.2,
        max_grad_norm: float = 0.5,
        teacher: Agent | None = None,
        teacher_every: int = 4,
    ) -> None:
        self.net = net
        self.num_steps, self.batch_size, self.num_epochs = num_steps, batch_size, num_epochs
        self.learning_rate = learning_rate
        self.gamma, self.gae_lambda = gamma, gae_lambda
        self.ent_coef, self.vf_coef = ent_coef, vf_coef
        self.clip_coef, self.max_grad_norm = clip_coef, max_grad_norm
        self.teacher, self.teacher_every = teacher, teacher_every
        self.teacher_weight = 0.0
        self.value_only = False  # whether updates train the value alone
        self.num_decisions = 0
        self.optimizer = torch.optim.Adam(net.parameters(), lr=learning_rate, eps=1e-5, fused=True)
        input_size = net.ruleset.observation_size + (net.ruleset.actions if net.adviser else 0)
        self.buffer = SeatBuffer(net.ruleset, input_size, num_steps, num_envs)
        self.seconds = {"forward": 0.0, "update": 0.0, "advice": 0.0, "teacher": 0.0, "games": 0.0}

    def collect_and_update(self, games: RolloutGames, progress_remaining: float) -> dict[str, float]:
        """One rollout and one update; returns figures for the log."""
        with single_threaded_blas():  # for networks among the opponents
            self.collect(games)
        return self.update(progress_remaining)

    def collect(self, games: RolloutGames) -> None:
        """Fill the buffer with decisions of the current policy."""
        buffer = self.buffer
        start = time.perf_counter()
        forward, teacher, advice_before = 0.0, 0.0, games.adviser_seconds
        every = teaching_interval(self.teacher_weight, self.teacher_every)
        for step in range(self.num_steps):
            buffer.inputs[step] = games.inputs
            buffer.masks[step] = games.mask
            buffer.seats[step] = games.seat
            clock = time.perf_counter()
            if self.teacher is not None and self.teacher_weight > 0 and step % every == 0:
                buffer.teacher_actions[step] = games.ask(self.teacher)
            else:
                buffer.teacher_actions[step] = -1
            taught = time.perf_counter()
            self._choose_actions(step)
            forward += time.perf_counter() - taught
            teacher += taught - clock
            games.step(buffer.actions[step])
            buffer.done[step] = games.done
            buffer.paid[step] = games.paid
        buffer.estimate_advantages(self.gamma, self.gae_lambda)
        self.num_decisions += buffer.num_decisions
        advice = games.adviser_seconds - advice_before
        self.seconds["forward"] += forward
        self.seconds["teacher"] += teacher
        self.seconds["advice"] += advice
        self.seconds["games"] += time.perf_counter() - start - forward - teacher - advice

    @torch.no_grad()
    def _choose_actions(self, step: int) -> None:
        """Sample actions for one step of the buffer."""
        buffer = self.buffer
        logits, values = self.net(torch.from_numpy(buffer.inputs[step]))
        log_probs = functional.log_softmax(mask_logits(logits, torch.from_numpy(buffer.masks[step])), dim=1)
        noise = torch.empty_like(log_probs).exponential_().log_()  # Gumbel trick: the argmax is a sample
        actions = (log_probs - noise).argmax(dim=1)
        buffer.actions[step] = actions.numpy()
        buffer.values[step] = values.numpy()
        buffer.log_probs[step] = log_probs.gather(1, actions[:, None])[:, 0].numpy()

    def update(self, progress_remaining: float) -> dict[str, float]:
        """`num_epochs` passes over the buffer; returns mean losses and other figures for the log."""
        start = time.perf_counter()
        for group in self.optimizer.param_groups:
            decay = FINAL_LEARNING_RATE + (1 - FINAL_LEARNING_RATE) * progress_remaining
            group["lr"] = self.learning_rate * decay
        known = torch.from_numpy(self.buffer.known.ravel().nonzero()[0])
        flat = {
            name: torch.from_numpy(getattr(self.buffer, name)).flatten(0, 1)
            for name in ("inputs", "masks", "actions", "teacher_actions", "log_probs", "advantages", "values")
        }
        flat["returns"] = flat["advantages"] + flat["values"]
        size = min(self.batch_size, len(known))
        figures = []
        for _ in range(self.num_epochs):
            order = known[torch.randperm(len(known))]
            for first in range(0, len(order) - size + 1, size):
                chosen = order[first : first + size]
                figures.append(self._gradient_step({name: part[chosen] for name, part in flat.items()}))
        self.seconds["update"] += time.perf_counter() - start
        error = (flat["returns"] - flat["values"])[known].var()
        explained = 1.0 - (error / flat["returns"][known].var()).item()
        means = torch.stack(figures).mean(dim=0).tolist()
        names = ("policy_loss", "value_loss", "entropy", "clipped", "kl")
        return {**dict(zip(names, means, strict=True)), "explained_variance": explained}

    def _gradient_step(self, batch: dict[str, torch.Tensor]) -> torch.Tensor:
        clip = self.clip_coef
        logits, values = self.net(batch["inputs"])
        log_all = functional.log_softmax(mask_logits(logits, batch["masks"]), dim=1)
        log_ratio = log_all.gather(1, batch["actions"][:, None])[:, 0] - batch["log_probs"]
        ratio = log_ratio.exp()
        advantages = batch["advantages"]
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        policy_loss = -torch.min(advantages * ratio, advantages * ratio.clamp(1 - clip, 1 + clip)).mean()
        value_loss = functional.mse_loss(values, batch["returns"])
        entropy = -(log_all.exp() * log_all).sum(dim=1).mean()
        loss = self.vf_coef * value_loss
        if not self.value_only:
            loss = loss + policy_loss - self.ent_coef * entropy
        taught = torch.nonzero(batch["teacher_actions"] >= 0)[:, 0]
        if len(taught):
            loss = loss + self.teacher_weight * functional.nll_loss(log_all[taught], batch["teacher_actions"][taught])
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), self.max_grad_norm)
        self.optimizer.step()
        with torch.no_grad():
            clipped = ((ratio - 1).abs() > clip).float().mean()
            return torch.stack([policy_loss, value_loss, entropy, clipped, (ratio - 1 - log_ratio).mean()])

    def state_dict(self) -> dict[str, Any]:
        """Everything that the next update depends on, for a checkpoint."""
        return {
            "net": self.net.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "num_decisions": self.num_decisions,
            "seconds": self.seconds,
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.num_decisions = state["num_decisions"]
        self.seconds = state["seconds"]


def teaching_interval(weight: float, every: int) -> int:
    """The teacher is asked in one step of so many: an eighth as often once it counts for little."""
    return every if weight > 0.1 else 8 * every
