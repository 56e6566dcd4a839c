"""Cash & Run, for 3 to 6 players, with casinos, stakes, bluff cards, auctions and a final lap."""

from __future__ import annotations

from vegas_env.rulesets.cash_and_run import observation, picture, rules, scene
from vegas_env.rulesets.cash_and_run.config import ACTION_NAMES, CashAndRunConfig, compile_rules
from vegas_env.spec import Ruleset

RULESET = Ruleset.from_modules(
    rules,
    observation,
    scene,
    picture,
    name="cash_and_run",
    title="Cash & Run",
    summary="property, stakes, bluff cards, takeovers, open and sealed auctions, debts, and a race for the final lap",
    version=0,
    config=CashAndRunConfig,
    compile_rules=compile_rules,
    fewest_players=3,
    action_names=ACTION_NAMES,
)
