"""Chip cards: shared by both Las Vegas games (LV-15 to LV-17, LC-13).

The compiled functions work on every record that has the fields `seat`, `casino`, `chip_stack`, `chips` and
`chips_held`, with rules that have `players`, `chips`, `chip_copies` and `chip_values`.  A pile of chips is a bag of
colours.
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

# What a seat can do when it is offered chips, counted from a ruleset's first such action: take a colour, or none.
NONE = COLOURS
ACTION_NAMES = (*(f"take a {colour} chip" for colour in COLOUR_NAMES), "take no chip")

STANDARD_CHIP_VALUES = (10, 30, 60, 100, 150)  # LV-17


# --- compiled -----------------------------------------------------------------------------------------------


@rule
def stack_chips(game, rules):
    """LV-15: all chip cards into their stack, none at the casinos."""
    game.chip_stack = 0
    for colour in range(COLOURS):
        game.chip_stack += rules.chips * rules.chip_copies * multisets.one(colour)
    for casino in range(CASINOS):
        game.chips[casino] = 0


@rule
def deal_chip(game, colour):
    """LV-15: a chip card from the stack to the casino that is dealt to; then the next casino."""
    game.chip_stack -= multisets.one(colour)
    game.chips[game.casino] += multisets.one(colour)
    game.casino += 1


@rule
def take_chip(game, choice):
    """LV-16: one chip card of the casino that offers its chips, or none."""
    if choice != NONE:
        game.chips[game.casino] -= multisets.one(choice)
        game.chips_held[game.seat] += multisets.one(choice)


@hot_rule
def legal_chips(game, mask, first):
    """What may be taken from the casino that offers its chips, if one does: actions `first` and the next ones."""
    offered = np.int64(0)
    if game.casino >= 0:
        offered = np.int64(game.chips[game.casino])
    for colour in range(COLOURS):
        mask[first + colour] = multisets.count(offered, colour) != 0
    mask[first + NONE] = offered != 0


@rule
def chip_money(game, rules, seat):
    """LV-17: what the chip cards of a seat are worth at the end."""
    worth = np.int64(0)
    for colour in range(COLOURS):
        worth += rules.chip_values[multisets.count(game.chips_held[seat], colour)]
    return worth


# --- observed -----------------------------------------------------------------------------------------------

CHIPS_SLICE = Slice("chips", (CASINOS, COLOURS), "chip cards at each casino / 5, by colour", 0.2, high=multisets.MOST)
CHIPS_HELD_SLICE = Slice("chips_held", (SEATS, COLOURS), "chip cards held / 5, by colour", 0.2, high=multisets.MOST)


@hot_rule
def observe_chips(game, rules, seat, seen, lying, held):
    """Both slices, which begin at `lying` and `held`, one behind the other."""
    if rules.chips == 0:
        for i in range(lying, held + SEATS * COLOURS):
            seen[i] = 0
        return
    for casino in range(CASINOS):
        for colour in range(COLOURS):
            seen[lying + casino * COLOURS + colour] = multisets.count(game.chips[casino], colour)
    for relative in range(SEATS):
        other = (seat + relative) % rules.players
        for colour in range(COLOURS):
            number = multisets.count(game.chips_held[other], colour) if relative < rules.players else 0
            seen[held + relative * COLOURS + colour] = number


# --- in Python ----------------------------------------------------------------------------------------------


def checked_chip_values(values: Any) -> tuple[int, ...]:
    """The option `chip_values`."""
    if isinstance(values, (str, int)) or not 1 <= len(values) <= multisets.MOST:
        raise ValueError(f"chip_values must be 1 to {multisets.MOST} amounts in thousands, not {values!r}")
    checked = tuple(check_int("a value of chip cards in thousands", value, 0, 1000) for value in values)
    if any(value % UNIT for value in checked):
        raise ValueError(f"chip_values must be multiples of {UNIT} thousand, not {values!r}")
    return checked


def write_chip_values(rules: np.ndarray, values: tuple[int, ...]) -> None:
    """What 1, 2, 3, … chips of a colour are worth, into a rulebook; more than the row is long, its last value."""
    for held in range(1, multisets.MOST + 1):
        rules["chip_values"][0, held] = values[min(held, len(values)) - 1] // UNIT


def counts(bag: int) -> list[int]:
    return multisets.counts(bag, COLOURS)


def names(numbers: list[int]) -> str:
    """Chips in words."""
    return " ".join(f"{n} {name}" for name, n in zip(COLOUR_NAMES, numbers, strict=True) if n)


def check_chips(position: dict[str, Any], copies: int) -> None:
    """No chip card is made or lost."""
    for colour, name in enumerate(COLOUR_NAMES):
        found = position["chip_stack"][colour]
        found += sum(place["chips"][colour] for place in (*position["casinos"], *position["players"]))
        assert found == copies, f"{found} {name} chips instead of {copies}"
