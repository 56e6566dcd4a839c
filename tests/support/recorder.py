"""Random games of the compiled rules, written down step by step, to be compared with an oracle afterwards.

Compiled code plays a game as far as there is room to write; Python then reads all its positions at once.  Asking a
`Position` for them one after the other says the same (a test sees to that), but takes several times as long as the
oracle needs for its own game.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from vegas_env import RULESETS
from vegas_env.checks import make_config
from vegas_env.kernel import batch
from vegas_env.kernel.cache import kernel
from vegas_env.kernel.dispatch import apply, apply_chance, legal, opened, sample_chance
from vegas_env.kernel.luck import LUCK, pick_legal

ROOM = 512  # positions that are written down at a time; longer games go on from there


class Step(NamedTuple):
    """A position, and what happened in it."""

    record: np.void
    over: bool
    event: str | None  # the chance event that was due
    seat: int | None  # the seat that decided; None if chance did, or the game is over
    legal: list[int]  # its legal actions
    payoff: list[float]  # what each seat had been paid so far
    happened: int  # the outcome of the event, or the action; nothing (0) at the end


@kernel
def write_down(games, rulebook, luck, records, masks, rewards, payoffs, happened):
    """Play a game on at random, and write down every position with what happened in it; returns how many.

    It stops at the end, when there is no more room, or where nothing is legal (which the oracle will not agree with).
    """
    rules = opened(rulebook)
    game = games[0]
    for step in range(len(records)):
        records[step] = game
        masks[step].row[:] = 0
        payoffs[step].row[:] = np.float32(0.0)
        batch.pay(game, rules, rewards[0].row, payoffs[step].row)
        happened[step] = 0
        if game.over:
            return step + 1
        if game.chance != 0:
            happened[step] = sample_chance(game, rules, luck[0])
            apply_chance(game, rules, happened[step])
            continue
        legal(game, rules, masks[step].row)
        if not masks[step].row.any():
            return step + 1
        happened[step] = pick_legal(luck[0], masks[step].row)
        apply(game, rules, happened[step])
    return len(records)


class Recorder:
    """Plays games of one configuration, one after the other."""

    def __init__(self, ruleset: str, options: dict[str, Any]) -> None:
        self.ruleset = RULESETS[ruleset]
        self.config = make_config(self.ruleset.config, options)
        self._rules = self.ruleset.rules(self.config)
        self._game = np.zeros(1, self.ruleset.record)
        self._luck = np.zeros(1, LUCK)
        self._records = np.zeros(ROOM, self.ruleset.record)
        self._masks = np.zeros((ROOM, self.ruleset.actions), np.bool_)
        self._mask_rows = self.ruleset.mask_rows(self._masks)
        self._payoffs = np.zeros((ROOM, self.ruleset.seats), np.float32)
        self._payoff_rows = self.ruleset.seat_rows(self._payoffs)
        self._reward_rows = self.ruleset.seat_rows(np.zeros((1, self.ruleset.seats), np.float32))
        self._happened = np.zeros(ROOM, np.int64)

    def play(self, seed: int) -> Iterator[Step]:
        """All steps of a random game; the last one is its end.  What a step holds is overwritten some steps later."""
        self._luck["luck"] = np.random.SeedSequence(seed).generate_state(1, np.uint64)
        self._game[:] = 0
        batch.one_setup(self._game, self._rules)
        finished = False
        while not finished:
            for step in self._some_steps():
                yield step
                finished = step.over

    def facts(self, step: Step) -> dict[str, Any]:
        """The position in plain Python values."""
        return self.ruleset.facts(step.record, self.config)

    def shares(self) -> list[float]:
        """Who won how much of the game; zeros before the end."""
        shares = np.zeros((1, self.config.players), np.float32)
        batch.shares(self._game, self._rules, shares)
        return shares[0].tolist()

    def _some_steps(self) -> Iterator[Step]:
        """As many as are played at once, turned into plain values together: one by one that takes much longer."""
        count = write_down(
            self._game, self._rules, self._luck,
            self._records, self._mask_rows, self._reward_rows, self._payoff_rows, self._happened,
        )  # fmt: skip
        records = self._records[:count]
        over = records["over"].astype(bool).tolist()
        events = [self.ruleset.events[number] if number else None for number in records["chance"].tolist()]
        seats = [
            None if ended or event else seat
            for ended, event, seat in zip(over, events, records["seat"].tolist(), strict=True)
        ]
        payoffs = self._payoffs[:count, : self.config.players].tolist()
        happened = self._happened[:count].tolist()
        return map(Step, records, over, events, seats, legal_actions(self._masks[:count]), payoffs, happened)


def legal_actions(masks: np.ndarray) -> list[list[int]]:
    """The legal actions of each row of a mask, as lists."""
    actions = np.nonzero(masks)[1].tolist()
    ends = [0, *np.cumsum(masks.sum(axis=1)).tolist()]
    return [actions[first:last] for first, last in pairwise(ends)]
