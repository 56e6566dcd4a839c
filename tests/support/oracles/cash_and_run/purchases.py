"""Buying a free casino (CR-11) or a bluff card (CR-15)."""

from fractions import Fraction

from tests.support.oracles.cash_and_run.actions import BUY, DECLINE, DISCARD
from tests.support.oracles.cash_and_run.config import Space
from tests.support.oracles.cash_and_run.table import Table


class Purchases(Table):
    def _reach_casino(self, space: Space) -> None:
        """CR-11: free, one's own, or another's."""
        assert space.casino is not None
        assert self.turn_seat is not None
        owner = self.owner[space.casino]
        if owner is None:
            if self.me().cash >= self.config["casino_price"]:
                self._ask("buy_casino", self.turn_seat)
            else:
                self._after_space()
        elif owner == self.turn_seat:
            self.extra = not self.ran  # CR-9
            self._after_space()
        else:
            self._visit(space.casino, owner)

    def _legal_buy_casino(self) -> list[int]:
        return [BUY, DECLINE]

    def _apply_buy_casino(self, action: int) -> None:
        """CR-11: the price goes to the pot."""
        assert self.turn_seat is not None
        if action == BUY:
            casino = self.spaces[self.here()].casino
            assert casino is not None
            self._pay_pot(self.turn_seat, self.config["casino_price"])
            self._give_casino(casino, self.turn_seat)
        self._after_space()

    # ---------------------------------------------------------------- bluff cards

    def _reach_bluff(self, _space: Space) -> None:
        """CR-15: the top card is for sale, if there is one."""
        assert self.turn_seat is not None
        if self.me().cash >= self.config["bluff_price"] and (sum(self.bluff_stack) or self.bottom):
            self._ask("buy_bluff", self.turn_seat)
        else:
            self._after_space()

    def _legal_buy_bluff(self) -> list[int]:
        return [BUY, DECLINE]

    def _apply_buy_bluff(self, action: int) -> None:
        assert self.turn_seat is not None
        if action == DECLINE:
            self._after_space()
            return
        self._pay_pot(self.turn_seat, self.config["bluff_price"])
        if sum(self.bluff_stack):
            self._await("draw_bluff")
        else:  # the shuffled part is used up: those put under the stack come up in their order
            kind, _known = self.bottom.pop(0)
            self._take_bluff_card(kind)

    def _outcomes_draw_bluff(self) -> dict[int, Fraction]:
        return self._stack_outcomes()

    def _happen_draw_bluff(self, kind: int) -> None:
        self.bluff_stack[kind] -= 1
        self._take_bluff_card(kind)

    def _take_bluff_card(self, kind: int) -> None:
        """CR-15: beyond three cards, one goes under the stack."""
        assert self.turn_seat is not None
        self.me().bluff[kind] += 1
        if sum(self.me().bluff) > self.config["hand_limit"]:
            self._ask("discard", self.turn_seat)
        else:
            self._after_space()

    def _legal_discard(self) -> list[int]:
        """CR-15: any of the four, also the new one."""
        return [DISCARD + kind for kind, count in enumerate(self.me().bluff) if count]

    def _apply_discard(self, action: int) -> None:
        assert self.turn_seat is not None
        kind = action - DISCARD
        self.me().bluff[kind] -= 1
        self._put_under(kind, [self.turn_seat])
        self._after_space()
