"""Places in the repository."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
GOLDEN = ROOT / "tests" / "golden"
PIG = ROOT / "experiments" / "examples" / "pig"  # a distribution of its own
