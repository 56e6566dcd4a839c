"""Auction formats, bids, winners and payments, for every ruleset that sells something.

A format has one place, this module: its entry in `FORMATS` and its branch in `payment`.  Rulesets ask `is_open` and
`payment` and never compare formats themselves.

Bidders are seats 0 … players - 1.  Sets of seats are bit masks.  A ladder is an array of rising amounts; unused rungs
are UNUSED, an amount that no player has.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from vegas_env.kernel.bitsets import bit, contains
from vegas_env.kernel.cache import hot_rule, rule

# --- formats ------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Format:
    """An auction format, apart from what the seats pay (see `payment`)."""

    name: str
    """Value of the option `auction`."""
    title: str
    """What people read."""
    text: str
    """One line of help."""
    is_open: bool = False
    """True: bidders raise in turn, in public.  False: each makes one hidden bid, all at the same time."""


ENGLISH, SEALED_FIRST, SEALED_SECOND = range(3)  # numbers of the formats in compiled code
FORMATS = {
    kind.name: kind
    for kind in (
        Format("english", "open, ascending", "bidders raise in turn until one is left, who pays the last bid", True),
        Format("sealed_first", "sealed bids, first price", "the highest hidden bid wins and is paid"),
        Format("sealed_second", "sealed bids, second price", "the highest hidden bid wins and pays the second highest"),
    )
}
FORMAT_TEXTS = {kind.name: kind.text for kind in FORMATS.values()}

_OPEN = sum(kind.is_open << number for number, kind in enumerate(FORMATS.values()))  # a bit mask of formats


def number_of(name: str) -> int:
    """Number of a format in compiled code."""
    return list(FORMATS).index(name)


@hot_rule
def is_open(form):
    """Whether bids are open.  Otherwise they are sealed: hidden, and made at the same time."""
    return contains(_OPEN, form)


@rule
def payment(bids, price, seat, winner, players, minimum, form):
    """What `seat` pays, whether it has won or lost, after `winner` has won.

    bids: (seats,) sealed bids; 0 or less is none.  price: the last bid of an open auction.  minimum: the lowest bid
    allowed.
    """
    if seat != winner:
        return np.int64(0)
    if form == ENGLISH:
        return np.int64(price)
    if form == SEALED_FIRST:
        return np.int64(bids[winner])
    second = np.int64(minimum)  # SEALED_SECOND: the highest other bid, at least the minimum
    for other in range(players):
        if other != winner:
            second = max(second, np.int64(bids[other]))
    return second


# --- legal bids ---------------------------------------------------------------------------------------------

UNUSED = 1 << 40  # more than the money in any game
NOBODY = -1


def ladder(amounts: tuple[int, ...], rungs: int) -> np.ndarray:
    """(rungs,) amounts for compiled code, filled up with UNUSED."""
    filled = np.full(rungs, UNUSED, np.int64)
    filled[: len(amounts)] = amounts
    return filled


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
    """Open auction: allow every step over the current price up to `limit`, as actions from `first` on."""
    for step in range(len(raises)):
        mask[first + step] = price + raises[step] <= limit


@rule
def legal_bids(ladder, minimum, limit, mask, first):
    """Sealed auction: allow every bid of the ladder from `minimum` to `limit`, as actions from `first` on."""
    for rung in range(len(ladder)):
        mask[first + rung] = minimum <= ladder[rung] <= limit


@rule
def on_ladder(ladder, amount):
    """Whether the ladder contains the amount."""
    found = False
    for rung in range(len(ladder)):
        found |= ladder[rung] == amount
    return found


# --- the winner of sealed bids ------------------------------------------------------------------------------


@rule
def sealed_winner(bids, after, players):
    """The seat with the highest bid; in a tie the first of them clockwise after `after`.  -1 if nobody bids.

    A bid of 0 or less is none.
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


# --- hidden bids --------------------------------------------------------------------------------------------


@rule
def withdraw_hidden_bids(bids, still_in, able, seat, after, players):
    """In a sealed auction that is under way, withdraw what `seat` cannot know: the bids of the others in `able`.

    Returns (still_in, next seat).  `seat` decides next unless it has already bid; then it is the first seat clockwise
    after `after` that is still in.
    """
    still_in = np.int64(still_in)
    for other in range(players):
        if other != seat and contains(able, other):
            bids[other] = NOBODY
            still_in |= bit(other)
    if contains(still_in & able, seat):
        return still_in, np.int64(seat)
    return still_in, next_bidder(still_in & able, NOBODY, after, players)
