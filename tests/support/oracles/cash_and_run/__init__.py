"""An independent oracle for the board game Cash & Run, written from the rules digest alone (ids CR-1 .. CR-41).

INTERFACE.md describes the contract between this oracle and the compiled rules.
"""

from tests.support.oracles.cash_and_run.actions import ACTIONS, action_name
from tests.support.oracles.cash_and_run.config import DEFAULTS, complete
from tests.support.oracles.cash_and_run.oracle import CashAndRunOracle
from tests.support.oracles.cash_and_run.table import CHANCE, PHASES

__all__ = ["ACTIONS", "CHANCE", "DEFAULTS", "PHASES", "CashAndRunOracle", "action_name", "complete"]
