"""With which versions a result came about."""

from __future__ import annotations

import platform
from importlib.metadata import version


def versions(*packages: str) -> dict[str, str]:
    """Of Python and of packages."""
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}
