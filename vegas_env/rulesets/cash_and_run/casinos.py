"""Casino spaces: buying a free casino, or gambling at one of another player (CR-9, CR-11, CR-13)."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run.bluff import begin_contest, clear_contest, play_contest
from vegas_env.rulesets.cash_and_run.debts import go_bankrupt
from vegas_env.rulesets.cash_and_run.record import ALL_IN, BREAK, BUY, NOBODY, PAYS, PICK, STAKE, SYMBOLS, VISIT
from vegas_env.rulesets.cash_and_run.table import AFTER_SPACE, RAISE_STAKE, ask, casinos_of, change_owner, pay_pot
from vegas_env.rulesets.shared import auctions


@rule
def enter_casino(game, rules, seat, casino):
    """CR-11: buy a free casino, or gamble at another player's; an own casino gives an extra roll (CR-9)."""
    owner = np.int64(game.owner[casino])
    if owner == NOBODY:
        if game.cash[seat] >= rules.casino_price:
            return ask(game, phases.BUY_CASINO, seat)
        return AFTER_SPACE
    if owner == seat:
        game.extra = 1 - game.ran
        return AFTER_SPACE
    begin_contest(game, VISIT, seat, owner, casino, casino % SYMBOLS)
    return RAISE_STAKE


@rule
def buy_casino(game, rules, action):
    """CR-11: buy the casino and pay the price to the pot, or decline."""
    if action == BUY:
        seat = game.turn_seat
        pay_pot(game, seat, rules.casino_price)
        change_owner(game, rules.space_detail[game.position[seat]], seat)
    return AFTER_SPACE


@rule
def raise_stake_money(game, rules):
    """CR-13: a visitor without cash must first auction an own casino; without casinos the visitor is bankrupt."""
    visitor = np.int64(game.challenger)
    if game.cash[visitor] > 0:
        return ask(game, phases.PICK_GAME, visitor)
    if casinos_of(game, visitor) != 0:
        return ask(game, phases.SELL, visitor)
    clear_contest(game)
    return go_bankrupt(game, rules, visitor)


@rule
def pick_game(game, action):
    """CR-11: the visitor picks one of the three games."""
    game.game = action - PICK
    return ask(game, phases.STAKE, np.int64(game.seat))


@rule
def breaking_stake(game):
    """CR-41: the smallest stake whose prize exceeds the owner's cash."""
    return game.cash[game.opponent] // PAYS[game.symbol, game.game] + 1


@rule
def may_break(game, rules):
    """CR-41: whether the breaking stake is affordable and not a legal stake anyway."""
    stake, cash = breaking_stake(game), game.cash[game.seat]
    return stake < cash and not auctions.on_ladder(rules.stakes, stake)


@rule
def may_go_all_in(game, rules):
    """CR-41: whether all cash is not a legal stake anyway."""
    return not auctions.on_ladder(rules.stakes, game.cash[game.seat])


@rule
def stake(game, rules, action):
    """CR-11: the visitor stakes an amount, which stays on the table until the result."""
    visitor = game.seat
    if action == ALL_IN:
        amount = np.int64(game.cash[visitor])
    elif action == BREAK:
        amount = np.int64(breaking_stake(game))
    else:
        amount = np.int64(rules.stakes[action - STAKE])
    game.cash[visitor] -= amount
    game.stake = amount
    return play_contest(game)
