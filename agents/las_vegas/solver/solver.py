"""The solver as other modules use it."""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.agents.las_vegas.solver.induction import action_values_many, empty_line
from vegas_env.agents.las_vegas.solver.memo import ENTRY, copy_entries, empty_memo
from vegas_env.checks import check_int
from vegas_env.rulesets.las_vegas import rules as lv
from vegas_env.rulesets.las_vegas.config import LasVegasConfig, compile_rules

DEFAULT_STATES = 6_000_000  # positions in the memo: about 200 MB
SMALLEST_MEMO = 1 << 14
GROWTH = 4


class Solver:
    """Optimal play in one configuration of Las Vegas for two players.  Solved positions are remembered.

    Parameters
    ----------
    config: a LasVegasConfig for two players
    states: the largest number of positions to remember; a position that needs more is too large to be solved

    >>> solver = Solver(games.config)
    >>> solver.action_values(games.records)   # (n, A)
    """

    def __init__(self, config: Any, states: int = DEFAULT_STATES) -> None:
        if not isinstance(config, LasVegasConfig):
            raise ValueError(f"only Las Vegas with dice can be solved, not {type(config).__name__}")
        if config.players != 2:
            raise ValueError(f"only games of two players can be solved, not of {config.players}")
        self.config = config
        self.states = check_int("states", states, 1, 10**9)
        self._rules = compile_rules(config)
        self._line = empty_line(config)
        self._memo = empty_memo(SMALLEST_MEMO, self.states)

    @property
    def remembered(self) -> int:
        """The number of positions in the memo."""
        return int(self._memo.used[0])

    def action_values(self, records: np.ndarray) -> np.ndarray:
        """(m, A) the deciding seat's expected final payoff after each action, under optimal play by both from then on;
        -inf for illegal actions.
        """
        if len(records) and (records["over"].any() or records["chance"].any()):
            raise ValueError("actions have values only where a seat has to decide")
        return self._solve(records)

    def values(self, records: np.ndarray) -> np.ndarray:
        """(m,) seat 0's expected final payoff, under optimal play by both from these positions on."""
        if len(records) and records["over"].any():
            raise ValueError("a game that is over cannot be solved")
        return np.where(records["seat"] == 0, 1.0, -1.0) * self._solve(records).max(axis=1)

    def forget(self) -> None:
        """Empty the memo."""
        self._memo = empty_memo(SMALLEST_MEMO, self.states)

    def _solve(self, records: np.ndarray) -> np.ndarray:
        """Call the kernel until all records are solved.

        When the memo is full it is replaced by a larger one, or emptied once for each record if it may not grow.
        """
        records = np.array(records)  # writable and contiguous: other kinds of arrays would compile another version
        if records.dtype != lv.GAME:
            raise ValueError("positions must be records of Las Vegas with dice")
        values = np.zeros((len(records), lv.ACTIONS))
        done, emptied_for = 0, -1
        while True:
            done = action_values_many(records, done, self._rules, self._line, self._memo, values)
            if done == len(records):
                return values
            if self._memo.limit[0] < self.states:
                larger = empty_memo(GROWTH * len(self._memo.entries), self.states)
                copy_entries(self._memo, larger)
                self._memo = larger
            elif done != emptied_for:
                emptied_for = done
                self._memo.entries[:] = np.zeros(1, ENTRY)
                self._memo.used[0] = 0
            else:
                self.forget()
                raise ValueError(
                    f"a position here is too large to be solved with {self.states:,} states: play with fewer dice, "
                    "casinos, rounds or kinds of notes, start later in the round, or allow more states"
                )
