"""Agents for Las Vegas with dice: each module registers its own."""

from __future__ import annotations

from ..exact import ExactAgent
from ..registry import register
from . import expected_value, greedy, simple

__all__ = ["expected_value", "greedy", "simple"]

register(
    "las_vegas",
    "exact",
    ExactAgent,
    "Plays best, by looking at all that can happen; for two players, in small games or at the end of large ones.",
    special=True,
)
