"""An independent oracle of the board game Cash & Run, written straight from the rules digest (ids CR-1 .. CR-41).

The contract it keeps with the compiled kernel is in INTERFACE.md beside this file.
"""

from tests.support.oracles.cash_and_run.actions import ACTIONS, action_name
from tests.support.oracles.cash_and_run.config import DEFAULTS, complete
from tests.support.oracles.cash_and_run.oracle import CashAndRunOracle
from tests.support.oracles.cash_and_run.table import CHANCE, PHASES

__all__ = ["ACTIONS", "CHANCE", "DEFAULTS", "PHASES", "CashAndRunOracle", "action_name", "complete"]
