"""Las Vegas, the dice game, for 2 to 5 players, with neutral dice and chip cards."""

from __future__ import annotations

from vegas_env.rulesets.las_vegas import entities, observation, picture, rules, scene
from vegas_env.rulesets.las_vegas.config import ACTION_NAMES, LasVegasConfig, compile_rules
from vegas_env.spec import Ruleset

RULESET = Ruleset.from_modules(
    rules,
    observation,
    scene,
    picture,
    name="las_vegas",
    title="Las Vegas",
    summary="players place dice at casinos to win banknotes; ties cancel; with neutral dice and chip cards",
    version=0,
    config=LasVegasConfig,
    compile_rules=compile_rules,
    fewest_players=2,
    action_names=ACTION_NAMES,
    entities=entities.ENTITIES,
)
