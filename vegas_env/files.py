"""Writing files so that no reader ever sees half of one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa


def write_atomically(path: Path, content: bytes | memoryview | pa.Buffer) -> None:
    """Write a file in one step: a killed program leaves, and a reader sees, either the old file or the new one."""
    part = path.with_suffix(path.suffix + ".part")
    part.write_bytes(content)
    os.replace(part, path)
