"""The best response to equilibrium bids in stand-alone auctions."""

from __future__ import annotations

import numpy as np

from vegas_env.agents.auction.bids import lowest_bid_up_to, own_value
from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.registry import register
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.auction import rules as au
from vegas_env.rulesets.shared import auctions


@rule
def chance_below(game, rules, other, amount):
    """The probability that another player's sealed bid is lower than `amount`, if it is the equilibrium bid of a
    uniformly random value (AU-2).
    """
    if amount > game.cash[other]:
        return 1.0
    lower = amount  # the values with a lower bid: 0, 1, …, lower - 1
    if rules.auction == auctions.SEALED_FIRST:
        lower = (amount * rules.players + rules.players - 2) // (rules.players - 1)
    return min(lower / (rules.highest_value + 1), 1.0)


@rule
def bids_before(game, rules, other):
    """Whether another player comes earlier in the order of bidding (AU-3)."""
    first = au.before_first(game, rules) + 1
    return (other - first) % rules.players < (game.seat - first) % rules.players


@rule
def chance_to_win(game, rules, amount, next_amount):
    """The probabilities that a sealed bid wins, and that all others bid less (AU-7)."""
    ties = np.zeros(au.SEATS)  # [number]: the probability that so many others bid the same, and none more
    ties[0] = 1.0
    all_below = 1.0
    for other in range(rules.players):
        if other != game.seat:
            below = chance_below(game, rules, other, amount)
            equal = chance_below(game, rules, other, next_amount) - below
            all_below *= below
            if not rules.random_ties:
                below += 0.0 if bids_before(game, rules, other) else equal
                equal = 0.0
            for number in range(au.SEATS - 1, 0, -1):
                ties[number] = ties[number] * below + ties[number - 1] * equal
            ties[0] *= below
    win = 0.0
    for number in range(au.SEATS):
        win += ties[number] / (number + 1)
    return win, all_below


@rule
def choose_best_response(policy, game, rules, mask, luck):
    """Goes through the possible bids from the lowest up, adding up the profit over the second-highest bid where that is
    the price.
    """
    value = own_value(game)
    if rules.auction == auctions.ENGLISH:
        return lowest_bid_up_to(rules, mask, value)
    best, most = np.int64(au.PASS), 1e-9
    profit_below, already_below, price = 0.0, 0.0, np.int64(rules.minimum)
    for rung in range(au.BIDS):
        if mask[au.BID + rung]:
            amount = rules.bids[rung]
            next_amount = rules.bids[rung + 1] if rung + 1 < au.BIDS else np.int64(auctions.UNUSED)
            win, all_below = chance_to_win(game, rules, amount, next_amount)
            profit_below += (all_below - already_below) * (value - price)
            already_below, price = all_below, amount
            profit = win * (value - amount)
            if rules.auction == auctions.SEALED_SECOND:
                profit = profit_below + (win - all_below) * (value - amount)
            if profit > most + 1e-9:
                best, most = np.int64(au.BID + rung), profit
    return best


BEST_RESPONSE = policy_type("auction_best_response", choose_best_response)

register(
    "auction",
    "best_response",
    lambda: CompiledAgent("best_response", BEST_RESPONSE),
    "Makes the bid of the highest expected profit from this lot if the others bid as equilibrium does, within their "
    "money; in an open auction, bids like truthful.",
)
