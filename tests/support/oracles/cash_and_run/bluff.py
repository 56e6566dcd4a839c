"""The bluff phase after a lost casino or takeover game (CR-14)."""

from tests.support.oracles.cash_and_run.actions import ACCEPT, CHALLENGE, LAY, NO_BLUFF
from tests.support.oracles.cash_and_run.table import Table


class Bluff(Table):
    def _after_game(self) -> None:
        """CR-14: the loser, if he holds a bluff card, may lay one."""
        assert self.contest is not None
        if sum(self.players[self.contest.loser].bluff):
            self._ask("bluff_lay", self.contest.loser)
        else:
            self._settle_contest()

    def _legal_bluff_lay(self) -> list[int]:
        assert self.contest is not None
        hand = self.players[self.contest.loser].bluff
        return [NO_BLUFF] + [LAY + kind for kind, count in enumerate(hand) if count]

    def _apply_bluff_lay(self, action: int) -> None:
        assert self.contest is not None
        if action == NO_BLUFF:
            self._settle_contest()
            return
        kind = action - LAY
        self.players[self.contest.loser].bluff[kind] -= 1
        self.contest.laid = kind
        self._ask("bluff_answer", self.contest.winner)

    def _legal_bluff_answer(self) -> list[int]:
        return [ACCEPT, CHALLENGE]

    def _apply_bluff_answer(self, action: int) -> None:
        """CR-14: accepted, the card goes unseen under the stack and they play again; challenged, all see it."""
        contest = self.contest
        assert contest is not None
        assert contest.laid is not None
        kind, contest.laid = contest.laid, None
        if action == ACCEPT:
            self._put_under(kind, [contest.loser])
            self._replay_contest()
        elif action == CHALLENGE:
            self._put_under(kind, range(len(self.players)))
            if kind == contest.symbol:
                contest.won = not contest.won
            self._settle_contest()
