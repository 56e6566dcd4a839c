"""An independent oracle for stand-alone auctions (rules AU-1 to AU-8, docs/rules/auction.md)."""

from __future__ import annotations

from fractions import Fraction


class AuctionOracle:
    """config: players, auction, lots, highest_value, budget, bids, step, minimum, ties."""

    def __init__(self, config: dict):
        self.config = config
        self.players = list(range(config["players"]))
        self.grid = {number: number * config["step"] for number in range(1, config["bids"] + 1)}  # action → amount
        self.money = dict.fromkeys(self.players, config["budget"])
        self.worth: list[dict[int, int]] = []  # one dict per lot: player → value
        self.sold: list[tuple[int | None, int]] = []  # (winner or None, price)
        self.pending: str | None = "value"
        self.seat: int | None = None
        self.over = False
        self.queue: list[int] = []  # players who still have to decide, in order; open auctions go round
        self.best: tuple[int, int] | None = None  # (player, price) in an open auction
        self.sealed: dict[int, int] = {}
        self.tied: list[int] = []

    # --- chance ---------------------------------------------------------------------------------------------

    def outcomes(self) -> dict[int, Fraction]:
        if self.pending == "value":
            codes = range(self.config["highest_value"] + 1)
        else:
            codes = self.tied
        return dict.fromkeys(codes, Fraction(1, len(codes)))

    def apply_chance(self, code: int) -> None:
        if self.pending is None or code not in self.outcomes():
            raise ValueError(code)
        if self.pending == "tie":
            self.pending = None
            self._hammer(code)
            return
        if not self.worth or len(self.worth[-1]) == len(self.players):
            self.worth.append({})
        self.worth[-1][len(self.worth[-1])] = code
        if len(self.worth) == self.config["lots"] and len(self.worth[-1]) == len(self.players):
            self.pending = None
            self._next_lot()

    # --- decisions ------------------------------------------------------------------------------------------

    def _choices(self, player: int) -> list[int]:
        lowest = self.config["minimum"]
        if self.best is not None:
            lowest = max(lowest, self.best[1] + 1)
        return [action for action, amount in self.grid.items() if lowest <= amount <= self.money[player]]

    def legal(self) -> list[int]:
        return [] if self.seat is None else [0, *self._choices(self.seat)]

    def apply(self, action: int) -> None:
        if action not in self.legal():
            raise ValueError(action)
        player = self.seat
        self._act(player, self.grid.get(action, 0))
        self._ask()

    def _act(self, player: int, amount: int) -> None:
        self.queue.remove(player)
        if self.config["auction"] != "english":
            self.sealed[player] = amount
        elif amount:
            if self.best is not None:
                self.queue.append(self.best[0])  # the former leader may bid again
            self.best = (player, amount)

    def _next_lot(self) -> None:
        if len(self.sold) == self.config["lots"]:
            self.over = True
            self.seat = None
            return
        first = len(self.sold) % len(self.players)
        self.last = first - 1
        self.queue = self.players[:]
        self.best = None
        self.sealed = {}
        self._ask()

    def _ask(self) -> None:
        """Clockwise from the last player who acted; a player who cannot bid passes automatically."""
        if self.seat is not None:
            self.last = self.seat
        n = len(self.players)
        while self.queue:
            player = min(self.queue, key=lambda p: (p - self.last - 1) % n)
            if self._choices(player):
                self.seat = player
                return
            self._act(player, 0)
            self.last = player
        self.seat = None
        if self.config["auction"] == "english":
            self._hammer(None if self.best is None else self.best[0])
            return
        highest = max(self.sealed.values())
        first = len(self.sold) % n
        self.tied = [p for p in self.players if self.sealed[p] == highest] if highest else []
        if len(self.tied) > 1 and self.config["ties"] == "random":
            self.pending = "tie"
        elif self.tied:
            self._hammer(min(self.tied, key=lambda p: (p - first) % n))
        else:
            self._hammer(None)

    def _hammer(self, winner: int | None) -> None:
        price = 0
        if winner is not None:
            if self.config["auction"] == "english":
                price = self.best[1]
            elif self.config["auction"] == "sealed_first":
                price = self.sealed[winner]
            else:
                price = max(self.config["minimum"], *(b for p, b in self.sealed.items() if p != winner))
            self.money[winner] -= price
        self.sold.append((winner, price))
        self._next_lot()

    # --- results --------------------------------------------------------------------------------------------

    def _profit(self, player: int) -> int:
        return sum(self.worth[lot][player] - price for lot, (winner, price) in enumerate(self.sold) if winner == player)

    def shares(self) -> list[float]:
        profits = [self._profit(player) for player in self.players]
        winners = [profit == max(profits) and self.over for profit in profits]
        return [won / max(1, sum(winners)) for won in winners]

    def payoffs(self, reward: str) -> list[float]:
        profits = [self._profit(player) for player in self.players]
        n = len(profits)
        if reward == "money":
            return [profit / self.config["highest_value"] for profit in profits]
        if not self.over:
            return [0.0] * n
        if reward == "win":
            return [share - 1 / n for share in self.shares()]
        places = [
            sum(other > own for other in profits) + (sum(other == own for other in profits) - 1) / 2 for own in profits
        ]
        return [1 - 2 * place / (n - 1) for place in places]

    def facts(self) -> dict:
        lots, sealed = self.config["lots"], self.config["auction"] != "english"
        open_lot = bool(self.queue) or self.pending == "tie"
        unsold = [(None, 0)] * (lots - len(self.sold))
        worth = self.worth + [{}] * (lots - len(self.worth))
        led = self.best if open_lot else None
        return {
            "lot": len(self.sold),
            "values": [[values.get(player) for player in self.players] for values in worth],
            "cash": list(self.money.values()),
            "price": led[1] if led else 0,
            "leader": led[0] if led else None,
            "still_in": sorted([*self.queue, *([led[0]] if led else [])]) if open_lot else [],
            "bids": [self.sealed.get(player) if sealed and open_lot else None for player in self.players],
            "winners": [winner for winner, _ in self.sold + unsold],
            "prices": [price for _, price in self.sold + unsold],
        }
