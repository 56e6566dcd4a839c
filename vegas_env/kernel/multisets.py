"""Small multisets packed into one integer: four bits, so at most fifteen, for each kind.

A roll of dice, a hand of notes or a pile of chips is such a bag.  Being one number, it is also a chance outcome.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from vegas_env.kernel.cache import rule

BITS = 4
MOST = 15
KINDS = 15  # a bag fits into a signed 64-bit integer

_EVEN = 0x0F0F0F0F0F0F0F0F
_ONES = 0x0101010101010101


@rule
def one(kind):
    """The bag that holds a single item of `kind`."""
    return np.int64(1) << (BITS * np.int64(kind))


@rule
def count(bag, kind):
    """How many items of `kind` the bag holds."""
    return (np.int64(bag) >> (BITS * np.int64(kind))) & MOST


@rule
def total(bag):
    """How many items the bag holds."""
    numbers = np.int64(bag)
    pairs = (numbers & _EVEN) + ((numbers >> BITS) & _EVEN)  # even and odd kinds together, a byte each
    return ((pairs * _ONES) >> 56) & 255  # the highest byte of the product is the sum of all


@rule
def multisets(items, kinds):
    """All bags of `items` items of `kinds` equally likely kinds, and how likely each is."""
    how_many = 1
    for k in range(1, kinds):
        how_many = how_many * (items + k) // k
    codes = np.zeros(how_many, np.int64)
    probabilities = np.zeros(how_many, np.float64)
    counts = np.zeros(kinds, np.int64)
    counts[0] = items
    for i in range(how_many):
        code = np.int64(0)
        probability, left = 1.0, items
        for kind in range(kinds):
            code += counts[kind] * one(kind)
            for k in range(1, counts[kind] + 1):
                probability *= left / (k * kinds)
                left -= 1
        codes[i] = code
        probabilities[i] = probability
        _next_composition(counts)
    return codes, probabilities


@rule
def _next_composition(counts):
    """Step through all ways to write a number as an ordered sum (no-op on the last one)."""
    last = len(counts) - 1
    filled = 0
    while filled < last and counts[filled] == 0:
        filled += 1
    if filled == last:
        return
    moved = counts[filled]
    counts[filled] = 0
    counts[0] = moved - 1
    counts[filled + 1] += 1


@rule
def draws(bag, items):
    """All bags of `items` items that can be drawn from a bag, each item equally likely, and how likely each is."""
    stock = np.zeros(KINDS, np.int64)
    for kind in range(KINDS):
        stock[kind] = count(bag, kind)
    ways = np.zeros(items + 1, np.int64)  # how many bags of 0, 1, 2, … items of the kinds so far
    ways[0] = 1
    drawn = np.zeros(KINDS, np.int64)  # the first: as many as possible of the first kinds
    left = items
    for kind in range(KINDS):
        for size in range(items, 0, -1):
            for k in range(1, min(size, stock[kind]) + 1):
                ways[size] += ways[size - k]
        drawn[kind] = min(left, stock[kind])
        left -= drawn[kind]
    codes = np.zeros(ways[items], np.int64)
    probabilities = np.zeros(len(codes), np.float64)
    for i in range(len(codes)):
        for kind in range(KINDS):
            codes[i] += drawn[kind] * one(kind)
        probabilities[i] = _chance_to_draw(stock, drawn)
        _next_draw(stock, drawn)
    return codes, probabilities


@rule
def _chance_to_draw(stock, drawn):
    """Product of binomials (stock over drawn) / (all over all drawn), factor by factor."""
    probability = 1.0
    left = stock.sum()
    place = 0
    for kind in range(len(stock)):
        for k in range(drawn[kind]):
            place += 1
            probability *= (stock[kind] - k) / (k + 1) * place / left
            left -= 1
    return probability


@rule
def _next_draw(stock, drawn):
    """Step through all ways to draw a number of items (no-op on the last one)."""
    before = 0
    for kind in range(len(stock)):
        if before > 0 and drawn[kind] < stock[kind]:
            drawn[kind] += 1
            before -= 1
            for earlier in range(kind):
                drawn[earlier] = min(before, stock[earlier])
                before -= drawn[earlier]
            return
        before += drawn[kind]


def counts(bag: int, kinds: int, first: int = 0) -> list[int]:
    """In Python: how many items of each kind from `first` on the bag holds."""
    return list(_counts(int(bag), kinds, first))


@lru_cache(maxsize=4096)  # the same bags come again and again, most often empty ones
def _counts(bag: int, kinds: int, first: int) -> tuple[int, ...]:
    return tuple((bag >> (BITS * kind)) & MOST for kind in range(first, first + kinds))
