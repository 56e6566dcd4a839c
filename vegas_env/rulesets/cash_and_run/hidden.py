"""Hidden information: bluff cards of others and under the stack, and sealed bids (CR-14, CR-27)."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel.bitsets import bit, contains
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run.auction import limit
from vegas_env.rulesets.cash_and_run.bluff import loser
from vegas_env.rulesets.cash_and_run.record import KINDS, NOBODY
from vegas_env.rulesets.shared import auctions


@rule
def must_decide(game, rules, seat):
    """All seats that can still make a sealed bid decide at the same time; otherwise one seat decides."""
    if game.phase == phases.SEALED_BID:
        return contains(game.still_in, seat) and can_bid(game, rules, seat)
    return game.seat == seat


@rule
def can_bid(game, rules, seat):
    """In a sealed auction: whether the seat is a bidder that can pay the minimum."""
    return seat != game.seller and game.bankrupt[seat] == 0 and limit(game, rules, seat) >= rules.auction_minimum


@rule
def resample_hidden(game, rules, seat, luck):
    """Resample the bluff cards that the seat does not know, and withdraw the others' sealed bids."""
    resample_cards(game, rules, seat, luck)
    if game.phase == phases.SEALED_BID:
        withdraw_hidden_bids(game, rules, seat)


# --- bluff cards --------------------------------------------------------------------------------------------


@rule
def knows_bottom(game, place, seat):
    """Whether the seat knows the card at this place under the stack."""
    return contains(game.bottom_known[place], seat)


@rule
def hides_card(game, seat):
    """Whether another player's bluff card lies face down."""
    return game.card != NOBODY and loser(game) != seat


@rule
def count_unseen(game, rules, seat, unseen):
    """Count the bluff cards of each kind whose place a seat does not know, into `unseen`.  Returns their total.

    Known are its own hand, the card that it has laid face down, and cards that it has seen go under the stack.
    """
    for kind in range(KINDS):
        unseen[kind] = rules.bluff_cards[kind] - game.hand[seat, kind]
    if game.card != NOBODY and not hides_card(game, seat):
        unseen[game.card] -= 1
    for place in range(game.bottom_count):
        if knows_bottom(game, place, seat):
            unseen[game.bottom[place]] -= 1
    total = np.int64(0)
    for kind in range(KINDS):
        total += unseen[kind]
    return total


@rule
def resample_cards(game, rules, seat, luck):
    """Shuffle the cards whose place the seat does not know over these places; the rest is the shuffled stack."""
    unseen = game.bluff_stack
    left = count_unseen(game, rules, seat, unseen)
    for other in range(rules.players):
        if other != seat:
            for kind in range(KINDS):
                game.hand[other, kind] = 0
            for _ in range(game.hand_count[other]):
                game.hand[other, draw_unseen(unseen, left, luck)] += 1
                left -= 1
    if hides_card(game, seat):
        game.card = draw_unseen(unseen, left, luck)
        left -= 1
    for place in range(game.bottom_count):
        if not knows_bottom(game, place, seat):
            game.bottom[place] = draw_unseen(unseen, left, luck)
            left -= 1


@rule
def draw_unseen(unseen, left, luck):
    """Draw one of the `left` cards in `unseen`.  Returns its kind."""
    kind = lucks.pick(luck, unseen, left)
    unseen[kind] -= 1
    return kind


# --- sealed bids --------------------------------------------------------------------------------------------


@rule
def withdraw_hidden_bids(game, rules, seat):
    """Withdraw the bids of the other seats; `seat` then decides next, if it has not yet bid."""
    able = np.int64(0)
    for other in range(rules.players):
        if can_bid(game, rules, other):
            able |= bit(other)
    game.still_in, game.seat = auctions.withdraw_hidden_bids(
        game.bids, game.still_in, able, seat, game.seller, rules.players
    )
