"""The board with its casinos, bluff cards and bank: data from a file, checked (CR-2 to CR-4)."""

from __future__ import annotations

import dataclasses
import os
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from vegas_env.checks import check_int, suggest
from vegas_env.rulesets.cash_and_run.record import BLUFF_CARDS, CASINOS, MOST_BANK, SPACES

STANDARD = Path(__file__).with_name("board.toml")
SYMBOL_NAMES = ("roulette", "die", "card")
KIND_NAMES = (*SYMBOL_NAMES, "blank")
PLAIN_SPACES = ("cash_and_run", "bluff", "grand_slam")
SYMBOL_SPACES = ("pot", "all_play", "takeover")
SPACE_KINDS = ("cash_and_run", "casino", "bluff", "pot", "all_play", "grand_slam", "takeover")


@dataclasses.dataclass(frozen=True)
class Board:
    """A checked board."""

    casinos: tuple[tuple[str, str, str], ...]  # (name, colour, symbol)
    spaces: tuple[str, ...]  # clockwise: "bluff", "casino:<name>", "pot:<symbol>", …
    bluff_cards: tuple[int, ...]  # number of each kind
    bank: int  # units of 50,000

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the casinos."""
        return tuple(name for name, _, _ in self.casinos)

    @property
    def parts(self) -> tuple[tuple[int, int], ...]:
        """(kind, detail) of every space: the number of its kind; its casino, its symbol, or -1."""
        found = []
        for space in self.spaces:
            kind, _, detail = space.partition(":")
            numbers = self.names if kind == "casino" else SYMBOL_NAMES
            found.append((SPACE_KINDS.index(kind), numbers.index(detail) if detail else -1))
        return tuple(found)


def load(board: Any = None) -> Board:
    """A board from the path of a TOML file or a mapping with the same keys; None gives the standard board."""
    if isinstance(board, Board):
        return board
    if board is None:
        return _standard()
    if isinstance(board, Mapping):
        return _checked(board, "board")
    if isinstance(board, (str, os.PathLike)):
        return _checked(_read(Path(board)), str(board))
    raise ValueError(f"board must be the path of a TOML file or a mapping, not {board!r}")


@cache
def _standard() -> Board:
    return _checked(_read(STANDARD), STANDARD.name)


def _read(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise ValueError(f"board {path}: cannot be read ({error.strerror})") from error
    except ValueError as error:  # not TOML, or not text
        raise ValueError(f"board {path}: not a TOML file ({error})") from error


def _checked(data: Mapping[str, Any], source: str) -> Board:
    """Check the data of a board.  Errors begin with `source`."""
    keys = [field.name for field in dataclasses.fields(Board)]
    for key in data:
        if key not in keys:
            raise ValueError(f"{source}: unknown key {key!r}: {suggest(key, keys)}")
    missing = [key for key in keys if key not in data]
    if missing:
        raise ValueError(f"{source}: {', '.join(missing)} missing")
    casinos = _checked_casinos(data["casinos"], source)
    return Board(
        casinos,
        _checked_spaces(data["spaces"], [name for name, _, _ in casinos], source),
        checked_bluff_cards(data["bluff_cards"], f"{source}: bluff_cards"),
        check_int(f"{source}: bank", data["bank"], 0, MOST_BANK),
    )


def _checked_casinos(casinos: Any, source: str) -> tuple[tuple[str, str, str], ...]:
    """CR-2: each colour has a casino of each symbol, in the order of the symbols."""
    if not _is_list(casinos) or len(casinos) != CASINOS:
        raise ValueError(f"{source}: casinos must be a list of {CASINOS} casinos")
    found: list[tuple[str, str, str]] = []
    for number, casino in enumerate(casinos):
        where = f"{source}: casino {number}"
        if isinstance(casino, Mapping):
            if set(casino) != {"name", "colour", "symbol"}:
                raise ValueError(f"{where}: needs name, colour and symbol, and nothing else")
            casino = (casino["name"], casino["colour"], casino["symbol"])
        if not _is_list(casino) or len(casino) != 3 or not all(isinstance(part, str) and part for part in casino):
            raise ValueError(f"{where}: needs name, colour and symbol, not {casino!r}")
        name, colour, symbol = casino
        where = f"{where} ({name})"
        if name in [other for other, _, _ in found]:
            raise ValueError(f"{where}: there are two casinos of this name")
        if symbol != SYMBOL_NAMES[number % 3]:
            raise ValueError(f"{where}: its symbol must be {SYMBOL_NAMES[number % 3]!r}, not {symbol!r}")
        if number % 3 and colour != found[-1][1]:
            raise ValueError(f"{where}: its colour must be {found[-1][1]!r} like the casino before, not {colour!r}")
        if number % 3 == 0 and colour in [other for _, other, _ in found]:
            raise ValueError(f"{where}: the colour {colour!r} has three casinos already")
        found.append((name, colour, symbol))
    return tuple(found)


def _checked_spaces(spaces: Any, names: list[str], source: str) -> tuple[str, ...]:
    """CR-3: spaces of known kinds, each casino on exactly one space, and a Cash & Run space."""
    if not _is_list(spaces) or len(spaces) != SPACES:
        raise ValueError(f"{source}: spaces must be a list of {SPACES} spaces")
    seen: dict[str, int] = {}
    for number, space in enumerate(spaces):
        where = f"{source}: space {number} ({space})"
        kind, colon, detail = space.partition(":") if isinstance(space, str) else ("", "", "")
        if colon and kind == "casino":
            if detail not in names:
                raise ValueError(f"{where}: there is no such casino; {suggest(detail, names)}")
            if detail in seen:
                raise ValueError(f"{where}: this casino is on space {seen[detail]} already")
            seen[detail] = number
        elif colon and kind in SYMBOL_SPACES:
            if detail not in SYMBOL_NAMES:
                raise ValueError(f"{where}: needs one of the symbols {', '.join(SYMBOL_NAMES)}")
        elif space not in PLAIN_SPACES:
            raise ValueError(
                f"{where}: must be one of {', '.join(PLAIN_SPACES)}, casino:<name>, "
                f"or {', '.join(SYMBOL_SPACES)} with a symbol, such as pot:die"
            )
    for name in names:
        if name not in seen:
            raise ValueError(f"{source}: the casino {name} has no space")
    if "cash_and_run" not in spaces:
        raise ValueError(f"{source}: at least one space must be cash_and_run")
    return tuple(spaces)


def checked_bluff_cards(cards: Any, name: str) -> tuple[int, ...]:
    """CR-4: the number of bluff cards of each kind, from a mapping or a list in the order of KIND_NAMES."""
    if isinstance(cards, Mapping):
        if set(cards) != set(KIND_NAMES):
            raise ValueError(f"{name} needs the kinds {', '.join(KIND_NAMES)}, not {', '.join(map(str, cards))}")
        cards = [cards[kind] for kind in KIND_NAMES]
    if not _is_list(cards) or len(cards) != len(KIND_NAMES):
        raise ValueError(f"{name} must be the numbers of {', '.join(KIND_NAMES)} cards, not {cards!r}")
    counts = tuple(
        check_int(f"{name}: {kind}", count, 0, BLUFF_CARDS) for kind, count in zip(KIND_NAMES, cards, strict=True)
    )
    if sum(counts) > BLUFF_CARDS:
        raise ValueError(f"{name}: at most {BLUFF_CARDS} cards, not {sum(counts)}")
    return counts


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))
