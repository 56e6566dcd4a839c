"""Adapt saved networks to observations that slices were added to: `vegas migrate runs/las_vegas/model.npz`.

A migrated network plays the same moves as before: the weights of the new inputs are zero.
"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import tyro

from vegas_env.agents.ppo.migration import migrate_file


@dataclasses.dataclass
class Args:
    files: tyro.conf.Positional[tuple[Path, ...]]
    """Network files (.npz), rewritten in place."""


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args = tyro.cli(Args, args=words, prog="vegas migrate", description=(__doc__ or "").partition("\n")[0])
    if not args.files:
        sys.exit("vegas migrate: name at least one network file")
    for path in args.files:
        try:
            print(f"{path}: {'migrated' if migrate_file(path) else 'up to date'}")
        except (ValueError, OSError) as error:
            sys.exit(f"vegas migrate: {path}: {error}")


if __name__ == "__main__":
    main()
