"""Movement, and the spaces Cash & Run, Bluff and Takeover (CR-8, CR-10, CR-15, CR-19).

Casino spaces are in casinos.py, prize spaces in prizes.py.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.bitsets import bit
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run.bluff import begin_contest, play_contest
from vegas_env.rulesets.cash_and_run.casinos import enter_casino
from vegas_env.rulesets.cash_and_run.ending import end_game
from vegas_env.rulesets.cash_and_run.final_lap import completes_lap
from vegas_env.rulesets.cash_and_run.prizes import begin_all_play, offer_slam
from vegas_env.rulesets.cash_and_run.record import (
    ALL_CASINOS,
    ALL_PLAY_SPACE,
    BLUFF_SPACE,
    BUY,
    BY_LAP,
    CASH_AND_RUN,
    CASINO,
    CASINO_SPACE,
    DECLINE,
    DISCARD,
    GRAND_SLAM_SPACE,
    MOVE,
    NOBODY,
    POT_SPACE,
    SPACES,
    TAKEOVER,
)
from vegas_env.rulesets.cash_and_run.table import (
    AFTER_SPACE,
    RESOLVE,
    ask,
    await_chance,
    casinos_of,
    draw_shuffled,
    give_card,
    pay_pot,
    put_under,
    take_card,
    take_from_bottom,
)


@rule
def rolled(game, rules, dice):
    """CR-8, CR-9: move clockwise by the sum of the dice; CR-31: a completed lap wins before the space takes effect."""
    seat = np.int64(game.turn_seat)
    one, other = dice // 6 + 1, dice % 6 + 1
    game.extra = 1 - game.ran if one == other else 0
    space = game.position[seat] + one + other
    game.position[seat] = space - SPACES if space >= SPACES else space
    if completes_lap(game, seat, one + other):
        return end_game(game, BY_LAP)
    return RESOLVE


@rule
def resolve(game, rules):
    """The effect of the space on which the turn player stands."""
    seat = np.int64(game.turn_seat)
    kind = rules.space_kind[game.position[seat]]
    detail = rules.space_detail[game.position[seat]]
    if kind == CASINO_SPACE:
        return enter_casino(game, rules, seat, detail)
    if kind == CASH_AND_RUN:
        if game.laid[seat] != 0:  # CR-10: not on a final lap
            return AFTER_SPACE
        return ask(game, phases.MOVE, seat)
    if kind == BLUFF_SPACE:
        return offer_card(game, rules, seat)
    if kind == POT_SPACE:
        return await_chance(game, phases.POT)
    if kind == ALL_PLAY_SPACE:
        return begin_all_play(game, rules, detail)
    if kind == GRAND_SLAM_SPACE:
        return offer_slam(game, rules)
    return offer_takeover(game, rules, seat)


@rule
def move(game, rules, action):
    """CR-10: move to any space but another Cash & Run space; staying has no effect."""
    seat = np.int64(game.turn_seat)
    space = action - MOVE
    if space == game.position[seat]:
        return AFTER_SPACE
    game.position[seat] = space
    return RESOLVE


# --- Bluff --------------------------------------------------------------------------------------------------


@rule
def offer_card(game, rules, seat):
    """CR-15: offer a bluff card to a player who can pay, if there are any."""
    if game.cash[seat] < rules.bluff_price or game.bluff_count + game.bottom_count == 0:
        return AFTER_SPACE
    return ask(game, phases.BUY_BLUFF, seat)


@rule
def buy_card(game, rules, action):
    """CR-15: buy the top card.  Cards under the stack follow after all others, in the order in which they got there."""
    seat = np.int64(game.turn_seat)
    if action != BUY:
        return AFTER_SPACE
    pay_pot(game, seat, rules.bluff_price)
    if game.bluff_count > 0:
        return await_chance(game, phases.DRAW_BLUFF)
    take_card(game, seat, take_from_bottom(game))
    return keep_hand_limit(game, rules, seat)


@rule
def card_drawn(game, rules, kind):
    seat = np.int64(game.turn_seat)
    draw_shuffled(game, seat, kind)
    return keep_hand_limit(game, rules, seat)


@rule
def keep_hand_limit(game, rules, seat):
    """CR-15: a player above the hand limit must put a card under the stack."""
    if game.hand_count[seat] > rules.hand_limit:
        return ask(game, phases.DISCARD, seat)
    return AFTER_SPACE


@rule
def discard(game, rules, action):
    seat = np.int64(game.turn_seat)
    give_card(game, seat, action - DISCARD)
    put_under(game, action - DISCARD, bit(seat))
    return AFTER_SPACE


# --- Takeover -----------------------------------------------------------------------------------------------


@rule
def takeover_targets(game, seat):
    """CR-19: the set of all casinos of all opponents."""
    return ALL_CASINOS & ~casinos_of(game, seat) & ~casinos_of(game, np.int64(NOBODY))


@rule
def offer_takeover(game, rules, seat):
    """CR-19: offer a takeover to a player with a casino and the money."""
    able = game.cash[seat] >= rules.takeover_price and casinos_of(game, seat) != 0
    if able and takeover_targets(game, seat) != 0:
        return ask(game, phases.TAKEOVER_OFFER, seat)
    return AFTER_SPACE


@rule
def take_over(game, rules, action):
    """CR-19: pay the price to the pot and play the game of the symbol on this space."""
    if action == DECLINE:
        return AFTER_SPACE
    seat = np.int64(game.turn_seat)
    casino = action - CASINO
    pay_pot(game, seat, rules.takeover_price)
    symbol = rules.space_detail[game.position[seat]]
    begin_contest(game, TAKEOVER, seat, np.int64(game.owner[casino]), casino, symbol)
    return play_contest(game)
