"""Compiling, and where compiled code is kept.

Three decorators for everything that is compiled in this project:

- `rule` for functions that are only called from other compiled code;
- `kernel` for the few functions that Python calls: they are cached on disk;
- `agent_kernel` for those of them that call an agent's policy.

numba's own cache only looks at the file that holds the cached function, so a changed rule in another file would keep
running its old machine code.  Our kernels are therefore cached in a folder whose name is a hash of *all* sources that
can end up in them: this package and every extension announced with `include`; for those that call agents, the `agents`
package beside it too, so that work on an agent does not compile the rules anew.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
from numba.core import event
from numba.core.caching import FunctionCache

PACKAGE = Path(__file__).resolve().parent.parent
STALE_AFTER = 14 * 24 * 3600.0
KEPT_FOLDERS = 16
NOT_COMPILED = ("scene.py", "picture.py")  # what a ruleset is drawn with is for people only

rule = numba.njit(nogil=True, error_model="numpy")
hot_rule = numba.njit(nogil=True, error_model="numpy", forceinline=True)  # for the inside of the busiest loops


class Store:
    """Kernels that are cached in one folder, and the sources that can end up in them."""

    def __init__(self, *sources: Path, above: Store | None = None) -> None:
        self.sources = list(sources)
        self.above = above  # a store whose sources take part in this one's kernels as well
        self.marks: list[str] = []
        self.kernels: dict[Any, None] = {}
        self._folder: Path | None = None

    def compile(self, function: Callable[..., Any]) -> Any:
        with _cache_folder_of_numba(self.folder()):
            compiled = numba.njit(nogil=True, cache=True, error_model="numpy")(function)
        self.kernels[compiled] = None
        return compiled

    def holds(self, source: Path) -> bool:
        here = any(source == known or source.is_relative_to(known) for known in self.sources)
        return here or (self.above is not None and self.above.holds(source))

    def folder(self) -> Path:
        """The folder that holds the machine code of the present sources."""
        if self._folder is None:
            self._folder = _usable_root() / f"vegas_env-{self.source_hash()}"
            self._folder.mkdir(parents=True, exist_ok=True)
            _remove_stale_folders(self._folder)
        return self._folder

    def source_hash(self) -> str:
        above = self.above.source_hash() if self.above else ""
        digest = hashlib.sha256("".join([above, *self.marks]).encode())
        for source in self.sources:
            if not source.exists():
                continue
            inside = [file for file in sorted(source.rglob("*.py")) if file.name not in NOT_COMPILED]
            for file in inside if source.is_dir() else [source]:
                digest.update(str(file.relative_to(source.parent)).encode())
                digest.update(file.read_bytes())
        return digest.hexdigest()[:16]

    def move(self) -> None:
        """The sources have changed: all kernels are cached elsewhere from now on."""
        self._folder = None
        with _cache_folder_of_numba(self.folder()):
            for compiled in self.kernels:
                compiled._cache = FunctionCache(compiled.py_func)


RULES = Store(PACKAGE / "kernel", PACKAGE / "rulesets")
AGENTS = Store((PACKAGE / "agents").resolve(), above=RULES)  # in a checkout, the folder beside this package

kernel = RULES.compile
agent_kernel = AGENTS.compile


def include(source: Path, agent: bool = False) -> None:
    """Add a file or folder of an extension to the sources that key the cache, and move the kernels to the new key."""
    source = Path(source).resolve()
    store = AGENTS if agent else RULES
    if store.holds(source):
        return
    store.sources.append(source)
    RULES.move()
    AGENTS.move()


def mark(name: str) -> None:
    """Keep the agents' machine code of this process apart: modules with other names than usual take part in it.

    Cached code finds its modules by name, so code cached under one name cannot be loaded under another.
    """
    if name not in AGENTS.marks:
        AGENTS.marks.append(name)
        AGENTS.move()


@contextmanager
def _cache_folder_of_numba(folder: Path) -> Iterator[None]:
    """numba reads its cache folder from a global when it decorates: set it for our functions only."""
    config: Any = numba.config  # its attributes are set at run time, unknown to type checkers
    previous = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = previous


def _usable_root() -> Path:
    """The first place that can be written: as told, the user's cache folder, else a temporary folder of the user's."""
    for candidate in _candidate_roots():
        try:
            candidate.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=candidate):
                return candidate
        except OSError:
            continue
    raise OSError(
        "vegas_env found no folder that it can write compiled code to: set VEGAS_ENV_CACHE_DIR to a writable folder"
    )


def _candidate_roots() -> Iterator[Path]:
    for variable in ("VEGAS_ENV_CACHE_DIR", "NUMBA_CACHE_DIR"):
        if os.environ.get(variable):
            yield Path(os.environ[variable])
    if os.environ.get("XDG_CACHE_HOME"):
        yield Path(os.environ["XDG_CACHE_HOME"]) / "vegas_env"
    with suppress(RuntimeError):  # no home directory
        yield Path.home() / ".cache" / "vegas_env"
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    yield Path(tempfile.gettempdir()) / f"vegas_env-{user}"


def _remove_stale_folders(current: Path) -> None:
    """Every change of a source starts a new folder: drop those long unused, so that the cache does not grow for
    ever.
    """
    os.utime(current)
    others = [path for path in current.parent.glob("vegas_env-*") if path.is_dir() and path != current]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEPT_FOLDERS:]:
        if time.time() - path.stat().st_mtime > STALE_AFTER:
            shutil.rmtree(path, ignore_errors=True)


class _Compiling(event.Listener):
    """Attends to the compilation of our kernels, and of nobody else's.

    It says, once per process and ruleset, why nothing seems to happen.  And it turns on a pass of LLVM that numba
    leaves out: joining neighbouring small operations into vector instructions makes an observation half as costly.
    """

    def __init__(self) -> None:
        self.announced: set[str] = set()
        self.before: list[int] = []

    def on_start(self, event: Any) -> None:
        if not _is_ours(event.data["dispatcher"]):
            return
        self._announce(_record_name(event.data["args"]))
        config: Any = numba.config
        self.before.append(config.SLP_VECTORIZE)
        config.SLP_VECTORIZE = 1

    def on_end(self, event: Any) -> None:
        if _is_ours(event.data["dispatcher"]):
            config: Any = numba.config
            config.SLP_VECTORIZE = self.before.pop()

    def _announce(self, what: str | None) -> None:
        if what and what not in self.announced:
            self.announced.add(what)
            print(
                f"vegas_env: compiling {what} for this machine; once, later starts take a second …",
                file=sys.stderr,
                flush=True,
            )


def _is_ours(dispatcher: Any) -> bool:
    return dispatcher in RULES.kernels or dispatcher in AGENTS.kernels


def _record_name(types: Any) -> str | None:
    """What is compiled: the tag of a game or an agent among the argument types, if there is one."""
    for argument in types:
        record = getattr(argument, "dtype", argument)
        if isinstance(record, numba.types.Record) and next(iter(record.fields)) not in _UNTAGGED:
            return next(iter(record.fields))
    return None


_UNTAGGED = {"row", "scale", "luck"}  # records that belong to no ruleset or agent


event.register("numba:compile", _Compiling())
