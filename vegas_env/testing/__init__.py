"""Contract checks for rulesets and agents, for authors of extensions and for our own tests.

    from vegas_env.testing import check_agent, check_oracle, check_ruleset

    check_ruleset("pig", configs=[{}, {"players": 3}])
    check_oracle("pig", PigOracle, configs=[{}, {"players": 3}])
    check_agent("pig", "hold_at_20")

A check that fails raises an AssertionError whose message names the ruleset, the options and the check.  The checks
need no test framework, and nothing beyond what vegas_env itself requires.  `RULESET_CHECKS` and `AGENT_CHECKS` list
the single checks; each takes the same first arguments, so a test suite can run them one by one.
"""

from vegas_env.testing.agents import (
    AGENT_CHECKS,
    check_agent,
    check_agent_honesty,
    check_agent_legality,
    check_agent_ratings,
    check_agent_repeatability,
)
from vegas_env.testing.chance import check_chance
from vegas_env.testing.copies import check_copies
from vegas_env.testing.determinism import check_batches, check_repeatability, check_seeds, check_threads
from vegas_env.testing.hidden import check_hidden_information, check_rendering
from vegas_env.testing.oracles import Oracle, check_oracle
from vegas_env.testing.rules import (
    check_conservation,
    check_declaration,
    check_legality,
    check_observations,
    check_rewards,
    check_rounds,
)
from vegas_env.testing.ruleset import RULESET_CHECKS, check_ruleset

__all__ = [
    "AGENT_CHECKS",
    "RULESET_CHECKS",
    "Oracle",
    "check_agent",
    "check_agent_honesty",
    "check_agent_legality",
    "check_agent_ratings",
    "check_agent_repeatability",
    "check_batches",
    "check_chance",
    "check_conservation",
    "check_copies",
    "check_declaration",
    "check_hidden_information",
    "check_legality",
    "check_observations",
    "check_oracle",
    "check_rendering",
    "check_repeatability",
    "check_rewards",
    "check_rounds",
    "check_ruleset",
    "check_seeds",
    "check_threads",
]
