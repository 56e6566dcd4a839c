"""Building blocks of pictures: tables, panels of players, dice, banknotes, cards and chips."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vegas_env.render.shapes import HEIGHT, WIDTH, Picture, words_width

BACKGROUND = "#18202f"
PANEL = "#232e44"
PANEL_EDGE = "#3a4967"
WELL = "#1b2436"  # background of fields within a panel
INK = "#f5f1e6"
MUTED = "#9fb0cb"
DARK = "#1d2330"  # text on light colours
GOLD = "#f6c453"
GOOD = "#3fb27f"
BAD = "#e5575c"
WHITE = "#f7f5ee"  # cards, and dice without an owner

SEATS = ("#e5575c", "#4f95ec", "#f2bd3d", "#3fb27f", "#b184e0", "#35bdc9")
CHIPS = {"pink": "#ee7fb4", "gold": "#f2bd3d", "green": "#3fb27f", "blue": "#4f95ec", "red": "#e5575c"}
_NOTES = ("#7d8aa5", "#8a6f5c", "#6b8f5e", "#4f8f8b", "#4d7fb5", "#7668b8", "#a45fa8", "#b9576f", "#bb7238", "#a98a2c")

MARGIN = 14
TOP, BOTTOM = 52, HEIGHT - 40  # the area between belongs to the ruleset
CONTENT = WIDTH - 2 * MARGIN

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


# --- colours ------------------------------------------------------------------------------------------------


def mixed(one: str, other: str, part: float) -> str:
    """A mixture of two colours with `part` (0 to 1) of `other`."""
    pairs = zip(*(bytes.fromhex(colour[1:]) for colour in (one, other)), strict=True)
    return "#" + bytes(round(a + part * (b - a)) for a, b in pairs).hex()


def on(colour: str) -> str:
    """The text colour, light or dark, that is legible on a colour."""
    red, green, blue = bytes.fromhex(colour[1:])
    return DARK if 0.299 * red + 0.587 * green + 0.114 * blue > 150 else INK


# --- the table ----------------------------------------------------------------------------------------------


def table(title: str, status: str, seat: int | None, question: str, caption: str) -> Picture:
    """An empty table: title and status at the top; deciding seat, question and caption at the bottom."""
    picture = Picture(BACKGROUND)
    wide = picture.words(MARGIN, 26, title, 24, GOLD)
    picture.words(MARGIN + wide + 16, 27, status, 16, MUTED, room=CONTENT - wide - 16)
    middle = (BOTTOM + HEIGHT) / 2
    picture.rect(0, BOTTOM + 2, WIDTH, HEIGHT - BOTTOM - 2, PANEL)
    room, x = float(CONTENT), float(MARGIN)
    if caption:
        room -= picture.words(WIDTH - MARGIN, middle, caption, 15, MUTED, "end", room=0.45 * CONTENT) + 16
    if seat is not None:
        x += badge(picture, x, middle, seat, 17) + 10
    picture.words(x, middle, question, 16, INK, room=room - (x - MARGIN))
    return picture


def across(count: int, gap: float = 10, left: float = MARGIN, room: float = CONTENT) -> list[tuple[float, float]]:
    """(x, width) of each of `count` equal columns."""
    wide = (room - gap * (count - 1)) / count
    return [(left + k * (wide + gap), wide) for k in range(count)]


def panel(picture: Picture, x: float, y: float, width: float, height: float, highlighted: bool = False) -> None:
    """A rounded rectangle, with a golden edge if highlighted."""
    picture.rect(x, y, width, height, PANEL, 9, GOLD if highlighted else PANEL_EDGE, 3 if highlighted else 1)


def badge(picture: Picture, x: float, y: float, seat: int, size: float = 15, faded: bool = False) -> float:
    """The name of a seat on its colour, vertically centred at y.  Returns the width."""
    colour = mixed(SEATS[seat], PANEL, 0.65) if faded else SEATS[seat]
    text = f"P{seat}"
    wide = words_width(text, size) + 0.9 * size
    picture.rect(x, y - 0.72 * size, wide, 1.44 * size, colour, 0.45 * size)
    picture.words(x + wide / 2, y, text, size, on(colour), "middle")
    return wide


def player(picture: Picture, x: float, y: float, width: float, height: float, seat: int, deciding: bool, amount: str,
           out: bool = False) -> None:  # fmt: skip
    """The panel of a player, with name and amount; faded if the player is out."""
    panel(picture, x, y, width, height, deciding)
    wide = badge(picture, x + 10, y + 22, seat, 17, faded=out)
    picture.words(x + width - 10, y + 22, amount, 20, MUTED if out else INK, "end", room=width - wide - 30)


def bar(picture: Picture, x: float, y: float, width: float, height: float, part: float, colour: str) -> None:
    """A progress bar, filled to `part` (0 to 1)."""
    picture.rect(x, y, width, height, WELL, height / 2)
    filled = width * min(1.0, max(0.0, part))
    if filled >= height:
        picture.rect(x, y, filled, height, colour, height / 2)


# --- dice ---------------------------------------------------------------------------------------------------


def die(picture: Picture, x: float, y: float, size: float, face: int | None, colour: str) -> None:
    """A die with its upper left corner at (x, y); without pips if `face` is None."""
    picture.rect(x, y, size, size, colour, 0.2 * size, mixed(colour, DARK, 0.35), max(1.0, 0.05 * size))
    if face is not None:
        pips(picture, x, y, size, face, on(colour))


def pips(picture: Picture, x: float, y: float, size: float, face: int, colour: str) -> None:
    """The pips of a die."""
    for across_, down in _PIPS[face]:
        picture.circle(x + size * (0.5 + 0.26 * across_), y + size * (0.5 + 0.26 * down), 0.095 * size, colour)


def die_size(size: float, room: float, number: int) -> float:
    """The size of `number` dice side by side in `room`: `size`, or down to 60 % of it."""
    return min(size, max(0.6 * size, room / (1.18 * max(1, number))))


def dice(picture: Picture, x: float, y: float, room: float, size: float, faces: Sequence[int | None],
         colour: str) -> float:  # fmt: skip
    """Dice side by side, smaller or overlapping if necessary; y is their vertical middle.  Returns the width."""
    if not faces:
        return 0.0
    size = die_size(size, room, len(faces))
    step = min(1.18 * size, (room - size) / max(1, len(faces) - 1))
    for place, face in enumerate(faces):
        die(picture, x + place * step, y - size / 2, size, face, colour)
    return (len(faces) - 1) * step + size


def star(picture: Picture, x: float, y: float, radius: float, colour: str) -> None:
    """A five-pointed star, centred at (x, y)."""
    points = []
    for k in range(10):
        length = radius if k % 2 == 0 else 0.42 * radius
        angle = math.pi * (k / 5 - 0.5)
        points.append((x + length * math.cos(angle), y + length * math.sin(angle)))
    picture.polygon(points, colour)


# --- money, chips and cards ---------------------------------------------------------------------------------


def note_colour(thousands: int) -> str:
    """The colour of a banknote."""
    return _NOTES[min(thousands // 10, len(_NOTES)) - 1]


def note(picture: Picture, x: float, y: float, width: float, height: float, thousands: int) -> None:
    """A banknote with its value."""
    colour = note_colour(thousands)
    light = mixed(colour, INK, 0.55)
    picture.rect(x, y, width, height, colour, 3, light, 1)
    picture.rect(x + 3, y + 3, width - 6, height - 6, mixed(colour, DARK, 0.18), 2)
    for centre in (x + 0.11 * width, x + 0.89 * width):
        picture.circle(centre, y + height / 2, 0.22 * height, colour, light, 1)
    picture.words(x + width / 2, y + height / 2, f"${thousands},000", 0.56 * height, INK, "middle", room=0.6 * width)


def chip(picture: Picture, x: float, y: float, radius: float, colour: str, number: int = 1) -> None:
    """A chip, centred at (x, y), with the number of chips if more than one."""
    light = mixed(colour, INK, 0.75)
    picture.circle(x, y, radius, colour)
    for k in range(6):
        angle = math.pi * k / 3
        inner, outer = 0.68 * radius, radius
        picture.stroke(
            x + inner * math.cos(angle), y + inner * math.sin(angle),
            x + outer * math.cos(angle), y + outer * math.sin(angle), light, 0.24 * radius,
        )  # fmt: skip
    picture.circle(x, y, 0.62 * radius, colour, light, max(1.0, 0.1 * radius))
    if number > 1:
        picture.words(x, y, str(number), 0.95 * radius, on(colour), "middle")


def chips(picture: Picture, x: float, y: float, radius: float, numbers: Sequence[int]) -> None:
    """Chips side by side, given their number by colour; y is their vertical middle."""
    for colour, number in zip(CHIPS.values(), numbers, strict=True):
        if number:
            chip(picture, x + radius, y, radius, colour, number)
            x += 2.3 * radius


def card(picture: Picture, x: float, y: float, width: float, height: float) -> None:
    """An empty card, face up."""
    picture.rect(x, y, width, height, WHITE, 0.1 * width, mixed(WHITE, DARK, 0.4), 1)


def card_back(picture: Picture, x: float, y: float, width: float, height: float, colour: str) -> None:
    """A card, face down."""
    dark = mixed(colour, DARK, 0.45)
    picture.rect(x, y, width, height, WHITE, 0.1 * width, mixed(WHITE, DARK, 0.4), 1)
    edge = 0.09 * width
    picture.rect(x + edge, y + edge, width - 2 * edge, height - 2 * edge, colour, 0.06 * width)
    cx, cy = x + width / 2, y + height / 2
    rx, ry = 0.26 * width, 0.28 * height
    picture.polygon([(cx - rx, cy), (cx, cy - ry), (cx + rx, cy), (cx, cy + ry)], dark)
