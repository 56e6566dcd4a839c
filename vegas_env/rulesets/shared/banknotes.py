"""Banknotes: stacked, laid out at casinos, won and counted.  Shared by both Las Vegas games (LV-2, LV-10, LV-11; LC-2,
LC-11).

The compiled functions work on every record that has the fields `notes`, `stack`, `stack_count`, `money`, `note_count`
and `held`, with rules that have `note_values`, `note_kinds` and `note_copies`.  Money is counted in units of 10,000;
kinds of notes are numbered 0, 1, 2, … by rising value.
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
NOTES_PER_CASINO = 5  # as many as there can be claimants, so no note that matters is ever left out
NOTE_KINDS = 10
NOTES = 60  # in all
HIGHEST_NOTE = 100  # 10,000s

UNIT = 10  # thousands: the smallest money that is counted


# --- compiled -----------------------------------------------------------------------------------------------


@rule
def stack_notes(game, rules):
    """All notes into the stack."""
    game.stack_count = 0
    for kind in range(NOTE_KINDS):
        game.stack[kind] = rules.note_copies[kind]
        game.stack_count += rules.note_copies[kind]


@rule
def lay_note(game, casino, value):
    """Notes of a casino lie in order, the highest first: from its place on, each moves the next one up."""
    notes = game.notes
    first = casino * NOTES_PER_CASINO
    moved = np.int8(value)
    for place in range(first, first + NOTES_PER_CASINO):
        lying = notes[place]
        notes[place] = max(lying, moved)
        moved = min(lying, moved)


@rule
def deal_note(game, rules, casino, kind):
    """A note of this kind from the stack to the casino."""
    game.stack[kind] -= 1
    game.stack_count -= 1
    lay_note(game, casino, rules.note_values[kind])


@rule
def win_note(game, rules, seat, kind):
    game.money[seat] += rules.note_values[kind]
    game.note_count[seat] += 1
    game.held[seat] += multisets.one(kind)


@rule
def score(game, rules, seat):
    """LV-11, LC-11: money, then the number of notes."""
    return np.int64(game.money[seat]) * (NOTES + 1) + game.note_count[seat]


@rule
def money(game, rules, seat):
    """Own money minus the mean of the others', in units of 100,000."""
    others = np.int64(0)
    for other in range(rules.players):
        others += game.money[other]
    others -= game.money[seat]
    return (game.money[seat] - others / (rules.players - 1)) / 10.0


@rule
def round_of(game, rules):
    return np.int64(game.round)


@rule
def resample_money(game, rules, seat, luck):
    """Option `hidden_money` (LV-10): the notes that others won are dealt among them anew."""
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


# --- observed -----------------------------------------------------------------------------------------------

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
    notes = game.notes
    for start in (0, 8, 16, len(notes) - 8):
        copy8(notes, start, seen, place + start)


@hot_rule
def observe_kinds(counts, seen, place):
    """Numbers of notes by kind, as in the stack."""
    for start in (0, NOTE_KINDS - 8):
        copy8(counts, start, seen, place + start)


@hot_rule
def observed_money(game, rules, relative, other):
    """What a seat sees of the money of `other`, who sits `relative` seats further."""
    hidden = rules.hidden_money and relative > 0 and not game.over
    return 0 if hidden else game.money[other]


# --- in Python ----------------------------------------------------------------------------------------------


def checked_notes(notes: Any) -> tuple[tuple[int, int], ...]:
    """The option `notes` as pairs (value in thousands, how many), lowest value first."""
    pairs = notes.items() if isinstance(notes, Mapping) else notes
    if not isinstance(pairs, Iterable) or isinstance(pairs, str):
        raise ValueError(f"notes must be given as {{value in thousands: how many}}, not {notes!r}")
    checked: dict[int, int] = {}
    for value, copies in pairs:
        value = check_int("a note's value in thousands", value, UNIT, UNIT * HIGHEST_NOTE)
        if value % UNIT or value in checked:
            raise ValueError(f"notes need different values that are multiples of {UNIT} thousand, not {value}")
        checked[value] = check_int(f"the number of {value},000 notes", copies, 1, multisets.MOST)
    if not 1 <= len(checked) <= NOTE_KINDS:
        raise ValueError(f"notes must have 1 to {NOTE_KINDS} different values, not {len(checked)}")
    if sum(checked.values()) > NOTES:
        raise ValueError(f"at most {NOTES} notes are allowed, not {sum(checked.values())}")
    return tuple(sorted(checked.items()))


def write_notes(rules: np.ndarray, notes: tuple[tuple[int, int], ...]) -> None:
    """Notes, as pairs (value, how many), into a rulebook."""
    for kind, (value, copies) in enumerate(notes):
        rules["note_values"][0, kind] = value // UNIT
        rules["note_kinds"][0, value // UNIT] = kind
        rules["note_copies"][0, kind] = copies


def lying(at: dict[str, Any], casino: int) -> list[int]:
    """The notes of a casino in thousands, highest first (`at`: the fields of the record)."""
    first = casino * NOTES_PER_CASINO
    return [value * UNIT for value in at["notes"][first : first + NOTES_PER_CASINO] if value]


def won(at: dict[str, Any], seat: int, values: list[int]) -> dict[str, Any]:
    """What a seat has won: money in thousands, number of notes, and which."""
    held = multisets.counts(at["held"][seat], len(values))
    return {
        "money": at["money"][seat] * UNIT,
        "notes": at["note_count"][seat],
        "held": {value: n for value, n in zip(values, held, strict=True) if n},
    }


def money_name(thousands: int) -> str:
    return f"${thousands * 1000:,}"


def wealth_name(player: dict[str, Any]) -> str:
    """What a player has won, in words."""
    notes = f"{player['notes']} note" + ("" if player["notes"] == 1 else "s")
    return f"{notes}, face down" if player["money"] is None else f"{money_name(player['money'])} in {notes}"


def hide_wealth(players: list[dict[str, Any]], viewer: int | None) -> list[dict[str, Any]]:
    """Option `hidden_money` (LV-10): others see how many notes a player has won, not which."""
    return [player if seat == viewer else player | {"money": None, "held": None} for seat, player in enumerate(players)]


def check_notes(position: dict[str, Any], notes: tuple[tuple[int, int], ...], elsewhere: Mapping[int, int]) -> None:
    """No note is made or lost: `elsewhere` has how many of each value are neither in the stack, at casinos nor won."""
    for value, copies in notes:
        found = position["stack"][value] + elsewhere[value]
        found += sum(casino["notes"].count(value) for casino in position["casinos"])
        found += sum(player["held"].get(value, 0) for player in position["players"])
        assert found == copies, f"{found} notes of {value},000 instead of {copies}"
    for player in position["players"]:
        assert sum(player["held"].values()) == player["notes"]
