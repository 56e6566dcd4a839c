"""Strategies for stand-alone auctions."""

from __future__ import annotations

import numpy as np

from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.registry import register
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.auction import rules as au
from vegas_env.rulesets.shared import auctions


@rule
def highest_bid_up_to(rules, mask, amount):
    """The highest legal bid of at most `amount`; pass, if there is none."""
    best = np.int64(au.PASS)
    for rung in range(au.BIDS):
        if mask[au.BID + rung] and rules.bids[rung] <= amount:
            best = np.int64(au.BID + rung)
    return best


@rule
def lowest_bid_up_to(rules, mask, amount):
    """The lowest legal bid, if it is at most `amount`; else pass."""
    for rung in range(au.BIDS):
        if mask[au.BID + rung]:
            return np.int64(au.BID + rung if rules.bids[rung] <= amount else au.PASS)
    return np.int64(au.PASS)


@rule
def bid_up_to(rules, mask, amount):
    """A sealed bid as high as possible up to `amount`; in an open auction, as low as possible up to that."""
    if rules.auction == auctions.ENGLISH:
        return lowest_bid_up_to(rules, mask, amount)
    return highest_bid_up_to(rules, mask, amount)


@rule
def own_value(game):
    return np.int64(game.values[game.lot, game.seat])


# --- by the value alone -------------------------------------------------------------------------------------


@rule
def choose_truthful(policy, game, rules, mask, luck):
    return bid_up_to(rules, mask, own_value(game))


@rule
def choose_shader(policy, game, rules, mask, luck):
    return bid_up_to(rules, mask, policy.share * own_value(game))


@rule
def choose_eager(policy, game, rules, mask, luck):
    """The share of the value falls evenly from the first lot to the last; an open auction begins with a jump to it."""
    share = policy.first + (policy.last - policy.first) * game.lot / max(rules.lots - 1, 1)
    action = highest_bid_up_to(rules, mask, share * own_value(game))
    if action == au.PASS and rules.auction == auctions.ENGLISH:
        return lowest_bid_up_to(rules, mask, own_value(game))
    return action


# --- by what others do, and by the budget -------------------------------------------------------------------


@rule
def equilibrium_limit(rules, value):
    """What somebody in the equilibrium of one lot bids at most."""
    if rules.auction == auctions.SEALED_FIRST:
        return value * (rules.players - 1) // rules.players
    return value


@rule
def choose_equilibrium(policy, game, rules, mask, luck):
    return bid_up_to(rules, mask, equilibrium_limit(rules, own_value(game)))


@rule
def allowance(game, rules):
    """The part of the own money that this lot may cost: that of its value in the own values of all lots to come."""
    to_come = np.int64(0)
    for lot in range(game.lot, rules.lots):
        to_come += game.values[lot, game.seat]
    return np.int64(game.cash[game.seat]) * own_value(game) // max(to_come, np.int64(1))


@rule
def choose_budgeter(policy, game, rules, mask, luck):
    limit = min(equilibrium_limit(rules, own_value(game)), allowance(game, rules))
    return bid_up_to(rules, mask, limit)


# --- the best reply to the equilibrium ----------------------------------------------------------------------


@rule
def chance_below(game, rules, other, amount):
    """How likely another player's sealed bid is lower, if he bids the equilibrium of a value that may be any (AU-2)."""
    if amount > game.cash[other]:
        return 1.0
    lower = amount  # values whose limit is lower: 0, 1, …, lower - 1
    if rules.auction == auctions.SEALED_FIRST:
        lower = (amount * rules.players + rules.players - 2) // (rules.players - 1)
    return min(lower / (rules.highest_value + 1), 1.0)


@rule
def bids_before(game, rules, other):
    """Whether another player comes first in the order of bidding (AU-3)."""
    first = au.before_first(game, rules) + 1
    return (other - first) % rules.players < (game.seat - first) % rules.players


@rule
def chance_to_win(game, rules, amount, next_amount):
    """How likely a sealed bid wins, and how likely all others bid less (AU-7)."""
    ties = np.zeros(au.SEATS)  # how likely so many others bid the same and nobody more
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
    """Rung by rung; in a second-price auction, the profit from lower bids of others adds up on the way."""
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


# --- the agents ---------------------------------------------------------------------------------------------

SHARE = 0.8
FIRST, LAST = 0.95, 0.6

TRUTHFUL = policy_type("auction_truthful", choose_truthful)
SHADER = policy_type("auction_shader", choose_shader, ("share", np.float64))
EAGER = policy_type("auction_eager", choose_eager, ("first", np.float64), ("last", np.float64))
EQUILIBRIUM = policy_type("auction_equilibrium", choose_equilibrium)
BUDGETER = policy_type("auction_budgeter", choose_budgeter)
BEST_RESPONSE = policy_type("auction_best_response", choose_best_response)

register(
    "auction",
    "truthful",
    lambda: CompiledAgent("truthful", TRUTHFUL),
    "Bids what the lot is worth to it; in an open auction, as little as possible up to that.",
)
register(
    "auction",
    "shader",
    lambda share=SHARE: CompiledAgent("shader", SHADER, share=share),
    "Like truthful, but never more than a share of the value, in every kind of auction.",
)
register(
    "auction",
    "eager",
    lambda first=FIRST, last=LAST: CompiledAgent("eager", EAGER, first=first, last=last),
    "Bids nearly the value for the first lot and less of it lot by lot; opens an open auction with a jump to that bid.",
)
register(
    "auction",
    "equilibrium",
    lambda: CompiledAgent("equilibrium", EQUILIBRIUM),
    "Like truthful, but in sealed first-price auctions (players - 1) / players of the value: the equilibrium of one "
    "lot with uniform values, a fine grid and no reserve price, for players who want profit.",
)
register(
    "auction",
    "budgeter",
    lambda: CompiledAgent("budgeter", BUDGETER),
    "Like equilibrium, but splits its money over the lots to come, by what they are worth to it.",
)
register(
    "auction",
    "best_response",
    lambda: CompiledAgent("best_response", BEST_RESPONSE),
    "The bid of the highest expected profit from this lot if the others bid as equilibrium does, each as far as his "
    "money goes; in an open auction like truthful.",
)
