"""The end of the game, the ranking (CR-29, CR-31, CR-40), payoffs, and the facts of a position."""

from tests.support.oracles.cash_and_run.config import CASINOS
from tests.support.oracles.cash_and_run.table import Player, Table

MILLION = 20  # in units of 50,000


class Results(Table):
    def _end_game(self, reason: str) -> None:
        self.over = True
        self.ended = reason
        self.phase, self.seat, self.pending = "over", None, None
        self.stack = []
        self.turn_seat = None
        self.extra = self.ran = False

    def net_worth(self, seat: int) -> int:
        """CR-40: cash, an own stake on the table, and 100,000 per casino."""
        stake = self.contest.stake if self.contest is not None and self.contest.challenger == seat else 0
        return self.players[seat].cash + stake + self.config["casino_value"] * len(self.casinos_of(seat))

    def standing(self, seat: int) -> tuple[int, int]:
        """Best first: who completed a lap, then solvent players by net worth, then bankrupt ones, latest first."""
        if seat == self.lap_winner:
            return 2, 0
        if self.players[seat].bankrupt:
            return 0, self.players[seat].bankrupt
        return 1, self.net_worth(seat)

    def shares(self) -> list[float]:
        """Each seat's share of the win; zeros before the end."""
        seats = range(len(self.players))
        if not self.over:
            return [0.0 for _ in seats]
        best = max(self.standing(seat) for seat in seats)
        winners = sum(self.standing(seat) == best for seat in seats)
        return [1.0 / winners if self.standing(seat) == best else 0.0 for seat in seats]

    def payoffs(self, reward: str) -> list[float]:
        """The payoff of each seat under the reward "win", "rank" or "money"."""
        count = len(self.players)
        if reward == "money":
            worth = [self.net_worth(seat) for seat in range(count)]
            return [(own - (sum(worth) - own) / (count - 1)) / MILLION for own in worth]
        if reward not in ("win", "rank"):
            raise ValueError(f"unknown reward {reward!r}")
        if not self.over:
            return [0.0] * count
        if reward == "win":
            return [share - 1.0 / count for share in self.shares()]
        return [self._rank_value(seat) for seat in range(count)]

    def _rank_value(self, seat: int) -> float:
        """+1 for the first place down to -1 for the last, the places of tied players averaged."""
        standings = [self.standing(other) for other in range(len(self.players))]
        better = sum(other > standings[seat] for other in standings)
        equal = sum(other == standings[seat] for other in standings)
        place = better + (equal - 1) / 2
        return 1.0 - 2.0 * place / (len(self.players) - 1)

    # ---------------------------------------------------------------- facts

    def facts(self) -> dict:
        """The whole position in plain Python values."""
        return {
            "phase": self.phase,
            "pending": self.pending,
            "seat": self.seat,
            "stack": list(self.stack),
            "turn": self.turn,
            "turn_seat": self.turn_seat,
            "extra": self.extra,
            "ran": self.ran,
            "bank": self.bank,
            "pot": self.pot,
            "owner": [self.owner[casino] for casino in range(CASINOS)],
            "players": [self._player_facts(player) for player in self.players],
            "bluff_stack": list(self.bluff_stack),
            "bottom": [kind for kind, _ in self.bottom],
            "bottom_known": [known for _, known in self.bottom],
            "slam": self.slam,
            "laying": None if self.laying is None else list(self.laying),
            "leaving": self.leaving,
            "contest": self._contest_facts(),
            "debt": self._debt_facts(),
            "auction": self._auction_facts(),
            "all_play": self._all_play_facts(),
            "ended": self.ended,
            "lap_winner": self.lap_winner,
        }

    def _player_facts(self, player: Player) -> dict:
        lap = player.lap
        return {
            "cash": player.cash,
            "position": player.position,
            "bluff": list(player.bluff),
            "bankrupt": player.bankrupt,
            "lap": None if lap is None else {"start": lap.start, "steps": lap.steps, "laid": sorted(lap.laid)},
        }

    def _contest_facts(self) -> dict | None:
        contest = self.contest
        if contest is None:
            return None
        return {
            "kind": contest.kind,
            "challenger": contest.challenger,
            "opponent": contest.opponent,
            "casino": contest.casino,
            "symbol": contest.symbol,
            "game": contest.game,
            "stake": contest.stake,
            "won": contest.won,
            "laid": contest.laid,
        }

    def _debt_facts(self) -> dict | None:
        debt = self.debt
        if debt is None:
            return None
        return {"debtor": debt.debtor, "creditor": debt.creditor, "amount": debt.amount, "first": debt.first}

    def _auction_facts(self) -> dict | None:
        auction = self.auction
        if auction is None:
            return None
        return {
            "casino": auction.casino,
            "seller": auction.seller,
            "price": auction.price,
            "leader": auction.leader,
            "still_in": sorted(auction.still_in),
            "bids": list(auction.bids),
        }

    def _all_play_facts(self) -> dict | None:
        play = self.all_play
        if play is None:
            return None
        return {
            "symbol": play.symbol,
            "stage": play.stage,
            "candidates": list(play.candidates),
            "throws": list(play.throws),
            "scores": list(play.scores),
            "winner": play.winner,
        }
