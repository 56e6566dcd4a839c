"""Random games of the compiled rules, recorded step by step for comparison with an oracle.

Compiled code plays a game until its buffers are full; Python then converts all recorded positions at once.  A
`Position` asked step by step gives the same games (a test compares them), but takes several times as long as an oracle.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from vegas_env.checks import make_config
from vegas_env.kernel.cache import kernel
from vegas_env.kernel.dispatch import apply, apply_chance, deal, legal, opened, sample_chance
from vegas_env.kernel.luck import LUCK, pick_legal
from vegas_env.kernel.rewards import pay
from vegas_env.position import Position
from vegas_env.rulesets import RULESETS
from vegas_env.testing.play import Options

CAPACITY = 512  # steps recorded at a time; longer games continue from there


class Step(NamedTuple):
    """A position, and what happened in it."""

    record: np.void
    over: bool
    event: str | None  # the pending chance event
    seat: int | None  # the deciding seat; None at a chance event and at the end
    legal: list[int]  # its legal actions
    payoff: list[float]  # of each seat, so far
    taken: int  # the outcome of the event, or the action; 0 at the end


@kernel
def record_steps(start, games, rulebook, luck, records, masks, rewards, payoffs, taken):
    """Play a game on at random and record each position with the outcome or action taken; returns how many.

    With `start`, deal it first.  Stops at the end of the game, when the buffers are full, or where no action is legal.
    """
    rules = opened(rulebook)
    game = games[0]
    if start:
        deal(game, rules)
    for step in range(len(records)):
        records[step] = game
        masks[step].row[:] = 0
        payoffs[step].row[:] = np.float32(0.0)
        pay(game, rules, rewards[0].row, payoffs[step].row)
        taken[step] = 0
        if game.over:
            return step + 1
        if game.chance != 0:
            taken[step] = sample_chance(game, rules, luck[0])
            apply_chance(game, rules, taken[step])
            continue
        legal(game, rules, masks[step].row)
        if not masks[step].row.any():
            return step + 1
        taken[step] = pick_legal(luck[0], masks[step].row)
        apply(game, rules, taken[step])
    return len(records)


class Recorder:
    """Plays and records random games of one configuration, one after the other."""

    def __init__(self, ruleset: str, options: Options) -> None:
        self.ruleset = RULESETS[ruleset]
        self.config = make_config(self.ruleset.config, dict(options))
        self._rulebook = self.ruleset.rules(self.config)
        self._game = np.zeros(1, self.ruleset.record)
        self._luck = np.zeros(1, LUCK)
        self._records = np.zeros(CAPACITY, self.ruleset.record)
        self._masks = np.zeros((CAPACITY, self.ruleset.actions), np.bool_)
        self._mask_rows = self.ruleset.mask_rows(self._masks)
        self._payoffs = np.zeros((CAPACITY, self.ruleset.seats), np.float32)
        self._payoff_rows = self.ruleset.seat_rows(self._payoffs)
        self._reward_rows = self.ruleset.seat_rows(np.zeros((1, self.ruleset.seats), np.float32))
        self._taken = np.zeros(CAPACITY, np.int64)
        self._position = Position(ruleset, config=self.config)

    def play(self, seed: int) -> Iterator[Step]:
        """All steps of a random game; the last one is its end.

        Later steps overwrite the arrays of earlier ones: use each step before asking for the next.
        """
        self._luck["luck"] = np.random.SeedSequence(seed).generate_state(1, np.uint64)
        self._game[:] = 0
        start, finished = True, False
        while not finished:
            for step in self._next_steps(start):
                yield step
                finished = step.over
            start = False

    def facts(self, step: Step) -> dict[str, Any]:
        """The position of a step in plain Python values."""
        return self.ruleset.facts(step.record, self.config)

    def shares(self) -> list[float]:
        """Each seat's share of the win in the game played last; zeros before its end."""
        self._position.record = self._game[0]
        shares: list[float] = self._position.shares.tolist()
        return shares

    def _next_steps(self, start: bool) -> Iterator[Step]:
        """As many steps as fit the buffers, converted together: one by one that takes much longer."""
        count = record_steps(
            start, self._game, self._rulebook, self._luck,
            self._records, self._mask_rows, self._reward_rows, self._payoff_rows, self._taken,
        )  # fmt: skip
        records = self._records[:count]
        over = records["over"].astype(bool).tolist()
        events = [self.ruleset.events[number] if number else None for number in records["chance"].tolist()]
        seats = [
            None if ended or event else seat
            for ended, event, seat in zip(over, events, records["seat"].tolist(), strict=True)
        ]
        payoffs = self._payoffs[:count, : self.config.players].tolist()
        taken = self._taken[:count].tolist()
        return map(Step, records, over, events, seats, legal_actions(self._masks[:count]), payoffs, taken)


def legal_actions(masks: np.ndarray) -> list[list[int]]:
    """The legal actions of each row of a mask, as lists."""
    actions = np.nonzero(masks)[1].tolist()
    ends = [0, *np.cumsum(masks.sum(axis=1)).tolist()]
    return [actions[first:last] for first, last in pairwise(ends)]
