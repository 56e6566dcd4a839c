"""The dice cards, and the selections that a hand allows (LC-1, LC-7).

Values count from 0.  The kind of a card is 2 * value + is_double.  Hands, piles and selections are multisets of kinds.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule
from vegas_env.kernel.simd import copy4, copy8
from vegas_env.rulesets.shared.banknotes import CASINOS
from vegas_env.rulesets.shared.chips import ACTION_NAMES as CHIP_ACTION_NAMES

VALUES = CASINOS
KINDS = 2 * VALUES
MOST_CHOSEN = 5  # cards of one value

# Selections of cards of one value: (single cards, double cards), sorted by the number of cards, then of doubles.
AMOUNTS = tuple((cards - d, d) for cards in range(1, MOST_CHOSEN + 1) for d in range(cards + 1))
# Selections of one card of each of two values; which of the two cards are doubles.
PAIRS = tuple(combinations(range(VALUES), 2))
DOUBLES = ((0, 0), (0, 1), (1, 0), (1, 1))

# Actions: the amounts of each value; four for each pair of values; take a chip card of a colour; take no chip card.
CHOOSE_PAIR = VALUES * len(AMOUNTS)
TAKE_CHIP = CHOOSE_PAIR + len(PAIRS) * len(DOUBLES)
ACTIONS = TAKE_CHIP + len(CHIP_ACTION_NAMES)


def _multiset(*kinds: int) -> int:
    return sum(1 << (multisets.BITS * kind) for kind in kinds)


# (TAKE_CHIP,) the multiset of cards that each action chooses.
SELECTIONS = np.array(
    [_multiset(*[2 * v] * s, *[2 * v + 1] * d) for v in range(VALUES) for s, d in AMOUNTS]
    + [_multiset(2 * v + dv, 2 * w + dw) for v, w in PAIRS for dv, dw in DOUBLES],
    np.int64,
)

_LOWEST_BITS = sum(1 << (multisets.BITS * kind) for kind in range(KINDS))

# Lookup tables of legal_selections, in rows of zeros and ones.  The row of FITTING_AMOUNTS is one byte of a hand: the
# number of singles of a value in its low half, of doubles in its high half.  The row of FITTING_DOUBLES says which of
# the four cards of two values are in the hand.
FITTING_AMOUNTS = np.array([s <= held % 16 and d <= held // 16 for held in range(256) for s, d in AMOUNTS], np.int8)
FITTING_DOUBLES = np.array(
    [(has_v >> dv) & (has_w >> dw) & 1 for has_v in range(4) for has_w in range(4) for dv, dw in DOUBLES], np.int8
)


@hot_rule
def legal_selections(hand, mask):
    """LC-7: write into mask[:TAKE_CHIP] which selections a hand allows."""
    for value in range(VALUES):
        row = ((hand >> (2 * multisets.BITS * value)) & 255) * len(AMOUNTS)
        for start in (0, 8, len(AMOUNTS) - 8):
            copy8(FITTING_AMOUNTS, row + start, mask, value * len(AMOUNTS) + start)
    some = (hand | (hand >> 1) | (hand >> 2) | (hand >> 3)) & _LOWEST_BITS  # one for each kind in hand
    some |= some >> 3  # now the lowest two bits of a value's byte: has singles, has doubles
    place = CHOOSE_PAIR
    for v in range(VALUES - 1):
        for w in range(v + 1, VALUES):
            row = ((some >> (2 * multisets.BITS * v)) & 3) * 16 + ((some >> (2 * multisets.BITS * w)) & 3) * 4
            copy4(FITTING_DOUBLES, row, mask, place)
            place += len(DOUBLES)


# --- names --------------------------------------------------------------------------------------------------

_NUMBERS = ("no", "one", "two", "three", "four", "five")


def _some(number: int, card: str) -> list[str]:
    return [f"{_NUMBERS[number]} {card}{'s' if number > 1 else ''}"] if number else []


def _amount_name(value: int, singles: int, doubles: int) -> str:
    return " + ".join([*_some(singles, str(value + 1)), *_some(doubles, f"double {value + 1}")])


def card_name(kind: int) -> str:
    """A card in words: "5" or "double 5"."""
    return f"{'double ' if kind % 2 else ''}{kind // 2 + 1}"


def names(numbers: list[int]) -> str:
    """Cards in words, given their number by kind."""
    return ", ".join(card_name(kind) for kind, n in enumerate(numbers) for _ in range(n))


ACTION_NAMES = (
    *(_amount_name(value, *amount) for value in range(VALUES) for amount in AMOUNTS),
    *(f"{card_name(2 * v + dv)} + {card_name(2 * w + dw)}" for v, w in PAIRS for dv, dw in DOUBLES),
    *CHIP_ACTION_NAMES,
)
