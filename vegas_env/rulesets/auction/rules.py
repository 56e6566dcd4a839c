"""The rules of stand-alone auctions, on one record.

Rule ids (AU-1 …) are explained in docs/rules/auction.md.  Money and values are whole numbers of the same unit.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel.bitsets import bit, contains, members, pick_member
from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.rulesets.shared import auctions

# Capacities: one compiled game serves every configuration within them.
SEATS = 6
LOTS = 8
BIDS = 256  # rungs of the grid of bids
HIGHEST_VALUE = 1_000
MOST_MONEY = 10_000
NOBODY = -1

# Actions: pass, then the rungs of the grid.
PASS = 0
BID = 1
ACTIONS = BID + BIDS

# Chance events (game.chance): a private value; who of equals wins (a seat).
VALUE, TIE = 1, 2

GAME = np.dtype(
    [
        ("auction", np.int8),  # the tag of this ruleset
        ("over", np.int8),
        ("chance", np.int8),
        ("seat", np.int8),
        ("lot", np.int8),  # 0-based; equals rules.lots when the game is over
        ("drawn", np.int8),  # private values drawn so far: lot by lot, in each seat by seat
        ("leader", np.int8),  # open auctions
        ("still_in", np.int8),  # seats that have not passed, or not made their sealed bid
        ("winners", np.int8, LOTS),  # -1: not sold (yet)
        ("price", np.int16),  # the highest bid so far in an open auction
        ("bids", np.int16, SEATS),  # sealed: -1 none yet, 0 pass
        ("cash", np.int16, SEATS),
        ("prices", np.int16, LOTS),
        ("values", np.int16, (LOTS, SEATS)),  # -1: not drawn
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("auction_rules", np.int64),
        ("players", np.int64),
        ("reward", np.int64),
        ("auction", np.int64),  # see auctions.FORMATS
        ("lots", np.int64),
        ("highest_value", np.int64),
        ("budget", np.int64),
        ("minimum", np.int64),
        ("random_ties", np.int64),
        ("bids", np.int64, BIDS),  # the grid
    ],
    align=True,
)


# --- the values are drawn -----------------------------------------------------------------------------------


@rule
def deal(game, rules):
    """AU-1, AU-2: money for everybody; then the values are drawn."""
    game.over = 0
    game.chance = VALUE
    game.seat = NOBODY
    game.lot = 0
    game.drawn = 0
    for seat in range(SEATS):
        game.cash[seat] = rules.budget if seat < rules.players else 0
    for lot in range(LOTS):
        game.winners[lot] = NOBODY
        game.prices[lot] = 0
        for seat in range(SEATS):
            game.values[lot, seat] = NOBODY
    close_bidding(game)


@rule
def value_drawn(game, rules, value):
    """AU-2: a private value of each player for each lot."""
    game.values[game.drawn // rules.players, game.drawn % rules.players] = value
    game.drawn += 1
    if game.drawn < rules.lots * rules.players:
        game.chance = VALUE
    else:
        open_bidding(game, rules)
        proceed(game, rules)


# --- a lot is sold ------------------------------------------------------------------------------------------


@rule
def open_bidding(game, rules):
    """AU-3: everybody may bid; another seat is first each time."""
    game.still_in = (1 << rules.players) - 1
    game.seat = before_first(game, rules)


@rule
def before_first(game, rules):
    """The seat after which the order of bidding begins."""
    return (game.lot + rules.players - 1) % rules.players


@rule
def close_bidding(game):
    game.leader = NOBODY
    game.still_in = 0
    game.price = 0
    for seat in range(SEATS):
        game.bids[seat] = NOBODY


@rule
def lowest_bid(game, rules):
    """AU-4: the reserve price; in an open auction also more than the present price."""
    return max(rules.minimum, np.int64(game.price) + 1)


@rule
def can_bid(game, rules, seat):
    """AU-5: whether there is a bid on the grid that he can pay; if not, he passes without being asked."""
    lowest, cash = lowest_bid(game, rules), game.cash[seat]
    found = False
    for rung in range(BIDS):
        found |= lowest <= rules.bids[rung] <= cash
    return found


@rule
def proceed(game, rules):
    """Go on, after what `game.seat` did, until somebody can bid, a tie must be broken, or all lots are sold."""
    while game.lot < rules.lots:
        seat = auctions.next_bidder(game.still_in, game.leader, game.seat, rules.players)
        if seat == NOBODY:
            if rules.random_ties and members(highest_bidders(game, rules)) > 1:
                game.chance = TIE
                game.seat = NOBODY
                return
            sell(game, rules, find_winner(game, rules))
        else:
            game.seat = seat
            if can_bid(game, rules, seat):
                return
            leave(game, rules, seat)
    game.over = 1
    game.seat = NOBODY


@rule
def leave(game, rules, seat):
    """A pass: for good in an open auction, a bid of nothing in a sealed one."""
    game.still_in &= ~bit(seat)
    if rules.auction != auctions.ENGLISH:
        game.bids[seat] = 0


@rule
def highest_bidders(game, rules):
    """The seats with the highest sealed bid; none if nobody bid."""
    most = np.int64(1)
    seats = np.int64(0)
    for seat in range(rules.players):
        if game.bids[seat] > most:
            most = np.int64(game.bids[seat])
            seats = np.int64(0)
        if game.bids[seat] == most:
            seats |= bit(seat)
    return seats


@rule
def find_winner(game, rules):
    """AU-6, AU-7: who leads, or has the highest bid; of equals the first in the order of bidding."""
    if rules.auction == auctions.ENGLISH:
        return np.int64(game.leader)
    return auctions.sealed_winner(game.bids, before_first(game, rules), rules.players)


@rule
def sell(game, rules, winner):
    """AU-6: the winner pays; a lot without a bid stays unsold."""
    if winner != NOBODY:
        price = np.int64(game.price)
        if rules.auction != auctions.ENGLISH:
            price = auctions.sealed_price(game.bids, winner, rules.players, rules.minimum, rules.auction)
        game.winners[game.lot] = winner
        game.prices[game.lot] = price
        game.cash[winner] -= price
    close_bidding(game)
    game.lot += 1
    if game.lot < rules.lots:
        open_bidding(game, rules)


# --- the end ------------------------------------------------------------------------------------------------


@rule
def score(game, rules, seat):
    """AU-8: the values of what he won, minus what he paid."""
    profit = np.int64(0)
    for lot in range(rules.lots):
        if game.winners[lot] == seat:
            profit += game.values[lot, seat] - game.prices[lot]
    return profit


@rule
def money(game, rules, seat):
    """AU-8: the profit so far, as a part of the highest value; not zero-sum."""
    return score(game, rules, seat) / rules.highest_value


@rule
def round_of(game, rules):
    """Lot by lot."""
    return np.int64(game.lot)


# --- decisions and chance, as the kernel asks for them ------------------------------------------------------


@hot_rule
def apply(game, rules, action):
    seat = np.int64(game.seat)
    if action == PASS:
        leave(game, rules, seat)
    elif rules.auction == auctions.ENGLISH:
        game.price = rules.bids[action - BID]
        game.leader = seat
    else:
        game.bids[seat] = rules.bids[action - BID]
        game.still_in &= ~bit(seat)
    proceed(game, rules)


@hot_rule
def legal(game, rules, mask):
    mask[PASS] = 1
    auctions.legal_bids(rules.bids, lowest_bid(game, rules), np.int64(game.cash[game.seat]), mask, BID)


@rule
def must_decide(game, rules, seat):
    """Sealed bids are made at the same time."""
    if rules.auction == auctions.ENGLISH or game.chance:
        return game.seat == seat
    return contains(game.still_in, seat) and can_bid(game, rules, seat)


@hot_rule
def sample_chance(game, rules, luck):
    if game.chance == VALUE:
        return lucks.below(luck, rules.highest_value + 1)
    return pick_member(luck, highest_bidders(game, rules))


@hot_rule
def apply_chance(game, rules, outcome):
    event = game.chance
    game.chance = 0
    if event == VALUE:
        value_drawn(game, rules, outcome)
    else:
        sell(game, rules, outcome)
        proceed(game, rules)


@rule
def outcomes(game, rules):
    if game.chance == VALUE:
        codes = np.arange(rules.highest_value + 1)
    else:
        seats = highest_bidders(game, rules)
        codes = np.array([seat for seat in range(SEATS) if contains(seats, seat)])
    return codes, np.full(len(codes), 1.0 / len(codes))


@rule
def resample_hidden(game, rules, seat, luck):
    """AU-2, AU-7: others' values are drawn anew, and their sealed bids taken back; then the seat decides first."""
    if game.over:
        return
    for number in range(game.drawn):
        if number % rules.players != seat:
            game.values[number // rules.players, number % rules.players] = lucks.below(luck, rules.highest_value + 1)
    if rules.auction != auctions.ENGLISH and not game.chance:
        take_back_bids(game, rules, seat)


@rule
def take_back_bids(game, rules, seat):
    able = np.int64(0)
    for other in range(rules.players):
        if can_bid(game, rules, other):
            able |= bit(other)
    first = before_first(game, rules)
    game.still_in, game.seat = auctions.take_back(game.bids, game.still_in, able, seat, first, rules.players)
