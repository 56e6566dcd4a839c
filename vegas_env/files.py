"""Atomic writes."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa


def write_atomically(path: Path, content: bytes | pa.Buffer) -> None:
    """Write a file by renaming a finished temporary file, so that readers never find it half written."""
    part = path.with_suffix(path.suffix + ".part")
    part.write_bytes(content)
    os.replace(part, path)
