"""What a ruleset costs before the first decision: seconds to start, bytes per game."""

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
_SAMPLE = 1024  # games; every array of `Games` grows with their number


def measure(ruleset: str, options: dict[str, Any], starts: int, cold: bool) -> dict[str, float | bool | None]:
    """All costs by name; `cold` says whether to start with an empty cache too, which takes long."""
    return {
        **start_seconds(ruleset, options, starts, cold),
        "bytes_per_game": bytes_per_game(ruleset, options, observe=True),
        "bytes_per_game_unobserved": bytes_per_game(ruleset, options, observe=False),
    }


def start_seconds(ruleset: str, options: dict[str, Any], starts: int, cold: bool) -> dict[str, float | bool | None]:
    """From import to the first step in a new process: with an empty cache of compiled code, and with a filled one.

    Without a cold start, the filled cache is the user's.
    """
    with tempfile.TemporaryDirectory(prefix="vegas_env-benchmark-") as folder:
        environment = {**os.environ, "VEGAS_ENV_CACHE_DIR": folder} if cold else dict(os.environ)
        first = _first_step(ruleset, options, environment) if cold else None
        runs = [_first_step(ruleset, options, environment) for _ in range(starts)]
    return {
        "cold_start_seconds": first.seconds if first else None,
        "warm_start_seconds": min(run.seconds for run in runs),
        "warm_start_cpu_seconds": min(run.cpu_seconds for run in runs),  # what it would be if nobody else computed
        "torch_imported": any(run.torch for run in runs),
    }


class Start(NamedTuple):
    """Of a new process: seconds, seconds of computing, and whether torch was imported on the way."""

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
    return Games(ruleset, _SAMPLE, observe=observe, **options).nbytes / _SAMPLE
