"""Chip cards of both Las Vegas games (LV-15 to LV-17, LC-13).

The compiled functions work on every record with GAME_FIELDS, `seat` and `casino`, and rules with RULES_FIELDS.  Chip
cards are counted in multisets of colours.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.checks import check_int
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.rulesets.shared.banknotes import CASINOS, SEATS, UNIT
from vegas_env.spec import Slice

COLOUR_NAMES = ("pink", "gold", "green", "blue", "red")
COLOURS = len(COLOUR_NAMES)

# Actions of a seat that is offered chip cards, counted from the first of them: take a colour, or none.
NONE = COLOURS
ACTION_NAMES = (*(f"take a {colour} chip" for colour in COLOUR_NAMES), "take no chip")

STANDARD_CHIP_VALUES = (10, 30, 60, 100, 150)  # LV-17

GAME_FIELDS: list[Any] = [
    ("chip_stack", np.int32),  # multiset of colours not yet dealt
    ("chips", np.int32, CASINOS),  # multiset of colours at each casino
    ("chips_held", np.int32, SEATS),  # multiset of colours
]
RULES_FIELDS: list[Any] = [
    ("chips", np.int64),  # 0 or 1
    ("chip_copies", np.int64),
    ("chip_values", np.int64, multisets.MOST + 1),  # 10,000s, by the number of chip cards of one colour
]


# --- compiled rules -----------------------------------------------------------------------------------------


@rule
def stack_chips(game, rules):
    """LV-15: put all chip cards into their stack."""
    game.chip_stack = 0
    for colour in range(COLOURS):
        game.chip_stack += rules.chips * rules.chip_copies * multisets.one(colour)
    for casino in range(CASINOS):
        game.chips[casino] = 0


@rule
def deal_chip(game, colour):
    """LV-15: deal a chip card from the stack to the current casino, then go on to the next casino."""
    game.chip_stack -= multisets.one(colour)
    game.chips[game.casino] += multisets.one(colour)
    game.casino += 1


@rule
def take_chip(game, choice):
    """LV-16: take one chip card from the casino that offers them, or none."""
    if choice != NONE:
        game.chips[game.casino] -= multisets.one(choice)
        game.chips_held[game.seat] += multisets.one(choice)


@hot_rule
def legal_chips(game, mask, first):
    """Allow the chip cards that a casino offers now, if any does, as actions from `first` on."""
    offered = np.int64(0)
    if game.casino >= 0:
        offered = np.int64(game.chips[game.casino])
    for colour in range(COLOURS):
        mask[first + colour] = multisets.count(offered, colour) != 0
    mask[first + NONE] = offered != 0


@rule
def chip_money(game, rules, seat):
    """LV-17: the value of a seat's chip cards at the end, in 10,000s."""
    worth = np.int64(0)
    for colour in range(COLOURS):
        worth += rules.chip_values[multisets.count(game.chips_held[seat], colour)]
    return worth


# --- observation --------------------------------------------------------------------------------------------

CHIPS_SLICE = Slice("chips", (CASINOS, COLOURS), "chip cards at each casino / 5, by colour", 0.2, high=multisets.MOST)
CHIPS_HELD_SLICE = Slice("chips_held", (SEATS, COLOURS), "chip cards held / 5, by colour", 0.2, high=multisets.MOST)


@hot_rule
def observe_chips(game, rules, seat, seen, laid, held):
    """Write both slices, which start at `laid` and `held`; the second follows directly after the first."""
    if rules.chips == 0:
        for i in range(laid, held + SEATS * COLOURS):
            seen[i] = 0
        return
    for casino in range(CASINOS):
        for colour in range(COLOURS):
            seen[laid + casino * COLOURS + colour] = multisets.count(game.chips[casino], colour)
    for relative in range(SEATS):
        other = (seat + relative) % rules.players
        for colour in range(COLOURS):
            number = multisets.count(game.chips_held[other], colour) if relative < rules.players else 0
            seen[held + relative * COLOURS + colour] = number


# --- in Python ----------------------------------------------------------------------------------------------


def checked_chip_values(values: Any) -> tuple[int, ...]:
    """The option `chip_values`, checked."""
    if isinstance(values, (str, int)) or not 1 <= len(values) <= multisets.MOST:
        raise ValueError(f"chip_values must be 1 to {multisets.MOST} amounts in thousands, not {values!r}")
    checked = tuple(check_int("each of chip_values", value, 0, 1000, "in thousands") for value in values)
    if any(value % UNIT for value in checked):
        raise ValueError(f"chip_values must be multiples of {UNIT} thousand, not {values!r}")
    return checked


def write_chip_values(rules: np.ndarray, values: tuple[int, ...]) -> None:
    """Write the value of 1, 2, 3, … chip cards of a colour into a rulebook; beyond the list, its last value counts."""
    for held in range(1, multisets.MOST + 1):
        rules["chip_values"][0, held] = values[min(held, len(values)) - 1] // UNIT


def counts(chips: int) -> list[int]:
    """Number of chip cards of each colour in a multiset."""
    return multisets.counts(chips, COLOURS)


def check_chips(position: dict[str, Any], copies: int) -> None:
    """Assert that no chip card is created or lost."""
    for colour, name in enumerate(COLOUR_NAMES):
        found = position["chip_stack"][colour]
        found += sum(place["chips"][colour] for place in (*position["casinos"], *position["players"]))
        assert found == copies, f"{found} {name} chips instead of {copies}"
