"""One game of Cash & Run: all topics of the rules put together.

It never rolls or draws: `pending` names the chance event that is due and `happen` is told its outcome.
Callers use `pending`, `over`, `seat`, `outcomes()`, `happen(code)`, `legal()`, `apply(action)`, `shares()`,
`payoffs(reward)` and `facts()`. All money is in units of 50,000.
"""

from .auctions import Auctions
from .bluff import Bluff
from .casino_games import CasinoGames
from .debts import Debts
from .final_lap import FinalLap
from .movement import Movement
from .prizes import Prizes
from .purchases import Purchases
from .results import Results
from .setup import Setup


class CashAndRunOracle(Setup, FinalLap, CasinoGames, Purchases, Prizes, Bluff, Auctions, Debts, Results, Movement):
    """One game, from the deal on; `config` needs only the keys that differ from the defaults."""

    def __init__(self, config: dict):
        super().__init__(config)
        self._set_up()
