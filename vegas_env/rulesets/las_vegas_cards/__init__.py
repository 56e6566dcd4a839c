"""Las Vegas, the card game, for 2 to 5 players, with simultaneous or sequential turns and chip cards."""

from __future__ import annotations

from vegas_env.rulesets.las_vegas_cards import entities, observation, picture, rules, scene
from vegas_env.rulesets.las_vegas_cards.cards import ACTION_NAMES
from vegas_env.rulesets.las_vegas_cards.config import LasVegasCardsConfig, compile_rules
from vegas_env.spec import Ruleset

RULESET = Ruleset.from_modules(
    rules,
    observation,
    scene,
    picture,
    name="las_vegas_cards",
    title="Las Vegas, the card game",
    summary="players place cards at casinos to win banknotes; ties cancel; simultaneous or sequential, chip cards",
    version=0,
    config=LasVegasCardsConfig,
    compile_rules=compile_rules,
    fewest_players=2,
    action_names=ACTION_NAMES,
    entities=entities.ENTITIES,
)
