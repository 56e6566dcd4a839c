"""Las Vegas with dice for two players, solved: the value of a position under optimal play, by backward induction.

solver.py      `Solver`, which is what other modules use
induction.py   compiled: depth-first backward induction over the rules
memo.py        compiled: the hash table of solved positions, and what identifies a position in it
"""

from vegas_env.agents.las_vegas.solver.solver import DEFAULT_STATES, Solver

__all__ = ["DEFAULT_STATES", "Solver"]
