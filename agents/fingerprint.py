"""Hashes of compiled functions and of all that they use.

A function typed into a notebook has no source file to key the compile cache, so its code itself has to: its bytecode,
its constants, the global values it reads and the functions it calls.  The files of this package are left out, since
the compile cache already hashes them.
"""

from __future__ import annotations

import hashlib
import inspect
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numpy as np

from vegas_env.kernel import cache

HASHED_BY_THE_CACHE = (cache.PACKAGE, Path(__file__).resolve().parent)


def fingerprint(*functions: Any) -> str:
    """The hash of some functions, compiled or plain; None may stand for one that is missing."""
    digest = hashlib.sha256()
    for function in functions:
        _feed(digest, function, set())
    return digest.hexdigest()[:16]


def _feed(digest: Any, value: Any, seen: set[int]) -> None:
    """Add a function, or a value that a function uses, to the digest."""
    value = getattr(value, "py_func", value)
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, ModuleType):
        digest.update(value.__name__.encode())
        file = Path(getattr(value, "__file__", None) or "")  # built-in modules have none
        if file.suffix == ".py" and not _is_hashed_by_the_cache(file):
            digest.update(file.read_bytes())
    elif inspect.isfunction(value):
        digest.update(f"{value.__module__}.{value.__qualname__}".encode())
        if len(seen) == 1 or not _is_hashed_by_the_cache(Path(value.__code__.co_filename)):
            _feed_code(digest, value.__code__)
            used = inspect.getclosurevars(value)
            for name, one in sorted({**used.globals, **used.nonlocals}.items()):
                digest.update(name.encode())
                _feed(digest, one, seen)
    elif isinstance(value, np.ndarray):
        digest.update(repr((value.dtype, value.shape)).encode() + value.tobytes())
    else:
        digest.update(repr(value).encode())


def _feed_code(digest: Any, code: CodeType) -> None:
    digest.update(code.co_code + repr((code.co_names, code.co_varnames)).encode())
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            _feed_code(digest, constant)
        else:
            digest.update(repr(constant).encode())


def _is_hashed_by_the_cache(file: Path) -> bool:
    return any(file.resolve().is_relative_to(folder) for folder in HASHED_BY_THE_CACHE)
