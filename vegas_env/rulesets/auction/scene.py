"""A position of an auction in plain Python values, and in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.render.text import Line, Span, line, name, player_line
from vegas_env.rulesets.auction import rules as au
from vegas_env.rulesets.auction.config import AuctionConfig
from vegas_env.rulesets.shared import auctions
from vegas_env.spec import Facts, plain

EVENTS = {au.VALUE: "value", au.TIE: "tie"}


def _or_none(number: int) -> int | None:
    return None if number < 0 else number


def facts(game: np.void, config: AuctionConfig) -> Facts:
    """The complete position."""
    at = plain(game)
    seats = range(config.players)
    return {
        "lot": at["lot"],
        "values": [[_or_none(value) for value in row[: config.players]] for row in at["values"][: config.lots]],
        "cash": at["cash"][: config.players],
        "price": at["price"],
        "leader": _or_none(at["leader"]),
        "still_in": [seat for seat in seats if at["still_in"] >> seat & 1],
        "bids": [_or_none(bid) for bid in at["bids"][: config.players]],
        "winners": [_or_none(winner) for winner in at["winners"][: config.lots]],
        "prices": at["prices"][: config.lots],
    }


def hide(position: Facts, config: AuctionConfig, viewer: int | None) -> Facts:
    """AU-2, AU-7: until the end, hide the others' values, their sealed bids, and which seats have already bid."""
    if is_over(position, config):
        return position

    def own(row: list[Any]) -> list[Any]:
        return [entry if seat == viewer else None for seat, entry in enumerate(row)]

    hidden = {"values": [own(row) for row in position["values"]], "bids": own(position["bids"])}
    return position | hidden | ({} if is_open(config) else {"still_in": None})


def describe(position: Facts, config: AuctionConfig, action: int) -> str:
    """What an action does, in words."""
    return "pass" if action == au.PASS else f"bid {(action - au.BID + 1) * config.step}"


def announcement(position: Facts, config: AuctionConfig, action: int) -> str:
    """What the other seats hear of an action.  Sealed bids stay hidden (AU-7)."""
    return describe(position, config, action) if is_open(config) else "make a sealed bid"


def is_open(config: AuctionConfig) -> bool:
    return auctions.FORMATS[config.auction].is_open


def is_over(position: Facts, config: AuctionConfig) -> bool:
    return bool(position["lot"] == config.lots)


def status(position: Facts, config: AuctionConfig) -> str:
    """How far the game has progressed."""
    return "all lots are sold" if is_over(position, config) else f"lot {position['lot'] + 1} of {config.lots}"


def profit(position: Facts, seat: int) -> int:
    """AU-8: the values of the lots a seat has won, minus its payments.  All values are known at the end only."""
    sold = zip(position["values"], position["prices"], position["winners"], strict=True)
    return sum(values[seat] - price for values, price, winner in sold if winner == seat)


def text(position: Facts, config: AuctionConfig, seat: int | None) -> list[Line]:
    """The position in words: the lots sold so far, a line for each player, the question."""
    lines = [line(Span("Auction", "title"), f" ({config.auction}), {status(position, config)}")]
    for lot in range(position["lot"]):
        winner = position["winners"][lot]
        sold = "not sold" if winner is None else (name(winner), Span(f" for {position['prices'][lot]}"))
        lines.append(line(f"  lot {lot + 1}: ", sold))
    for number, cash in enumerate(position["cash"]):
        rest = f", leads with {position['price']}" if position["leader"] == number else ""
        if is_over(position, config):
            rest = f", profit {profit(position, number)}"
        lines.append(player_line(number, seat, f"{cash}{rest}"))
    if seat is not None:
        lines.append(line(name(seat), f": {question(position, seat)}"))
    return lines


def question(position: Facts, seat: int) -> str:
    """What the deciding seat has to decide."""
    value = position["values"][position["lot"]][seat]
    return "your bid?" if value is None else f"this lot is worth {value} to you; your bid?"


def check(position: Facts, config: AuctionConfig) -> None:
    """Assert that each player's money is the budget minus payments, and that no player is below zero."""
    for seat in range(config.players):
        paid = sum(p for p, winner in zip(position["prices"], position["winners"], strict=True) if winner == seat)
        assert position["cash"][seat] == config.budget - paid >= 0, f"seat {seat} has {position['cash'][seat]}"
    for price, winner in zip(position["prices"], position["winners"], strict=True):
        assert price == 0 if winner is None else price >= config.minimum


def outcome_name(config: AuctionConfig, event: int, outcome: int) -> str:
    """A chance outcome in words."""
    return f"a value of {outcome}" if event == au.VALUE else f"seat {outcome} wins the tie"
