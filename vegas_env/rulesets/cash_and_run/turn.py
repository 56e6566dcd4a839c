"""A turn: start, roll, extra roll, end (CR-7 to CR-9)."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run.auction import begin_auction
from vegas_env.rulesets.cash_and_run.ending import end_game
from vegas_env.rulesets.cash_and_run.record import ANNOUNCE, BY_LIMIT, CASINO, ROLL, TURN_FRAME
from vegas_env.rulesets.cash_and_run.table import (
    END_TURN,
    ask,
    await_chance,
    close_frame,
    laid_casinos,
    next_living,
    open_frame,
)


@rule
def begin_turn(game, rules, seat):
    game.turn += 1
    game.turn_seat = seat
    game.extra = 0
    game.ran = game.laid[seat] != 0
    open_frame(game, TURN_FRAME)
    return ask_turn_start(game)


@rule
def ask_turn_start(game):
    """CR-7, CR-8: the turn player may auction any number of casinos, then announces or rolls."""
    return ask(game, phases.TURN_START, np.int64(game.turn_seat))


@rule
def may_auction(game, seat):
    """CR-7, CR-33: while any player is on a final lap, only a player without cash may."""
    return game.cash[seat] == 0 or laid_casinos(game) == 0


@rule
def start_turn(game, rules, action):
    """CR-7, CR-8: roll, announce, or auction a casino."""
    if action == ROLL:
        return await_chance(game, phases.DICE)
    if action == ANNOUNCE:
        return await_chance(game, phases.ANNOUNCE)
    return begin_auction(game, rules, np.int64(game.seat), action - CASINO)


@rule
def after_space(game, rules):
    """CR-9: an extra roll after a double or an own casino, unless the player is bankrupt."""
    if game.extra and game.bankrupt[game.turn_seat] == 0:
        return ask(game, phases.EXTRA_ROLL, np.int64(game.turn_seat))
    return END_TURN


@rule
def roll_again(game, rules, action):
    """CR-9: roll once more, or end the turn."""
    if action == ROLL:
        game.extra = 0
        return await_chance(game, phases.DICE)
    return END_TURN


@rule
def end_turn(game, rules):
    """CR-40: the game ends after the last turn; otherwise the next solvent player clockwise has a turn."""
    if game.turn == rules.turn_limit:
        return end_game(game, BY_LIMIT)
    close_frame(game)
    return begin_turn(game, rules, next_living(game, rules, game.turn_seat))
