"""Debts and bankruptcy (CR-13, CR-28, CR-29), and the return from a nested situation."""

from fractions import Fraction

from tests.support.oracles.cash_and_run.actions import CASINO
from tests.support.oracles.cash_and_run.table import Debt, Table


class Debts(Table):
    def _owe(self, debtor: int, creditor: int, amount: int, first: int | None) -> None:
        self.debt = Debt(debtor, creditor, amount, first)
        self.stack.append("debt")
        self._settle_debt()

    def _settle_debt(self) -> None:
        """CR-28: cash first, then casinos one at a time (CR-13: the one visited first), then bankruptcy."""
        debt = self.debt
        assert debt is not None
        paid = min(debt.amount, self.players[debt.debtor].cash)
        self._pay(debt.debtor, debt.creditor, paid)
        debt.amount -= paid
        if debt.amount == 0:
            self._drop_debt()
            self._resume()
        elif not self.casinos_of(debt.debtor):
            self._drop_debt()  # the remainder is void
            self._go_bankrupt(debt.debtor)
        elif debt.first is not None:
            casino, debt.first = debt.first, None
            self._begin_auction(debt.debtor, casino)
        else:
            self._ask("sell", debt.debtor)

    def _drop_debt(self) -> None:
        self.debt = None
        self._leave("debt")

    def _legal_sell(self) -> list[int]:
        """CR-13, CR-28: which of his casinos a player without money auctions next."""
        assert self.seat is not None
        return [CASINO + casino for casino in self.casinos_of(self.seat)]

    def _apply_sell(self, action: int) -> None:
        assert self.seat is not None
        self._begin_auction(self.seat, action - CASINO)

    # ---------------------------------------------------------------- bankruptcy

    def _go_bankrupt(self, seat: int) -> None:
        """CR-28: the pawn is removed, the bluff cards go under the stack."""
        player = self.players[seat]
        assert player.cash == 0
        assert not self.casinos_of(seat)
        assert player.lap is None
        player.bankrupt = 1 + max(other.bankrupt for other in self.players)
        player.position = None
        self.leaving = seat
        self.stack.append("bankruptcy")
        self._return_cards()

    def _return_cards(self) -> None:
        assert self.leaving is not None
        if sum(self.players[self.leaving].bluff):
            self._await("under")
            return
        self.leaving = None
        self._leave("bankruptcy")
        if len(self.living()) == 1:
            self._end_game("survivor")  # CR-29
        else:
            self._resume()

    def _outcomes_under(self) -> dict[int, Fraction]:
        """One card of the hand after the other, in random order."""
        assert self.leaving is not None
        hand = self.players[self.leaving].bluff
        return {kind: Fraction(count, sum(hand)) for kind, count in enumerate(hand) if count}

    def _happen_under(self, kind: int) -> None:
        assert self.leaving is not None
        self.players[self.leaving].bluff[kind] -= 1
        self._put_under(kind, [self.leaving])
        self._return_cards()

    # ---------------------------------------------------------------- back to the situation around

    def _resume(self) -> None:
        """After an auction, a debt or a bankruptcy: continue the situation that is now innermost."""
        frame = self.stack[-1]
        if frame == "turn":  # CR-7: an auction at the start of the turn
            self._start_of_turn()
        elif frame == "debt":
            self._settle_debt()
        elif frame == "visit" and self.contest is not None:  # CR-13: money for the stake
            self._raise_stake_money()
        else:  # a visit or an All play that is settled
            self._leave(frame)
            self._after_space()
