"""A position of Gambler as a picture: tableau and roll on the left, players on the right."""

from __future__ import annotations

from typing import Any

from vegas_env.render import widgets
from vegas_env.render.shapes import Picture
from vegas_env.render.text import counted
from vegas_env.rulesets.gambler import scene
from vegas_env.rulesets.gambler.config import GamblerConfig
from vegas_env.rulesets.gambler.rules import LONGEST
from vegas_env.rulesets.gambler.tableaus import Row, Tableau, row_note
from vegas_env.spec import Facts

_WIDTH = 548  # of the tableau
_ROWS, _ROW = widgets.TOP + 40, 62
_SQUARE, _STEP = 50, 64  # a square, and with the gap behind it
_ROLL_TOP = _ROWS + 6 * _ROW + 10
_PLAYERS = widgets.MARGIN + _WIDTH + 14
_TRIPLE, _PAIR = "#a14d6b", "#4d7fa1"  # the two parts of a full house


def draw(position: Facts, config: GamblerConfig, seat: int | None, caption: str) -> Picture:
    status = scene.status(position, config)
    if config.star_rows == "distinct":
        status += ", no two star rows alike"
    question = "" if seat is None else f"{scene.question(position, config)}: place a die, roll again or stop?"
    picture = widgets.table("Gambler", status, seat, question, caption)
    widgets.panel(picture, widgets.MARGIN, widgets.TOP, _WIDTH, _ROLL_TOP - widgets.TOP)
    if position["tableau"] is not None:
        _draw_tableau(picture, config.tableaus[position["tableau"]], position["rows"])
    _draw_roll(picture, position, config, seat)
    height = (widgets.BOTTOM - widgets.TOP - 8) / max(4, config.players)
    for number, player in enumerate(position["players"]):
        _draw_player(picture, widgets.TOP + number * height, height - 8, number, player, config, number == seat)
    return picture


def _draw_tableau(picture: Picture, tableau: Tableau, rows: list[dict[str, Any]]) -> None:
    picture.words(widgets.MARGIN + 16, widgets.TOP + 21, tableau.name, 18, widgets.INK, room=_WIDTH - 32)
    for number, (row, state) in enumerate(zip(tableau.rows, rows, strict=True)):
        y = _ROWS + number * _ROW + _ROW / 2
        colour = widgets.GOOD if row.points > 0 else widgets.BAD
        left = widgets.MARGIN + 16
        picture.words(left, y, str(number + 1), 15, widgets.MUTED)
        picture.rect(left + 22, y - 18, 84, 36, colour, 8)
        sign = "+" if row.points > 0 else "\u2212"
        picture.words(left + 64, y, f"{sign}{abs(row.points)}", 20, widgets.on(colour), "middle", room=76)
        x = left + 128.0
        for place in range(row.length or 0):
            face = state["filled"][place] if place < len(state["filled"]) else None
            _draw_square(picture, x, y - _SQUARE / 2, row, place, face)
            x += _STEP
        if row.length != LONGEST:
            picture.words(x, y, row_note(row), 12, widgets.MUTED)


def _draw_square(picture: Picture, x: float, y: float, row: Row, place: int, face: int | None) -> None:
    """A die, or what an empty square requires: a face, a star, or a part of a full house."""
    if face is not None:
        widgets.die(picture, x, y, _SQUARE, face, widgets.WHITE)
        return
    picture.rect(x, y, _SQUARE, _SQUARE, widgets.WELL, 0.2 * _SQUARE, widgets.PANEL_EDGE, 2)
    middle = x + _SQUARE / 2, y + _SQUARE / 2
    if row.kind == "faces":
        widgets.pips(picture, x, y, _SQUARE, row.faces[place], widgets.mixed(widgets.WELL, widgets.INK, 0.45))
    elif row.kind == "stars":
        widgets.star(picture, *middle, 0.3 * _SQUARE, widgets.mixed(widgets.WELL, widgets.GOLD, 0.75))
    else:
        part = _TRIPLE if place < 3 else _PAIR
        picture.circle(*middle, 0.3 * _SQUARE, part)
        picture.words(*middle, "3" if place < 3 else "2", 0.34 * _SQUARE, widgets.INK, "middle")


def _draw_roll(picture: Picture, position: Facts, config: GamblerConfig, seat: int | None) -> None:
    top, height = _ROLL_TOP + 8, widgets.BOTTOM - _ROLL_TOP - 16
    widgets.panel(picture, widgets.MARGIN, top, _WIDTH, height)
    if seat is None:
        return
    y = top + height / 2
    x = widgets.MARGIN + 16 + widgets.badge(picture, widgets.MARGIN + 16, y, seat, 17) + 12
    faces = [face for face, n in enumerate(position["roll"], start=1) for _ in range(n)]
    if faces:
        widgets.dice(picture, x, y, widgets.MARGIN + _WIDTH - 16 - x, 54, faces, widgets.SEATS[seat])
    else:
        picture.words(x, y, "has placed every die of this roll", 16, widgets.MUTED)


def _draw_player(picture: Picture, y: float, height: float, seat: int, player: dict[str, Any], config: GamblerConfig,
                 deciding: bool) -> None:  # fmt: skip
    wide = widgets.MARGIN + widgets.CONTENT - _PLAYERS
    points = player["points"]
    widgets.player(picture, _PLAYERS, y, wide, height, seat, deciding, f"{points} points")
    widgets.bar(picture, _PLAYERS + 12, y + 42, wide - 24, 8, points / config.target, widgets.SEATS[seat])
    number = player["dice"]
    picture.words(_PLAYERS + 12, y + 66, counted(number, "die", "dice"), 13, widgets.MUTED)
    widgets.dice(picture, _PLAYERS + 72, y + 66, wide - 84, 14, [None] * number, widgets.WHITE)
