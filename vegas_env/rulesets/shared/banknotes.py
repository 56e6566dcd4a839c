"""Banknotes of both Las Vegas games: the stack, the notes at casinos, the notes won (LV-2, LV-10, LV-11; LC-2, LC-11).

The compiled functions work on every record with GAME_FIELDS and rules with RULES_FIELDS.  The unit of money is 10,000.
Kinds of notes are numbered 0, 1, 2, … by rising value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from vegas_env.checks import check_int
from vegas_env.kernel import luck as lucks
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.kernel.simd import copy8
from vegas_env.spec import Slice

# Capacities of a table.
SEATS = 5
CASINOS = 6
NOTES_PER_CASINO = 5  # as many as there are seats: further notes could not be won
NOTE_KINDS = 10
NOTES = 60  # of all kinds
HIGHEST_NOTE = 100  # 10,000s

UNIT = 10  # thousands: the unit of money in compiled code

GAME_FIELDS: list[Any] = [
    ("note_count", np.int8, SEATS),  # notes won
    ("notes", np.int8, CASINOS * NOTES_PER_CASINO),  # five for each casino, highest first, in 10,000s; 0 for none
    ("stack", np.int8, NOTE_KINDS),  # notes left in the shuffled stack, by kind
    ("stack_count", np.int8),
    ("money", np.int16, SEATS),  # 10,000s
    ("held", np.int64, SEATS),  # multiset of the kinds of notes won
]
RULES_FIELDS: list[Any] = [
    ("hidden_money", np.int64),  # 0 or 1
    ("note_values", np.int64, NOTE_KINDS),  # 10,000s, by kind
    ("note_kinds", np.int64, HIGHEST_NOTE + 1),  # by value
    ("note_copies", np.int64, NOTE_KINDS),
]


# --- compiled rules -----------------------------------------------------------------------------------------


@rule
def stack_notes(game, rules):
    """Put all notes into the stack."""
    game.stack_count = 0
    for kind in range(NOTE_KINDS):
        game.stack[kind] = rules.note_copies[kind]
        game.stack_count += rules.note_copies[kind]


@rule
def lay_note(game, casino, value):
    """Insert a note at a casino, whose notes are sorted from the highest to the lowest."""
    notes = game.notes
    first = casino * NOTES_PER_CASINO
    moved = np.int8(value)
    for place in range(first, first + NOTES_PER_CASINO):
        present = notes[place]
        notes[place] = max(present, moved)
        moved = min(present, moved)


@rule
def deal_note(game, rules, casino, kind):
    """Move a note of this kind from the stack to the casino."""
    game.stack[kind] -= 1
    game.stack_count -= 1
    lay_note(game, casino, rules.note_values[kind])


@rule
def win_note(game, rules, seat, kind):
    """Give a note of this kind to a seat."""
    game.money[seat] += rules.note_values[kind]
    game.note_count[seat] += 1
    game.held[seat] += multisets.one(kind)


@rule
def resample_money(game, rules, seat, luck):
    """Option `hidden_money` (LV-10): shuffle the notes that the other seats have won and deal them out again."""
    if rules.hidden_money == 0 or game.over:
        return
    pool = np.zeros(NOTE_KINDS, np.int64)
    left = np.int64(0)
    for other in range(rules.players):
        if other != seat:
            left += game.note_count[other]
            for kind in range(NOTE_KINDS):
                pool[kind] += multisets.count(game.held[other], kind)
    for other in range(rules.players):
        if other != seat:
            game.held[other] = 0
            game.money[other] = 0
            for _ in range(game.note_count[other]):
                kind = lucks.pick(luck, pool, left)
                pool[kind] -= 1
                left -= 1
                game.held[other] += multisets.one(kind)
                game.money[other] += rules.note_values[kind]


# --- observation --------------------------------------------------------------------------------------------

NOTES_SLICE = Slice(
    "notes", (CASINOS, NOTES_PER_CASINO), "notes of each casino in 100,000, highest first", 0.1, high=HIGHEST_NOTE
)
MONEY_SLICE = Slice("money", (SEATS,), "money in millions (others': 0 with hidden_money)", 0.01, high=100 * NOTES)
NOTE_COUNT_SLICE = Slice("note_count", (SEATS,), "notes won / 10", 0.1, high=NOTES)
STACK_SLICE = Slice(
    "stack", (NOTE_KINDS,), "notes left in the shuffled stack / 10, by kind, lowest first", 0.1, high=multisets.MOST
)


@hot_rule
def observe_notes(game, seen, place):
    """Write the slice `notes`, which starts at `place`."""
    notes = game.notes
    for start in (0, 8, 16, len(notes) - 8):
        copy8(notes, start, seen, place + start)


@hot_rule
def observe_kinds(counts, seen, place):
    """Write counts by kind of note, for example of the stack, from `place` on."""
    for start in (0, NOTE_KINDS - 8):
        copy8(counts, start, seen, place + start)


@hot_rule
def observed_money(game, rules, relative, other):
    """What a seat observes of the money of `other`, which sits `relative` seats clockwise from it."""
    hidden = rules.hidden_money and relative > 0 and not game.over
    return 0 if hidden else game.money[other]


# --- in Python ----------------------------------------------------------------------------------------------


def checked_notes(notes: Any) -> tuple[tuple[int, int], ...]:
    """The option `notes` as pairs (value in thousands, number of notes), lowest value first."""
    pairs = notes.items() if isinstance(notes, Mapping) else notes
    if not isinstance(pairs, Iterable) or isinstance(pairs, str):
        raise ValueError(f"notes must be given as {{value in thousands: number of notes}}, not {notes!r}")
    checked: dict[int, int] = {}
    for value, copies in pairs:
        value = check_int("a note's value in thousands", value, UNIT, UNIT * HIGHEST_NOTE)
        if value % UNIT or value in checked:
            raise ValueError(f"values of notes must be distinct multiples of {UNIT} (thousand), not {value}")
        checked[value] = check_int(f"the number of {value},000 notes", copies, 1, multisets.MOST)
    if not 1 <= len(checked) <= NOTE_KINDS:
        raise ValueError(f"notes must have 1 to {NOTE_KINDS} different values, not {len(checked)}")
    if sum(checked.values()) > NOTES:
        raise ValueError(f"at most {NOTES} notes are allowed, not {sum(checked.values())}")
    return tuple(sorted(checked.items()))


def write_notes(rules: np.ndarray, notes: tuple[tuple[int, int], ...]) -> None:
    """Write notes, as pairs (value, number of notes), into a rulebook."""
    for kind, (value, copies) in enumerate(notes):
        rules["note_values"][0, kind] = value // UNIT
        rules["note_kinds"][0, value // UNIT] = kind
        rules["note_copies"][0, kind] = copies


def notes_at(at: dict[str, Any], casino: int) -> list[int]:
    """The notes of a casino in thousands, highest first.  `at` has the fields of the record."""
    first = casino * NOTES_PER_CASINO
    return [value * UNIT for value in at["notes"][first : first + NOTES_PER_CASINO] if value]


def won(at: dict[str, Any], seat: int, values: list[int]) -> dict[str, Any]:
    """What a seat has won: money in thousands, number of notes, and how many of each value."""
    held = multisets.counts(at["held"][seat], len(values))
    return {
        "money": at["money"][seat] * UNIT,
        "notes": at["note_count"][seat],
        "held": {value: n for value, n in zip(values, held, strict=True) if n},
    }


def money_name(thousands: int) -> str:
    """An amount of money for people: 50 is "$50,000"."""
    return f"${thousands * 1000:,}"


def wealth_name(player: dict[str, Any]) -> str:
    """What a player has won, in words."""
    notes = f"{player['notes']} note" + ("" if player["notes"] == 1 else "s")
    return f"{notes}, face down" if player["money"] is None else f"{money_name(player['money'])} in {notes}"


def hide_wealth(players: list[dict[str, Any]], viewer: int | None) -> list[dict[str, Any]]:
    """Option `hidden_money` (LV-10): hide from the viewer which notes the others have won, but not how many."""
    return [player if seat == viewer else player | {"money": None, "held": None} for seat, player in enumerate(players)]


def check_notes(position: dict[str, Any], notes: tuple[tuple[int, int], ...], elsewhere: Mapping[int, int]) -> None:
    """Assert that no note is created or lost.

    `elsewhere`: how many notes of each value are neither in the stack, nor at casinos, nor won.
    """
    for value, copies in notes:
        found = position["stack"][value] + elsewhere[value]
        found += sum(casino["notes"].count(value) for casino in position["casinos"])
        found += sum(player["held"].get(value, 0) for player in position["players"])
        assert found == copies, f"{found} notes of {value},000 instead of {copies}"
    for player in position["players"]:
        assert sum(player["held"].values()) == player["notes"]
