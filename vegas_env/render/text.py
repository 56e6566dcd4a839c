"""Positions as text: lines of spans with a style.

Rulesets choose the words and styles; `vegas_env.render.ansi` turns styles into colours of a terminal.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import TypeAlias

WIDTH = 80  # columns; longer lines are wrapped
INDENT = 6  # of the continuation of a wrapped line


@dataclasses.dataclass(frozen=True)
class Span:
    """Characters in one style.

    Styles are "" (plain), "title", "dim", "good", "bad", the names of colours, and "seat 0", "seat 1", … for the colour
    of a seat.
    """

    text: str
    style: str = ""


Line: TypeAlias = tuple[Span, ...]


@dataclasses.dataclass(frozen=True)
class Text:
    """Wrapped lines."""

    lines: tuple[Line, ...]

    def __str__(self) -> str:
        """The text without styles."""
        return "\n".join(plain(line) for line in self.lines)


def counted(number: int, one: str, several: str) -> str:
    """A number with the singular or plural of a word."""
    return f"{number} {one if number == 1 else several}"


def seat_style(seat: int) -> str:
    """The style of a seat."""
    return f"seat {seat}"


def name(seat: int) -> Span:
    """The name of a seat, for example "P0"."""
    return Span(f"P{seat}", seat_style(seat))


def line(*parts: str | Span | Iterable[Span]) -> Line:
    """Concatenate strings, spans and lines to a line."""
    spans: list[Span] = []
    for part in parts:
        if isinstance(part, (str, Span)):
            spans.append(Span(part) if isinstance(part, str) else part)
        else:
            spans.extend(part)
    return tuple(spans)


def player_line(seat: int, deciding: int | None, *parts: str | Span | Iterable[Span]) -> Line:
    """A line about a player, marked with ">" if the seat decides."""
    return line(Span(">", "title") if seat == deciding else " ", " ", name(seat), "  ", *parts)


def joined(parts: Iterable[Line], separator: str = " ") -> Line:
    """Join lines to one line."""
    spans: list[Span] = []
    for part in parts:
        spans.extend([Span(separator), *part] if spans else part)
    return tuple(spans)


def plain(spans: Iterable[Span]) -> str:
    """The characters of a line, without styles."""
    return "".join(span.text for span in spans)


def width(spans: Iterable[Span]) -> int:
    """The number of characters of a line."""
    return sum(len(span.text) for span in spans)


def padded(cell: Line, wide: int) -> Line:
    """The line with spaces at the end, up to a width."""
    return (*cell, Span(" " * (wide - width(cell))))


def columns(rows: Sequence[Sequence[Line]], gap: int = 2) -> list[Line]:
    """Align the cells of a table in columns.  Empty columns are left out."""
    wide = [max(width(cell) for cell in column) for column in zip(*rows, strict=True)]
    kept = [place for place, size in enumerate(wide) if size]
    return [joined((padded(row[place], wide[place]) for place in kept), " " * gap) for row in rows]


def page(lines: Iterable[Line]) -> Text:
    """A text from lines of any length, which are wrapped between words."""
    return Text(tuple(part for spans in lines for part in _wrapped(_stripped(spans))))


def _stripped(spans: Line) -> Line:
    """The line without spaces at its end."""
    kept = list(spans)
    while kept and not kept[-1].text.rstrip():
        kept.pop()
    return (*kept[:-1], dataclasses.replace(kept[-1], text=kept[-1].text.rstrip())) if kept else ()


def _wrapped(spans: Line) -> Iterable[Line]:
    while width(spans) > WIDTH:
        text = plain(spans)
        blank = text.rfind(" ", INDENT + 1, WIDTH + 1)
        end = blank if blank > 0 else WIDTH
        yield _stripped(_cut(spans, 0, end))
        rest = len(text) - len(text[end:].lstrip())
        spans = (Span(" " * INDENT), *_cut(spans, rest, len(text)))
    yield spans


def _cut(spans: Line, start: int, stop: int) -> Line:
    """The part of a line from character `start` to `stop`."""
    kept, place = [], 0
    for span in spans:
        part = span.text[max(0, start - place) : max(0, stop - place)]
        if part:
            kept.append(Span(part, span.style))
        place += len(span.text)
    return tuple(kept)
