"""A position of Las Vegas as a picture: casinos at the top, then the roll, then a panel for each player."""

from __future__ import annotations

from typing import Any

from vegas_env.render import casinos, widgets
from vegas_env.render.shapes import Picture
from vegas_env.rulesets.las_vegas import scene
from vegas_env.rulesets.las_vegas.config import LasVegasConfig
from vegas_env.rulesets.shared import banknotes
from vegas_env.spec import Facts

_ROLL = casinos.TOP + casinos.HEIGHT + 40  # middle of the rolled dice
_PLAYERS = _ROLL + 34
_DIE = 40


def draw(position: Facts, config: LasVegasConfig, seat: int | None, caption: str) -> Picture:
    question = ""
    if seat is not None:
        question = "which face do you place?" if position["offer"] is None else scene.question(position)
    picture = widgets.table("Las Vegas", scene.status(position, config), seat, question, caption)
    casinos.draw(picture, position["casinos"], position["offer"])
    if seat is not None and position["offer"] is None:
        _draw_roll(picture, position["roll"], seat)
    for number, (player, (x, wide)) in enumerate(
        zip(position["players"], widgets.across(max(3, config.players)), strict=False)
    ):
        _draw_player(picture, x, wide, number, player, deciding=number == seat)
    return picture


def _draw_roll(picture: Picture, roll: dict[str, list[int]], seat: int) -> None:
    own, white = scene.faces(roll["own"]), scene.faces(roll["white"])
    x = widgets.MARGIN + widgets.badge(picture, widgets.MARGIN, _ROLL, seat, 17) + 10
    x += picture.words(x, _ROLL, "rolled", 16, widgets.MUTED) + 14
    room = widgets.MARGIN + widgets.CONTENT - x
    share = room * len(own) / (len(own) + len(white)) if white else room
    x += widgets.dice(picture, x, _ROLL, share - 20, _DIE, own, widgets.SEATS[seat]) + 20
    widgets.dice(picture, x, _ROLL, room - share, _DIE, white, widgets.WHITE)


def _draw_player(picture: Picture, x: float, wide: float, seat: int, player: dict[str, Any], deciding: bool) -> None:
    money = player["money"]
    height = widgets.BOTTOM - _PLAYERS - 8
    widgets.player(
        picture, x, _PLAYERS, wide, height, seat, deciding, "?" if money is None else banknotes.money_name(money)
    )
    casinos.draw_won(picture, x + 10, _PLAYERS + 52, wide - 20, player)
    own, white = [None] * player["own_dice"], [None] * player["white_dice"]
    room = wide - 20
    share = room * len(own) / (len(own) + len(white)) - 5 if white else room
    used = widgets.dice(picture, x + 10, _PLAYERS + 84, share, 16, own, widgets.SEATS[seat])
    widgets.dice(picture, x + 18 + used, _PLAYERS + 84, room - used - 8, 16, white, widgets.WHITE)
    widgets.chips(picture, x + 10, _PLAYERS + height - 16, 10, player["chips"])
