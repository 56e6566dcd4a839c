"""The spaces that pay: Pot (CR-16), All play (CR-17) and Grand Slam (CR-18)."""

from fractions import Fraction

from tests.support.oracles.cash_and_run.actions import GO_ON, PLAY, STOP, TAKE
from tests.support.oracles.cash_and_run.config import Space
from tests.support.oracles.cash_and_run.odds import CASINO_GAMES, EVEN, THROWS, bernoulli, uniform
from tests.support.oracles.cash_and_run.table import AllPlay, Table

SLAM_STEPS = 3


class Prizes(Table):
    # ---------------------------------------------------------------- Pot

    def _reach_pot(self, _space: Space) -> None:
        self._await("pot")

    def _outcomes_pot(self) -> dict[int, Fraction]:
        """CR-16: the second game of the symbol: a dozen, two numbers, or jack-queen-king-ace."""
        symbol = self.spaces[self.here()].symbol
        assert symbol is not None
        return bernoulli(CASINO_GAMES[symbol][1].odds)

    def _happen_pot(self, won: int) -> None:
        if won:
            self.me().cash += self.pot
            self.pot = 0
        self._after_space()

    # ---------------------------------------------------------------- All play

    def _reach_all_play(self, space: Space) -> None:
        """CR-17: all players throw, the turn player first, then clockwise."""
        assert space.symbol is not None
        self.all_play = AllPlay(space.symbol, self._throw_order(), [None] * len(self.players))
        self.stack.append("all_play")
        self._await("throw")

    def _throw_order(self) -> list[int]:
        assert self.turn_seat is not None
        return [self.turn_seat, *self.clockwise_after(self.turn_seat)[:-1]]

    def _outcomes_throw(self) -> dict[int, Fraction]:
        assert self.all_play is not None
        return uniform(range(THROWS[self.all_play.symbol]))

    def _happen_throw(self, score: int) -> None:
        play = self.all_play
        assert play is not None
        if play.stage == "all":
            play.scores[play.candidates[len(play.throws)]] = score
        play.throws.append(score)
        if len(play.throws) < len(play.candidates):
            self._await("throw")
        elif play.stage == "low":
            self._find_lowest(self._best(min(play.throws)))
        else:
            self._find_highest(self._best(max(play.throws)))

    def _best(self, score: int) -> list[int]:
        """The players with this score in the last round of throws."""
        play = self.all_play
        assert play is not None
        return [seat for seat, throw in zip(play.candidates, play.throws, strict=True) if throw == score]

    def _throw_again(self, stage: str, candidates: list[int]) -> None:
        assert self.all_play is not None
        self.all_play.stage, self.all_play.candidates, self.all_play.throws = stage, candidates, []
        self._await("throw")

    def _find_highest(self, highest: list[int]) -> None:
        """CR-17: ties for the highest throw again among themselves."""
        play = self.all_play
        assert play is not None
        if len(highest) > 1:
            self._throw_again("high", highest)
            return
        play.winner = highest[0]
        if self.bank >= self.config["all_play_prize"]:
            self._bank_pays(play.winner, self.config["all_play_prize"])
            self._finish_all_play()
        else:  # lowest by the first throw; only if all threw the same could the winner be among them
            others = [seat for seat in self._throw_order() if seat != play.winner]
            lowest = min(score for seat in others if (score := play.scores[seat]) is not None)
            self._find_lowest([seat for seat in others if play.scores[seat] == lowest])

    def _find_lowest(self, lowest: list[int]) -> None:
        """CR-17: only if the bank is short; ties for the lowest throw again too. The lowest owes the difference."""
        play = self.all_play
        assert play is not None
        assert play.winner is not None
        if len(lowest) > 1:
            self._throw_again("low", lowest)
            return
        winner = play.winner
        self.all_play = None
        missing = self.config["all_play_prize"] - self._bank_pays(winner, self.config["all_play_prize"])
        self._owe(lowest[0], winner, missing, first=None)

    def _finish_all_play(self) -> None:
        self.all_play = None
        self._leave("all_play")
        self._after_space()

    # ---------------------------------------------------------------- Grand Slam

    def _reach_grand_slam(self, _space: Space) -> None:
        """CR-18: nothing happens if the bank is empty."""
        assert self.turn_seat is not None
        if self.bank == 0:
            self._after_space()
        else:
            self._ask("slam_offer", self.turn_seat)

    def _legal_slam_offer(self) -> list[int]:
        return [TAKE, PLAY]

    def _apply_slam_offer(self, action: int) -> None:
        assert self.turn_seat is not None
        if action == TAKE:
            self._bank_pays(self.turn_seat, self.config["slam_gift"])
            self._after_space()
        else:
            self._await("slam")

    def _outcomes_slam(self) -> dict[int, Fraction]:
        """CR-18: an even die, a red card, an odd number: each one half."""
        return bernoulli(EVEN)

    def _happen_slam(self, won: int) -> None:
        assert self.turn_seat is not None
        if not won:
            self.slam = 0
            self._end_turn()  # CR-9: even after a double
            return
        self.slam += 1
        if self.slam == SLAM_STEPS:
            self._collect_slam()
        else:
            self._ask("slam_on", self.turn_seat)

    def _legal_slam_on(self) -> list[int]:
        return [STOP, GO_ON]

    def _apply_slam_on(self, action: int) -> None:
        if action == STOP:
            self._collect_slam()
        else:
            self._await("slam")

    def _collect_slam(self) -> None:
        """CR-18: the sums are totals; a bank with too little pays what it has."""
        assert self.turn_seat is not None
        self._bank_pays(self.turn_seat, self.config["slam_prizes"][self.slam - 1])
        self.slam = 0
        self._after_space()
