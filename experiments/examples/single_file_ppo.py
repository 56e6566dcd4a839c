"""PPO in a single file, in the style of CleanRL: `python -m experiments.examples.single_file_ppo`.

One learner, in a random seat of each game, against a heuristic in all other seats.  Uses Gymnasium's vector interface
with action masks and plain PyTorch; the arena of vegas_env evaluates the result.
"""

from __future__ import annotations

import dataclasses
import sys
import time
from typing import Any

import gymnasium
import torch
import tyro
from torch import Tensor, nn
from torch.distributions import Categorical

from vegas_env import RULESETS
from vegas_env.arena.statistics import Result
from vegas_env.experiments.examples.measure import LogitsAgent, measure


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str] = "las_vegas"
    """The ruleset to play."""
    opponent: str = "greedy"
    """The agent in all other seats."""
    players: int = 2
    """Number of players."""
    seed: int = 1
    """Seed of training; training is deterministic."""
    total_timesteps: int = 600_000
    """Total number of decisions."""
    num_envs: int = 64
    """Number of parallel games."""
    num_steps: int = 128
    """Decisions in each game between two updates."""
    num_minibatches: int = 8
    """Minibatches of an epoch."""
    update_epochs: int = 4
    """Epochs of each update."""
    learning_rate: float = 1e-3
    """Learning rate of Adam, annealed linearly to zero."""
    gamma: float = 1.0
    """Discount factor; 1, because games are finite."""
    gae_lambda: float = 0.95
    """Lambda of generalized advantage estimation."""
    clip_coef: float = 0.2
    """Clipping coefficient of the policy ratio."""
    ent_coef: float = 0.01
    """Coefficient of the entropy bonus."""
    vf_coef: float = 0.5
    """Coefficient of the value loss."""
    max_grad_norm: float = 0.5
    """Maximum norm of a gradient; longer ones are clipped."""
    games: int = 4_000
    """Games of the evaluation."""


class Net(nn.Module):
    """A network for the policy and one for the value."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.actor = nn.Sequential(
            _layer(inputs, 128), nn.Tanh(), _layer(128, 128), nn.Tanh(), _layer(128, actions, 0.01)
        )
        self.critic = nn.Sequential(_layer(inputs, 128), nn.Tanh(), _layer(128, 128), nn.Tanh(), _layer(128, 1, 1.0))

    def policy(self, observation: Tensor, mask: Tensor) -> Categorical:
        return Categorical(logits=self.actor(observation).masked_fill(~mask, -1e8))

    def value(self, observation: Tensor) -> Tensor:
        return self.critic(observation)[:, 0]


def _layer(inputs: int, outputs: int, scale: float = 2**0.5) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, scale)
    nn.init.zeros_(layer.bias)
    return layer


def train(args: Args) -> Net:
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    envs: Any = gymnasium.make_vec(
        RULESETS[args.ruleset].env_id, num_envs=args.num_envs, vectorization_mode="vector_entry_point",
        autoreset_mode="SameStep", opponents=args.opponent, players=args.players, reward="win",
    )  # fmt: skip
    actions = int(envs.single_action_space.n)
    inputs = int(envs.single_observation_space.shape[0])
    net = Net(inputs, actions)
    optimizer = torch.optim.Adam(net.parameters(), lr=args.learning_rate, eps=1e-5)

    shape = (args.num_steps, args.num_envs)
    observations = torch.zeros(*shape, inputs)
    masks = torch.zeros(*shape, actions, dtype=torch.bool)
    chosen = torch.zeros(shape, dtype=torch.long)
    log_probs, rewards, dones, values = (torch.zeros(shape) for _ in range(4))

    observation, info = envs.reset(seed=args.seed)
    updates = args.total_timesteps // (args.num_steps * args.num_envs)
    for update in range(updates):
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1.0 - update / updates)

        for step in range(args.num_steps):
            observations[step] = torch.from_numpy(observation)
            masks[step] = torch.from_numpy(info["action_mask"].astype(bool))
            with torch.no_grad():
                policy = net.policy(observations[step], masks[step])
                chosen[step] = policy.sample()
                log_probs[step] = policy.log_prob(chosen[step])
                values[step] = net.value(observations[step])
            observation, reward, terminated, truncated, info = envs.step(chosen[step].numpy())
            rewards[step] = torch.from_numpy(reward)
            dones[step] = torch.from_numpy(terminated | truncated)

        with torch.no_grad():
            advantages = torch.zeros(shape)
            next_advantage, next_value = torch.zeros(args.num_envs), net.value(torch.from_numpy(observation))
            for step in reversed(range(args.num_steps)):
                not_done = 1.0 - dones[step]
                error = rewards[step] + args.gamma * next_value * not_done - values[step]
                next_advantage = error + args.gamma * args.gae_lambda * not_done * next_advantage
                advantages[step], next_value = next_advantage, values[step]
            returns = advantages + values

        flat = [part.flatten(0, 1) for part in (observations, masks, chosen, log_probs, advantages, returns)]
        size = args.num_steps * args.num_envs
        for _ in range(args.update_epochs):
            for rows in torch.randperm(size).split(size // args.num_minibatches):
                _gradient_step(args, net, optimizer, *(part[rows] for part in flat))
    envs.close()
    return net


def _gradient_step(
    args: Args, net: Net, optimizer: torch.optim.Optimizer, observation: Tensor, mask: Tensor, action: Tensor,
    old_log_prob: Tensor, advantage: Tensor, returns: Tensor,
) -> None:  # fmt: skip
    policy = net.policy(observation, mask)
    ratio = (policy.log_prob(action) - old_log_prob).exp()
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
    policy_loss = -torch.min(advantage * ratio, advantage * clipped).mean()
    value_loss = 0.5 * (net.value(observation) - returns).pow(2).mean()
    loss = policy_loss + args.vf_coef * value_loss - args.ent_coef * policy.entropy().mean()
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), args.max_grad_norm)
    optimizer.step()


def main(arguments: list[str] | None = None) -> Result:
    args = tyro.cli(Args, args=sys.argv[1:] if arguments is None else arguments)
    start = time.perf_counter()
    agent = LogitsAgent(train(args).actor, "single_file_ppo")
    seconds = time.perf_counter() - start
    found = measure(agent, args.ruleset, [args.opponent], args.games, args.seed + 1, seconds, players=args.players)
    return found[args.opponent]


if __name__ == "__main__":
    main()
