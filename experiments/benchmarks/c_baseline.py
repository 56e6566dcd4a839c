"""Las Vegas in hand-written C (c/las_vegas.c), compiled on the fly: how fast could vegas_env be?

`CLasVegas` plays the standard game bit for bit like `vegas_env.Games("las_vegas", …)` and has arrays of the same names.
Unlike those, they are not protected from writing: this class is for measuring, not for use.
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

from vegas_env.rulesets.las_vegas.rules import ACTIONS

SOURCE = Path(__file__).resolve().parent / "c" / "las_vegas.c"
FLAGS = ("-std=c11", "-O3", "-march=native", "-shared", "-fPIC")


class CompilerError(RuntimeError):
    """There is no C compiler, or it failed."""


def compiler() -> list[str] | None:
    """The C compiler and its own flags: $CC, else cc; None if there is none."""
    command = shlex.split(os.environ.get("CC", "")) or ["cc"]
    return command if shutil.which(command[0]) else None


def available() -> bool:
    """Whether there is a C compiler to build the baseline with."""
    return compiler() is not None


def build() -> Path:
    """Compile the C file, unless the same compiler and flags did so before, and return the library."""
    command = compiler()
    if command is None:
        raise CompilerError(
            f"the C baseline needs a C compiler, but {os.environ.get('CC') or 'cc'!r} was not found: "
            "install gcc or clang, or name a compiler in $CC"
        )
    command = [*command, *FLAGS]
    # -march=native makes the result depend on the machine, and homes may be shared between machines.
    key = "\0".join([SOURCE.read_text(), *command, _version(command[0]), platform.node(), _processor()])
    folder = _cache_folder()
    library = folder / f"las_vegas-{hashlib.sha256(key.encode()).hexdigest()[:16]}.so"
    if not library.exists():
        # Under another name first: another process may be building, or loading, the same library.
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            built = Path(scratch) / library.name
            run = subprocess.run([*command, str(SOURCE), "-o", str(built)], capture_output=True, text=True, check=False)
            if run.returncode != 0:
                raise CompilerError(f"{shlex.join(command)} could not compile {SOURCE}:\n{run.stderr}")
            os.replace(built, library)
    return library


def _cache_folder() -> Path:
    """A folder that only this user can write: code is loaded from it."""
    try:
        root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        folder = root / "vegas_env-c"
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
    """`n` standard games of Las Vegas with 2 to 5 players, reward "win", played by the C library."""

    def __init__(self, n: int, seed: int = 0, players: int = 4) -> None:
        if n < 1 or not 2 <= players <= 5:
            raise ValueError(f"at least one game and 2 to 5 players are needed, not n={n}, players={players}")
        library = _library()
        self.n, self.players = n, players
        self.mask = np.zeros((n, ACTIONS), np.bool_)
        self.observation = np.zeros((n, library.lv_observation_size()), np.float32)
        self.reward = np.zeros((n, players), np.float32)
        self.payoff = np.zeros((n, players), np.float32)
        self.seat = np.zeros(n, np.int8)
        self.over = np.zeros(n, np.bool_)
        self._games = np.zeros(n * library.lv_bytes(), np.uint8)
        self._luck = np.zeros(n, np.uint64)
        self._keys = np.zeros(n, np.uint64)
        self._episodes = np.full(n, -1, np.int32)
        # Arguments that never change are converted once: a step is timed, and Python should not be what takes the time.
        self._step, self._reset, self._playout = library.lv_step, library.lv_reset, library.lv_playout
        self._money = library.lv_money
        self._state = (_address(self._games), _address(self._luck))
        self._streams = (_address(self._keys), _address(self._episodes))
        shown = (self.mask, self.observation, self.reward, self.payoff, self.seat, self.over)
        self._shown = tuple(_address(array) for array in shown)
        library.lv_keys(seed % 2**64, n, self._streams[0])
        self.reset()

    def step(self, actions: np.ndarray) -> None:
        """Take one action (int64) in each game.  Illegal actions are refused and nothing is changed."""
        if actions.dtype != np.int64 or actions.shape != (self.n,) or not actions.flags.c_contiguous:
            raise ValueError(f"actions must be a contiguous int64 array of the shape ({self.n},)")
        refused = self._step(*self._state, self.n, self.players, actions.ctypes.data, *self._shown)
        if refused >= 0:
            raise ValueError(f"action {actions[refused]} is not legal in game {refused}; nothing was played")

    def reset(self, where: np.ndarray | None = None) -> None:
        """All games, or those in the mask `where`, begin their next episode."""
        chosen = None
        if where is not None:
            if where.dtype != np.bool_ or where.shape != (self.n,) or not where.flags.c_contiguous:
                raise ValueError(f"where must be a contiguous bool array of the shape ({self.n},)")
            chosen = where.ctypes.data
        self._reset(*self._state, *self._streams, self.n, self.players, chosen, *self._shown)

    def playout(self) -> int:
        """Play all games to their end at random; returns the number of decisions.

        Only `money` shows the result: the other arrays stay as they were until the games are reset.
        """
        return self._playout(*self._state, self.n, self.players)

    @property
    def money(self) -> np.ndarray:
        """(n, P) money won, in 10,000s."""
        out = np.empty((self.n, self.players), np.int64)
        self._money(self._state[0], self.n, self.players, out.ctypes.data)
        return out


def _address(array: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
