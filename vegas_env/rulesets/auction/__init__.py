"""Stand-alone auctions of one or several lots, with budgets and private values, in any auction format."""

from __future__ import annotations

from vegas_env.rulesets.auction import observation, picture, rules, scene
from vegas_env.rulesets.auction.config import ACTION_NAMES, AuctionConfig, compile_rules
from vegas_env.spec import Ruleset

RULESET = Ruleset.from_modules(
    rules,
    observation,
    scene,
    picture,
    name="auction",
    title="Auction",
    summary="private values, budgets, several lots: open, sealed first-price and sealed second-price auctions",
    version=0,
    config=AuctionConfig,
    compile_rules=compile_rules,
    fewest_players=2,
    action_names=ACTION_NAMES,
)
