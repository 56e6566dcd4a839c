"""Small multisets packed into one integer, four bits per kind: at most fifteen items of each of fifteen kinds.

A roll of dice, a hand of banknotes and a pile of chips are multisets.  As single numbers they are also chance outcomes.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from vegas_env.kernel.cache import rule

BITS = 4
MOST = 15
KINDS = 15  # fifteen times four bits fit into a signed 64-bit integer

_EVEN = 0x0F0F0F0F0F0F0F0F
_ONES = 0x0101010101010101


@rule
def one(kind):
    """The multiset of a single item of `kind`."""
    return np.int64(1) << (BITS * np.int64(kind))


@rule
def count(multiset, kind):
    """The number of items of `kind`."""
    return (np.int64(multiset) >> (BITS * np.int64(kind))) & MOST


@rule
def total(multiset):
    """The number of all items."""
    numbers = np.int64(multiset)
    pairs = (numbers & _EVEN) + ((numbers >> BITS) & _EVEN)  # even and odd kinds together, a byte each
    return ((pairs * _ONES) >> 56) & 255  # the highest byte of the product is the sum of all


@rule
def all_of_size(items, kinds):
    """All multisets of `items` items of `kinds` equally likely kinds, and the probability of each."""
    number = 1
    for k in range(1, kinds):
        number = number * (items + k) // k
    codes = np.zeros(number, np.int64)
    probabilities = np.zeros(number, np.float64)
    counts = np.zeros(kinds, np.int64)
    counts[0] = items
    for i in range(number):
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
    """The next way to write a number as an ordered sum; the last one stays."""
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
def all_draws(multiset, items):
    """All draws of `items` items from a multiset, each item equally likely, and the probability of each draw."""
    stock = np.zeros(KINDS, np.int64)
    for kind in range(KINDS):
        stock[kind] = count(multiset, kind)
    ways = np.zeros(items + 1, np.int64)  # numbers of multisets of 0, 1, 2, … items of the kinds so far
    ways[0] = 1
    drawn = np.zeros(KINDS, np.int64)  # the first draw: as many as possible of the first kinds
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
        probabilities[i] = _draw_probability(stock, drawn)
        _next_draw(stock, drawn)
    return codes, probabilities


@rule
def _draw_probability(stock, drawn):
    """The product of binomials (stock over drawn) / (all over all drawn), factor by factor to avoid overflow."""
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
    """The next way to draw a number of items; the last one stays."""
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


def counts(multiset: int, kinds: int, first: int = 0) -> list[int]:
    """For Python code: the number of items of each of `kinds` kinds, starting with `first`."""
    return list(_counts(int(multiset), kinds, first))


@lru_cache(maxsize=4096)  # the same few multisets recur, most often the empty one
def _counts(multiset: int, kinds: int, first: int) -> tuple[int, ...]:
    return tuple((multiset >> (BITS * kind)) & MOST for kind in range(first, first + kinds))
