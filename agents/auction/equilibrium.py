"""Equilibrium strategies for stand-alone auctions, as if each lot were the only one."""

from __future__ import annotations

import numpy as np

from vegas_env.agents.auction.bids import bid_up_to, own_value
from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.registry import register
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.shared import auctions


@rule
def equilibrium_limit(rules, value):
    """The highest bid of a bidder with this value in the equilibrium of a single lot."""
    if rules.auction == auctions.SEALED_FIRST:
        return value * (rules.players - 1) // rules.players
    return value


@rule
def choose_equilibrium(policy, game, rules, mask, luck):
    return bid_up_to(rules, mask, equilibrium_limit(rules, own_value(game)))


@rule
def allowance(game, rules):
    """The share of the seat's cash that this lot may cost: its share in the seat's values of all lots to come."""
    to_come = np.int64(0)
    for lot in range(game.lot, rules.lots):
        to_come += game.values[lot, game.seat]
    return np.int64(game.cash[game.seat]) * own_value(game) // max(to_come, np.int64(1))


@rule
def choose_budgeter(policy, game, rules, mask, luck):
    limit = min(equilibrium_limit(rules, own_value(game)), allowance(game, rules))
    return bid_up_to(rules, mask, limit)


EQUILIBRIUM = policy_type("auction_equilibrium", choose_equilibrium)
BUDGETER = policy_type("auction_budgeter", choose_budgeter)

register(
    "auction",
    "equilibrium",
    lambda: CompiledAgent("equilibrium", EQUILIBRIUM),
    "Like truthful, but bids (players - 1) / players of its value in sealed first-price auctions: the equilibrium of a "
    "single lot with uniform values, a fine grid of bids and no reserve price, for players who maximise profit.",
)
register(
    "auction",
    "budgeter",
    lambda: CompiledAgent("budgeter", BUDGETER),
    "Like equilibrium, but divides its money among the lots to come in proportion to their value to it.",
)
