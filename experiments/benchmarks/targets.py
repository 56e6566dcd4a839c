"""Performance targets of the project, compared with the figures of one run of the benchmark."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vegas_env.experiments.benchmarks import interfaces as by

# Batch sizes of the comparisons.  Playouts are compared in small batches: a playout of the whole batch is one turn, and
# turns must be short to run without interruption on a busy machine.
STEP_SIZE, ADAPTER_SIZE, PLAYOUT_SIZE = 4096, 1024, 256
MILLIONS = {"las_vegas_cards": 2.0, "gambler": 3.0, "cash_and_run": 2.0}  # decisions/s with observations and masks
SEARCH_MILLIONS = {"las_vegas": 3.0}  # decisions/s in rollouts of a search
SHORT_GAMES = {"auction"}  # three decisions per game: interfaces are dominated by resets, not steps
MILLION_GAMES, GIGABYTE = 10**6, 10**9

_RELATIONS = {"≥": operator.ge, ">": operator.gt, "≤": operator.le, "<": operator.lt}

Rates = Mapping[int, Mapping[str, float]]  # batch size → interface → decisions per second, measured interleaved


@dataclass(frozen=True)
class Target:
    """A measured value and its threshold.  Without a value, the note says why it was skipped."""

    ruleset: str
    name: str
    value: float | None
    relation: str
    threshold: float
    note: str = ""

    @property
    def passed(self) -> bool | None:
        """Whether the value meets the threshold; None without a value."""
        return None if self.value is None else bool(_RELATIONS[self.relation](self.value, self.threshold))

    def as_json(self) -> dict[str, Any]:
        """All fields, and `passed`."""
        return {**vars(self), "passed": self.passed}


def compare(
    ruleset: str, rates: Rates, single: Mapping[str, float], footprint: Mapping[str, Any], no_c: str
) -> list[Target]:
    """All targets of a ruleset.  `no_c` says why there are no figures of the C program, if so."""
    targets = c_targets(rates, no_c) if ruleset == "las_vegas" else []
    if ruleset in MILLIONS:
        rate = rates[STEP_SIZE][by.GAMES] / 1e6
        targets.append(
            Target(ruleset, f"Games.step ({STEP_SIZE} games, 1 thread), M decisions/s", rate, "≥", MILLIONS[ruleset])
        )
    if ruleset not in SHORT_GAMES:
        targets += adapter_targets(ruleset, rates[ADAPTER_SIZE])
        targets.append(aec_target(ruleset, single))
    if ruleset in SEARCH_MILLIONS:
        rate = single[by.SEARCH] / 1e6
        targets.append(
            Target(ruleset, "search, M rollout decisions/s", rate, "≥", SEARCH_MILLIONS[ruleset], "flat, 1 thread")
        )
    targets += start_targets(ruleset, footprint)
    if ruleset == "las_vegas":
        size = footprint["bytes_per_game"] * MILLION_GAMES / GIGABYTE
        targets.append(
            Target(ruleset, "memory of a million games with observations, GB", size, "≤", 1.0, "from Games.nbytes")
        )
    return targets


def c_targets(rates: Rates, no_c: str) -> list[Target]:
    step = playout = None
    if not no_c:
        step = rates[STEP_SIZE][by.GAMES] / rates[STEP_SIZE][by.C_STEP]
        playout = rates[PLAYOUT_SIZE][by.PLAYOUT_ONLY] / rates[PLAYOUT_SIZE][by.C_PLAYOUT_ONLY]
    skipped = f"skipped: {no_c}" if no_c else ""
    return [
        Target("las_vegas", "Games.step / C program", step, "≥", 0.8, skipped or f"{STEP_SIZE} games, 1 thread"),
        Target(
            "las_vegas", "random playout / C program", playout, "≥", 0.6, skipped or f"{PLAYOUT_SIZE} games, 1 thread"
        ),
    ]


def adapter_targets(ruleset: str, rates: Mapping[str, float]) -> list[Target]:
    note = f"{ADAPTER_SIZE} environments, hot"
    games = rates[by.GAMES]
    extra = 1e6 / rates[by.SB3] - 1e6 / games
    return [
        Target(ruleset, "VectorEnv (same-step) / Games.step, time", games / rates[by.VECTOR], "<", 1.3, note),
        Target(ruleset, "VectorEnv (next-step) / Games.step, time", games / rates[by.VECTOR_NEXT], "<", 1.3, note),
        Target(ruleset, "SB3 VecEnv − Games.step, µs per game", extra, "≤", 0.15, note),
    ]


def aec_target(ruleset: str, rates: Mapping[str, float]) -> Target:
    name = "raw AEC / raw tictactoe_v3, decisions/s"
    if by.TICTACTOE not in rates:
        return Target(ruleset, name, None, ">", 1.0, "skipped: PettingZoo's tictactoe_v3 needs pygame")
    return Target(ruleset, name, rates[by.AEC] / rates[by.TICTACTOE], ">", 1.0, "the same loop, raw environments")


def start_targets(ruleset: str, footprint: Mapping[str, Any]) -> list[Target]:
    note = "in a new process; torch was imported" if footprint["torch_imported"] else "in a new process, without torch"
    compiling = (
        "skipped: not measured" if footprint["cold_start_seconds"] is None else "in a new process, nothing cached"
    )
    return [
        Target(ruleset, "warm start, import to first step, s", footprint["warm_start_seconds"], "≤", 1.5, note),
        Target(
            ruleset,
            "start with compilation, import to first step, s",
            footprint["cold_start_seconds"],
            "<",
            60.0,
            compiling,
        ),
    ]
