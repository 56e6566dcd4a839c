"""Multi-agent PPO with RLlib: `python -m experiments.examples.rllib_ppo`.

RLlib's wrapper around the parallel environment, one policy for all seats (self-play), and a custom RLModule that
applies the action masks.  Needs the extra `rllib`.
"""

from __future__ import annotations

import dataclasses
import logging
import sys
import time
from typing import Any

import ray
import torch
import tyro
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.tune.registry import register_env
from torch import Tensor

from vegas_env.arena.statistics import Result
from vegas_env.experiments.examples.measure import LogitsAgent, SelfPlayArgs, network

SHARED = "shared"  # the policy of all seats


@dataclasses.dataclass(kw_only=True)
class Args(SelfPlayArgs):
    iterations: int = 30
    """Number of updates."""


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """A network for the policy and one for the value; illegal actions get probability zero."""

    def setup(self) -> None:
        spaces: Any = self.observation_space
        actions: Any = self.action_space
        inputs = spaces["observation"].shape[0]
        self.actor = network(inputs, int(actions.n))
        self.critic = network(inputs, 1)

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        observation = batch[Columns.OBS]
        logits = self.actor(observation["observation"])
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(observation["action_mask"] == 0, -1e8)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Tensor:
        return self.critic(batch[Columns.OBS]["observation"])[..., 0]


def train(args: Args) -> LogitsAgent:
    register_env("vegas", lambda _: ParallelPettingZooEnv(args.make_env()))
    config = (
        PPOConfig()
        .environment("vegas", disable_env_checking=True)  # the check ignores action masks
        .framework("torch")
        .debugging(seed=args.seed)
        .env_runners(num_env_runners=0)
        .multi_agent(policies={SHARED}, policy_mapping_fn=lambda *_args, **_kwargs: SHARED)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={SHARED: RLModuleSpec(module_class=MaskedModule)}))
        .training(
            train_batch_size_per_learner=args.batch,
            minibatch_size=min(500, args.batch),
            num_epochs=4,
            lr=args.learning_rate,
            gamma=1.0,
            lambda_=0.95,
            entropy_coeff=args.ent_coef,
            vf_clip_param=100.0,
        )
    )
    algorithm = config.build_algo()
    for _ in range(args.iterations):
        algorithm.train()
    module: Any = algorithm.get_module(SHARED)
    algorithm.stop()
    return LogitsAgent(module.actor, "rllib_ppo")


def main(arguments: list[str] | None = None) -> dict[str, Result]:
    args = tyro.cli(Args, args=sys.argv[1:] if arguments is None else arguments)
    torch.set_num_threads(1)
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    start = time.perf_counter()
    try:
        agent = train(args)
    finally:
        ray.shutdown()
    return args.measure(agent, time.perf_counter() - start)


if __name__ == "__main__":
    main()
