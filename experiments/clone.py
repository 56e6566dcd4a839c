"""Behaviour cloning: train a network to imitate a data set: `vegas clone vegas/las_vegas-v0`.

The network is that of `vegas train`; the data set comes from `vegas export`.  One episode in ten is held out, to
measure how often the network chooses the same action.
"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import numpy as np
import tyro
from rich.console import Console

from vegas_env.adapters.minari import Decisions, load_decisions
from vegas_env.agents.ppo.numpy_net import Network


@dataclasses.dataclass
class Args:
    dataset: tyro.conf.Positional[str]
    """Data set made by vegas export."""
    num_epochs: int = 10
    """Passes over the data."""
    batch_size: int = 512
    """Decisions in a gradient step."""
    learning_rate: float = 2e-3
    """Learning rate of Adam; falls linearly to a twentieth."""
    entity_width: int = 64
    """Hidden units for each casino or row."""
    trunk_width: int = 128
    """Hidden units for the position as a whole."""
    seed: int = 0
    """Random seed of the initial weights and of the order of the data."""
    output: Path = Path("runs/clone/model.npz")
    """File for the network; its path names an agent."""


def is_held_out(episodes: np.ndarray) -> np.ndarray:
    """Which episodes, given by their numbers, are not trained on."""
    return episodes % 10 == 9


def clone(args: Args, ruleset: str, data: Decisions) -> tuple[Network, float]:
    """A network that imitates the data, and its accuracy on the choices (not forced moves) of held-out episodes."""
    import torch
    from torch.nn import functional

    from vegas_env.agents.ppo.torch_net import StructuredNet, mask_logits

    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    net = StructuredNet(ruleset, args.entity_width, args.trunk_width)
    held_out = torch.from_numpy(is_held_out(data.episodes))
    observations, masks, actions = (torch.from_numpy(part) for part in (data.observations, data.masks, data.actions))
    trained_on = torch.nonzero(~held_out)[:, 0]
    optimizer = torch.optim.Adam(net.parameters(), lr=args.learning_rate, fused=True)
    steps = args.num_epochs * -(-len(trained_on) // args.batch_size)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.05, steps)
    for _ in range(args.num_epochs):
        for chosen in trained_on[torch.randperm(len(trained_on))].split(args.batch_size):
            logits, _ = net(observations[chosen])
            loss = functional.cross_entropy(mask_logits(logits, masks[chosen]), actions[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    with torch.no_grad():
        logits, _ = net(observations[held_out])
        predicted = mask_logits(logits, masks[held_out]).argmax(dim=1)
    choices = masks[held_out].sum(dim=1) > 1
    accuracy = (predicted == actions[held_out])[choices].float().mean()
    return net.to_numpy(), float(accuracy)


def main(arguments: list[str] | None = None) -> None:
    import minari

    args = tyro.cli(Args, args=sys.argv[1:] if arguments is None else arguments, prog="vegas clone")
    ruleset = minari.load_dataset(args.dataset).spec.env_spec.kwargs["ruleset"]
    data = load_decisions(args.dataset)
    network, accuracy = clone(args, ruleset, data)
    network.save(args.output, {"dataset": args.dataset})
    episodes = np.unique(data.episodes[is_held_out(data.episodes)]).size
    Console().print(
        f"{accuracy:.1%} of the choices in {episodes} held-out episodes are the same; saved as {args.output}"
    )


if __name__ == "__main__":
    main()
