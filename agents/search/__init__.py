"""Agents that search: `flat` and `mcts`."""

from vegas_env.agents.search import agents

__all__ = ["agents"]
