"""A position of Las Vegas, the card game, as a picture: casinos at the top, then the hand, then the players."""

from __future__ import annotations

from typing import Any

from vegas_env.render import casinos, widgets
from vegas_env.render.shapes import Picture
from vegas_env.rulesets.las_vegas_cards import scene
from vegas_env.rulesets.las_vegas_cards.config import LasVegasCardsConfig
from vegas_env.rulesets.shared import banknotes
from vegas_env.spec import Facts

_HAND = casinos.TOP + casinos.HEIGHT + 38  # middle of the cards in hand
_PLAYERS = _HAND + 36
_CARD = 40, 56
_SMALL = 18, 25


def draw(position: Facts, config: LasVegasCardsConfig, seat: int | None, caption: str) -> Picture:
    question = ""
    if seat is not None:
        question = "chooses cards" if position["offer"] is None else scene.question(position, seat)
    status = scene.status(position, config, seat)
    picture = widgets.table("Las Vegas, the card game", status, seat, question, caption)
    casinos.draw(picture, position["casinos"], position["offer"])
    if seat is not None:
        _draw_hand(picture, position["players"][seat], seat)
    for number, (player, (x, wide)) in enumerate(
        zip(position["players"], widgets.across(max(3, config.players)), strict=False)
    ):
        _draw_player(picture, x, wide, number, player, config, deciding=number == seat)
    return picture


def _kinds(some: list[int] | int) -> list[int | None]:
    """The kind of every card, None for hidden ones."""
    return [None] * some if isinstance(some, int) else [kind for kind, n in enumerate(some) for _ in range(n)]


def _draw_hand(picture: Picture, player: dict[str, Any], seat: int) -> None:
    hand = _kinds(player["hand"])
    wide, high = _CARD
    x = widgets.MARGIN + widgets.badge(picture, widgets.MARGIN, _HAND, seat, 17) + 10
    x += picture.words(x, _HAND, "in hand", 16, widgets.MUTED) + 14
    step = min(wide + 8.0, (widgets.MARGIN + widgets.CONTENT - x - wide) / max(1, len(hand) - 1))
    for place, kind in enumerate(hand):
        draw_card(picture, x + place * step, _HAND - high / 2, wide, high, kind, seat)


def draw_card(picture: Picture, x: float, y: float, wide: float, high: float, kind: int | None, seat: int) -> None:
    """A card that shows one die, or two of the same face; face down if `kind` is None."""
    colour = widgets.SEATS[seat]
    if kind is None:
        widgets.card_back(picture, x, y, wide, high, colour)
        return
    widgets.card(picture, x, y, wide, high)
    face, doubled = kind // 2 + 1, kind % 2
    size = (0.54 if doubled else 0.64) * wide
    middles = (0.27, 0.73) if doubled else (0.5,)
    for middle in middles:
        widgets.die(picture, x + (wide - size) / 2, y + middle * high - size / 2, size, face, colour)


def _draw_player(picture: Picture, x: float, wide: float, seat: int, player: dict[str, Any],
                 config: LasVegasCardsConfig, deciding: bool) -> None:  # fmt: skip
    height = widgets.BOTTOM - _PLAYERS - 8
    money = "?" if player["money"] is None else banknotes.money_name(player["money"])
    widgets.player(picture, x, _PLAYERS, wide, height, seat, deciding, money, out=not player["in"])
    casinos.draw_won(picture, x + 10, _PLAYERS + 48, wide - 20, player)
    _draw_small_cards(picture, x + 10, _PLAYERS + 76, wide - 20, seat, player)
    placed = f"{player['cards_placed']} placed, out at {config.limit}" if player["in"] else "out of this round"
    picture.words(x + 10, _PLAYERS + 97, placed, 12, widgets.MUTED, room=0.6 * wide)
    pile = f"{scene.how_many(player['pile'])} to draw"
    picture.words(x + wide - 10, _PLAYERS + 97, pile, 12, widgets.MUTED, "end", room=0.36 * wide)
    widgets.chips(picture, x + 10, _PLAYERS + height - 17, 10, player["chips"])


def _draw_small_cards(picture: Picture, x: float, y: float, room: float, seat: int, player: dict[str, Any]) -> None:
    """The hand on the left; on the right the chosen cards, if the viewer may see them."""
    wide, high = _SMALL
    hand, chosen = _kinds(player["hand"]), _kinds(player["chosen"])
    step = min(wide + 3.0, (room - 10 - (wide + 3) * len(chosen) - wide) / max(1, len(hand) - 1))
    for place, kind in enumerate(hand):
        draw_card(picture, x + place * step, y - high / 2, wide, high, kind, seat)
    left = x + room - len(chosen) * (wide + 3)
    for place, kind in enumerate(chosen):
        draw_card(picture, left + place * (wide + 3), y - high / 2, wide, high, kind, seat)
