"""Simple strategies for stand-alone auctions: bids by the bidder's own value alone."""

from __future__ import annotations

import numpy as np

from vegas_env.agents.auction.bids import bid_up_to, highest_bid_up_to, lowest_bid_up_to, own_value
from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.registry import register
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.auction import rules as au
from vegas_env.rulesets.shared import auctions

# Default options: shares of the own value.
SHARE = 0.8
FIRST, LAST = 0.95, 0.6


@rule
def choose_truthful(policy, game, rules, mask, luck):
    return bid_up_to(rules, mask, own_value(game))


@rule
def choose_shader(policy, game, rules, mask, luck):
    return bid_up_to(rules, mask, policy.share * own_value(game))


@rule
def choose_eager(policy, game, rules, mask, luck):
    """The share falls linearly from the first lot to the last; an open auction starts with a jump to that bid."""
    share = policy.first + (policy.last - policy.first) * game.lot / max(rules.lots - 1, 1)
    action = highest_bid_up_to(rules, mask, share * own_value(game))
    if action == au.PASS and rules.auction == auctions.ENGLISH:
        return lowest_bid_up_to(rules, mask, own_value(game))
    return action


TRUTHFUL = policy_type("auction_truthful", choose_truthful)
SHADER = policy_type("auction_shader", choose_shader, ("share", np.float64))
EAGER = policy_type("auction_eager", choose_eager, ("first", np.float64), ("last", np.float64))

register(
    "auction",
    "truthful",
    lambda: CompiledAgent("truthful", TRUTHFUL),
    "Bids its value of the lot; in an open auction, the lowest possible bid up to that value.",
)
register(
    "auction",
    "shader",
    lambda share=SHARE: CompiledAgent("shader", SHADER, share=share),
    "Like truthful, but bids at most a fixed share of its value, in every auction format.",
)
register(
    "auction",
    "eager",
    lambda first=FIRST, last=LAST: CompiledAgent("eager", EAGER, first=first, last=last),
    "Bids nearly its value for the first lot and a falling share of it for later lots; opens an open auction with a "
    "jump to that bid.",
)
