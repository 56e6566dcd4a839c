"""Agents that search: flat Monte Carlo (`flat`) and Monte Carlo tree search (`mcts`), for every ruleset.

options.py          default options of each ruleset, and how option values are read
search.py           what both have in common: options, adviser, choice of the action
flat.py, mcts.py    how each of them spends its budget
problem.py          the positions being searched and their statistics
worlds.py           compiled: sampled worlds and the value of a game
flat_kernel.py      compiled: rollouts of flat Monte Carlo
tree_kernel.py      compiled: the tree of MCTS
"""

from vegas_env.agents.search.flat import Flat
from vegas_env.agents.search.mcts import Mcts
from vegas_env.agents.search.problem import Evaluation

__all__ = ["Evaluation", "Flat", "Mcts"]
