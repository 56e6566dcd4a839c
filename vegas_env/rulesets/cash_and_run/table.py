"""What all chapters of the rules use: asking and waiting, the stack of situations, money, casinos and bluff cards.

The rules call each other in circles (an auction inside a debt goes back to the debt), which compiled functions cannot.
So every function of the rules returns the next step, and the loop `proceed` in rules.py takes it.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.bitsets import bit
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run.phases import EVENT_OF
from vegas_env.rulesets.cash_and_run.record import CASINOS, NOBODY, SEATS

# Steps.
(
    WAIT,  # for chance; or the game is over
    ASK,  # the seat in `game.seat` decides, if it has a choice
    DECIDE,  # carry its action out
    HAPPEN,  # let a chance outcome happen
    RESUME,  # go back to the situation that is now innermost
    RESOLVE,  # what the space does on which the turn player stands
    AFTER_SPACE,
    END_TURN,
    NEXT_BIDDER,  # after `game.seat`
    SETTLE_CONTEST,
    SETTLE_DEBT,
    RAISE_STAKE,  # the visitor needs money to gamble
    LEAVE,  # the bankrupt player puts his cards under the stack
) = range(13)


@rule
def ask(game, phase, seat):
    """A decision of `seat` is due."""
    game.phase = phase
    game.seat = seat
    return ASK


@rule
def await_chance(game, phase):
    """The chance event of this phase is due."""
    game.phase = phase
    game.seat = NOBODY
    game.chance = EVENT_OF[phase]
    return WAIT


# --- situations inside situations ---------------------------------------------------------------------------


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
    """The bank pays what it has, if that is less."""
    paid = min(np.int64(game.bank), np.int64(amount))
    game.bank -= paid
    game.cash[seat] += paid


@rule
def casinos_of(game, seat):
    """The casinos of a seat (of nobody: those for sale)."""
    owner = game.owner
    casinos = np.int64(0)
    for casino in range(CASINOS):
        casinos |= np.int64(owner[casino] == seat) << casino
    return casinos


@rule
def laid_casinos(game):
    """The casinos that are laid down for a final lap, by anybody."""
    casinos = np.int64(0)
    for seat in range(SEATS):
        casinos |= game.laid[seat]
    return casinos


@rule
def change_owner(game, casino, seat):
    """CR-32: a runner who loses a casino he has laid down is no longer on his final lap."""
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
    """A card from the shuffled part of the stack, into the hand of `seat`."""
    game.bluff_stack[kind] -= 1
    game.bluff_count -= 1
    take_card(game, seat, kind)


@rule
def put_under(game, kind, known):
    """A card goes under the stack: the last to come up again; the seats `known` know which it is."""
    game.bottom[game.bottom_count] = kind
    game.bottom_known[game.bottom_count] = known
    game.bottom_count += 1


@rule
def take_from_bottom(game):
    """The kind of the card that comes up next, once the shuffled part is used up; all others move up."""
    kind = np.int64(game.bottom[0])
    game.bottom_count -= 1
    for place in range(game.bottom_count):
        game.bottom[place] = game.bottom[place + 1]
        game.bottom_known[place] = game.bottom_known[place + 1]
    game.bottom[game.bottom_count] = 0
    game.bottom_known[game.bottom_count] = 0
    return kind
