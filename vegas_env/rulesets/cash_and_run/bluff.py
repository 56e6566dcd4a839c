"""Games for a casino: bluff cards, and the result of a visit or takeover (CR-12, CR-14, CR-19)."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.bitsets import bit
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run.debts import owe
from vegas_env.rulesets.cash_and_run.record import (
    ACCEPT,
    CASINO,
    LAY,
    NO_BLUFF,
    NOBODY,
    PAYS,
    TAKEOVER_FRAME,
    VISIT,
    VISIT_FRAME,
)
from vegas_env.rulesets.cash_and_run.table import (
    AFTER_SPACE,
    SETTLE_CONTEST,
    ask,
    await_chance,
    change_owner,
    close_frame,
    give_card,
    open_frame,
    put_under,
)


@rule
def begin_contest(game, contest, challenger, opponent, casino, symbol):
    """Begin a game between a visitor and an owner, or between the challenger in a takeover and the owner."""
    game.contest = contest
    game.challenger = challenger
    game.opponent = opponent
    game.casino = casino
    game.symbol = symbol
    open_frame(game, VISIT_FRAME if contest == VISIT else TAKEOVER_FRAME)


@rule
def clear_contest(game):
    game.contest = 0
    game.challenger = NOBODY
    game.opponent = NOBODY
    game.casino = NOBODY
    game.symbol = NOBODY
    game.game = NOBODY
    game.won = NOBODY
    game.card = NOBODY
    game.stake = 0


@rule
def play_contest(game):
    """Spin the wheel, throw the die or draw the card: a chance event."""
    game.won = NOBODY
    return await_chance(game, phases.GAME if game.contest == VISIT else phases.TAKEOVER)


@rule
def loser(game):
    return np.int64(game.opponent if game.won else game.challenger)


@rule
def winner(game):
    return np.int64(game.challenger if game.won else game.opponent)


@rule
def contest_played(game, rules, won):
    """CR-14: the loser may lay a bluff card."""
    game.won = won
    if game.hand_count[loser(game)] > 0:
        return ask(game, phases.BLUFF_LAY, loser(game))
    return SETTLE_CONTEST


@rule
def lay_card(game, rules, action):
    """CR-14: the loser lays a bluff card face down, or none."""
    if action == NO_BLUFF:
        return SETTLE_CONTEST
    game.card = action - LAY
    give_card(game, game.seat, game.card)
    return ask(game, phases.BLUFF_ANSWER, winner(game))


@rule
def answer_card(game, rules, action):
    """CR-14: if the winner accepts the card, the game is played again; if challenged, the card decides the game."""
    card = np.int64(game.card)
    game.card = NOBODY
    if action == ACCEPT:
        put_under(game, card, bit(loser(game)))
        return play_contest(game)
    put_under(game, card, bit(rules.players) - 1)
    if card == game.symbol:
        game.won = 1 - game.won
    return SETTLE_CONTEST


# --- the result ---------------------------------------------------------------------------------------------


@rule
def settle_contest(game, rules):
    if game.contest == VISIT:
        return settle_visit(game, rules)
    return settle_takeover(game, rules)


@rule
def settle_visit(game, rules):
    """CR-12: the owner gets the stake, or owes the prize, and auctions this casino first if short of cash (CR-13)."""
    visitor, owner = np.int64(game.challenger), np.int64(game.opponent)
    casino, stake = np.int64(game.casino), np.int64(game.stake)
    if not game.won:
        game.cash[owner] += stake
        clear_contest(game)
        close_frame(game)
        return AFTER_SPACE
    game.cash[visitor] += stake
    prize = stake * PAYS[game.symbol, game.game]
    clear_contest(game)
    return owe(game, rules, owner, visitor, prize, casino)


@rule
def settle_takeover(game, rules):
    """CR-19: the challenger gets the casino, or the opponent chooses one of the challenger's."""
    if not game.won:
        return ask(game, phases.FORFEIT, np.int64(game.opponent))
    return end_takeover(game, rules, np.int64(game.casino), np.int64(game.challenger))


@rule
def forfeit(game, rules, action):
    """CR-19: the opponent takes a casino of the challenger."""
    return end_takeover(game, rules, action - CASINO, np.int64(game.opponent))


@rule
def end_takeover(game, rules, casino, owner):
    change_owner(game, casino, owner)
    clear_contest(game)
    close_frame(game)
    return AFTER_SPACE
