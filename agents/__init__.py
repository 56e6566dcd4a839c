"""Agents: everything that plays.

`agents.names(ruleset)` lists the agents of a ruleset and `agents.make(ruleset, name, **options)` makes one.  To add
your own, use `compiled`, `from_function` or a class with a method act(view); docs/agents.md has an example of each.
"""

from vegas_env import top_level
from vegas_env.agents.authoring import CompiledAgent, compiled, from_function
from vegas_env.agents.registry import description, make, names, options, register, unregister

__all__ = [
    "CompiledAgent",
    "compiled",
    "description",
    "from_function",
    "make",
    "names",
    "options",
    "register",
    "unregister",
]

if __name__ == "agents":  # imported from a checkout
    top_level.alias("agents", "vegas_env.agents")
