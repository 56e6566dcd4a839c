"""Small sets of seats, casinos, … as bit masks: bit k is member k, at most sixteen members."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel.cache import rule


@rule
def bit(member):
    """The set with a single member."""
    return np.int64(1) << np.int64(member)


@rule
def contains(mask, member):
    """Whether a set has this member."""
    return (np.int64(mask) >> np.int64(member)) & 1 != 0


@rule
def members(mask):
    """The number of members: bits are added up in pairs, fours and eights."""
    bits = np.int64(mask)
    bits = (bits & 0x5555) + ((bits >> 1) & 0x5555)
    bits = (bits & 0x3333) + ((bits >> 2) & 0x3333)
    bits = (bits & 0x0F0F) + ((bits >> 4) & 0x0F0F)
    return (bits & 0x1F) + (bits >> 8)


@rule
def only_member(mask):
    """The only member of a set; -1 if it has several members or none."""
    bits = np.int64(mask)
    if bits == 0 or bits & (bits - 1):
        return np.int64(-1)
    return members(bits - 1)


@rule
def pick_member(luck, mask):
    """A random member, each equally likely; the set must not be empty."""
    left = lucks.below(luck, members(mask))
    member = np.int64(0)
    while left > 0 or not contains(mask, member):
        left -= contains(mask, member)
        member += 1
    return member
