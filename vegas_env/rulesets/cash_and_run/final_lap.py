"""Combinations of casinos, the announcement of Cash & Run, and the final lap (CR-6, CR-30 to CR-32)."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.bitsets import bit, members
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run.record import CASINO, COMBINATION, COMBINATION_MASKS, COMBINATIONS, SPACES
from vegas_env.rulesets.cash_and_run.table import END_TURN, ask, casinos_of


@rule
def combinations(rules, casinos):
    """CR-6: the set of combinations that a set of casinos contains."""
    held = np.int64(0)
    for combination in range(COMBINATIONS):
        enough = members(casinos & COMBINATION_MASKS[combination]) >= rules.needed
        held |= np.int64(enough) << combination
    return held


@rule
def may_announce(game, rules, casinos):
    """CR-8: with a combination, unless the player was on a final lap when this turn began (CR-32)."""
    return game.ran == 0 and members(casinos) >= rules.needed and combinations(rules, casinos) != 0


@rule
def announced(game, rules, no_spade):
    """CR-30: a spade ends the turn; otherwise the pawn goes to the nearest Cash & Run space."""
    if not no_spade:
        return END_TURN
    seat = np.int64(game.turn_seat)
    game.position[seat] = rules.run_start[game.position[seat]]
    return ask(game, phases.COMBINATION, seat)


@rule
def choose_combination(game, rules, action):
    """CR-30: lay down the combination of the player's choice."""
    game.laying = casinos_of(game, game.seat) & COMBINATION_MASKS[action - COMBINATION]
    return lay_down(game, rules)


@rule
def leave_out(game, rules, action):
    """CR-30: keep a casino back, until exactly the required number is laid down."""
    game.laying &= ~bit(action - CASINO)
    return lay_down(game, rules)


@rule
def lay_down(game, rules):
    seat = np.int64(game.turn_seat)
    if members(game.laying) > rules.needed:
        return ask(game, phases.LEAVE_OUT, seat)
    game.laid[seat] = game.laying
    game.laying = 0
    game.lap_start[seat] = game.position[seat]
    game.lap_steps[seat] = 0
    return END_TURN


@rule
def completes_lap(game, seat, steps):
    """CR-31: whether the pawn reaches or passes the space where its lap began."""
    if game.laid[seat] == 0:
        return False
    game.lap_steps[seat] += steps
    return game.lap_steps[seat] >= SPACES
