"""The agents of a match or a tournament, from the text of a command line."""

from __future__ import annotations

from collections.abc import Iterable

from vegas_env import agents as agents_package
from vegas_env.agent import Agent, as_agents, split_names

PRECISION = 0.02  # default precision of win shares in line-ups with a slow agent
ALL = "all"


def agent_names(ruleset: str, agents: str) -> list[str]:
    """The names in a comma-separated list.

    "all", at the head of the list, stands for all registered agents that play every configuration of the ruleset.
    """
    if agents == ALL or agents.startswith(f"{ALL},"):
        agents = ",".join(agents_package.names(ruleset, restricted=False)) + agents.removeprefix(ALL)
    return split_names(agents)


def entrants(ruleset: str, agents: str) -> dict[str, Agent]:
    """Make the agents of a comma-separated list (see `agent_names`); keys are unique display names.

    >>> list(entrants("las_vegas", "greedy,random,greedy"))
    ['greedy', 'random', 'greedy #2']
    """
    found: dict[str, Agent] = {}
    for agent in as_agents(ruleset, agent_names(ruleset, agents)):
        name, number = repr(agent), 2
        while name in found:
            name, number = f"{agent!r} #{number}", number + 1
        found[name] = agent
    return found


def is_slow(agent: Agent) -> bool:
    """Whether an agent declares, by its attribute `slow`, that its decisions take long, as those of a search do."""
    return bool(getattr(agent, "slow", False))


def precision_for(agents: Iterable[Agent], precision: float | None) -> float:
    """The precision at which a line-up stops early; 0 means never.

    None chooses the default: `PRECISION` for a line-up with a slow agent, else 0.
    """
    if precision is not None:
        return precision
    return PRECISION if any(map(is_slow, agents)) else 0.0
