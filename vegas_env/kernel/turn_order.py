"""Whose turn it is in many games; `owners[game, seat]` is the number of the agent in that seat, below 0 for none."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.batch import settle
from vegas_env.kernel.cache import hot_rule, kernel
from vegas_env.kernel.dispatch import apply, legal, opened


@kernel
def waiting_for(rows, state, owners, owner, out):
    """Which of these games wait for an owner; returns how many."""
    found = 0
    for j in range(len(rows)):
        i = rows[j]
        game = state.records[i]
        if not game.over and owners[i, game.seat] == owner:
            out[found] = i
            found += 1
    return found


@kernel
def group_by_owner(rows, state, owners, ends, out):
    """Which of these games wait for which agent: those of agent k are out[ends[k] : ends[k + 1]]."""
    records = state.records
    ends[:] = 0
    for j in range(len(rows)):
        game = records[rows[j]]
        if not game.over and owners[rows[j], game.seat] >= 0:
            ends[owners[rows[j], game.seat] + 1] += 1
    for agent in range(1, len(ends)):
        ends[agent] += ends[agent - 1]
    for j in range(len(rows)):
        i = rows[j]
        game = records[i]
        if not game.over and owners[i, game.seat] >= 0:
            out[ends[owners[i, game.seat]]] = i
            ends[owners[i, game.seat]] += 1
    for agent in range(len(ends) - 1, 0, -1):  # each has moved on to the start of the next
        ends[agent] = ends[agent - 1]
    ends[0] = 0


@kernel
def play_forced(rows, rulebook, state, owners, mask):
    """Where an agent is to decide and has a single legal action, take it; returns how many were taken."""
    rules = opened(rulebook)
    records, luck, _, _, moves = state
    taken = 0
    for j in range(len(rows)):
        i = rows[j]
        game = records[i]
        while not game.over and owners[i, game.seat] >= 0:
            legal(game, rules, mask[0].row)
            action = _only_legal(mask[0].row)
            if action < 0:
                break
            apply(game, rules, action)
            settle(game, rules, luck[i])
            moves[i] += 1
            taken += 1
    return taken


@hot_rule
def _only_legal(mask):
    """The one legal action, or -1 if there are several."""
    found = np.int64(-1)
    for action in range(len(mask)):
        if mask[action]:
            if found >= 0:
                return np.int64(-1)
            found = np.int64(action)
    return found
