"""Test data of each ruleset, in a module of its name, for the generic tests:

- CONFIGS: configurations (dicts of options) that together cover every rule and every option
- options(): a Hypothesis strategy for valid options
- INVALID: invalid options, each with a part of the expected error message
- ORACLE: the class of the independent oracle; ORACLE_GAMES: games to compare, in `make test` and in `make test-all`
- oracle_config(config): the complete options, as the oracle takes them
- STORIES (optional): the golden playthroughs, name → (options, seed)
- STORY_EVERY (optional): a playthrough shows the whole position at every n-th decision; 1 by default
- OTHER: options with which an oracle plays another game, to test that the comparison can fail
- ZERO_SUM (optional): whether payoffs under the reward "money" add up to zero; True by default
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from vegas_env import RULESETS

NAMES = list(RULESETS)


def of(ruleset: str) -> ModuleType:
    """The test configurations of a ruleset; an ImportError if it has none."""
    return import_module(f"tests.support.configs.{ruleset}")


def is_zero_sum(ruleset: str, reward: str) -> bool:
    """Whether payoffs under a reward add up to zero."""
    return reward != "money" or getattr(of(ruleset), "ZERO_SUM", True)


CASES = [(name, options) for name in NAMES for options in of(name).CONFIGS]


def case_name(case: object) -> str:
    if isinstance(case, dict):
        return (
            ",".join(f"{key}={value}" for key, value in case.items() if not isinstance(value, (dict, list, tuple)))
            or "default"
        )
    return str(case)
