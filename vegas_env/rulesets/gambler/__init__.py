"""Gambler, the dice game: 2 to 6 players fill the rows of a tableau."""

from __future__ import annotations

from vegas_env.kernel.dispatch import RULE_FUNCTIONS
from vegas_env.rulesets.gambler import entities, observation, picture, rules, scene
from vegas_env.rulesets.gambler.config import ACTION_NAMES, GamblerConfig, compile_rules
from vegas_env.rulesets.gambler.generator import Generated, generate
from vegas_env.rulesets.gambler.tableaus import Row, Tableau
from vegas_env.spec import Ruleset

__all__ = ["RULESET", "Generated", "Row", "Tableau", "generate"]

RULESET = Ruleset(
    name="gambler",
    title="Gambler",
    summary="push your luck: dice fill the rows of a tableau; whoever finishes a row takes, or pays, its points",
    version=0,
    config=GamblerConfig,
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
