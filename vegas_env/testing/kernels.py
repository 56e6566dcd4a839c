"""Compiled functions of the checks: rule functions that the public classes do not show."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vegas_env.kernel.cache import kernel
from vegas_env.kernel.dispatch import must_decide, opened, round_of
from vegas_env.position import Position


@kernel
def write_rounds_and_deciders(records, rulebook, rounds, deciding):
    """For each record: its round, and which seats must decide."""
    rules = opened(rulebook)
    for i in range(len(records)):
        game = records[i]
        rounds[i] = round_of(game, rules)
        for seat in range(rules.players):
            deciding[i, seat] = not game.over and bool(must_decide(game, rules, seat))


def rounds_and_deciders(positions: Sequence[Position]) -> tuple[np.ndarray, np.ndarray]:
    """(m,) the round of each position of one configuration, and (m, P) whether a seat must decide there.

    Several seats must decide if they choose at the same time.
    """
    rounds, deciding = np.zeros(len(positions), np.int64), np.zeros((len(positions), positions[0].players), np.bool_)
    records = np.array([position.record for position in positions], positions[0].ruleset.record)
    write_rounds_and_deciders(records, positions[0].ruleset.rules(positions[0].config), rounds, deciding)
    return rounds, deciding
