"""The versions of software that a result depends on."""

from __future__ import annotations

import platform
from importlib.metadata import version


def versions(*packages: str) -> dict[str, str]:
    """The versions of Python and of the given packages."""
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}
