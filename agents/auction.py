"""Strategies for stand-alone auctions."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.cache import rule
from vegas_env.rulesets import auctions
from vegas_env.rulesets.auction import rules as au

from .base import CompiledAgent, policy_type
from .registry import register


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
def choose_truthful(policy, game, rules, mask, luck):
    value = game.values[game.lot, game.seat]
    if rules.auction == auctions.ENGLISH:
        return lowest_bid_up_to(rules, mask, value)
    return highest_bid_up_to(rules, mask, value)


@rule
def choose_equilibrium(policy, game, rules, mask, luck):
    value = np.float64(game.values[game.lot, game.seat])
    if rules.auction == auctions.ENGLISH:
        return lowest_bid_up_to(rules, mask, value)
    if rules.auction == auctions.SEALED_FIRST:
        value *= (rules.players - 1) / rules.players
    return highest_bid_up_to(rules, mask, value)


TRUTHFUL = policy_type("auction_truthful", choose_truthful)
EQUILIBRIUM = policy_type("auction_equilibrium", choose_equilibrium)

register(
    "auction",
    "truthful",
    lambda: CompiledAgent("truthful", TRUTHFUL),
    "Bids what the lot is worth to it; in an open auction, as little as possible up to that.",
)
register(
    "auction",
    "equilibrium",
    lambda: CompiledAgent("equilibrium", EQUILIBRIUM),
    "Like truthful, but in sealed first-price auctions (players - 1) / players of the value: the equilibrium of one "
    "lot with uniform values, a fine grid and no reserve price, for players who want profit.",
)
