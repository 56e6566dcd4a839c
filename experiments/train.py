"""MaskablePPO against opponents: `python -m experiments.train las_vegas --players 4 --opponents greedy,random`.

Options of the ruleset are flags of the same names (--players 5, --neutral-dice, …).
"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import Any

import tyro
from rich.console import Console

from experiments.options import with_ruleset_options


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """Which game to learn."""
    opponents: str = "greedy,random"
    """The agents in the other seats: one name or a comma list, repeated as needed."""
    learner: str = "random"
    """The learner's seat: a number, or "random" for a seat drawn anew in each game."""
    steps: int = 4_000_000
    """Decisions of the learner to train on."""
    seed: int = 0
    """Same seed, same machine: same result."""
    envs: int = 512
    """Games played side by side."""
    rollout: int = 64
    """Decisions in each game between two updates."""
    batch: int = 4096
    """Decisions in a gradient step."""
    epochs: int = 4
    """Passes over the decisions of an update."""
    learning_rate: float = 1e-3
    """Of the Adam optimiser, falling linearly to a tenth."""
    entropy: float = 0.01
    """Weight of the entropy bonus."""
    gamma: float = 1.0
    """Discount: games end, so none is needed."""
    gae_lambda: float = 0.95
    """Of the advantage estimate."""
    width: int = 256
    """Units in each of the two hidden layers."""
    games: int = 10_000
    """Games of the final evaluation against each opponent."""
    output: Path = Path("runs/ppo")
    """Folder for the model and TensorBoard logs."""


def train(args: Args, options: dict[str, Any], log: bool = True) -> Any:
    """Train a model; returns it and saves it as model.zip in the output folder."""
    import torch
    from sb3_contrib import MaskablePPO

    from vegas_env.adapters.sb3 import VegasVecEnv
    from vegas_env.learner import HOT, RANDOM

    if args.learner == HOT:
        raise ValueError("training on hot seats would mix the rewards of all seats: give a seat, or random")
    learner = args.learner if args.learner == RANDOM else int(args.learner)
    env = VegasVecEnv(args.ruleset, args.envs, seed=args.seed, learner=learner, opponents=args.opponents, **options)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=lambda left: args.learning_rate * (0.1 + 0.9 * left),
        n_steps=args.rollout,
        batch_size=args.batch,
        n_epochs=args.epochs,
        gamma=args.gamma,
        gae_lambda=args.gae_lambda,
        ent_coef=args.entropy,
        seed=args.seed,
        device="cpu",
        tensorboard_log=str(args.output) if log else None,
        policy_kwargs={"net_arch": [args.width, args.width], "activation_fn": torch.nn.ReLU},
    )
    model.learn(args.steps, progress_bar=True)
    args.output.mkdir(parents=True, exist_ok=True)
    model.save(args.output / "model.zip")
    return model


def compare(model: Any, args: Args, against: list[str], options: dict[str, Any]) -> dict[str, Any]:
    """The model in one seat against each of several agents."""
    from agents.network import Sb3Agent
    from experiments.arena import evaluate
    from vegas_env.agency import as_agents

    learned = Sb3Agent(model)
    return {
        f"learned against {name}": evaluate(
            args.ruleset, learned, as_agents(args.ruleset, name), args.games, args.seed + 1, **options
        )
        for name in against
    }


def main(arguments: list[str] | None = None) -> None:
    from experiments.evaluate import report

    args, options = with_ruleset_options(Args, sys.argv[1:] if arguments is None else arguments, "vegas train")
    model = train(args, options)
    names = list(dict.fromkeys(name.strip() for name in args.opponents.split(",")))
    Console().print(report(compare(model, args, names, options)))
    Console().print(f"saved as {args.output / 'model.zip'}")


if __name__ == "__main__":
    main()
