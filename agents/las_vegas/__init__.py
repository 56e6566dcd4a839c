"""Agents for Las Vegas with dice: each module registers its own."""

from __future__ import annotations

from vegas_env.agents.las_vegas import expected_value, greedy, simple
from vegas_env.agents.las_vegas.exact import ExactAgent
from vegas_env.agents.registry import register

__all__ = ["expected_value", "greedy", "simple"]

register(
    "las_vegas",
    "exact",
    ExactAgent,
    "Plays best, by looking at all that can happen; for two players, in small games or at the end of large ones.",
    special=True,
)
