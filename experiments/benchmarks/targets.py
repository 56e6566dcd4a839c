"""The bars that vegas_env sets itself, judged from the figures of one run of the benchmark."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vegas_env.experiments.benchmarks import interfaces as by

# Batch sizes of the comparisons.  Playouts are compared in small batches: all of a batch is one turn, and a turn has to
# be short to go undisturbed on a busy machine.
STEP_SIZE, ADAPTER_SIZE, PLAYOUT_SIZE = 4096, 1024, 256
MILLIONS = {"las_vegas_cards": 2.0, "gambler": 3.0, "cash_and_run": 2.0}  # decisions/s with observations and masks
SEARCH_MILLIONS = {"las_vegas": 3.0}  # decisions/s in rollouts of a search
SHORT_GAMES = {"auction"}  # three decisions a game: what an interface adds is the price of an end, not of a step
MILLION_GAMES, GIGABYTE = 10**6, 10**9

_RELATIONS = {"≥": operator.ge, ">": operator.gt, "≤": operator.le, "<": operator.lt}

Rates = Mapping[int, Mapping[str, float]]  # batch size → interface → decisions per second, of one race


@dataclass(frozen=True)
class Bar:
    """A value, and what it should be; without a value, the note says why it was skipped."""

    ruleset: str
    name: str
    value: float | None
    relation: str
    bar: float
    note: str = ""

    @property
    def passed(self) -> bool | None:
        return None if self.value is None else bool(_RELATIONS[self.relation](self.value, self.bar))

    def as_json(self) -> dict[str, Any]:
        return {**vars(self), "passed": self.passed}


def judge(
    ruleset: str, rates: Rates, single: Mapping[str, float], footprint: Mapping[str, Any], no_c: str
) -> list[Bar]:
    """All bars of a ruleset; `no_c` says why there are no figures of the C program, if there are none."""
    bars = c_bars(rates, no_c) if ruleset == "las_vegas" else []
    if ruleset in MILLIONS:
        rate = rates[STEP_SIZE][by.GAMES] / 1e6
        bars.append(
            Bar(ruleset, f"Games.step ({STEP_SIZE} games, 1 thread), M decisions/s", rate, "≥", MILLIONS[ruleset])
        )
    if ruleset not in SHORT_GAMES:
        bars += adapter_bars(ruleset, rates[ADAPTER_SIZE])
        bars.append(aec_bar(ruleset, single))
    if ruleset in SEARCH_MILLIONS:
        rate = single[by.SEARCH] / 1e6
        bars.append(
            Bar(ruleset, "search, M rollout decisions/s", rate, "≥", SEARCH_MILLIONS[ruleset], "flat, 1 thread")
        )
    bars += start_bars(ruleset, footprint)
    if ruleset == "las_vegas":
        size = footprint["bytes_per_game"] * MILLION_GAMES / GIGABYTE
        bars.append(Bar(ruleset, "a million games with observations, GB", size, "≤", 1.0, "from Games.nbytes"))
    return bars


def c_bars(rates: Rates, no_c: str) -> list[Bar]:
    step = playout = None
    if not no_c:
        step = rates[STEP_SIZE][by.GAMES] / rates[STEP_SIZE][by.C_STEP]
        playout = rates[PLAYOUT_SIZE][by.PLAYOUT_ONLY] / rates[PLAYOUT_SIZE][by.C_PLAYOUT_ONLY]
    skipped = f"skipped: {no_c}" if no_c else ""
    return [
        Bar("las_vegas", "Games.step / C program", step, "≥", 0.8, skipped or f"{STEP_SIZE} games, 1 thread"),
        Bar("las_vegas", "random playout / C program", playout, "≥", 0.6, skipped or f"{PLAYOUT_SIZE} games, 1 thread"),
    ]


def adapter_bars(ruleset: str, rates: Mapping[str, float]) -> list[Bar]:
    note = f"{ADAPTER_SIZE} environments, hot"
    games = rates[by.GAMES]
    extra = 1e6 / rates[by.SB3] - 1e6 / games
    return [
        Bar(ruleset, "VectorEnv (same-step) / Games.step, time", games / rates[by.VECTOR], "<", 1.3, note),
        Bar(ruleset, "VectorEnv (next-step) / Games.step, time", games / rates[by.VECTOR_NEXT], "<", 1.3, note),
        Bar(ruleset, "SB3 VecEnv − Games.step, µs per game", extra, "≤", 0.15, note),
    ]


def aec_bar(ruleset: str, rates: Mapping[str, float]) -> Bar:
    name = "raw AEC / raw tictactoe_v3, decisions/s"
    if by.TICTACTOE not in rates:
        return Bar(ruleset, name, None, ">", 1.0, "skipped: PettingZoo's tictactoe_v3 needs pygame")
    return Bar(ruleset, name, rates[by.AEC] / rates[by.TICTACTOE], ">", 1.0, "the same loop, raw environments")


def start_bars(ruleset: str, footprint: Mapping[str, Any]) -> list[Bar]:
    note = "in a new process; torch was imported" if footprint["torch_imported"] else "in a new process, without torch"
    compiling = (
        "skipped: not measured" if footprint["cold_start_seconds"] is None else "in a new process, nothing cached"
    )
    return [
        Bar(ruleset, "warm start, import to first step, s", footprint["warm_start_seconds"], "≤", 1.5, note),
        Bar(ruleset, "the same with all to be compiled, s", footprint["cold_start_seconds"], "<", 60.0, compiling),
    ]
