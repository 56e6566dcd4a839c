"""The uniform random policy, as the agent `random` of every ruleset."""

from __future__ import annotations

from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.registry import ANY_RULESET, register
from vegas_env.kernel import luck as lucks
from vegas_env.kernel.cache import rule


@rule
def choose_random(policy, game, rules, mask, luck):
    return lucks.pick_legal(luck, mask)


RANDOM = policy_type("random_agent", choose_random, blind=True)

register(
    ANY_RULESET,
    "random",
    lambda: CompiledAgent("random", RANDOM),
    "Plays a legal action chosen uniformly at random.",
)
