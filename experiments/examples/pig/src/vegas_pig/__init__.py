"""Pig, the dice game, as a ruleset of vegas_env."""

from __future__ import annotations

from vegas_env.adapters.registration import register_environments
from vegas_env.spec import Ruleset
from vegas_pig import observation, picture, rules, scene
from vegas_pig.config import PigConfig, compile_rules

RULESET = Ruleset.from_modules(
    rules,
    observation,
    scene,
    picture,
    name="pig",
    title="Pig",
    summary="push your luck with one die: roll again, or hold and score",
    version=0,
    config=PigConfig,
    compile_rules=compile_rules,
    fewest_players=2,
    action_names=rules.ACTION_NAMES,
)

register_environments("pig")  # gymnasium.make("vegas_pig:vegas_env/Pig-v0")
