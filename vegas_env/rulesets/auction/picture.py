"""A position of an auction as a picture: the lots at the top, then money, value and bid of each player."""

from __future__ import annotations

from vegas_env.render import widgets
from vegas_env.render.shapes import Picture
from vegas_env.render.text import counted
from vegas_env.rulesets.auction import scene
from vegas_env.rulesets.auction.config import AuctionConfig
from vegas_env.rulesets.shared import auctions
from vegas_env.spec import Facts

_LOTS, _LOT = widgets.TOP + 2, 84
_SEATS = _LOTS + _LOT + 12
_TRACK = 330  # left end of the money scale
_TRACK_END = widgets.MARGIN + widgets.CONTENT - 40


def draw(position: Facts, config: AuctionConfig, seat: int | None, caption: str) -> Picture:
    question = "" if seat is None else scene.question(position, seat)
    status = f"{auctions.FORMATS[config.auction].title}: {scene.status(position, config)}"
    picture = widgets.table("Auction", status, seat, question, caption)
    for lot, (x, wide) in enumerate(widgets.across(max(4, config.lots))[: config.lots]):
        _draw_lot(picture, x, wide, lot, position, config)
    height = (widgets.BOTTOM - _SEATS - 2) / max(3, config.players)
    for number in range(config.players):
        _draw_seat(picture, _SEATS + number * height, height - 8, number, position, config, number == seat)
    return picture


def _draw_lot(picture: Picture, x: float, wide: float, lot: int, position: Facts, config: AuctionConfig
              ) -> None:  # fmt: skip
    now = lot == position["lot"]
    widgets.panel(picture, x, _LOTS, wide, _LOT, highlighted=now)
    picture.words(x + 12, _LOTS + 22, f"Lot {lot + 1}", 16, widgets.INK if lot <= position["lot"] else widgets.MUTED)
    y = _LOTS + 58
    winner = position["winners"][lot]
    if winner is not None:
        used = widgets.badge(picture, x + 12, y, winner, 15) + 8
        picture.words(x + 12 + used, y, f"for {position['prices'][lot]:,}", 17, widgets.INK, room=wide - used - 22)
    elif now:
        price = f"at {position['price']:,}" if position["price"] else "no bid yet"
        picture.words(x + 12, y, price if scene.is_open(config) else "sealed bids", 17, widgets.GOLD, room=wide - 24)
    else:
        picture.words(x + 12, y, "not sold" if lot < position["lot"] else "to come", 15, widgets.MUTED, room=wide - 24)


def _draw_seat(picture: Picture, y: float, height: float, seat: int, position: Facts, config: AuctionConfig,
               deciding: bool) -> None:  # fmt: skip
    widgets.panel(picture, widgets.MARGIN, y, widgets.CONTENT, height, deciding)
    middle = y + height / 2
    x = widgets.MARGIN + 14
    used = widgets.badge(picture, x, middle, seat, 18) + 14
    cash = position["cash"][seat]
    picture.words(x + used, middle - 9, f"{cash:,}", 20, widgets.INK)
    won = sum(winner == seat for winner in position["winners"])
    lots = counted(won, "lot", "lots")
    picture.words(x + used, middle + 13, f"of {config.budget:,}, {lots} won", 13, widgets.MUTED, room=130)
    picture.words(x + 190, middle, _standing(position, config, seat), 15, widgets.GOLD, room=100)
    _draw_track(picture, middle, seat, position, config)


def _standing(position: Facts, config: AuctionConfig, seat: int) -> str:
    """The state of a seat in the current auction, as far as the viewer knows it."""
    if scene.is_over(position, config):
        return f"profit {scene.profit(position, seat):,}"
    if scene.is_open(config):
        return "leads" if position["leader"] == seat else "" if seat in position["still_in"] else "passed"
    bid = position["bids"][seat]
    return "" if bid is None else "passed" if bid == 0 else f"bids {bid:,}"


def _draw_track(picture: Picture, y: float, seat: int, position: Facts, config: AuctionConfig) -> None:
    """The money of a seat on a scale, with marks for the value of the lot and for the bid."""
    most = max(config.budget, config.highest_value)
    length = _TRACK_END - _TRACK

    def place(amount: int) -> float:
        return _TRACK + length * amount / most

    picture.rect(_TRACK, y - 6, length, 12, widgets.WELL, 6)
    if position["cash"][seat]:
        colour = widgets.mixed(widgets.SEATS[seat], widgets.PANEL, 0.3)
        picture.rect(_TRACK, y - 6, max(12.0, place(position["cash"][seat]) - _TRACK), 12, colour, 6)
    if scene.is_over(position, config):
        return
    value = position["values"][position["lot"]][seat]
    if value is None:
        widgets.card_back(picture, _TRACK_END + 12, y - 13, 19, 26, widgets.SEATS[seat])
    else:
        _draw_mark(picture, place(value), y, -1, f"value {value:,}", widgets.INK)
    bid = position["price"] if position["leader"] == seat else position["bids"][seat]
    if bid:
        _draw_mark(picture, place(bid), y, 1, f"bid {bid:,}", widgets.GOLD)


def _draw_mark(picture: Picture, x: float, y: float, side: int, label: str, colour: str) -> None:
    """A triangle above (side -1) or below (side 1) the scale, with its label on the side that has room."""
    picture.polygon([(x, y + 8 * side), (x - 7, y + 19 * side), (x + 7, y + 19 * side)], colour)
    if x < _TRACK_END - 100:
        picture.words(x + 12, y + 16 * side, label, 13, colour)
    else:
        picture.words(x - 12, y + 16 * side, label, 13, colour, "end")
