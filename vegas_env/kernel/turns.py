"""Whose turn it is in many games: what `batch` is for the rules, with the same conventions."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.batch import settle
from vegas_env.kernel.cache import hot_rule, kernel
from vegas_env.kernel.dispatch import apply, legal, opened


@kernel
def waiting_for(index, first, last, records, owners, me, out):
    """Which games wait for the agent `me` (owners[game, seat] == me); returns how many."""
    found = 0
    for j in range(first, last):
        i = index[j] if len(index) > 0 else j
        game = records[i]
        if not game.over and owners[i, game.seat] == me:
            out[found] = i
            found += 1
    return found


@kernel
def move_forced(index, first, last, records, rulebook, luck, moves, owners, mask):
    """Where an agent is in charge (owners below zero are none) and has one legal action only, it is taken.

    Returns how many games then wait for an agent.
    """
    rules = opened(rulebook)
    waiting = 0
    for j in range(first, last):
        i = index[j] if len(index) > 0 else j
        game = records[i]
        while not game.over and owners[i, game.seat] >= 0:
            legal(game, rules, mask[0].row)
            action = _only_member(mask[0].row)
            if action < 0:
                waiting += 1
                break
            apply(game, rules, action)
            settle(game, rules, luck[i])
            moves[i] += 1
    return waiting


@hot_rule
def _only_member(mask):
    """The one legal action, or -1 if there are several."""
    found = np.int64(-1)
    for action in range(len(mask)):
        if mask[action]:
            if found >= 0:
                return np.int64(-1)
            found = np.int64(action)
    return found
