"""Options of a search: the defaults of each ruleset, and the values that need reading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from vegas_env.agent import Agent
from vegas_env.agents.registry import make
from vegas_env.checks import suggest
from vegas_env.kernel.rewards import REWARDS

ROLLOUTS = 200
EXPLORATION = 0.7
CONFIDENCE = 2.0  # standard errors
MAX_ROLLOUTS = 1 << 24
MAX_ROUNDS = 1 << 24

NO_ADVISER = "none"  # as `adviser`
WHOLE_GAME = "game"  # as `rounds`

# The defaults below were found by experiment.  Rollouts by a heuristic say more than random ones.  What happens in
# later rounds depends little on the present decision, so stopping at the end of the round means less noise and less
# work, except in Cash & Run, where money is not what wins.  A few hundred rollouts separate large differences from
# noise, but not small ones: there the strongest heuristic, as the adviser, decides better.
GENERAL_DEFAULTS: dict[str, Any] = {"rollout_policy": "random", "value": "win", "rounds": None, "adviser": NO_ADVISER}
ONE_ROUND = {"rollout_policy": "greedy", "value": "money+win", "rounds": 1, "adviser": "expected_value"}
RULESET_DEFAULTS: dict[str, dict[str, Any]] = {
    "las_vegas": ONE_ROUND,
    "las_vegas_cards": ONE_ROUND,
    "gambler": ONE_ROUND,
    "cash_and_run": {"rollout_policy": "greedy", "adviser": "expected_value"},
    "auction": {"adviser": "eager"},
}


def defaults(ruleset: str) -> dict[str, Any]:
    """The values of the options whose default depends on the ruleset."""
    return {**GENERAL_DEFAULTS, **RULESET_DEFAULTS.get(ruleset, {})}


def rollout_record(ruleset: str, agent: str | Agent) -> np.ndarray:
    """The policy record of a compiled agent, which rollouts take as their policy."""
    made = make(ruleset, agent) if isinstance(agent, str) else agent
    policy = getattr(made, "policy", None)
    if not isinstance(policy, np.ndarray):
        raise ValueError(f"rollouts need a compiled agent, such as 'random'; {agent!r} is not compiled")
    return policy


def value_weights(value: str | Mapping[str, float]) -> dict[str, float]:
    """The weight of each reward in a rollout's value: "win+0.1*money" → {"win": 1.0, "money": 0.1}."""
    if isinstance(value, Mapping):
        weights = dict(value)
    else:
        weights = {}
        for term in value.split("+"):
            factor, _, reward = term.rpartition("*")
            try:
                weights[reward.strip()] = float(factor) if factor else 1.0
            except ValueError:
                raise ValueError(f"value {value!r}: {factor!r} is not a number") from None
    for reward in weights:
        if reward not in REWARDS:
            raise ValueError(
                f"unknown value {reward!r}: {suggest(reward, REWARDS)}; or a mixture such as 'win+0.1*money'"
            )
    return weights


def value_text(value: str | Mapping[str, float]) -> str:
    """The value option as text."""
    return value if isinstance(value, str) else "+".join(f"{weight:g}*{reward}" for reward, weight in value.items())
