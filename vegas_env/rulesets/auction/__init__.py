"""Stand-alone auctions: budgets, private values, one or several lots; open, sealed first price, sealed second price."""

from __future__ import annotations

from vegas_env.kernel.dispatch import RULE_FUNCTIONS
from vegas_env.rulesets.auction import observation, picture, rules, scene
from vegas_env.rulesets.auction.config import ACTION_NAMES, AuctionConfig, compile_rules
from vegas_env.spec import Ruleset

RULESET = Ruleset(
    name="auction",
    title="Auction",
    summary="private values, budgets, several lots: open, sealed first-price and sealed second-price auctions",
    version=0,
    config=AuctionConfig,
    record=rules.GAME,
    rules=compile_rules,
    functions={name: getattr(observation if name == "observe" else rules, name) for name in RULE_FUNCTIONS},
    seats=rules.SEATS,
    fewest_players=2,
    action_names=ACTION_NAMES,
    slices=observation.SLICES,
    events=scene.EVENTS,
    outcome_name=scene.outcome_name,
    facts=scene.facts,
    hide=scene.hide,
    describe=scene.describe,
    announcement=scene.announcement,
    text=scene.text,
    picture=picture.draw,
    check=scene.check,
)
