"""Pig, the dice game, as a ruleset of vegas_env."""

from __future__ import annotations

from vegas_env.adapters.registration import register_environments
from vegas_env.kernel.dispatch import RULE_FUNCTIONS
from vegas_env.spec import Ruleset
from vegas_pig import observation, picture, rules, scene
from vegas_pig.config import PigConfig, compile_rules

RULESET = Ruleset(
    name="pig",
    title="Pig",
    summary="push your luck with one die: roll again, or hold and score",
    version=0,
    config=PigConfig,
    record=rules.GAME,
    rules=compile_rules,
    functions={name: getattr(observation if name == "observe" else rules, name) for name in RULE_FUNCTIONS},
    seats=rules.SEATS,
    fewest_players=2,
    action_names=rules.ACTION_NAMES,
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
)

register_environments("pig")  # gymnasium.make("vegas_pig:vegas_env/Pig-v0")
