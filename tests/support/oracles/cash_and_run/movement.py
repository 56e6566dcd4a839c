"""A turn (CR-7 to CR-9), the way to a space, and Cash & Run spaces (CR-10)."""

from fractions import Fraction

from tests.support.oracles.cash_and_run.actions import ANNOUNCE, CASINO, END_TURN, MOVE, ROLL
from tests.support.oracles.cash_and_run.config import SPACES
from tests.support.oracles.cash_and_run.odds import uniform
from tests.support.oracles.cash_and_run.table import Table

FACES = 6


class Movement(Table):
    def _begin_turn(self, seat: int) -> None:
        self.turn += 1
        self.turn_seat = seat
        self.stack = ["turn"]
        self.extra = False
        self.ran = self.me().lap is not None
        self._start_of_turn()

    # ---------------------------------------------------------------- before the roll

    def _start_of_turn(self) -> None:
        assert self.turn_seat is not None
        self._ask("turn_start", self.turn_seat)

    def _legal_turn_start(self) -> list[int]:
        """CR-7, CR-8: auction a casino, or announce, or roll."""
        assert self.turn_seat is not None
        options = [ROLL]
        if self._may_announce():
            options.append(ANNOUNCE)
        if self._may_auction():
            options += [CASINO + casino for casino in self.casinos_of(self.turn_seat)]
        return options

    def _may_auction(self) -> bool:
        """CR-7, CR-33: while anyone is on a final lap, only without any money."""
        return not self.on_lap() or self.me().cash == 0

    def _may_announce(self) -> bool:
        """CR-8, CR-32: with a combination, not on a lap, and not in the turn in which a lap was lost."""
        assert self.turn_seat is not None
        return not self.ran and bool(self._combinations_of(self.turn_seat))

    def _apply_turn_start(self, action: int) -> None:
        assert self.turn_seat is not None
        if action == ROLL:
            self._await("dice")
        elif action == ANNOUNCE:
            self._await("announce")
        else:
            self._begin_auction(self.turn_seat, action - CASINO)

    # ---------------------------------------------------------------- roll and move

    def _outcomes_dice(self) -> dict[int, Fraction]:
        return uniform(range(FACES * FACES))

    def _happen_dice(self, code: int) -> None:
        """CR-8, CR-9: the pawn goes on clockwise; CR-31: a completed lap wins before the space is resolved."""
        one, two = code // FACES, code % FACES
        steps = one + two + 2
        me = self.me()
        self.extra = one == two and not self.ran
        me.position = (self.here() + steps) % SPACES
        if me.lap is not None:
            me.lap.steps += steps
            if me.lap.steps >= SPACES:
                self.lap_winner = self.turn_seat
                self._end_game("lap")
                return
        self._resolve_space()

    def _resolve_space(self) -> None:
        space = self.spaces[self.here()]
        if space.kind == "cash_and_run":
            self._reach_cash_and_run()
        else:
            getattr(self, f"_reach_{space.kind}")(space)

    def _reach_cash_and_run(self) -> None:
        """CR-10: go anywhere; on a final lap nothing happens."""
        assert self.turn_seat is not None
        if self.me().lap is not None:
            self._after_space()
        else:
            self._ask("move", self.turn_seat)

    def _legal_move(self) -> list[int]:
        """CR-10: to any space but another Cash & Run space; staying is allowed."""
        here = self.here()
        return [MOVE + s for s, space in enumerate(self.spaces) if space.kind != "cash_and_run" or s == here]

    def _apply_move(self, action: int) -> None:
        target = action - MOVE
        if target == self.here():
            self._after_space()
        else:
            self.me().position = target
            self._resolve_space()

    # ---------------------------------------------------------------- after the space

    def _after_space(self) -> None:
        """CR-9: perhaps another roll."""
        assert self.turn_seat is not None
        if self.extra and not self.me().bankrupt:
            self._ask("extra_roll", self.turn_seat)
        else:
            self._end_turn()

    def _legal_extra_roll(self) -> list[int]:
        return [ROLL] if self.config["extra_roll"] == "must" else [ROLL, END_TURN]

    def _apply_extra_roll(self, action: int) -> None:
        if action == ROLL:
            self.extra = False
            self._await("dice")
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        """The next player still in the game, or the end by CR-40."""
        assert self.turn_seat is not None
        if self.turn == self.config["turn_limit"]:
            self._end_game("turn_limit")
        else:
            self._begin_turn(self.clockwise_after(self.turn_seat)[0])
