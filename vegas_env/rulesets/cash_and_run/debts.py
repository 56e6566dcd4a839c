"""Debts and bankruptcy (CR-13, CR-28, CR-29)."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.bitsets import bit, members
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run.auction import begin_auction
from vegas_env.rulesets.cash_and_run.ending import end_game
from vegas_env.rulesets.cash_and_run.record import BANKRUPTCY_FRAME, BY_SURVIVOR, CASINO, DEBT_FRAME, NOBODY
from vegas_env.rulesets.cash_and_run.table import (
    LEAVE,
    RESUME,
    SETTLE_DEBT,
    ask,
    await_chance,
    casinos_of,
    close_frame,
    give_card,
    living,
    open_frame,
    put_under,
)


@rule
def owe(game, rules, debtor, creditor, amount, first):
    """Begin a debt.  CR-13: `first` is the casino that must be auctioned before all others, or -1."""
    game.debtor = debtor
    game.creditor = creditor
    game.debt = amount
    game.first = first
    open_frame(game, DEBT_FRAME)
    return SETTLE_DEBT


@rule
def settle_debt(game, rules):
    """CR-28: pay with cash, then by auctioning casinos one at a time; the rest of the debt is void."""
    debtor = np.int64(game.debtor)
    paid = min(np.int64(game.debt), np.int64(game.cash[debtor]))
    game.debt -= paid
    game.cash[debtor] -= paid
    game.cash[game.creditor] += paid
    if game.debt == 0:
        clear_debt(game)
        close_frame(game)
        return RESUME
    if casinos_of(game, debtor) == 0:
        clear_debt(game)
        close_frame(game)
        return go_bankrupt(game, rules, debtor)
    if game.first != NOBODY:
        casino = np.int64(game.first)
        game.first = NOBODY
        return begin_auction(game, rules, debtor, casino)
    return ask(game, phases.SELL, debtor)


@rule
def sell(game, rules, action):
    """CR-13, CR-28: auction a casino of the debtor's choice."""
    return begin_auction(game, rules, np.int64(game.seat), action - CASINO)


@rule
def clear_debt(game):
    game.debtor = NOBODY
    game.creditor = NOBODY
    game.debt = 0
    game.first = NOBODY


@rule
def go_bankrupt(game, rules, seat):
    """CR-28: remove the pawn, and put the bluff cards under the stack in random order."""
    game.bankrupt[seat] = rules.players - members(living(game, rules)) + 1
    game.position[seat] = NOBODY
    game.leaving = seat
    open_frame(game, BANKRUPTCY_FRAME)
    return LEAVE


@rule
def leave(game, rules):
    """CR-28: put the next card under the stack.  CR-29: the game ends when one player is left."""
    if game.hand_count[game.leaving] > 0:
        return await_chance(game, phases.UNDER)
    game.leaving = NOBODY
    close_frame(game)
    if members(living(game, rules)) == 1:
        return end_game(game, BY_SURVIVOR)
    return RESUME


@rule
def card_put_under(game, rules, kind):
    give_card(game, game.leaving, kind)
    put_under(game, kind, bit(game.leaving))
    return LEAVE
