"""What the generic tests need to know about each ruleset: one module of the ruleset's name, which has

- CONFIGS: a list of options that together cover every rule and every option
- options(): a Hypothesis strategy for valid options
- INVALID: a list of (options, a part of the expected error message)
- ORACLE: the class of the independent oracle; ORACLE_GAMES: games to compare in `make test`, and in `make test-all`
- oracle_config(config): the complete options, as the oracle takes them
- STORIES (optional): the games told as golden playthroughs, name → (options, seed)
- STORY_EVERY (optional): after how many decisions a playthrough shows the whole table again; 1 if not given
- OTHER: options that make an oracle play another game, to see that the comparison can fail
- ZERO_SUM (True, if it is left out): whether the payoffs of the reward option "money" add up to nothing
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from vegas_env import RULESETS

NAMES = list(RULESETS)


def of(ruleset: str) -> ModuleType:
    """The test configurations of a ruleset; a ruleset without them fails its tests here."""
    return import_module(f"tests.support.configs.{ruleset}")


def is_zero_sum(ruleset: str, reward: str) -> bool:
    """Whether payoffs under a reward option add up to nothing."""
    return reward != "money" or getattr(of(ruleset), "ZERO_SUM", True)


CASES = [(name, options) for name in NAMES for options in of(name).CONFIGS]


def case_name(case: object) -> str:
    if isinstance(case, dict):
        return (
            ",".join(f"{key}={value}" for key, value in case.items() if not isinstance(value, (dict, list, tuple)))
            or "default"
        )
    return str(case)
