"""What a seat sees in an auction: whole numbers in a row, itself first, then the others clockwise."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.cache import hot_rule
from vegas_env.rulesets.auction.rules import HIGHEST_VALUE, LOTS, MOST_MONEY, NOBODY, SEATS, can_bid, must_decide
from vegas_env.rulesets.shared import auctions
from vegas_env.spec import Slice, layout

HUNDREDTH = 0.01

SLICES = layout(
    Slice("players", (1,), "players / 6", 1 / 6, high=SEATS),
    Slice("lots_left", (1,), "lots left, this one included / 8", 1 / LOTS, high=LOTS),
    Slice("format", (len(auctions.FORMATS),), f"the kind of auction: {', '.join(auctions.FORMATS)}"),
    Slice("highest_value", (1,), "highest possible value / 100", HUNDREDTH, high=HIGHEST_VALUE),
    Slice("must_decide", (SEATS,), "seats that decide now; in a sealed auction, all who can bid"),
    Slice("first", (SEATS,), "who is first in the order of bidding"),
    Slice("value", (1,), "own value of this lot / 100", HUNDREDTH, high=HIGHEST_VALUE),
    Slice("values", (LOTS,), "own values of all lots / 100", HUNDREDTH, high=HIGHEST_VALUE),
    Slice("cash", (SEATS,), "money of each seat / 100", HUNDREDTH, high=MOST_MONEY),
    Slice("price", (1,), "the highest bid so far / 100; open auctions only", HUNDREDTH, high=MOST_MONEY),
    Slice("leader", (SEATS,), "who made it"),
    Slice("still_in", (SEATS,), "who has not passed; open auctions only"),
    Slice("own_bid", (2,), "one's own sealed bid: made; / 100", HUNDREDTH, high=MOST_MONEY),
    Slice("winners", (LOTS, SEATS), "who won each lot sold so far"),
    Slice("prices", (LOTS,), "at what price / 100", HUNDREDTH, high=MOST_MONEY),
)
SIZE = SLICES["prices"].stop

_PLAYERS = SLICES["players"].start
_LOTS_LEFT = SLICES["lots_left"].start
_FORMAT = SLICES["format"].start
_HIGHEST_VALUE = SLICES["highest_value"].start
_MUST_DECIDE = SLICES["must_decide"].start
_FIRST = SLICES["first"].start
_VALUE = SLICES["value"].start
_VALUES = SLICES["values"].start
_CASH = SLICES["cash"].start
_PRICE = SLICES["price"].start
_LEADER = SLICES["leader"].start
_STILL_IN = SLICES["still_in"].start
_OWN_BID = SLICES["own_bid"].start
_WINNERS = SLICES["winners"].start
_PRICES = SLICES["prices"].start


@hot_rule
def observe(game, rules, seat, seen):
    for i in range(SIZE):
        seen[i] = 0
    seen[_PLAYERS] = rules.players
    seen[_LOTS_LEFT] = rules.lots - game.lot
    seen[_FORMAT + rules.auction] = 1
    seen[_HIGHEST_VALUE] = rules.highest_value
    for relative in range(rules.players):
        other = seat + relative
        _observe_seat(game, rules, relative, other - rules.players if other >= rules.players else other, seen)
    _observe_lots(game, rules, seat, seen)
    if game.bids[seat] != NOBODY:
        seen[_OWN_BID] = 1
        seen[_OWN_BID + 1] = game.bids[seat]


@hot_rule
def _observe_seat(game, rules, relative, other, seen):
    """In a sealed auction nobody sees who has bid already: bids are made at the same time."""
    seen[_CASH + relative] = game.cash[other]
    if game.over or game.chance:
        return
    seen[_FIRST + relative] = game.lot % rules.players == other
    if rules.auction == auctions.ENGLISH:
        seen[_MUST_DECIDE + relative] = game.seat == other
        seen[_LEADER + relative] = game.leader == other
        seen[_STILL_IN + relative] = (game.still_in >> other) & 1
    else:
        seen[_MUST_DECIDE + relative] = (
            must_decide(game, rules, other) if relative == 0 else can_bid(game, rules, other)
        )


@hot_rule
def _observe_lots(game, rules, seat, seen):
    seen[_PRICE] = game.price
    for lot in range(rules.lots):
        seen[_VALUES + lot] = max(game.values[lot, seat], np.int16(0))
        seen[_PRICES + lot] = game.prices[lot]
        winner = game.winners[lot]
        if winner != NOBODY:
            relative = np.int64(winner) - seat
            seen[_WINNERS + lot * SEATS + (relative + rules.players if relative < 0 else relative)] = 1
    if game.lot < rules.lots:
        seen[_VALUE] = seen[_VALUES + game.lot]
