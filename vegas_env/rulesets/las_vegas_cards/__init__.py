"""Las Vegas, the card game: 2 to 5 players, at the same time or one after the other, chip cards."""

from __future__ import annotations

from vegas_env.kernel.dispatch import RULE_FUNCTIONS
from vegas_env.rulesets.las_vegas_cards import entities, observation, picture, rules, scene
from vegas_env.rulesets.las_vegas_cards.cards import ACTION_NAMES
from vegas_env.rulesets.las_vegas_cards.config import LasVegasCardsConfig, compile_rules
from vegas_env.spec import Ruleset

RULESET = Ruleset(
    name="las_vegas_cards",
    title="Las Vegas, the card game",
    summary="cards laid at casinos for banknotes, chosen at the same time or in turn; ties cancel; chip cards",
    version=0,
    config=LasVegasCardsConfig,
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
    entities=entities.ENTITIES,
)
