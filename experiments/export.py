"""Play games and save them as a Minari dataset: `vegas export las_vegas --agents expected_value,greedy --games 500`.

An episode is what one seat observed and did in one game; see `vegas_env.adapters.minari`.  Options of the ruleset are
flags of the same names.
"""

from __future__ import annotations

import dataclasses
import sys

import tyro

from vegas_env.adapters.minari import default_dataset, record
from vegas_env.experiments.common.options import parse_args


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """The ruleset to play."""
    agents: str = "greedy"
    """The players: a comma-separated list, repeated as needed; seats change from game to game."""
    games: int = 500
    """Number of games; each has as many episodes as players."""
    seed: int = 0
    """Seed of the deals."""
    dataset: str = ""
    """Name of the dataset; by default vegas/RULESET-v0."""
    overwrite: bool = False
    """Replace a dataset of that name."""

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ValueError(f"games must be at least 1, not {self.games}")
        if not self.dataset:
            self.dataset = default_dataset(self.ruleset)


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = parse_args(Args, words, "vegas export")
    dataset = record(args.ruleset, args.agents, args.games, args.seed, args.dataset, args.overwrite, **options)
    print(f"{dataset.spec.dataset_id}: {dataset.total_episodes:,} episodes, {dataset.total_steps:,} decisions")


if __name__ == "__main__":
    main()
