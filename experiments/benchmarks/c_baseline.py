"""A baseline in C: Las Vegas written by hand (c/las_vegas.c) and compiled on the fly.

`CLasVegas` plays the standard game bit for bit like `vegas_env.Games("las_vegas", …)` and has arrays of the same names.
It is for measurements only; its arrays are not protected from writing.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
import platformdirs

from vegas_env.rulesets.las_vegas.rules import ACTIONS

SOURCE = Path(__file__).resolve().parent / "c" / "las_vegas.c"
FLAGS = ("-std=c11", "-O3", "-march=native", "-shared", "-fPIC")


class CompilerError(RuntimeError):
    """No C compiler was found, or compilation failed."""


def compiler() -> list[str] | None:
    """The C compiler with its flags: $CC, else cc; None if it is not installed."""
    command = shlex.split(os.environ.get("CC", "")) or ["cc"]
    return command if shutil.which(command[0]) else None


def available() -> bool:
    """Whether a C compiler is installed."""
    return compiler() is not None


def build() -> Path:
    """The compiled library.  It is compiled once for each compiler, set of flags and machine, then cached."""
    command = compiler()
    if command is None:
        raise CompilerError(
            f"the C baseline needs a C compiler, but {os.environ.get('CC') or 'cc'!r} was not found: "
            "install gcc or clang, or set $CC to a compiler"
        )
    command = [*command, *FLAGS]
    # -march=native makes the library depend on the machine, and machines may share home directories.
    key = "\0".join([SOURCE.read_text(), *command, _version(command[0]), platform.node(), _processor()])
    folder = _cache_folder()
    library = folder / f"las_vegas-{hashlib.sha256(key.encode()).hexdigest()[:16]}.so"
    if not library.exists():
        # Compile to another path first: other processes may build or load the same library.
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            built = Path(scratch) / library.name
            run = subprocess.run([*command, str(SOURCE), "-o", str(built)], capture_output=True, text=True, check=False)
            if run.returncode != 0:
                raise CompilerError(f"{shlex.join(command)} could not compile {SOURCE}:\n{run.stderr}")
            os.replace(built, library)
    return library


def _cache_folder() -> Path:
    """A folder that only this user can write to, because code is loaded from it."""
    try:
        folder = platformdirs.user_cache_path("vegas_env-c", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # not writable; no home directory
        return _temporary_folder()


@cache
def _temporary_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="vegas_env-c-"))


def _version(name: str) -> str:
    return subprocess.run([name, "--version"], capture_output=True, text=True, check=False).stdout


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return "\n".join(sorted({line for line in lines if line.startswith(("model name", "flags", "Features"))}))


@cache
def _library() -> ctypes.CDLL:
    library = ctypes.CDLL(str(build()))
    pointer, long = ctypes.c_void_p, ctypes.c_long
    signatures = {
        "lv_bytes": (ctypes.c_size_t, []),
        "lv_observation_size": (ctypes.c_size_t, []),
        "lv_keys": (None, [ctypes.c_uint64, long, pointer]),
        "lv_reset": (None, [pointer] * 4 + [long, long] + [pointer] * 7),
        "lv_step": (long, [pointer] * 2 + [long, long] + [pointer] * 7),
        "lv_playout": (long, [pointer, pointer, long, long]),
        "lv_money": (None, [pointer, long, long, pointer]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


class CLasVegas:
    """`n` games of standard Las Vegas with 2 to 5 players and reward "win", played by the C library."""

    def __init__(self, n: int, seed: int = 0, players: int = 4) -> None:
        if n < 1 or not 2 <= players <= 5:
            raise ValueError(f"n must be at least 1 and players 2 to 5, not n={n}, players={players}")
        library = _library()
        self.n, self.players = n, players
        self.mask = np.zeros((n, ACTIONS), np.bool_)
        self.observation = np.zeros((n, library.lv_observation_size()), np.float32)
        self.reward = np.zeros((n, players), np.float32)
        self.payoff = np.zeros((n, players), np.float32)
        self.seat = np.zeros(n, np.int8)
        self.over = np.zeros(n, np.bool_)
        self._games = np.zeros(n * library.lv_bytes(), np.uint8)
        self.luck = np.zeros(n, np.uint64)
        self._keys = np.zeros(n, np.uint64)
        self._episodes = np.full(n, -1, np.int32)
        # Constant arguments are converted once, so that a step measures the C code and not Python.
        self._step, self._reset, self._playout = library.lv_step, library.lv_reset, library.lv_playout
        self._money = library.lv_money
        self._state = (_address(self._games), _address(self.luck))
        self._streams = (_address(self._keys), _address(self._episodes))
        shown = (self.mask, self.observation, self.reward, self.payoff, self.seat, self.over)
        self._shown = tuple(_address(array) for array in shown)
        library.lv_keys(seed % 2**64, n, self._streams[0])
        self.reset()

    def step(self, actions: np.ndarray) -> None:
        """Take one action (int64) in each game.  An illegal action raises a ValueError and changes nothing."""
        if actions.dtype != np.int64 or actions.shape != (self.n,) or not actions.flags.c_contiguous:
            raise ValueError(f"actions must be a contiguous int64 array of the shape ({self.n},)")
        refused = self._step(*self._state, self.n, self.players, actions.ctypes.data, *self._shown)
        if refused >= 0:
            raise ValueError(f"action {actions[refused]} is not legal in game {refused}; nothing was played")

    def reset(self, where: np.ndarray | None = None) -> None:
        """Start the next episode of all games, or of those in the mask `where`."""
        chosen = None
        if where is not None:
            if where.dtype != np.bool_ or where.shape != (self.n,) or not where.flags.c_contiguous:
                raise ValueError(f"where must be a contiguous bool array of the shape ({self.n},)")
            chosen = where.ctypes.data
        self._reset(*self._state, *self._streams, self.n, self.players, chosen, *self._shown)

    def playout(self) -> int:
        """Play all games to their end at random; returns the number of decisions.

        Only `money` shows the result; all other arrays are stale until the games are reset.
        """
        return self._playout(*self._state, self.n, self.players)

    @property
    def money(self) -> np.ndarray:
        """(n, P) money won, in units of 10,000."""
        out = np.empty((self.n, self.players), np.int64)
        self._money(self._state[0], self.n, self.players, out.ctypes.data)
        return out


def _address(array: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
