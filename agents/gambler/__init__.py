"""Agents for Gambler; each module registers its own.

greedy.py           rates one placement at a time; a baseline, and what simple.py builds on
simple.py           heuristics that each follow one simple idea
expected_value.py   the strongest heuristic, with odds.py (dice of a roll, finished rows)
"""

from vegas_env.agents.gambler import expected_value, greedy, simple

__all__ = ["expected_value", "greedy", "simple"]
