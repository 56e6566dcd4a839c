"""All checks of a ruleset in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from vegas_env.testing.chance import check_chance
from vegas_env.testing.copies import check_copies
from vegas_env.testing.determinism import check_batches, check_repeatability, check_seeds, check_threads
from vegas_env.testing.hidden import check_hidden_information, check_rendering
from vegas_env.testing.play import Options
from vegas_env.testing.rules import (
    check_conservation,
    check_declaration,
    check_legality,
    check_observations,
    check_rewards,
    check_rounds,
)

# Checks of one configuration: check(ruleset, options).
RULESET_CHECKS: tuple[Callable[..., Any], ...] = (
    check_declaration,
    check_legality,
    check_observations,
    check_conservation,
    check_chance,
    check_hidden_information,
    check_rendering,
    check_rewards,
    check_rounds,
    check_repeatability,
    check_seeds,
    check_batches,
    check_copies,
)


def check_ruleset(ruleset: str, configs: Iterable[Options] = ({},), zero_sum: bool = False) -> None:
    """Everything that a ruleset must keep, checked with each configuration (a dict of options).

    Choose configurations that cover every rule and option, the fewest and the most players.  `zero_sum` says that
    payoffs under the reward "money" add up to zero.  What only costs time, the check of threads, is made once.
    """
    for number, options in enumerate(configs):
        for check in RULESET_CHECKS:
            check(ruleset, options, **({"zero_sum": zero_sum} if check is check_rewards else {}))
        if number == 0:
            check_threads(ruleset, options)
