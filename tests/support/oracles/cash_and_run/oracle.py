"""One game of Cash & Run: all parts of the rules together.

It never rolls or draws: `pending` names the pending chance event, and `apply_chance` is given its outcome.
Callers use `pending`, `over`, `seat`, `outcomes()`, `apply_chance(code)`, `legal()`, `apply(action)`, `shares()`,
`payoffs(reward)` and `facts()`. All money is in units of 50,000.
"""

from tests.support.oracles.cash_and_run.auctions import Auctions
from tests.support.oracles.cash_and_run.bluff import Bluff
from tests.support.oracles.cash_and_run.casino_games import CasinoGames
from tests.support.oracles.cash_and_run.debts import Debts
from tests.support.oracles.cash_and_run.final_lap import FinalLap
from tests.support.oracles.cash_and_run.movement import Movement
from tests.support.oracles.cash_and_run.prizes import Prizes
from tests.support.oracles.cash_and_run.purchases import Purchases
from tests.support.oracles.cash_and_run.results import Results
from tests.support.oracles.cash_and_run.setup import Setup


class CashAndRunOracle(Setup, FinalLap, CasinoGames, Purchases, Prizes, Bluff, Auctions, Debts, Results, Movement):
    """One game, from the deal on; `config` needs only the keys that differ from the defaults."""

    def __init__(self, config: dict):
        super().__init__(config)
        self._set_up()
