"""Migrate saved networks after slices were added to the observations of a ruleset.

    python -m experiments.site.migrate_networks [FILE.npz …]

Without files, migrates the published networks.  A migrated network plays the same moves as before.
"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import tyro

from vegas_env.agents.ppo.agents import MODELS
from vegas_env.agents.ppo.migration import migrate_file


@dataclasses.dataclass
class Args:
    files: tyro.conf.Positional[tuple[Path, ...]] = ()
    """Network files (.npz); by default the published networks."""


def main(arguments: list[str] | None = None) -> None:
    args = tyro.cli(Args, args=sys.argv[1:] if arguments is None else arguments, prog="migrate_networks")
    for path in args.files or sorted(MODELS.glob("*.npz")):
        print(f"{path}: {'migrated' if migrate_file(path) else 'up to date'}")


if __name__ == "__main__":
    main()
