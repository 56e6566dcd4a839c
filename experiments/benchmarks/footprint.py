"""Start-up time and memory of a ruleset."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from typing import Any, NamedTuple

from vegas_env import Games

_FIRST_STEP = """
import json, sys, time
start, start_cpu = time.perf_counter(), time.process_time()
import vegas_env
ruleset, options = json.loads(sys.argv[1])
games = vegas_env.Games(ruleset, 1, **options)
games.step(games.mask.argmax(axis=1))
print(json.dumps([time.perf_counter() - start, time.process_time() - start_cpu, "torch" in sys.modules]))
"""
_SAMPLE = 1024  # games; the size of every array of `Games` is proportional to their number


def measure(ruleset: str, options: dict[str, Any], starts: int, cold: bool) -> dict[str, float | bool | None]:
    """All figures by name.  `cold` also measures a start with an empty cache, which compiles everything."""
    return {
        **start_seconds(ruleset, options, starts, cold),
        "bytes_per_game": bytes_per_game(ruleset, options, observe=True),
        "bytes_per_game_unobserved": bytes_per_game(ruleset, options, observe=False),
    }


def start_seconds(ruleset: str, options: dict[str, Any], starts: int, cold: bool) -> dict[str, float | bool | None]:
    """Seconds from import to the first step in a new process, with an empty and with a filled cache of compiled code.

    Without the cold start, the user's own cache is used.
    """
    with tempfile.TemporaryDirectory(prefix="vegas_env-benchmark-") as folder:
        environment = {**os.environ, "VEGAS_ENV_CACHE_DIR": folder} if cold else dict(os.environ)
        first = _first_step(ruleset, options, environment) if cold else None
        runs = [_first_step(ruleset, options, environment) for _ in range(starts)]
    return {
        "cold_start_seconds": first.seconds if first else None,
        "warm_start_seconds": min(run.seconds for run in runs),
        "warm_start_cpu_seconds": min(run.cpu_seconds for run in runs),  # does not include waiting for other processes
        "torch_imported": any(run.torch for run in runs),
    }


class Start(NamedTuple):
    """A start in a new process: wall time, CPU time, and whether torch was imported."""

    seconds: float
    cpu_seconds: float
    torch: bool


def _first_step(ruleset: str, options: dict[str, Any], environment: Mapping[str, str]) -> Start:
    command = [sys.executable, "-c", _FIRST_STEP, json.dumps([ruleset, options])]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise RuntimeError(f"the first step of {ruleset} in a new process failed:\n{run.stderr}")
    return Start(*json.loads(run.stdout))


def bytes_per_game(ruleset: str, options: dict[str, Any], observe: bool) -> float:
    """Memory of `Games` for each game."""
    return Games(ruleset, _SAMPLE, observe=observe, **options).nbytes / _SAMPLE
