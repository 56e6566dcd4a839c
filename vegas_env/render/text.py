"""A table in words: lines of spans that know what they mean, for terminals with and without colours.

A ruleset says what stands where and in which style; `vegas_env.render.ansi` knows how a terminal shows a style.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import TypeAlias

WIDTH = 80  # columns that every line keeps to
INDENT = 6  # of what a long line goes on with


@dataclasses.dataclass(frozen=True)
class Span:
    """Some characters in one style: "" (plain), "title", "dim", "good", "bad", "white", the name of a colour, or
    "seat 0", "seat 1", … for what belongs to a seat.
    """

    text: str
    style: str = ""


Line: TypeAlias = tuple[Span, ...]


@dataclasses.dataclass(frozen=True)
class Text:
    """Lines for people, none of them longer than WIDTH."""

    lines: tuple[Line, ...]

    def __str__(self) -> str:
        """Without any style."""
        return "\n".join(plain(line) for line in self.lines)


def counted(number: int, one: str, several: str) -> str:
    """A number of things in words."""
    return f"{number} {one if number == 1 else several}"


def seat_style(seat: int) -> str:
    return f"seat {seat}"


def name(seat: int) -> Span:
    """How a seat is called."""
    return Span(f"P{seat}", seat_style(seat))


def line(*parts: str | Span | Iterable[Span]) -> Line:
    """A line of strings, spans and lists of spans, one after the other."""
    spans: list[Span] = []
    for part in parts:
        if isinstance(part, (str, Span)):
            spans.append(Span(part) if isinstance(part, str) else part)
        else:
            spans.extend(part)
    return tuple(spans)


def player_line(seat: int, deciding: int | None, *parts: str | Span | Iterable[Span]) -> Line:
    """A line about a player, with a mark at the one who decides."""
    return line(Span(">", "title") if seat == deciding else " ", " ", name(seat), "  ", *parts)


def joined(parts: Iterable[Line], separator: str = " ") -> Line:
    """Lines as one line."""
    spans: list[Span] = []
    for part in parts:
        spans.extend([Span(separator), *part] if spans else part)
    return tuple(spans)


def plain(spans: Iterable[Span]) -> str:
    return "".join(span.text for span in spans)


def width(spans: Iterable[Span]) -> int:
    return sum(len(span.text) for span in spans)


def padded(cell: Line, wide: int) -> Line:
    return (*cell, Span(" " * (wide - width(cell))))


def columns(rows: Sequence[Sequence[Line]], gap: int = 2) -> list[Line]:
    """Cells one below the other; a column is as wide as its widest cell, and left out if all are empty."""
    wide = [max(width(cell) for cell in column) for column in zip(*rows, strict=True)]
    shown = [place for place, size in enumerate(wide) if size]
    return [joined((padded(row[place], wide[place]) for place in shown), " " * gap) for row in rows]


def page(lines: Iterable[Line]) -> Text:
    """Lines, the long ones broken between words."""
    return Text(tuple(part for check_int in lines for part in _broken(_stripped(check_int))))


def _stripped(spans: Line) -> Line:
    """Without blanks at the end."""
    kept = list(spans)
    while kept and not kept[-1].text.rstrip():
        kept.pop()
    return (*kept[:-1], dataclasses.replace(kept[-1], text=kept[-1].text.rstrip())) if kept else ()


def _broken(spans: Line) -> Iterable[Line]:
    while width(spans) > WIDTH:
        text = plain(spans)
        blank = text.rfind(" ", INDENT + 1, WIDTH + 1)
        end = blank if blank > 0 else WIDTH
        yield _stripped(_cut(spans, 0, end))
        rest = len(text) - len(text[end:].lstrip())
        spans = (Span(" " * INDENT), *_cut(spans, rest, len(text)))
    yield spans


def _cut(spans: Line, start: int, stop: int) -> Line:
    """The characters from `start` to `stop`."""
    kept, place = [], 0
    for span in spans:
        part = span.text[max(0, start - place) : max(0, stop - place)]
        if part:
            kept.append(Span(part, span.style))
        place += len(span.text)
    return tuple(kept)
