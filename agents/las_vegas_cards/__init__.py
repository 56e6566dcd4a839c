"""Agents for Las Vegas, the card game; each module registers its own.

selections.py       what all of them share: the best of the legal selections
greedy.py           money now; a baseline, and what simple.py builds on
simple.py           heuristics that each follow one simple idea
expected_value.py   the strongest heuristic
"""

from vegas_env.agents.las_vegas_cards import expected_value, greedy, simple

__all__ = ["expected_value", "greedy", "simple"]
