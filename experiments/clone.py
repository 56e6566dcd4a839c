"""Behaviour cloning: learns to play like whoever made a data set: `vegas clone vegas/las_vegas-v0`.

A network (as in `vegas train`) learns to predict the actions of a data set made by `vegas export`.  One episode in ten
is held back to see how often it would do the same.
"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import numpy as np
import tyro
from rich.console import Console

from vegas_env.adapters.minari import Decisions, load
from vegas_env.agents.ppo.numpy_net import Network


@dataclasses.dataclass
class Args:
    dataset: tyro.conf.Positional[str]
    """A data set made by vegas export."""
    epochs: int = 10
    """Passes over the data."""
    batch: int = 512
    """Decisions in a gradient step."""
    learning_rate: float = 2e-3
    """Of the Adam optimiser, falling linearly to a twentieth."""
    item_width: int = 64
    """Units for each casino or row."""
    trunk_width: int = 128
    """Units for the position as a whole."""
    seed: int = 0
    """Of the network and of the order."""
    output: Path = Path("runs/clone/model.npz")
    """A file for the network: an agent anywhere, by its path."""


def is_held_back(episodes: np.ndarray) -> np.ndarray:
    """Which episodes, by their numbers, the network is not shown."""
    return episodes % 10 == 9


def clone(args: Args, ruleset: str, data: Decisions) -> tuple[Network, float]:
    """A network that does as the data; and how often it does, in episodes that it has not seen."""
    import torch
    from torch.nn import functional

    from vegas_env.agents.ppo.torch_net import StructuredNet, masked

    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    net = StructuredNet(ruleset, args.item_width, args.trunk_width)
    held_back = torch.from_numpy(is_held_back(data.episodes))
    observations, masks, actions = (torch.from_numpy(part) for part in (data.observations, data.masks, data.actions))
    seen = torch.nonzero(~held_back)[:, 0]
    optimiser = torch.optim.Adam(net.parameters(), lr=args.learning_rate, fused=True)
    steps = args.epochs * -(-len(seen) // args.batch)
    falling = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.05, steps)
    for _ in range(args.epochs):
        for chosen in seen[torch.randperm(len(seen))].split(args.batch):
            logits, _ = net(observations[chosen])
            loss = functional.cross_entropy(masked(logits, masks[chosen]), actions[chosen])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            falling.step()
    with torch.no_grad():
        logits, _ = net(observations[held_back])
        guesses = masked(logits, masks[held_back]).argmax(dim=1)
    choices = masks[held_back].sum(dim=1) > 1  # where there was anything to choose
    same = (guesses == actions[held_back])[choices].float().mean()
    return net.plain(), float(same)


def main(arguments: list[str] | None = None) -> None:
    import minari

    args = tyro.cli(Args, args=sys.argv[1:] if arguments is None else arguments, prog="vegas clone")
    ruleset = minari.load_dataset(args.dataset).spec.env_spec.kwargs["ruleset"]
    data = load(args.dataset)
    network, same = clone(args, ruleset, data)
    network.save(args.output, {"dataset": args.dataset})
    episodes = np.unique(data.episodes[is_held_back(data.episodes)]).size
    Console().print(
        f"{same:.1%} of the choices in {episodes} episodes that it had not seen are the same; saved as {args.output}"
    )


if __name__ == "__main__":
    main()
