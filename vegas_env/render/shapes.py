"""Pictures as lists of simple shapes, which `svg` and `pixels` draw.

Lengths are in pixels at the picture's own size.  Colours are "#rrggbb".  Edges are inside their shape.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

WIDTH, HEIGHT = 960, 640


@dataclasses.dataclass(frozen=True)
class Rect:
    """A rectangle with its upper left corner at (x, y), with rounded corners if `radius` is not 0."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    radius: float = 0.0
    edge: str | None = None
    edge_width: float = 1.0


@dataclasses.dataclass(frozen=True)
class Circle:
    """A circle with its centre at (x, y)."""

    x: float
    y: float
    radius: float
    fill: str
    edge: str | None = None
    edge_width: float = 1.0


@dataclasses.dataclass(frozen=True)
class Polygon:
    """A filled polygon."""

    points: tuple[tuple[float, float], ...]
    fill: str


@dataclasses.dataclass(frozen=True)
class Stroke:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    width: float = 1.0


@dataclasses.dataclass(frozen=True)
class Words:
    """A line of bold text.  x is its "start", "middle" or "end", as `anchor` says; y is its baseline."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: str = "start"


Shape: TypeAlias = Rect | Circle | Polygon | Stroke | Words

# Widths of the characters from " " to "~" in thousandths of the font size.  Helvetica Bold, Arial Bold, Liberation Sans
# Bold and the font that ships with pygame share them.
_WIDTHS = (
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
    556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
    280, 389, 584,
)  # fmt: skip
_OTHER_WIDTH = 722  # of all other characters: an upper estimate
_CAPITALS = 0.72  # height of capitals and digits in units of the font size
_DOTS = "…"
_ROUNDING = 1e-6


@lru_cache(maxsize=4096)
def words_width(text: str, size: float) -> float:
    """The width of a text."""
    return size / 1000 * sum(_WIDTHS[ord(c) - 32] if " " <= c <= "~" else _OTHER_WIDTH for c in text)


def fitted(text: str, size: float, room: float, smallest: float) -> tuple[str, float]:
    """(text, size) that fits into `room`: scaled down to `smallest` if necessary, then truncated."""
    wide = words_width(text, size)
    if wide <= room:
        return text, size
    size = max(smallest, size * room / wide)
    while text.strip(_DOTS) and words_width(text, size) > room + _ROUNDING:
        text = text.rstrip(_DOTS)[:-1].rstrip() + _DOTS
    return text, size


class Picture:
    """A canvas with shapes; later ones are on top."""

    def __init__(self, background: str, width: int = WIDTH, height: int = HEIGHT) -> None:
        self.width = width
        self.height = height
        self.shapes: list[Shape] = []
        self.rect(0, 0, width, height, background)

    def rect(self, x: float, y: float, width: float, height: float, fill: str, radius: float = 0.0,
             edge: str | None = None, edge_width: float = 1.0) -> None:  # fmt: skip
        self.shapes.append(Rect(x, y, width, height, fill, radius, edge, edge_width))

    def circle(self, x: float, y: float, radius: float, fill: str, edge: str | None = None,
               edge_width: float = 1.0) -> None:  # fmt: skip
        self.shapes.append(Circle(x, y, radius, fill, edge, edge_width))

    def polygon(self, points: Sequence[tuple[float, float]], fill: str) -> None:
        self.shapes.append(Polygon(tuple(points), fill))

    def stroke(self, x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1.0) -> None:
        self.shapes.append(Stroke(x1, y1, x2, y2, colour, width))

    def words(self, x: float, y: float, text: str, size: float, colour: str, anchor: str = "start",
              room: float | None = None) -> float:  # fmt: skip
        """Add a text, vertically centred at y and fitted into `room`.  Returns its width."""
        if room is not None:
            text, size = fitted(text, size, room, smallest=0.72 * size)
        if text:
            self.shapes.append(Words(x, y + _CAPITALS * size / 2, text, size, colour, anchor))
        return words_width(text, size)
