"""Random streams: one for each game, a function of (seed, game index, episode) alone.

A stream is a one-field record, which compiled code advances in place.  The generator is SplitMix64: it has 64 bits of
state, passes the usual test batteries, and takes a few instructions per draw.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule, rule

LUCK = np.dtype([("luck", np.uint64)], align=True)

# Mixing signed and unsigned integers gives floats in numba: every constant below is a uint64.
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_TO_UNIT = 1.0 / 9007199254740992.0  # 2 ** -53
_S4, _S7, _S8, _S11, _S56 = np.uint64(4), np.uint64(7), np.uint64(8), np.uint64(11), np.uint64(56)
_ONES = np.uint64(0x0101010101010101)  # a one in each of eight bytes
_LOW_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_HIGH_BITS = np.uint64(0x8080808080808080)


@hot_rule
def mix(bits):
    """Scramble 64 bits: the finaliser of SplitMix64."""
    bits = np.uint64(bits)
    bits = (bits ^ (bits >> _S30)) * _MIX_1
    bits = (bits ^ (bits >> _S27)) * _MIX_2
    return bits ^ (bits >> _S31)


@rule
def blend(bits, number):
    """Derive a 64-bit value from another and a number.  All streams are separated this way."""
    return mix(np.uint64(bits) + _STEP * (np.uint64(number) + np.uint64(1)))


@hot_rule
def draw(luck):
    """The next 64 random bits of a stream."""
    luck.luck = luck.luck + _STEP
    return mix(luck.luck)


@rule
def as_unit(bits):
    """Random bits as a float in [0, 1)."""
    return np.float64(bits >> _S11) * _TO_UNIT


@rule
def unit(luck):
    """A random float in [0, 1)."""
    return as_unit(draw(luck))


@hot_rule
def below(luck, n):
    """A random integer from 0 to n - 1; its bias is below n / 2**32."""
    return np.int64(((draw(luck) >> _S32) * np.uint64(n)) >> _S32)


@hot_rule
def roll(luck, dice, faces):
    """The multiset of faces that `dice` dice show.

    One draw serves eight dice, four from each half of its bits: die k is the k-th digit of the half as a fraction in
    base `faces`.  All eight are computed side by side, which is faster than stopping early.
    """
    multiset = np.int64(0)
    base = np.uint64(faces)
    left = dice
    while left > 0:
        bits = draw(luck)
        high, low = bits >> _S32, bits & _LOW_HALF
        power = np.uint64(1)
        for k in range(4):
            multiset += np.int64(2 * k < left) << _shift(high, power, base)
            multiset += np.int64(2 * k + 1 < left) << _shift(low, power, base)
            power *= base
        left -= 8
    return multiset


@hot_rule
def _shift(half, power, base):
    """The bit position in a multiset of the digit that belongs to this power of the base."""
    return np.int64(multisets.BITS) * np.int64((((half * power) & _LOW_HALF) * base) >> _S32)


@hot_rule
def pick(luck, counts, total):
    """Draw a kind from `counts`, which add up to `total`, each item equally likely.

    The loop never stops early: a branch would cost more.
    """
    item = below(luck, total)
    kind = np.int64(0)
    upto = np.int64(0)
    for k in range(len(counts)):
        upto += counts[k]
        kind += upto <= item
    return kind


@hot_rule
def pick_from_multiset(luck, multiset, total):
    """Draw a kind from a multiset of `total` items, at most 127, each item equally likely.

    Sixteen bytes hold the cumulative numbers of items, even and odd kinds separately.  The kind of item number `item`
    is the number of bytes that do not exceed it; the highest bit of a byte 128 + item - number shows whether it does.
    """
    item = np.uint64(below(luck, total))
    numbers = np.uint64(multiset)
    even = (numbers & _LOW_NIBBLES) * _ONES
    odd = ((numbers >> _S4) & _LOW_NIBBLES) * _ONES
    compared = item * _ONES | _HIGH_BITS
    passed = (((compared - even - (odd << _S8)) & _HIGH_BITS) >> _S7) + (((compared - even - odd) & _HIGH_BITS) >> _S7)
    return np.int64((passed * _ONES) >> _S56)


@rule
def draw_from_multiset(luck, multiset, total, items):
    """Draw a multiset of `items` items from one of `total` items, at most 127.

    Items are drawn one by one: those that are taken or those that stay, whichever are fewer.
    """
    drawn = np.int64(0)
    for k in range(min(items, total - items)):
        drawn += multisets.one(pick_from_multiset(luck, multiset - drawn, total - k))
    return drawn if 2 * items <= total else multiset - drawn


@hot_rule
def pick_legal(luck, mask):
    """A random legal action, each equally likely; the mask must not be empty.

    Eight actions at a time are the bytes of one number.  A product with ones adds up the bytes, and so counts the legal
    actions up to each of them; the counts that do not exceed the number drawn are passed over, as in
    `pick_from_multiset`.
    """
    legal = np.uint64(0)
    for first in range(0, len(mask), 8):
        legal += (_eight(mask, first) * _ONES) >> _S56
    item = below(luck, legal)
    action = np.int64(0)
    for first in range(0, len(mask), 8):
        upto = _eight(mask, first) * _ONES
        passed = ((np.uint64(min(item, 127)) * _ONES | _HIGH_BITS) - upto) & _HIGH_BITS
        action += np.int64(((passed >> _S7) * _ONES) >> _S56)
        item -= np.int64(upto >> _S56)
        if item < 0:
            break
    return action


@hot_rule
def _eight(mask, first):
    """Up to eight entries of a mask as the bytes of one number."""
    entries = np.uint64(0)
    for k in range(8):
        if first + k < len(mask):
            entries |= np.uint64(mask[first + k]) << np.uint64(8 * k)
    return entries
