"""Which agents take part in a match or a tournament."""

from __future__ import annotations

from collections.abc import Iterable

from vegas_env import agents as agents_package
from vegas_env.agent import Agent, as_agents

PRECISION = 0.02  # half-width of the win share's interval at which line-ups with a slow agent stop
ALL = "all"


def roster(ruleset: str, agents: str) -> str:
    """A comma list of agents in which "all", at its head, has become the names of all that play any configuration."""
    if agents == ALL or agents.startswith(f"{ALL},"):
        return ",".join(agents_package.names(ruleset, restricted=False)) + agents.removeprefix(ALL)
    return agents


def entrants(ruleset: str, agents: str) -> dict[str, Agent]:
    """Agents by what they call themselves, from a comma list or "all"."""
    found: dict[str, Agent] = {}
    for agent in as_agents(ruleset, roster(ruleset, agents)):
        name, number = repr(agent), 2
        while name in found:
            name, number = f"{agent!r} #{number}", number + 1
        found[name] = agent
    return found


def is_slow(agent: Agent) -> bool:
    """Whether an agent takes so long for a decision (it says so itself) that its games must be few."""
    return bool(getattr(agent, "slow", False))


def precision_for(agents: Iterable[Agent], precision: float | None) -> float:
    """The precision at which a line-up stops: as told, else PRECISION with a slow agent and 0, never, without."""
    if precision is not None:
        return precision
    return PRECISION if any(map(is_slow, agents)) else 0.0
