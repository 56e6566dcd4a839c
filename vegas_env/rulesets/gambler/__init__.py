"""Gambler, the dice game, for 2 to 6 players who fill the rows of a tableau."""

from __future__ import annotations

from vegas_env.rulesets.gambler import entities, observation, picture, rules, scene
from vegas_env.rulesets.gambler.config import ACTION_NAMES, GamblerConfig, compile_rules
from vegas_env.rulesets.gambler.generator import Generated, generate
from vegas_env.rulesets.gambler.tableaus import Row, Tableau
from vegas_env.spec import Ruleset

__all__ = ["RULESET", "Generated", "Row", "Tableau", "generate"]

RULESET = Ruleset.from_modules(
    rules,
    observation,
    scene,
    picture,
    name="gambler",
    title="Gambler",
    summary="push your luck: dice fill the rows of a tableau; the player who finishes a row wins or pays its points",
    version=0,
    config=GamblerConfig,
    compile_rules=compile_rules,
    fewest_players=2,
    action_names=ACTION_NAMES,
    entities=entities.ENTITIES,
)
