"""What seats cannot know: the bluff cards of others and under the stack, and sealed bids (CR-14, CR-27)."""

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
    """Sealed bids are made at the same time: all are asked who have not bid yet and can."""
    if game.phase == phases.SEALED_BID:
        return contains(game.still_in, seat) and can_bid(game, rules, seat)
    return game.seat == seat


@rule
def can_bid(game, rules, seat):
    """In a sealed auction: whether he is a bidder and can pay the minimum."""
    return seat != game.seller and game.bankrupt[seat] == 0 and limit(game, rules, seat) >= rules.auction_minimum


@rule
def resample_hidden(game, rules, seat, luck):
    deal_cards_anew(game, rules, seat, luck)
    if game.phase == phases.SEALED_BID:
        take_back_bids(game, rules, seat)


# --- bluff cards --------------------------------------------------------------------------------------------


@rule
def knows_bottom(game, place, seat):
    return contains(game.bottom_known[place], seat)


@rule
def hides_card(game, seat):
    """Whether another's bluff card lies face down."""
    return game.card != NOBODY and loser(game) != seat


@rule
def count_unseen(game, rules, seat, unseen):
    """How many bluff cards of each kind are not accounted for, to a seat: all that it has neither in its hand nor laid
    face down nor knows to be under the stack.  Returns how many these are together.
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
def deal_cards_anew(game, rules, seat, luck):
    """Cards not accounted for go, in any order, to where such cards are; what is left is the shuffled part."""
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
    kind = lucks.pick(luck, unseen, left)
    unseen[kind] -= 1
    return kind


# --- sealed bids --------------------------------------------------------------------------------------------


@rule
def take_back_bids(game, rules, seat):
    """Others' bids are not made yet: `seat` decides next, if it has not bid; then the others."""
    able = np.int64(0)
    for other in range(rules.players):
        if can_bid(game, rules, other):
            able |= bit(other)
    game.still_in, game.seat = auctions.take_back(game.bids, game.still_in, able, seat, game.seller, rules.players)
