"""Games between two players: gambling in another's casino (CR-11 to CR-13) and takeovers (CR-19)."""

from fractions import Fraction

from tests.support.oracles.cash_and_run.actions import ALL_IN, BREAK, CASINO, DECLINE, GAME, GAMES, STAKE
from tests.support.oracles.cash_and_run.config import Space
from tests.support.oracles.cash_and_run.odds import CASINO_GAMES, EVEN, CasinoGame, bernoulli
from tests.support.oracles.cash_and_run.table import Contest, Table


class CasinoGames(Table):
    # ---------------------------------------------------------------- a visit: game and stake

    def _visit(self, casino: int, owner: int) -> None:
        """CR-11: a visitor must gamble."""
        assert self.turn_seat is not None
        self.contest = Contest("visit", self.turn_seat, owner, casino, symbol=casino % 3)
        self.stack.append("visit")
        self._raise_stake_money()

    def _raise_stake_money(self) -> None:
        """CR-13: without any cash he must first auction a casino of his own; with none he is bankrupt."""
        assert self.contest is not None
        visitor = self.contest.challenger
        if self.players[visitor].cash:
            self._ask("pick_game", visitor)
        elif self.casinos_of(visitor):
            self._ask("sell", visitor)
        else:
            self.contest = None
            self._go_bankrupt(visitor)

    def _legal_pick_game(self) -> list[int]:
        return [GAME + game for game in range(GAMES)]

    def _apply_pick_game(self, action: int) -> None:
        assert self.contest is not None
        self.contest.game = action - GAME
        self._ask("stake", self.contest.challenger)

    def _game_played(self) -> CasinoGame:
        assert self.contest is not None
        assert self.contest.game is not None
        return CASINO_GAMES[self.contest.symbol][self.contest.game]

    def _stake_amounts(self) -> dict[int, int]:
        """CR-11, CR-41: the amount behind each legal stake; "all in" and "break" only where they add an amount."""
        assert self.contest is not None
        cash = self.players[self.contest.challenger].cash
        amounts = {STAKE + rung: stake for rung, stake in enumerate(self.config["stakes"]) if stake <= cash}
        if cash not in amounts.values():
            amounts[ALL_IN] = cash
        breaking = self.players[self.contest.opponent].cash // self._game_played().pays + 1
        if breaking <= cash and breaking not in amounts.values():
            amounts[BREAK] = breaking
        return amounts

    def _legal_stake(self) -> list[int]:
        return list(self._stake_amounts())

    def _apply_stake(self, action: int) -> None:
        """The stake lies on the table until the game is settled."""
        assert self.contest is not None
        self.contest.stake = self._stake_amounts()[action]
        self.players[self.contest.challenger].cash -= self.contest.stake
        self._await("game")

    # ---------------------------------------------------------------- the game itself

    def _outcomes_game(self) -> dict[int, Fraction]:
        return bernoulli(self._game_played().odds)

    def _happen_game(self, won: int) -> None:
        assert self.contest is not None
        self.contest.won = bool(won)
        self._after_game()

    def _replay_contest(self) -> None:
        """CR-14: the game is played again for the same stake."""
        assert self.contest is not None
        self.contest.won = None
        self._await("game" if self.contest.kind == "visit" else "takeover")

    def _settle_contest(self) -> None:
        """CR-12, CR-19: after the bluff phase."""
        assert self.contest is not None
        if self.contest.kind == "visit":
            self._settle_visit()
        else:
            self._settle_takeover()

    def _settle_visit(self) -> None:
        """CR-12: lost, the stake goes to the owner; won, the visitor keeps it and the owner owes a multiple."""
        contest = self.contest
        assert contest is not None
        winnings = contest.stake * self._game_played().pays
        self.players[contest.winner].cash += contest.stake
        self.contest = None
        if contest.won:
            self._owe(contest.opponent, contest.challenger, winnings, first=contest.casino)  # CR-13
        else:
            self._leave("visit")
            self._after_space()

    # ---------------------------------------------------------------- takeover

    def _reach_takeover(self, _space: Space) -> None:
        """CR-19: only for an owner of a casino who can pay, and if there is something to take."""
        assert self.turn_seat is not None
        able = self.me().cash >= self.config["takeover_price"] and self.casinos_of(self.turn_seat)
        if able and self._targets():
            self._ask("takeover_offer", self.turn_seat)
        else:
            self._after_space()

    def _targets(self) -> list[int]:
        return [casino for casino, owner in enumerate(self.owner) if owner not in (None, self.turn_seat)]

    def _legal_takeover_offer(self) -> list[int]:
        return [DECLINE] + [CASINO + casino for casino in self._targets()]

    def _apply_takeover_offer(self, action: int) -> None:
        assert self.turn_seat is not None
        if action == DECLINE:
            self._after_space()
            return
        casino = action - CASINO
        owner, symbol = self.owner[casino], self.spaces[self.here()].symbol
        assert owner is not None
        assert symbol is not None
        self._pay_pot(self.turn_seat, self.config["takeover_price"])
        self.contest = Contest("takeover", self.turn_seat, owner, casino, symbol)
        self.stack.append("takeover")
        self._await("takeover")

    def _outcomes_takeover(self) -> dict[int, Fraction]:
        return bernoulli(EVEN)

    def _happen_takeover(self, won: int) -> None:
        assert self.contest is not None
        self.contest.won = bool(won)
        self._after_game()

    def _settle_takeover(self) -> None:
        """CR-19: won, the casino is his; lost, the opponent chooses one of the challenger's casinos."""
        contest = self.contest
        assert contest is not None
        if contest.won:
            self._finish_takeover(contest.casino, contest.challenger)
        else:
            self._ask("forfeit", contest.opponent)

    def _legal_forfeit(self) -> list[int]:
        assert self.contest is not None
        return [CASINO + casino for casino in self.casinos_of(self.contest.challenger)]

    def _apply_forfeit(self, action: int) -> None:
        assert self.contest is not None
        self._finish_takeover(action - CASINO, self.contest.opponent)

    def _finish_takeover(self, casino: int, winner: int) -> None:
        self._give_casino(casino, winner)
        self.contest = None
        self._leave("takeover")
        self._after_space()
