"""Agents for Cash & Run; each module registers its own.

greedy.py           rates casinos by combinations; a baseline
estimates.py        estimates of casinos, games and bluff cards
styles.py           one policy that decides by these estimates, and styles of play that differ in its settings
expected_value.py   the strongest heuristic, the same policy with other settings
"""

from vegas_env.agents.cash_and_run import expected_value, greedy, styles

__all__ = ["expected_value", "greedy", "styles"]
