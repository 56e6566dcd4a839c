"""Bids up to an amount."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.cache import rule
from vegas_env.rulesets.auction import rules as au
from vegas_env.rulesets.shared import auctions


@rule
def own_value(game):
    """The deciding seat's value of the present lot."""
    return np.int64(game.values[game.lot, game.seat])


@rule
def highest_bid_up_to(rules, mask, amount):
    """The highest legal bid of at most `amount`; pass if there is none."""
    best = np.int64(au.PASS)
    for rung in range(au.BIDS):
        if mask[au.BID + rung] and rules.bids[rung] <= amount:
            best = np.int64(au.BID + rung)
    return best


@rule
def lowest_bid_up_to(rules, mask, amount):
    """The lowest legal bid if it is at most `amount`; else pass."""
    for rung in range(au.BIDS):
        if mask[au.BID + rung]:
            return np.int64(au.BID + rung if rules.bids[rung] <= amount else au.PASS)
    return np.int64(au.PASS)


@rule
def bid_up_to(rules, mask, amount):
    """In a sealed auction the highest bid up to `amount`; in an open one the lowest, which can be raised later."""
    if rules.auction == auctions.ENGLISH:
        return lowest_bid_up_to(rules, mask, amount)
    return highest_bid_up_to(rules, mask, amount)
