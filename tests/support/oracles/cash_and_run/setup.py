"""Set-up (CR-5): deal the casinos, deal the bluff cards, place the pawns, find who starts."""

from fractions import Fraction

from tests.support.oracles.cash_and_run.actions import CASINO
from tests.support.oracles.cash_and_run.odds import uniform
from tests.support.oracles.cash_and_run.table import Table


class Setup(Table):
    def _set_up(self) -> None:
        self._deal_casinos()

    def _deal_casinos(self) -> None:
        """CR-5: seat 0 gets all its casinos, then seat 1, and so on."""
        if self._dealt_casinos() < len(self.players) * self.config["start_casinos"]:
            self._await("deal_casino")
        else:
            self._deal_bluff()

    def _dealt_casinos(self) -> int:
        return sum(owner is not None for owner in self.owner)

    def _outcomes_deal_casino(self) -> dict[int, Fraction]:
        return uniform([casino for casino, owner in enumerate(self.owner) if owner is None])

    def _happen_deal_casino(self, casino: int) -> None:
        self.owner[casino] = self._dealt_casinos() // self.config["start_casinos"]
        self._deal_casinos()

    def _deal_bluff(self) -> None:
        """CR-5: one bluff card each, in seat order."""
        if any(sum(player.bluff) == 0 for player in self.players):
            self._await("deal_bluff")
        else:
            self._place_next()

    def _outcomes_deal_bluff(self) -> dict[int, Fraction]:
        return self._stack_outcomes()

    def _happen_deal_bluff(self, kind: int) -> None:
        player = next(player for player in self.players if sum(player.bluff) == 0)
        self.bluff_stack[kind] -= 1
        player.bluff[kind] += 1
        self._deal_bluff()

    def _place_next(self) -> None:
        """CR-5: in seat order, each puts his pawn on the space of one of his casinos."""
        for seat, player in enumerate(self.players):
            if player.position is None:
                self._ask("place", seat)
                return
        self._await("start")

    def _legal_place(self) -> list[int]:
        assert self.seat is not None
        return [CASINO + casino for casino in self.casinos_of(self.seat)]

    def _apply_place(self, action: int) -> None:
        assert self.seat is not None
        casino = action - CASINO
        self.players[self.seat].position = next(s for s, space in enumerate(self.spaces) if space.casino == casino)
        self._place_next()

    def _outcomes_start(self) -> dict[int, Fraction]:
        """CR-5: the highest throw starts and ties throw again: all seats are equally likely."""
        return uniform(range(len(self.players)))

    def _happen_start(self, seat: int) -> None:
        self._begin_turn(seat)
