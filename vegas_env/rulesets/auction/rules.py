"""The rules of stand-alone auctions.

Rule ids (AU-1 …) are explained in docs/rules/auction.md.  Money and values are integers of the same unit.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel.bitsets import bit, contains, members, pick_member
from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.rulesets.shared import auctions
from vegas_env.rulesets.shared.chance import weighted_outcomes

# Capacities: one compiled game serves every configuration within them.
SEATS = 6
LOTS = 8
BIDS = 256  # rungs of the grid of bids
HIGHEST_VALUE = 1_000
MOST_MONEY = 10_000
NOBODY = -1

# Actions: pass, then the bids of the grid.
PASS = 0
BID = 1
ACTIONS = BID + BIDS

# Chance events (game.chance) and their outcomes: a private value; the seat that wins a tie.
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
        ("still_in", np.int8),  # set of seats that have not passed, or not yet made their sealed bid
        ("winners", np.int8, LOTS),  # -1: not sold, or not yet
        ("price", np.int16),  # the highest bid so far in an open auction
        ("bids", np.int16, SEATS),  # sealed bids: -1 none yet, 0 pass
        ("cash", np.int16, SEATS),
        ("prices", np.int16, LOTS),
        ("values", np.int16, (LOTS, SEATS)),  # -1: not yet drawn
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("auction_rules", np.int64),
        ("players", np.int64),
        ("reward", np.int64),
        ("auction", np.int64),  # number of the format, see auctions.FORMATS
        ("lots", np.int64),
        ("highest_value", np.int64),
        ("budget", np.int64),
        ("minimum", np.int64),
        ("random_ties", np.int64),
        ("bids", np.int64, BIDS),  # the grid
    ],
    align=True,
)


# --- set-up -------------------------------------------------------------------------------------------------


@rule
def deal(game, rules):
    """AU-1, AU-2: all players get their budget; then the values are drawn."""
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
    """AU-2: each player has a private value for each lot."""
    game.values[game.drawn // rules.players, game.drawn % rules.players] = value
    game.drawn += 1
    if game.drawn < rules.lots * rules.players:
        game.chance = VALUE
    else:
        open_bidding(game, rules)
        proceed(game, rules)


# --- the sale of a lot --------------------------------------------------------------------------------------


@rule
def open_bidding(game, rules):
    """AU-3: all players may bid; the first seat changes with every lot."""
    game.still_in = (1 << rules.players) - 1
    game.seat = before_first(game, rules)


@rule
def before_first(game, rules):
    """The seat before the first in the order of bidding."""
    return (game.lot + rules.players - 1) % rules.players


@rule
def close_bidding(game):
    """Clear all bids."""
    game.leader = NOBODY
    game.still_in = 0
    game.price = 0
    for seat in range(SEATS):
        game.bids[seat] = NOBODY


@rule
def lowest_bid(game, rules):
    """AU-4: the reserve price; in an open auction also more than the current price."""
    return max(rules.minimum, np.int64(game.price) + 1)


@rule
def can_bid(game, rules, seat):
    """AU-5: whether the grid has a bid that the seat can pay; without one, the seat passes automatically."""
    lowest, cash = lowest_bid(game, rules), game.cash[seat]
    found = False
    for rung in range(BIDS):
        found |= lowest <= rules.bids[rung] <= cash
    return found


@rule
def proceed(game, rules):
    """After a decision of `game.seat`, continue to the next seat that can bid, to a tie, or to the end of the game."""
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
    """The seat passes: for good in an open auction, as a bid of 0 in a sealed one."""
    game.still_in &= ~bit(seat)
    if not auctions.is_open(rules.auction):
        game.bids[seat] = 0


@rule
def highest_bidders(game, rules):
    """The set of seats with the highest sealed bid; empty without bids."""
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
    """AU-6, AU-7: the leader, or the seat with the highest sealed bid; in a tie the first in the order of bidding."""
    if auctions.is_open(rules.auction):
        return np.int64(game.leader)
    return auctions.sealed_winner(game.bids, before_first(game, rules), rules.players)


@rule
def sell(game, rules, winner):
    """AU-6: sell the lot, which stays unsold without a bid."""
    if winner != NOBODY:
        game.winners[game.lot] = winner
        game.prices[game.lot] = payment(game, rules, winner, winner)
        for seat in range(rules.players):
            game.cash[seat] -= payment(game, rules, seat, winner)
    close_bidding(game)
    game.lot += 1
    if game.lot < rules.lots:
        open_bidding(game, rules)


@rule
def payment(game, rules, seat, winner):
    """AU-6, AU-7: what a seat pays when `winner` wins the lot."""
    return auctions.payment(game.bids, game.price, seat, winner, rules.players, rules.minimum, rules.auction)


# --- the end ------------------------------------------------------------------------------------------------


@rule
def score(game, rules, seat):
    """AU-8: the values of the lots won, minus all payments."""
    profit = np.int64(game.cash[seat]) - rules.budget
    for lot in range(rules.lots):
        if game.winners[lot] == seat:
            profit += game.values[lot, seat]
    return profit


@rule
def money(game, rules, seat):
    """AU-8: the profit so far, divided by the highest value; not zero-sum."""
    return score(game, rules, seat) / rules.highest_value


@rule
def round_of(game, rules):
    """A round is the sale of one lot."""
    return np.int64(game.lot)


# --- interface of the kernel --------------------------------------------------------------------------------


@hot_rule
def apply(game, rules, action):
    seat = np.int64(game.seat)
    if action == PASS:
        leave(game, rules, seat)
    elif auctions.is_open(rules.auction):
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
    if auctions.is_open(rules.auction) or game.chance:
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
        return weighted_outcomes(np.ones(rules.highest_value + 1, np.int64))
    tied = highest_bidders(game, rules)
    return weighted_outcomes(np.array([np.int64(contains(tied, seat)) for seat in range(SEATS)]))


@rule
def resample_hidden(game, rules, seat, luck):
    """AU-2, AU-7: draw the others' values again and withdraw their sealed bids; the seat then decides first."""
    if game.over:
        return
    for number in range(game.drawn):
        if number % rules.players != seat:
            game.values[number // rules.players, number % rules.players] = lucks.below(luck, rules.highest_value + 1)
    if not auctions.is_open(rules.auction) and not game.chance:
        withdraw_hidden_bids(game, rules, seat)


@rule
def withdraw_hidden_bids(game, rules, seat):
    """AU-7: withdraw the sealed bids of the other seats."""
    able = np.int64(0)
    for other in range(rules.players):
        if can_bid(game, rules, other):
            able |= bit(other)
    game.still_in, game.seat = auctions.withdraw_hidden_bids(
        game.bids, game.still_in, able, seat, before_first(game, rules), rules.players
    )
