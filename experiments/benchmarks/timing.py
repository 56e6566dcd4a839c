"""Timing on a noisy machine: contenders take turns, and the best turn of each counts.

Ratios are only meaningful between contenders of the same race.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numba
import numpy as np

from vegas_env.kernel.luck import LUCK, below

MOST_STEPS = 1 << 20
LEAST_TURNS = 8  # of every contender, if there are as many rounds
TRIALS = 3  # an interruption must not make a turn seem long: very short turns would be a matter of luck


@dataclass(frozen=True)
class Interface:
    """`play(steps)` takes that many steps and returns (decisions, seconds), the time for choosing actions left out."""

    name: str
    play: Callable[[int], tuple[int, float]]


def race(interfaces: Sequence[Interface], repeats: int, seconds: float) -> dict[str, float]:
    """Decisions per second of each contender: the best of `repeats` turns of about `seconds` each, taken in rounds.

    Who needs much longer than that for a single step sits out some of the rounds.
    """
    plans = [plan(contender, repeats, seconds) for contender in interfaces]
    best = dict.fromkeys((contender.name for contender in interfaces), 0.0)
    for k in range(repeats):
        for contender, (steps, every) in zip(interfaces, plans, strict=True):
            if k % every == 0:
                decisions, spent = contender.play(steps)
                best[contender.name] = max(best[contender.name], decisions / spent)
    return best


def plan(contender: Interface, repeats: int, seconds: float) -> tuple[int, int]:
    """(steps in a turn, rounds from one turn to the next).  Whatever has to compile, compiles here."""
    contender.play(1)
    steps, spent = 1, 0.0
    while spent < seconds / 4 and steps < MOST_STEPS:
        steps *= 2
        spent = min(contender.play(steps)[1] for _ in range(TRIALS))
    enough = max(1, round(steps * seconds / spent))
    every = round(enough / steps * spent / seconds)
    return enough, max(1, min(every, repeats // LEAST_TURNS))


class Picker:
    """Chooses legal actions at random, compiled: much faster than the steps that are to be timed."""

    def __init__(self, n: int, seed: int = 0) -> None:
        self.actions = np.zeros(n, np.int64)
        self.luck = np.zeros(1, LUCK)
        self.luck["luck"] = seed

    def choose(self, masks: np.ndarray) -> int:
        """Put a legal action for each row of masks (n, A) into `actions`; returns how many rows had one."""
        return pick_many(self.luck, masks.view(np.uint8), self.actions)


@numba.njit
def pick_many(luck, masks, actions):
    """A legal action for each row (0 if it has none); returns the number of rows that had one."""
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
class Batch:
    """Games behind some interface, as the loop below sees them; steps deal finished games anew."""

    n: int
    masks: Callable[[], np.ndarray]
    step: Callable[[np.ndarray], object]
    restart: Callable[[np.ndarray], object]  # deals anew the games of a mask

    def contender(self, name: str, length: int) -> Interface:
        """Steps of all games at once, after they were brought out of step (a game takes about `length` decisions)."""
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
        """Games that began together would end together, and a turn could be lucky to have no deals in it."""
        places = np.arange(self.n)
        for k in range(length):
            picker.choose(self.masks())
            self.step(picker.actions)
            self.restart(places % length == k)
