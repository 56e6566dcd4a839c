"""Auctions (CR-24 to CR-27)."""

from tests.support.oracles.cash_and_run.actions import ALL_IN, BID, PASS, RAISE
from tests.support.oracles.cash_and_run.table import Auction, Table


class Auctions(Table):
    def _begin_auction(self, seller: int, casino: int) -> None:
        """CR-24, CR-26: all opponents may bid, clockwise from the seller's left."""
        bidders = [seat for seat in self.living() if seat != seller]
        price = self.config["auction_minimum"] - 1
        self.auction = Auction(casino, seller, price, None, bidders, [None] * len(self.players))
        self.stack.append("auction")
        self._next_bidder(seller)

    def _claim(self, seat: int) -> int:
        """CR-25: what the seller still owes this bidder."""
        if self.debt is None or self.debt.creditor != seat or not self.config["creditor_bids"]:
            return 0
        return self.debt.amount

    def _limit(self, seat: int) -> int:
        """CR-25, CR-26: the most a player can bid: cash plus what the seller owes them."""
        return self.players[seat].cash + self._claim(seat)

    def _next_bidder(self, after: int) -> None:
        """CR-24: clockwise, whoever is still in and is not leading; without such a bidder the auction is over."""
        auction = self.auction
        assert auction is not None
        for seat in self.clockwise_after(after):
            if seat in auction.still_in and seat != auction.leader:
                self._ask("bid" if self.config["auction"] == "english" else "sealed_bid", seat)
                return
        if self.config["auction"] == "english":
            self._close_auction(auction.leader, auction.price)
        else:
            self._open_bids()

    # ---------------------------------------------------------------- open outcry

    def _legal_bid(self) -> list[int]:
        assert self.auction is not None
        assert self.seat is not None
        price, limit = self.auction.price, self._limit(self.seat)
        steps = [RAISE + j for j, step in enumerate(self.config["raises"]) if price + step <= limit]
        return [PASS, *steps]

    def _apply_bid(self, action: int) -> None:
        assert self.auction is not None
        assert self.seat is not None
        if action == PASS:
            self.auction.still_in.remove(self.seat)
        else:
            self.auction.price += self.config["raises"][action - RAISE]
            self.auction.leader = self.seat
        self._next_bidder(self.seat)

    # ---------------------------------------------------------------- sealed bids

    def _bid_amounts(self, seat: int) -> dict[int, int]:
        """CR-27, CR-41: the amount behind each legal bid; "all in" only where it adds an amount."""
        least, limit = self.config["auction_minimum"], self._limit(seat)
        amounts = {BID + rung: bid for rung, bid in enumerate(self.config["bids"]) if least <= bid <= limit}
        if limit >= least and limit not in amounts.values():
            amounts[ALL_IN] = limit
        return {PASS: 0, **amounts}

    def _legal_sealed_bid(self) -> list[int]:
        assert self.seat is not None
        return list(self._bid_amounts(self.seat))

    def _apply_sealed_bid(self, action: int) -> None:
        assert self.auction is not None
        assert self.seat is not None
        self.auction.bids[self.seat] = self._bid_amounts(self.seat)[action]
        self.auction.still_in.remove(self.seat)
        self._next_bidder(self.seat)

    def _open_bids(self) -> None:
        """CR-27: the highest wins, ties go to the nearest clockwise; he pays his own or the second-highest bid."""
        auction = self.auction
        assert auction is not None
        order = [seat for seat in self.clockwise_after(auction.seller) if auction.bids[seat]]
        if not order:
            self._close_auction(None, 0)
            return
        ranked = sorted(order, key=lambda seat: -(auction.bids[seat] or 0))  # stable: nearest first among equals
        price = auction.bids[ranked[0]]
        if self.config["auction"] == "sealed_second":
            price = auction.bids[ranked[1]] if len(ranked) > 1 else self.config["auction_minimum"]
        assert price is not None
        self._close_auction(ranked[0], price)

    # ---------------------------------------------------------------- the hammer

    def _close_auction(self, winner: int | None, price: int) -> None:
        """CR-24: the winner pays the seller, CR-25 after setting off the debt; without a bidder the bank buys."""
        auction = self.auction
        assert auction is not None
        self._give_casino(auction.casino, winner)
        if winner is None:
            self._bank_pays(auction.seller, self.config["bank_price"])
        else:
            set_off = min(price, self._claim(winner))
            if set_off and self.debt is not None:
                self.debt.amount -= set_off
            self._pay(winner, auction.seller, price - set_off)
        self.auction = None
        self._leave("auction")
        self._resume()
