"""Las Vegas, the dice game: 2 to 5 players, neutral dice, chip cards."""

from __future__ import annotations

from vegas_env.kernel.dispatch import RULE_FUNCTIONS
from vegas_env.rulesets.las_vegas import entities, observation, picture, rules, scene
from vegas_env.rulesets.las_vegas.config import ACTION_NAMES, LasVegasConfig, compile_rules
from vegas_env.spec import Ruleset

RULESET = Ruleset(
    name="las_vegas",
    title="Las Vegas",
    summary="dice placed in casinos for banknotes; ties cancel; neutral dice, chip cards",
    version=0,
    config=LasVegasConfig,
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
    announcement=scene.describe,
    text=scene.text,
    picture=picture.draw,
    check=scene.check,
    entities=entities.ENTITIES,
)
