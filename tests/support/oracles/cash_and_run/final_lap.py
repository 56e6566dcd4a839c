"""Combinations (CR-6) and the announcement of the final lap (CR-30); moving on the lap is in movement.py."""

from fractions import Fraction

from tests.support.oracles.cash_and_run.actions import CASINO, COMBINATION
from tests.support.oracles.cash_and_run.config import CASINOS, COLOURS, SPACES, SYMBOLS
from tests.support.oracles.cash_and_run.odds import NOT_A_SPADE, bernoulli
from tests.support.oracles.cash_and_run.table import Lap, Table

# All casinos of a symbol (combination 0..2) or of a colour (3..7).
MEMBERS = [
    *([casino for casino in range(CASINOS) if casino % 3 == symbol] for symbol in range(len(SYMBOLS))),
    *([casino for casino in range(CASINOS) if casino // 3 == colour] for colour in range(COLOURS)),
]


class FinalLap(Table):
    def _needed(self) -> int:
        """CR-6, CR-28: four casinos with three players at the start, else three."""
        return 4 if len(self.players) == 3 else 3

    def _combinations_of(self, seat: int) -> list[int]:
        """CR-6: with three players only symbols count: a colour has but three casinos."""
        owned = self.casinos_of(seat)
        return [
            combination
            for combination, members in enumerate(MEMBERS)
            if sum(casino in owned for casino in members) >= self._needed()
        ]

    def _outcomes_announce(self) -> dict[int, Fraction]:
        return bernoulli(NOT_A_SPADE)

    def _happen_announce(self, success: int) -> None:
        """CR-30: a spade ends the turn; otherwise the pawn goes to the nearest Cash & Run space."""
        assert self.turn_seat is not None
        if not success:
            self._end_turn()
            return
        self.me().position = self._nearest_cash_and_run()
        self._ask("combination", self.turn_seat)

    def _nearest_cash_and_run(self) -> int:
        """CR-30: fewest steps in either direction, forward on a tie."""
        here = self.here()
        for steps in range(SPACES):
            for space in ((here + steps) % SPACES, (here - steps) % SPACES):
                if self.spaces[space].kind == "cash_and_run":
                    return space
        raise AssertionError("a board has a Cash & Run space")

    def _legal_combination(self) -> list[int]:
        assert self.turn_seat is not None
        return [COMBINATION + combination for combination in self._combinations_of(self.turn_seat)]

    def _apply_combination(self, action: int) -> None:
        assert self.turn_seat is not None
        owned = self.casinos_of(self.turn_seat)
        self.laying = [casino for casino in MEMBERS[action - COMBINATION] if casino in owned]
        self._lay_down()

    def _lay_down(self) -> None:
        """CR-30: exactly as many as needed; who has more says which stay with him."""
        assert self.turn_seat is not None
        assert self.laying is not None
        if len(self.laying) > self._needed():
            self._ask("leave_out", self.turn_seat)
            return
        self.me().lap = Lap(self.here(), self.laying)
        self.laying = None
        self._end_turn()

    def _legal_leave_out(self) -> list[int]:
        assert self.laying is not None
        return [CASINO + casino for casino in self.laying]

    def _apply_leave_out(self, action: int) -> None:
        assert self.laying is not None
        self.laying.remove(action - CASINO)
        self._lay_down()
