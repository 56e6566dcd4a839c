"""Tableaus and rows as data, read from TOML files and checked.  Errors name the file, the tableau and the row.

A file has one `[[tableau]]` after the other (see standard.toml):

    [[tableau]]
    name = "Payday"
    beginner = true                                  # optional
    rows = [
        { kind = "faces", faces = [2, 2], points = 20 },     # these faces from left to right
        { kind = "stars", length = 3, points = -40 },        # one face on all squares; negative points are paid
        { kind = "full_house", points = 70 },                # three of one face, then two of another
        …                                                    # six rows in all
    ]
"""

from __future__ import annotations

import dataclasses
import functools
import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from vegas_env.checks import check_bool, check_int, suggest
from vegas_env.rulesets.gambler.rules import FACES, HOUSE, KINDS, LONGEST, MOST_ROW_POINTS, MOST_TABLEAUS, ROWS

UNIT = 10  # points: the unit in compiled code
STANDARD = Path(__file__).with_name("standard.toml")


@dataclasses.dataclass(frozen=True)
class Row:
    """GA-2, GA-3: a row of squares, filled from left to right."""

    kind: str
    """"faces", "stars" or "full_house"."""
    points: int
    """A multiple of 10 that the player who places the last die wins or, if negative, pays."""
    faces: tuple[int, ...] = ()
    """The faces 1 to 6 on the squares; empty for stars and full houses."""
    length: int | None = None
    """Number of squares; needed for stars only."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"unknown kind {self.kind!r}: {suggest(self.kind, KINDS)}")
        faces = self._checked_faces()
        length = self._checked_length(faces)
        most = UNIT * MOST_ROW_POINTS
        points = check_int("points", self.points, -most, most)
        if points % UNIT or points == 0:
            raise ValueError(f"points must be a multiple of {UNIT} and not 0, not {points}")
        for name, value in (("faces", faces), ("length", length), ("points", points)):
            object.__setattr__(self, name, value)

    def _checked_faces(self) -> tuple[int, ...]:
        if isinstance(self.faces, (str, bytes)) or not isinstance(self.faces, Iterable):
            raise ValueError(f"faces must be a list of faces, not {self.faces!r}")
        faces = tuple(check_int("a face", face, 1, FACES) for face in self.faces)
        if self.kind != "faces" and faces:
            raise ValueError(f'only rows of kind "faces" have faces, not {self.kind!r}')
        return faces

    def _checked_length(self, faces: tuple[int, ...]) -> int:
        if self.kind == "faces":
            length = check_int("the number of faces", len(faces), 1, LONGEST)
        elif self.kind == "full_house":
            length = HOUSE
        else:
            length = check_int("length", self.length, 1, LONGEST)
        if self.length not in (None, length):
            raise ValueError(f"length must be {length} for these {self.kind.replace('_', ' ')}, not {self.length!r}")
        return length

    @property
    def text(self) -> str:
        """The empty row as text."""
        return row_text(self, ())


def row_text(row: Row, filled: Iterable[int]) -> str:
    """A row as text: dice in brackets, then the faces, stars or letters on the empty squares."""
    dice = [f"[{face}]" for face in filled]
    signs = {"faces": [str(face) for face in row.faces], "stars": ["*"] * LONGEST, "full_house": [*"rrrgg"]}[row.kind]
    return " ".join([*dice, *signs[len(dice) : row.length]])


def row_note(row: Row) -> str:
    """A note that explains the empty squares; "" for given faces."""
    alike = "any face" if row.length == 1 else "all alike"
    return {"faces": "", "stars": alike, "full_house": "full house"}[row.kind]


@dataclasses.dataclass(frozen=True)
class Tableau:
    """GA-1: a tableau of six rows."""

    name: str
    rows: tuple[Row, ...]
    beginner: bool = False
    """Whether it is recommended for beginners (GA-4)."""

    def __post_init__(self) -> None:
        if not isinstance(self.rows, (list, tuple)) or len(self.rows) != ROWS:
            found = len(self.rows) if isinstance(self.rows, (list, tuple)) else repr(self.rows)
            raise ValueError(f"a tableau has a list of {ROWS} rows, not {found}")
        rows = []
        for number, row in enumerate(self.rows, start=1):
            try:
                rows.append(row if isinstance(row, Row) else _from_mapping(Row, row))
            except ValueError as error:
                raise ValueError(f"row {number}: {error}") from None
        object.__setattr__(self, "rows", tuple(rows))
        object.__setattr__(self, "name", str(self.name))
        object.__setattr__(self, "beginner", check_bool("beginner", self.beginner))

    @property
    def squares(self) -> int:
        """Number of squares in all rows."""
        return sum(row.length or 0 for row in self.rows)


class Tableaus(tuple[Tableau, ...]):
    """Checked tableaus, with their source for error messages and `repr`."""

    source: str

    def __new__(cls, tableaus: Iterable[Tableau] = (), source: str = "tableaus") -> Tableaus:
        self = super().__new__(cls, tableaus)
        self.source = source
        return self

    def __repr__(self) -> str:
        return f"<{len(self)} of {self.source}>"


def check(given: Any, source: str) -> Tableaus:
    """Tableaus from a list of tableaus, or of mappings with their fields.  Errors begin with `source`."""
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise ValueError(f"{source} must be a list of tableaus, not {given!r}")
    found = []
    for number, tableau in enumerate(given, start=1):
        try:
            found.append(tableau if isinstance(tableau, Tableau) else _from_mapping(Tableau, tableau))
        except ValueError as error:
            name = tableau.get("name") if isinstance(tableau, Mapping) else None
            raise ValueError(f"{source}, tableau {number}{f' ({name})' if name else ''}: {error}") from None
    if not 1 <= len(found) <= MOST_TABLEAUS:
        raise ValueError(f"{source}: there must be 1 to {MOST_TABLEAUS} tableaus, not {len(found)}")
    return Tableaus(found, getattr(given, "source", source))


def load(path: str | os.PathLike[str]) -> Tableaus:
    """Tableaus from a TOML file."""
    try:
        with open(path, "rb") as file:
            content = tomllib.load(file)
    except OSError as error:
        raise ValueError(f"the tableaus in {os.fspath(path)} cannot be read: {error.strerror}") from error
    except ValueError as error:  # including text that is not UTF-8
        raise ValueError(f"{os.fspath(path)} is not a TOML file: {error}") from error
    unknown = set(content) - {"tableau"}
    if unknown or "tableau" not in content:
        what = f"not {sorted(unknown)}" if unknown else "but there are none"
        raise ValueError(f"{os.fspath(path)}: a file of tableaus consists of [[tableau]] parts, {what}")
    return check(content["tableau"], os.fspath(path))


@functools.cache
def standard() -> Tableaus:
    """The twenty standard tableaus, which are our own design, not the printed ones."""
    return Tableaus(load(STANDARD), "the standard tableaus")


def as_toml(tableaus: Iterable[Tableau]) -> str:
    """Tableaus as the text of a file that `load` reads."""
    parts = []
    for tableau in tableaus:
        name = tableau.name.replace("\\", "\\\\").replace('"', '\\"')
        lines = ["[[tableau]]", f'name = "{name}"', *(["beginner = true"] if tableau.beginner else []), "rows = ["]
        for row in tableau.rows:
            shape = {"faces": f"faces = {list(row.faces)}, ", "stars": f"length = {row.length}, "}.get(row.kind, "")
            lines.append(f'    {{ kind = "{row.kind}", {shape}points = {row.points} }},')
        parts.append("\n".join([*lines, "]", ""]))
    return "\n".join(parts)


def check_squares(tableaus: Tableaus, dice: int, why: str) -> None:
    """GA-1: a tableau must not have more squares than dice in play, or a round might never end."""
    for number, tableau in enumerate(tableaus, start=1):
        squares = 0
        for place, row in enumerate(tableau.rows, start=1):
            squares += row.length or 0
            if squares > dice:
                raise ValueError(
                    f"{tableaus.source}, tableau {number} ({tableau.name}), row {place}: the rows up to here have "
                    f"{squares} squares, but only {dice} dice are in play ({why}): the round might never end"
                )


def _from_mapping(what: type, given: Any) -> Any:
    """A row or tableau from a mapping of its fields."""
    if not isinstance(given, Mapping):
        raise ValueError(f"{given!r} is not a table of the fields of a {what.__name__.lower()}")
    fields = {field.name: field for field in dataclasses.fields(what)}
    for name in given:
        if name not in fields:
            raise ValueError(f"unknown field {name!r}: {suggest(name, fields)}")
    for name, field in fields.items():
        if field.default is dataclasses.MISSING and name not in given:
            raise ValueError(f"{name!r} is missing")
    return what(**given)
