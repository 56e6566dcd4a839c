"""A position of Pig as a picture: a panel for each player, with a bar of points."""

from __future__ import annotations

from typing import Any

from vegas_env.render import widgets
from vegas_env.render.shapes import Picture
from vegas_pig import scene
from vegas_pig.config import PigConfig


def draw(position: dict[str, Any], config: PigConfig, seat: int | None, caption: str) -> Picture:
    question = "" if seat is None else scene.question(position)
    picture = widgets.table("Pig", scene.status(position, config), seat, question, caption)
    height = (widgets.BOTTOM - widgets.TOP) / config.players
    for number, points in enumerate(position["scores"]):
        turn_total = position["turn_total"] if number == seat else 0
        _draw_player(picture, widgets.TOP + number * height, height - 8, number, points, turn_total, config)
    return picture


def _draw_player(
    picture: Picture, y: float, height: float, seat: int, points: int, turn_total: int, config: PigConfig
) -> None:
    """A player's name, points, and a bar on which the points of this turn follow those already scored."""
    amount = f"{points} + {turn_total}" if turn_total else str(points)
    widgets.player(picture, widgets.MARGIN, y, widgets.CONTENT, height, seat, turn_total > 0, amount)
    x, bar = widgets.MARGIN + 12, (widgets.CONTENT - 24, 16)
    colour = widgets.SEATS[seat]
    faded = widgets.mixed(colour, widgets.PANEL, 0.5)
    widgets.bar(picture, x, y + height - 28, *bar, (points + turn_total) / config.target, faded)
    if points:
        picture.rect(x, y + height - 28, max(16.0, bar[0] * min(1.0, points / config.target)), bar[1], colour, 8)
