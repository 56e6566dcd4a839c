"""The casinos of both Las Vegas games, with notes, dice and chips, as text and as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from vegas_env.render import widgets
from vegas_env.render.shapes import Picture
from vegas_env.render.text import Line, Span, columns, joined, line, seat_style

TOP, HEIGHT = widgets.TOP + 2, 330
NEUTRAL = -1  # in place of a seat, for white dice
_NOTES = TOP + 48  # top of the notes
_NOTE, _NOTES_ROOM = 36, 145  # height of one note with the gap below it; of all notes
_ROW = 30  # height of a row of dice
_MOST_IN_A_ROW = 1 / 20  # small notes per pixel of width
_SIDE, _DIGIT, _TIE = 9, 10, 22  # widths: of the margin, a digit, the word "tie"


def chip_spans(numbers: Sequence[int]) -> Line:
    """Chip cards in words, in their colours, given their number by colour."""
    return joined(line(Span(f"{n} {name}", name)) for name, n in zip(widgets.CHIPS, numbers, strict=True) if n)


def rows(casinos: Sequence[dict[str, Any]]) -> list[Line]:
    """Text lines, one for each casino: notes, dice of each seat, white dice, chip cards."""
    players = range(len(casinos[0]["dice"]))
    some_chips = any(any(casino["chips"]) for casino in casinos)
    head = [line("casino"), line("notes (thousands)"), line("dice"), *((),) * len(players[1:]), ()]
    lines = [[*head, line("chips") if some_chips else ()]]
    for number, casino in enumerate(casinos, start=1):
        own = [line(Span(f"P{s}:{n}" if n else "    ", seat_style(s))) for s, n in enumerate(casino["dice"])]
        white = casino.get("white", 0)
        lines.append(
            [
                line(f"  {number}"),
                line(" ".join(str(note) for note in casino["notes"])),
                *own,
                line(Span(f"white:{white}", "white")) if white else (),
                chip_spans(casino["chips"]),
            ]
        )
    return columns(lines)


def draw(picture: Picture, casinos: Sequence[dict[str, Any]], offer: int | None) -> None:
    """Draw each casino with its number, notes, dice sorted by their number, and chip cards.

    `offer` is the casino that offers its chip cards now.
    """
    parts = widgets.across(max(4, len(casinos)))
    for number, (casino, (x, wide)) in enumerate(zip(casinos, parts, strict=False), start=1):
        widgets.panel(picture, x, TOP, wide, HEIGHT, highlighted=offer == number - 1)
        widgets.die(picture, x + 9, TOP + 9, 28, number, widgets.WHITE)
        total = sum(casino["notes"])
        picture.words(x + wide - 10, TOP + 23, f"{total},000" if total else "", 15, widgets.MUTED, "end")
        high = _note_height(casino)
        for place, note in enumerate(casino["notes"]):
            widgets.note(picture, x + 9, _NOTES + place * high, wide - 18, high - 4, note)
        _draw_dice(picture, x, wide, number, casino)
        widgets.chips(picture, x + 9, TOP + HEIGHT - 17, 10, casino["chips"])


def _note_height(casino: dict[str, Any]) -> float:
    return min(_NOTE, _NOTES_ROOM / max(1, len(casino["notes"])))


def _draw_dice(picture: Picture, x: float, wide: float, face: int, casino: dict[str, Any]) -> None:
    """A row for each seat with dice here; seats that tie, and so win nothing, are marked."""
    laid = {seat: n for seat, n in enumerate(casino["dice"]) if n}
    if casino.get("white"):
        laid[NEUTRAL] = casino["white"]
    same = Counter(laid.values())
    bottom = TOP + HEIGHT - (34 if any(casino["chips"]) else 12)
    top = _NOTES + len(casino["notes"]) * _note_height(casino) + 6
    row = min(_ROW, (bottom - top) / max(1, len(laid)))
    most = max(laid.values(), default=0)
    left = _SIDE + _DIGIT * len(str(most)) + 4
    room = wide - left - _SIDE - (_TIE if max(same.values(), default=0) > 1 else 0)
    size = widgets.die_size(0.84 * row, room, most)
    y = top + row / 2
    for seat, n in sorted(laid.items(), key=lambda item: -item[1]):
        colour = widgets.WHITE if seat == NEUTRAL else widgets.SEATS[seat]
        tied = same[n] > 1
        picture.words(x + _SIDE, y, str(n), min(16, 0.7 * row), widgets.MUTED if tied else widgets.INK)
        widgets.dice(picture, x + left, y, room, size, [face] * n, colour)
        if tied:
            picture.words(x + wide - _SIDE, y, "tie", 11, widgets.MUTED, "end")
        y += row


def draw_won(picture: Picture, x: float, y: float, room: float, player: dict[str, Any]) -> None:
    """Draw the notes that a player has won, the highest first; face down if they are hidden.

    Many notes take two rows, so that all stay legible.
    """
    held = player["held"]
    values = (
        [None] * player["notes"] if held is None else [v for v in sorted(held, reverse=True) for _ in range(held[v])]
    )
    if len(values) <= _MOST_IN_A_ROW * room:
        _draw_small_notes(picture, x, y, room, 18, values)
        return
    half = (len(values) + 1) // 2
    _draw_small_notes(picture, x, y - 7, room, 13, values[:half])
    _draw_small_notes(picture, x, y + 7, room, 13, values[half:])


def _draw_small_notes(picture: Picture, x: float, y: float, room: float, high: float, values: Sequence[int | None]
                      ) -> None:  # fmt: skip
    """Notes side by side, overlapping if necessary; y is their vertical middle."""
    step = min(33.0, (room - 30) / max(1, len(values) - 1))
    for place, value in enumerate(values):
        colour = widgets.PANEL_EDGE if value is None else widgets.note_colour(value)
        left = x + place * step
        picture.rect(left, y - high / 2, 30, high, colour, 3, widgets.mixed(colour, widgets.INK, 0.5), 1)
        if value is not None:
            visible = 30 if place == len(values) - 1 else min(30.0, step)
            if visible > 11:
                picture.words(left + visible / 2, y, str(value), 0.6 * high, widgets.INK, "middle", room=visible - 1)
