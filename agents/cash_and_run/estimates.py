"""Estimates for Cash & Run: the value of a casino, the chance to break its owner, the truth of a bluff card.

Money is in units of 50,000.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.bitsets import bit, members
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run import record as cr
from vegas_env.rulesets.cash_and_run.hidden import count_unseen
from vegas_env.rulesets.cash_and_run.table import casinos_of

WORTH = np.array([0, 3, 6, 12, 18, 18])  # value of a casino that is the 1st, 2nd, … of a combination
LAST = 30  # value of the last one of a combination
DENIED = 0.5  # value of keeping a casino from another player, as a share of its value to that player
LAP = 60  # value of ending another player's final lap (CR-32)


# --- casinos ------------------------------------------------------------------------------------------------


@rule
def progress(rules, casinos, casino):
    """The number of casinos that a player would have in the best combination with this one."""
    with_it = casinos | bit(casino)
    best = members(with_it & cr.COMBINATION_MASKS[casino % cr.SYMBOLS])
    if rules.needed <= cr.SYMBOLS:
        best = max(best, members(with_it & cr.COMBINATION_MASKS[cr.SYMBOLS + casino // cr.SYMBOLS]))
    return min(best, rules.needed)


@rule
def worth_to(game, rules, seat, casino):
    """The value of a casino to a seat that has it or gets it."""
    steps = progress(rules, casinos_of(game, np.int64(seat)) & ~bit(casino), casino)
    return np.float64(LAST if steps == rules.needed else WORTH[steps])


@rule
def worth_to_others(game, rules, seat, casino):
    """The value of a free or offered casino to the other player who needs it most."""
    most = 0.0
    for other in range(rules.players):
        if other != seat and game.bankrupt[other] == 0:
            most = max(most, worth_to(game, rules, other, casino))
    return most


@rule
def gain_of_taking(game, rules, seat, casino):
    """What a seat gains by taking a casino from its owner: its value, the owner's loss, perhaps the owner's lap."""
    owner = np.int64(game.owner[casino])
    gain = worth_to(game, rules, seat, casino) + DENIED * worth_to(game, rules, owner, casino)
    return gain + LAP if game.laid[owner] & bit(casino) else gain


@rule
def greatest_loss(game, rules, seat):
    """What a lost takeover costs (CR-19): the seat's most valuable casino."""
    loss = 0.0
    for casino in range(cr.CASINOS):
        if game.owner[casino] == seat:
            lap = LAP if game.laid[seat] & bit(casino) else 0
            loss = max(loss, worth_to(game, rules, seat, casino) + lap)
    return loss


# --- games --------------------------------------------------------------------------------------------------


@rule
def chance_to_win(symbol, number):
    """CR-11: the probability that a visitor wins the first, second or third game of a casino."""
    return cr.WINNING[symbol, number] / cr.NUMBERS[symbol]


@rule
def stake_to_break(game, owner, symbol, number):
    """CR-41: the smallest stake whose win exceeds the owner's cash."""
    return np.int64(game.cash[owner]) // cr.PAYS[symbol, number] + 1


@rule
def game_to_break(game, owner, symbol, most):
    """The game most likely to break the owner with a stake of at most `most`; -1 if there is none."""
    for number in range(cr.SYMBOLS):
        if stake_to_break(game, owner, symbol, number) <= most:
            return np.int64(number)
    return np.int64(-1)


# --- bluff cards --------------------------------------------------------------------------------------------


@rule
def chance_among(kind_left, left, cards):
    """The probability that `cards` cards drawn from `left` include at least one of the `kind_left` cards of a kind."""
    none = 1.0
    for drawn in range(min(cards, left)):
        none *= max(left - kind_left - drawn, 0) / (left - drawn)
    return 1.0 - none


@rule
def chance_card_is_true(game, rules, seat, lies):
    """The probability that the card laid against `seat` is true, if its owner lays a true card whenever possible and
    otherwise a false one with probability `lies`.
    """
    unseen = np.zeros(cr.KINDS, np.int64)
    left = count_unseen(game, rules, seat, unseen)
    bluffer = game.opponent if game.won else game.challenger
    has = chance_among(unseen[game.symbol], left, np.int64(game.hand_count[bluffer]) + 1)
    return has / (has + lies * (1.0 - has)) if has > 0.0 else 0.0


@rule
def chance_to_win_again(game):
    """The probability that the winner of a game for a casino wins again if it is repeated (CR-14)."""
    if game.contest == cr.TAKEOVER:
        return 0.5
    visitor = chance_to_win(game.symbol, game.game)
    return visitor if game.won else 1.0 - visitor


@rule
def chance_of_takeover(game, seat, symbol):
    """CR-19: one half, or more with a true card, which wins if challenged and else repeats the game."""
    return 0.75 if game.hand[seat, symbol] > 0 else 0.5
