"""Agents for Las Vegas with dice; each module registers its own.

greedy.py           money now; a baseline, and what other agents build on
simple.py           heuristics that each follow one simple idea
expected_value.py   the strongest heuristic, with odds.py (dice to come) and payouts.py (expected payouts)
exact.py            optimal play for two, by solver/
solutions.py        solved games, for `vegas solve`
regret.py           the regret of other agents against optimal play, for `vegas regret`
"""

from vegas_env.agents.las_vegas import exact, expected_value, greedy, simple

__all__ = ["exact", "expected_value", "greedy", "simple"]
