"""Coloured text for terminals, with the escape sequences of the sixteen standard colours."""

from __future__ import annotations

from vegas_env.render.text import Span, Text

_RESET = "\x1b[0m"
_CODES = {
    "title": "1",
    "dim": "2",
    "good": "92",
    "bad": "91",
    "white": "97",
    "red": "91",
    "blue": "94",
    "gold": "93",
    "yellow": "93",
    "green": "92",
    "pink": "95",
    "purple": "95",
    **{f"seat {seat}": code for seat, code in enumerate(("1;91", "1;94", "1;93", "1;92", "1;95", "1;96"))},
}


def coloured(text: Text) -> str:
    """The text with escape sequences.  Spans of an unknown style stay plain."""
    return "\n".join("".join(map(_coloured, line)) for line in text.lines)


def _coloured(span: Span) -> str:
    code = _CODES.get(span.style)
    return f"\x1b[{code}m{span.text}{_RESET}" if code and span.text.strip() else span.text
