"""Agents: things that play.  `make(ruleset, name)` gives one; `names(ruleset)` lists them; docs/agents.md tells how to
write one.
"""

from .base import CompiledAgent, compiled, from_function
from .registry import idea, make, names, options, register

__all__ = ["CompiledAgent", "compiled", "from_function", "idea", "make", "names", "options", "register"]
