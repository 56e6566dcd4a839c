"""Paths of the checkout that the maintainers' tools write to.

Importing this module outside a checkout ends the program, so that no tool ever writes beside an installed package.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

if not ((ROOT / "pyproject.toml").is_file() and DOCS.is_dir()):
    sys.exit("the tools in experiments/site write into docs/: run them from a checkout of vegas_env")
