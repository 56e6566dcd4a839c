"""The end of the game, scores and the "money" payoff (CR-29, CR-31, CR-40)."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.bitsets import members
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run.record import BY_LAP, DEPTH, NOBODY, SEATS, VISIT
from vegas_env.rulesets.cash_and_run.table import WAIT, casinos_of
from vegas_env.rulesets.shared.seats import margin

MILLION = 20  # units of money


@rule
def end_game(game, reason):
    """CR-31: a completed lap; CR-29: one player left; CR-40: the turn limit."""
    if reason == BY_LAP:
        game.lap_winner = game.turn_seat
    game.over = 1
    game.phase = phases.OVER
    game.ended = reason
    game.seat = NOBODY
    game.turn_seat = NOBODY
    game.extra = 0
    game.ran = 0
    game.depth = 0
    for place in range(DEPTH):
        game.stack[place] = 0
    return WAIT


@rule
def worth(game, rules, seat):
    """CR-40: net worth of a seat: cash, a stake on the table, and a fixed value for each casino."""
    stake = game.stake if game.contest == VISIT and game.challenger == seat else 0
    return game.cash[seat] + stake + rules.casino_value * members(casinos_of(game, seat))


@rule
def score(game, rules, seat):
    """The player who completed a lap ranks first, then solvent players by net worth, then bankrupt ones, the later the
    better.
    """
    if game.lap_winner == seat:
        return np.int64(1) << 32
    if game.bankrupt[seat] != 0:
        return np.int64(game.bankrupt[seat])
    return SEATS + 1 + worth(game, rules, seat)


@rule
def round_of(game, rules):
    """The game has no rounds: net worth in the middle of it says little about who will win."""
    return np.int64(0)


@rule
def money(game, rules, seat):
    """Own net worth minus the mean of the others', in millions."""
    total = np.int64(0)
    for other in range(rules.players):
        total += worth(game, rules, other)
    return margin(worth(game, rules, seat), total, rules.players) / MILLION
