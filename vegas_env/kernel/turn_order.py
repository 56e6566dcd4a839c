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
def by_agent(index, first, last, records, owners, ends, out):
    """Which games wait for which agent: those of agent k are out[ends[k] : ends[k + 1]]."""
    ends[:] = 0
    for j in range(first, last):
        i = index[j] if len(index) > 0 else j
        game = records[i]
        if not game.over and owners[i, game.seat] >= 0:
            ends[owners[i, game.seat] + 1] += 1
    for agent in range(1, len(ends)):
        ends[agent] += ends[agent - 1]
    for j in range(first, last):
        i = index[j] if len(index) > 0 else j
        game = records[i]
        if not game.over and owners[i, game.seat] >= 0:
            out[ends[owners[i, game.seat]]] = i
            ends[owners[i, game.seat]] += 1
    for agent in range(len(ends) - 1, 0, -1):  # each has moved on to the next one's begin
        ends[agent] = ends[agent - 1]
    ends[0] = 0


@kernel
def move_forced(rows, records, rulebook, luck, moves, owners, mask):
    """Where an agent is in charge (owners below zero are none) and has one legal action only, it is taken.

    Returns how many were.
    """
    rules = opened(rulebook)
    taken = 0
    for i in rows:
        game = records[i]
        while not game.over and owners[i, game.seat] >= 0:
            legal(game, rules, mask[0].row)
            action = _only_member(mask[0].row)
            if action < 0:
                break
            apply(game, rules, action)
            settle(game, rules, luck[i])
            moves[i] += 1
            taken += 1
    return taken


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
