"""Compilation, and where compiled code is cached.

Three decorators compile everything in this project:

- `rule` for functions that are only called from other compiled code;
- `kernel` for the few functions that Python calls, which are cached on disk;
- `agent_kernel` for kernels that call an agent's policy.

numba's own cache only checks the file that holds the cached function: after a change in another file, old machine code
would go on running.  Our kernels are therefore cached in a folder whose name is a hash of all sources that can end up
in them: the rules of this package and every extension announced with `include`.  Kernels that call agents have a folder
of their own, keyed by the sources of the agents as well, so that work on an agent does not recompile the rules.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core import event
from numba.core.caching import FunctionCache

from vegas_env.kernel import dispatch

PACKAGE = Path(__file__).resolve().parent.parent
STALE_AFTER = 14 * 24 * 3600.0
KEPT_FOLDERS = 16
NOT_COMPILED = ("scene.py", "picture.py")  # only for people: texts and drawings of a ruleset

rule = numba.njit(nogil=True, error_model="numpy")
hot_rule = numba.njit(nogil=True, error_model="numpy", forceinline=True)  # for the inside of the busiest loops


class Store:
    """Kernels that share a cache folder, and the sources that can end up in them."""

    def __init__(self, *sources: Path, base: Store | None = None) -> None:
        self.sources = list(sources)
        self.base = base  # a store whose sources end up in these kernels too
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
        return here or (self.base is not None and self.base.holds(source))

    def folder(self) -> Path:
        """The folder for the machine code of the present sources."""
        if self._folder is None:
            self._folder = usable_cache_folder() / f"vegas_env-{self.source_hash()}"
            self._folder.mkdir(parents=True, exist_ok=True)
            _remove_stale_folders(self._folder)
        return self._folder

    def source_hash(self) -> str:
        base = self.base.source_hash() if self.base else ""
        digest = hashlib.sha256("".join([base, *self.marks]).encode())
        for source in self.sources:
            if not source.exists():
                continue
            inside = [file for file in sorted(source.rglob("*.py")) if file.name not in NOT_COMPILED]
            for file in inside if source.is_dir() else [source]:
                digest.update(str(file.relative_to(source.parent)).encode())
                digest.update(file.read_bytes())
        return digest.hexdigest()[:16]

    def move(self) -> None:
        """Use another folder from now on: the sources have changed."""
        self._folder = None
        with _cache_folder_of_numba(self.folder()):
            for compiled in self.kernels:
                compiled._cache = FunctionCache(compiled.py_func)  # noqa: SLF001 - numba has no public way


RULES = Store(PACKAGE / "kernel", PACKAGE / "rulesets")
AGENTS = Store((PACKAGE / "agents").resolve(), base=RULES)  # in a checkout, the folder beside this package

kernel = RULES.compile
agent_kernel = AGENTS.compile


def entry_point(compiled: Any, *arguments: Any) -> Callable[..., Any]:
    """The machine code of a kernel for arguments of exactly these types, compiled or loaded on demand.

    Calling it skips numba's dispatcher, which looks up the types of all arguments at every call: that takes 1 to 3 µs,
    more than a step of a single game.  The types of later arguments are not checked: callers must guarantee them.
    """
    signature = tuple(numba.typeof(argument) for argument in arguments)
    code: Callable[..., Any] = compiled.compile(signature)
    return code


def include(source: Path, agent: bool = False) -> None:
    """Add a file or folder of an extension to the sources that key the cache."""
    source = Path(source).resolve()
    store = AGENTS if agent else RULES
    if store.holds(source):
        return
    store.sources.append(source)
    RULES.move()
    AGENTS.move()


def mark(name: str) -> None:
    """Add a name to what keys the cache of agents: code without a source file, typed into a notebook, takes part."""
    if name not in AGENTS.marks:
        AGENTS.marks.append(name)
        AGENTS.move()


@contextmanager
def _cache_folder_of_numba(folder: Path) -> Iterator[None]:
    """Set numba's cache folder, a global that its decorators read, for our functions only."""
    config: Any = numba.config  # its attributes are set at run time, unknown to type checkers
    previous = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = previous


def usable_cache_folder() -> Path:
    """The first writable candidate."""
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
    with suppress(RuntimeError):  # no home directory
        yield platformdirs.user_cache_path("vegas_env", appauthor=False)
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    yield Path(tempfile.gettempdir()) / f"vegas_env-{user}"


def _remove_stale_folders(current: Path) -> None:
    """Delete folders of earlier sources that have not been used for long; each change of a source starts a new one."""
    os.utime(current)
    others = [path for path in current.parent.glob("vegas_env-*") if path.is_dir() and path != current]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEPT_FOLDERS:]:
        if time.time() - path.stat().st_mtime > STALE_AFTER:
            shutil.rmtree(path, ignore_errors=True)


class _Compiling(event.Listener):
    """Listens to the compilation of our kernels, and ignores that of others.

    It announces each ruleset once per process, to explain the wait.  It also turns on a pass of LLVM that numba leaves
    off: vectorising neighbouring scalar operations halves the cost of an observation.
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
                f"vegas_env: compiling {what} (first run only) …",
                file=sys.stderr,
                flush=True,
            )


def _is_ours(dispatcher: Any) -> bool:
    return dispatcher in RULES.kernels or dispatcher in AGENTS.kernels


def _record_name(types: Iterable[Any]) -> str | None:
    """What is being compiled: the tag of the game or agent among the argument types, if there is one."""
    for argument in types:
        parts: Any = argument
        name = _record_name(parts.types) if isinstance(argument, numba.types.BaseTuple) else None
        record = getattr(argument, "dtype", argument)
        if name is None and dispatch.is_registered(record):
            name = next(iter(record.fields))
        if name is not None:
            return name
    return None


event.register("numba:compile", _Compiling())
