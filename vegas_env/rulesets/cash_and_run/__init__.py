"""Cash & Run: casinos, stakes, bluff cards, auctions and a final lap; 3 to 6 players."""

from __future__ import annotations

from vegas_env.kernel.dispatch import RULE_FUNCTIONS
from vegas_env.rulesets.cash_and_run import observation, picture, rules, scene
from vegas_env.rulesets.cash_and_run.config import ACTION_NAMES, CashAndRunConfig, compile_rules
from vegas_env.rulesets.cash_and_run.phases import EVENTS
from vegas_env.spec import Ruleset

RULESET = Ruleset(
    name="cash_and_run",
    title="Cash & Run",
    summary="property, stakes, bluff cards, takeovers, open and sealed auctions, debts, and a race for the final lap",
    version=0,
    config=CashAndRunConfig,
    record=rules.GAME,
    rules=compile_rules,
    functions={name: getattr(observation if name == "observe" else rules, name) for name in RULE_FUNCTIONS},
    seats=rules.SEATS,
    fewest_players=3,
    action_names=ACTION_NAMES,
    slices=observation.SLICES,
    events=EVENTS,
    outcome_name=scene.outcome_name,
    facts=scene.facts,
    hide=scene.hide,
    describe=scene.describe,
    announcement=scene.announcement,
    text=scene.text,
    picture=picture.draw,
    check=scene.check,
)
