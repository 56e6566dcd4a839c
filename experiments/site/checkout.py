"""Where the maintainers' tools write: the documents of a checkout, never beside an installed package."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

if not (ROOT / "pyproject.toml").exists():
    sys.exit("the tools in experiments/site write into docs/: run them from a checkout of vegas_env")
