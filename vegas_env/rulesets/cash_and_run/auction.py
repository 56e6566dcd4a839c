"""Auctions of casinos, in which creditors may bid with the money owed to them (CR-24 to CR-27)."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.bitsets import bit
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run.record import ALL_IN, AUCTION_FRAME, BID, NOBODY, PASS, RAISE, SEATS
from vegas_env.rulesets.cash_and_run.table import (
    NEXT_BIDDER,
    RESUME,
    ask,
    bank_pays,
    change_owner,
    close_frame,
    living,
    open_frame,
)
from vegas_env.rulesets.shared import auctions


@rule
def begin_auction(game, rules, seller, casino):
    """CR-24: all opponents of the seller may bid; before the first bid the price is one unit below the minimum."""
    open_frame(game, AUCTION_FRAME)
    game.lot = casino
    game.seller = seller
    game.price = rules.auction_minimum - 1
    game.still_in = living(game, rules) & ~bit(seller)
    game.seat = seller
    return NEXT_BIDDER


@rule
def ask_next_bidder(game, rules):
    """CR-24: ask the next bidder clockwise; without one, the auction ends."""
    bidder = auctions.next_bidder(game.still_in, game.leader, game.seat, rules.players)
    if bidder == NOBODY:
        return close_auction(game, rules)
    return ask(game, phases.BID if auctions.is_open(rules.auction) else phases.SEALED_BID, bidder)


@rule
def claim(game, rules, seat):
    """CR-25: the amount that the seller owes the bidder."""
    if rules.creditor_bids and game.debtor != NOBODY and game.creditor == seat:
        return np.int64(game.debt)
    return np.int64(0)


@rule
def limit(game, rules, seat):
    """CR-25, CR-26: the highest bid of a seat, its cash and what the seller owes it."""
    return np.int64(game.cash[seat]) + claim(game, rules, seat)


@rule
def bid(game, rules, action):
    """CR-24: the bidder raises or passes for good."""
    bidder = np.int64(game.seat)
    if action == PASS:
        game.still_in &= ~bit(bidder)
    else:
        game.price += rules.raises[action - RAISE]
        game.leader = bidder
    return NEXT_BIDDER


@rule
def sealed_bid(game, rules, action):
    """CR-27: the bidder makes one hidden bid."""
    bidder = np.int64(game.seat)
    if action == PASS:
        game.bids[bidder] = 0
    elif action == ALL_IN:
        game.bids[bidder] = limit(game, rules, bidder)
    else:
        game.bids[bidder] = rules.bids[action - BID]
    game.still_in &= ~bit(bidder)
    return NEXT_BIDDER


@rule
def close_auction(game, rules):
    """CR-24, CR-27: the winner gets the casino; without one the bank buys it, and it is free again."""
    if auctions.is_open(rules.auction):
        winner = np.int64(game.leader)
    else:
        winner = auctions.sealed_winner(game.bids, game.seller, rules.players)
    if winner == NOBODY:
        bank_pays(game, game.seller, rules.bank_price)
    else:
        for seat in range(rules.players):
            price = auctions.payment(
                game.bids, game.price, seat, winner, rules.players, rules.auction_minimum, rules.auction
            )
            if price > 0:
                pay_seller(game, rules, seat, price)
    change_owner(game, game.lot, winner)
    clear_auction(game)
    close_frame(game)
    return RESUME


@rule
def pay_seller(game, rules, seat, price):
    """CR-25: deduct the price from the seller's debt to the seat first; the seat pays the rest to the seller."""
    set_off = min(price, claim(game, rules, seat))
    game.debt -= set_off
    game.cash[seat] -= price - set_off
    game.cash[game.seller] += price - set_off


@rule
def clear_auction(game):
    game.lot = NOBODY
    game.seller = NOBODY
    game.leader = NOBODY
    game.still_in = 0
    game.price = 0
    for seat in range(SEATS):
        game.bids[seat] = NOBODY
