"""Multi-agent PPO with TorchRL: `python -m experiments.examples.torchrl_ppo`.

TorchRL's PettingZoo wrapper around the parallel environment, its clipped PPO loss, one policy for all seats (self-play)
and action masks.  Needs the extra `torchrl`.
"""

from __future__ import annotations

import dataclasses
import sys
import time
import warnings
from typing import Any

import torch
import tyro
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from vegas_env.arena.statistics import Result
from vegas_env.experiments.examples.measure import LogitsAgent, SelfPlayArgs, network

GROUP = "players"
OBSERVATION = (GROUP, "observation", "observation")
MASK = (GROUP, "action_mask")
ACTION = (GROUP, "action")


@dataclasses.dataclass(kw_only=True)
class Args(SelfPlayArgs):
    frames: int = 60_000
    """Environment steps; in each, all seats with a decision act."""
    epochs: int = 4
    """Epochs of each update."""
    minibatch: int = 500
    """Decisions in a minibatch."""


def make_env(args: Args) -> PettingZooWrapper:
    env: Any = args.make_env()
    return PettingZooWrapper(env, use_mask=True, group_map={GROUP: env.possible_agents}, seed=args.seed)


def train(args: Args) -> LogitsAgent:
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    env = make_env(args)
    inputs = env.observation_spec[OBSERVATION].shape[-1]
    logits = network(inputs, env.action_spec[ACTION].space.n)
    actor = ProbabilisticActor(
        TensorDictModule(logits, in_keys=[OBSERVATION], out_keys=[(GROUP, "logits")]),
        in_keys={"logits": (GROUP, "logits"), "mask": MASK}, out_keys=[ACTION],
        distribution_class=MaskedCategorical, return_log_prob=True, log_prob_key=(GROUP, "log_prob"),
    )  # fmt: skip
    critic = ValueOperator(network(inputs, 1), in_keys=[OBSERVATION], out_keys=[(GROUP, "value")])
    loss = ClipPPOLoss(actor, critic, entropy_coeff=args.ent_coef, normalize_advantage=True)
    loss.set_keys(
        action=ACTION, value=(GROUP, "value"), reward=(GROUP, "reward"), done=(GROUP, "done"),
        terminated=(GROUP, "terminated"), sample_log_prob=(GROUP, "log_prob"), advantage=(GROUP, "advantage"),
        value_target=(GROUP, "value_target"),
    )  # fmt: skip
    loss.make_value_estimator(gamma=1.0, lmbda=0.95)
    estimate: GAE = loss.value_estimator
    optimizer = torch.optim.Adam(loss.parameters(), lr=args.learning_rate)
    collector = Collector(env, actor, frames_per_batch=args.batch, total_frames=args.frames)
    for data in collector:
        with torch.no_grad():
            estimate(data)
        decisions = only_decisions(data)
        for _ in range(args.epochs):
            for rows in torch.randperm(len(decisions)).split(args.minibatch):
                losses = loss(decisions[rows])
                total = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                optimizer.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
    collector.shutdown()
    return LogitsAgent(logits, "torchrl_ppo")


def only_decisions(data: TensorDict) -> TensorDict:
    """Flatten steps and seats, and drop seats that could only wait."""
    flat = data.reshape(-1)
    had_a_choice = ~flat[MASK][..., -1]
    seats = flat[GROUP][had_a_choice]
    return TensorDict({GROUP: seats}, batch_size=seats.batch_size)


def main(arguments: list[str] | None = None) -> dict[str, Result]:
    args = tyro.cli(Args, args=sys.argv[1:] if arguments is None else arguments)
    start = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # TorchRL warns of changing defaults
        agent = train(args)
    return args.measure(agent, time.perf_counter() - start)


if __name__ == "__main__":
    main()
