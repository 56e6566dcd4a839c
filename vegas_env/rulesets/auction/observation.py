"""The observation of a seat in an auction.  Seats are relative: the observer first, then the others clockwise."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.cache import hot_rule
from vegas_env.rulesets.auction.rules import HIGHEST_VALUE, LOTS, MOST_MONEY, NOBODY, SEATS, can_bid, must_decide
from vegas_env.rulesets.shared import auctions
from vegas_env.rulesets.shared.seats import clockwise, distance
from vegas_env.spec import Slice, layout, starts

HUNDREDTH = 0.01

SLICES = layout(
    Slice("players", (1,), "players / 6", 1 / 6, high=SEATS),
    Slice("lots_left", (1,), "lots left, this one included / 8", 1 / LOTS, high=LOTS),
    Slice("format", (len(auctions.FORMATS),), f"auction format: {', '.join(auctions.FORMATS)}"),
    Slice("highest_value", (1,), "highest possible value / 100", HUNDREDTH, high=HIGHEST_VALUE),
    Slice("must_decide", (SEATS,), "seats that decide now; with sealed bids, all seats that can bid"),
    Slice("first", (SEATS,), "the seat that is first in the order of bidding"),
    Slice("value", (1,), "own value of this lot / 100", HUNDREDTH, high=HIGHEST_VALUE),
    Slice("values", (LOTS,), "own values of all lots / 100", HUNDREDTH, high=HIGHEST_VALUE),
    Slice("cash", (SEATS,), "money of each seat / 100", HUNDREDTH, high=MOST_MONEY),
    Slice("price", (1,), "the highest bid so far / 100; open auctions only", HUNDREDTH, high=MOST_MONEY),
    Slice("leader", (SEATS,), "the seat with the highest bid"),
    Slice("still_in", (SEATS,), "seats that have not passed; open auctions only"),
    Slice("own_bid", (2,), "own sealed bid: 1 if made; its amount / 100", HUNDREDTH, high=MOST_MONEY),
    Slice("winners", (LOTS, SEATS), "the seat that won each lot so far"),
    Slice("prices", (LOTS,), "price of each lot so far / 100", HUNDREDTH, high=MOST_MONEY),
)
SIZE = SLICES["prices"].stop
AT = starts(SLICES)


@hot_rule
def observe(game, rules, seat, seen):
    for i in range(SIZE):
        seen[i] = 0
    seen[AT.players] = rules.players
    seen[AT.lots_left] = rules.lots - game.lot
    seen[AT.format + rules.auction] = 1
    seen[AT.highest_value] = rules.highest_value
    for relative in range(rules.players):
        _observe_seat(game, rules, relative, clockwise(seat, relative, rules.players), seen)
    _observe_lots(game, rules, seat, seen)
    if game.bids[seat] != NOBODY:
        seen[AT.own_bid] = 1
        seen[AT.own_bid + 1] = game.bids[seat]


@hot_rule
def _observe_seat(game, rules, relative, other, seen):
    """With sealed bids, which are made at the same time, a seat does not observe which others have already bid."""
    seen[AT.cash + relative] = game.cash[other]
    if game.over or game.chance:
        return
    seen[AT.first + relative] = game.lot % rules.players == other
    if auctions.is_open(rules.auction):
        seen[AT.must_decide + relative] = game.seat == other
        seen[AT.leader + relative] = game.leader == other
        seen[AT.still_in + relative] = (game.still_in >> other) & 1
    else:
        seen[AT.must_decide + relative] = (
            must_decide(game, rules, other) if relative == 0 else can_bid(game, rules, other)
        )


@hot_rule
def _observe_lots(game, rules, seat, seen):
    seen[AT.price] = game.price
    for lot in range(rules.lots):
        seen[AT.values + lot] = max(game.values[lot, seat], np.int16(0))
        seen[AT.prices + lot] = game.prices[lot]
        winner = game.winners[lot]
        if winner != NOBODY:
            seen[AT.winners + lot * SEATS + distance(seat, winner, rules.players)] = 1
    if game.lot < rules.lots:
        seen[AT.value] = seen[AT.values + game.lot]
