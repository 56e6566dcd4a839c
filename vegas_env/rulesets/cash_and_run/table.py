"""Shared by all modules of the rules: steps, the stack of situations, seats, money, casinos and bluff cards.

The rules are recursive (an auction within a debt returns to the debt), but compiled functions must not call each other
in a circle.  Therefore each function returns the next step, and the loop `proceed` in rules.py takes it.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.bitsets import bit
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run.phases import EVENT_OF
from vegas_env.rulesets.cash_and_run.record import CASINOS, NOBODY, SEATS

# Steps.
(
    WAIT,  # a decision or a chance event is pending, or the game is over
    ASK,  # `game.seat` decides, if it has a choice
    DECIDE,  # apply its action
    APPLY_CHANCE,  # apply a chance outcome
    RESUME,  # return to the innermost open situation
    RESOLVE,  # the effect of the space on which the turn player stands
    AFTER_SPACE,
    END_TURN,
    NEXT_BIDDER,  # the first after `game.seat`
    SETTLE_CONTEST,
    SETTLE_DEBT,
    RAISE_STAKE,  # the visitor needs money to gamble
    LEAVE,  # the cards of a bankrupt player go under the stack
) = range(13)


@rule
def ask(game, phase, seat):
    """A decision of `seat` in this phase comes next."""
    game.phase = phase
    game.seat = seat
    return ASK


@rule
def await_chance(game, phase):
    """The chance event of this phase comes next."""
    game.phase = phase
    game.seat = NOBODY
    game.chance = EVENT_OF[phase]
    return WAIT


# --- nested situations --------------------------------------------------------------------------------------


@rule
def open_frame(game, frame):
    game.stack[game.depth] = frame
    game.depth += 1


@rule
def close_frame(game):
    game.depth -= 1
    game.stack[game.depth] = 0


@rule
def innermost(game):
    return np.int64(game.stack[game.depth - 1])


# --- seats --------------------------------------------------------------------------------------------------


@rule
def after(rules, seat):
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < rules.players else np.int64(0)


@rule
def living(game, rules):
    """The seats that are not bankrupt."""
    seats = np.int64(0)
    for seat in range(rules.players):
        if game.bankrupt[seat] == 0:
            seats |= bit(seat)
    return seats


@rule
def next_living(game, rules, seat):
    seat = after(rules, np.int64(seat))
    while game.bankrupt[seat] != 0:
        seat = after(rules, seat)
    return seat


# --- money and casinos --------------------------------------------------------------------------------------


@rule
def pay_pot(game, seat, amount):
    game.cash[seat] -= amount
    game.pot += amount


@rule
def bank_pays(game, seat, amount):
    """The bank pays the amount, or all it has."""
    paid = min(np.int64(game.bank), np.int64(amount))
    game.bank -= paid
    game.cash[seat] += paid


@rule
def casinos_of(game, seat):
    """The set of casinos of a seat; with seat NOBODY, the free casinos."""
    owner = game.owner
    casinos = np.int64(0)
    for casino in range(CASINOS):
        casinos |= np.int64(owner[casino] == seat) << casino
    return casinos


@rule
def laid_casinos(game):
    """The set of casinos that all players have laid down for final laps."""
    casinos = np.int64(0)
    for seat in range(SEATS):
        casinos |= game.laid[seat]
    return casinos


@rule
def change_owner(game, casino, seat):
    """Give a casino to a seat.  CR-32: a player who loses a casino laid down for a final lap is no longer on it."""
    previous = game.owner[casino]
    if previous >= 0 and game.laid[previous] & bit(casino):
        game.laid[previous] = 0
        game.lap_start[previous] = NOBODY
        game.lap_steps[previous] = 0
    game.owner[casino] = seat


# --- bluff cards --------------------------------------------------------------------------------------------


@rule
def take_card(game, seat, kind):
    game.hand[seat, kind] += 1
    game.hand_count[seat] += 1


@rule
def give_card(game, seat, kind):
    game.hand[seat, kind] -= 1
    game.hand_count[seat] -= 1


@rule
def draw_shuffled(game, seat, kind):
    """Move a card of this kind from the shuffled stack to the hand of `seat`."""
    game.bluff_stack[kind] -= 1
    game.bluff_count -= 1
    take_card(game, seat, kind)


@rule
def put_under(game, kind, known):
    """Put a card under the stack, as its last card; `known` is the set of seats that know its kind."""
    game.bottom[game.bottom_count] = kind
    game.bottom_known[game.bottom_count] = known
    game.bottom_count += 1


@rule
def take_from_bottom(game):
    """Remove the first card under the shuffled stack, which is used up.  Returns its kind."""
    kind = np.int64(game.bottom[0])
    game.bottom_count -= 1
    for place in range(game.bottom_count):
        game.bottom[place] = game.bottom[place + 1]
        game.bottom_known[place] = game.bottom_known[place + 1]
    game.bottom[game.bottom_count] = 0
    game.bottom_known[game.bottom_count] = 0
    return kind
