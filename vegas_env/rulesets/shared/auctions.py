"""How auctions go, whatever is sold: who bids next, what may be bid, who wins and at what price.

Bidders are seats 0 … players - 1.  Sets of seats are bit masks.  A ladder is an array of rising amounts; rungs that are
not in use are UNUSED, an amount that nobody has.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.bitsets import bit, contains
from vegas_env.kernel.cache import rule

FORMATS = ("english", "sealed_first", "sealed_second")
ENGLISH, SEALED_FIRST, SEALED_SECOND = range(3)
UNUSED = 1 << 40  # more than there is money
NOBODY = -1


def ladder(amounts: tuple[int, ...], rungs: int) -> np.ndarray:
    """Amounts as compiled code takes them."""
    filled = np.full(rungs, UNUSED, np.int64)
    filled[: len(amounts)] = amounts
    return filled


# --- who bids, and what -------------------------------------------------------------------------------------


@rule
def next_bidder(still_in, leader, after, players):
    """The first seat clockwise after `after` that is still in and does not lead; -1 if there is none."""
    seat = np.int64(after)
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else np.int64(0)
        if contains(still_in, seat) and seat != leader:
            return seat
    return np.int64(NOBODY)


@rule
def legal_raises(raises, price, limit, mask, first):
    """Open auction: every step over the present price that the bidder can pay."""
    for step in range(len(raises)):
        mask[first + step] = price + raises[step] <= limit


@rule
def legal_bids(ladder, minimum, limit, mask, first):
    """Sealed auction: every bid of the ladder from the minimum to what the bidder can pay."""
    for rung in range(len(ladder)):
        mask[first + rung] = minimum <= ladder[rung] <= limit


@rule
def on_ladder(ladder, amount):
    """Whether the amount is one of the ladder's."""
    found = False
    for rung in range(len(ladder)):
        found |= ladder[rung] == amount
    return found


# --- who wins, and at what price ----------------------------------------------------------------------------


@rule
def sealed_winner(bids, after, players):
    """The highest bid wins, of equal ones that of the nearest seat clockwise after `after`; -1 if nobody bid.

    A bid of zero or less is none.
    """
    winner = np.int64(NOBODY)
    highest = np.int64(0)
    seat = np.int64(after)
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else np.int64(0)
        if bids[seat] > highest:
            highest = np.int64(bids[seat])
            winner = seat
    return winner


@rule
def sealed_price(bids, winner, players, minimum, form):
    """First price: the winner's own bid.  Second price: the highest other bid, at least the minimum."""
    if form == SEALED_FIRST:
        return np.int64(bids[winner])
    price = np.int64(minimum)
    for seat in range(players):
        if seat != winner:
            price = max(price, np.int64(bids[seat]))
    return price


# --- bids that are hidden -----------------------------------------------------------------------------------


@rule
def take_back(bids, still_in, able, seat, after, players):
    """Of an open sealed auction, take back what `seat` cannot know: the bids of the others who are `able` to bid.

    Returns who is still in, and who decides next: `seat`, if it has not bid; else the first clockwise after `after`.
    """
    still_in = np.int64(still_in)
    for other in range(players):
        if other != seat and contains(able, other):
            bids[other] = NOBODY
            still_in |= bit(other)
    if contains(still_in & able, seat):
        return still_in, np.int64(seat)
    return still_in, next_bidder(still_in & able, NOBODY, after, players)
