"""Agents: everything that plays.

`make(ruleset, name)` returns an agent and `names(ruleset)` lists them all.  docs/agents.md shows how to write one.
"""

from vegas_env import top_level
from vegas_env.agents.authoring import CompiledAgent, compiled, from_function
from vegas_env.agents.registry import description, make, names, options, register

__all__ = ["CompiledAgent", "compiled", "description", "from_function", "make", "names", "options", "register"]

if __name__ == "agents":  # imported from a checkout
    top_level.alias("agents", "vegas_env.agents")
