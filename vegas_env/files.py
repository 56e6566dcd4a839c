"""Writing files so that they are never seen half written."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa


def write_atomically(path: Path, content: bytes | pa.Buffer) -> None:
    """Write a file so that it is never seen half written, even if the program is killed."""
    part = path.with_suffix(path.suffix + ".part")
    part.write_bytes(content)
    os.replace(part, path)
