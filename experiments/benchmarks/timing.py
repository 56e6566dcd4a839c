"""Timing on a noisy machine: interfaces are measured in interleaved turns, and the best turn of each counts.

Only figures that were measured interleaved can be compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from vegas_env.kernel.luck import LUCK, below

MAX_STEPS = 1 << 20
MIN_TURNS = 8  # of every interface, if there are as many rounds
TRIALS = 3  # the fastest of these decides the length of a turn, so that one interruption does not


@dataclass(frozen=True)
class Interface:
    """Something to measure: `play(steps)` takes that many steps and returns (decisions, seconds).

    The seconds do not include choosing actions.
    """

    name: str
    play: Callable[[int], tuple[int, float]]


def interleave(interfaces: Sequence[Interface], repeats: int, seconds: float) -> dict[str, float]:
    """Decisions per second of each interface: the best of `repeats` turns of about `seconds` each, taken in rounds.

    Interfaces that need much longer than that for a single step skip some of the rounds.
    """
    plans = [plan(interface, repeats, seconds) for interface in interfaces]
    best = dict.fromkeys((interface.name for interface in interfaces), 0.0)
    for k in range(repeats):
        for interface, (steps, every) in zip(interfaces, plans, strict=True):
            if k % every == 0:
                decisions, spent = interface.play(steps)
                best[interface.name] = max(best[interface.name], decisions / spent)
    return best


def plan(interface: Interface, repeats: int, seconds: float) -> tuple[int, int]:
    """(steps in a turn, rounds from one turn to the next).  Compilation happens here."""
    interface.play(1)
    steps, spent = 1, 0.0
    while spent < seconds / 4 and steps < MAX_STEPS:
        steps *= 2
        spent = min(interface.play(steps)[1] for _ in range(TRIALS))
    enough = max(1, round(steps * seconds / spent))
    every = round(enough / steps * spent / seconds)
    return enough, max(1, min(every, repeats // MIN_TURNS))


class Picker:
    """Chooses random legal actions with compiled code, much faster than the steps that are measured."""

    def __init__(self, n: int, seed: int = 0) -> None:
        self.actions = np.zeros(n, np.int64)
        self.luck = np.zeros(1, LUCK)
        self.luck["luck"] = seed

    def choose(self, masks: np.ndarray) -> int:
        """Put a legal action for each row of masks (n, A) into `actions`; returns the number of rows that had one."""
        return pick_many(self.luck, masks.view(np.uint8), self.actions)


@numba.njit
def pick_many(luck: Any, masks: Any, actions: Any) -> int:
    """Choose a legal action for each row (0 if it has none); returns the number of rows that had one."""
    decisions = 0
    for i in range(len(actions)):
        legal = 0
        for action in range(masks.shape[1]):
            legal += masks[i, action]
        left = below(luck[0], legal)
        decisions += legal > 0
        actions[i] = 0
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if left == 0:
                    actions[i] = action
                    break
                left -= 1
    return decisions


@dataclass(frozen=True)
class BatchInterface:
    """An interface to n games at once, whose steps reset finished games."""

    n: int
    masks: Callable[[], np.ndarray]
    step: Callable[[np.ndarray], object]
    reset: Callable[[np.ndarray], object]  # resets the games of a mask

    def interface(self, name: str, length: int) -> Interface:
        """Steps of all games at once, staggered first; `length` is the mean number of decisions in a game."""
        picker = Picker(self.n)
        masks, step = self.masks, self.step
        clock = time.perf_counter

        def play(steps: int) -> tuple[int, float]:
            decisions, spent = 0, 0.0
            for _ in range(steps):
                decisions += picker.choose(masks())
                start = clock()
                step(picker.actions)
                spent += clock() - start
            return decisions, spent

        self.stagger(picker, length)
        return Interface(name, play)

    def stagger(self, picker: Picker, length: int) -> None:
        """Reset games at different times, so that every turn has about as many resets as any other."""
        index = np.arange(self.n)
        for k in range(length):
            picker.choose(self.masks())
            self.step(picker.actions)
            self.reset(index % length == k)
