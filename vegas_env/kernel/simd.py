"""Copies and comparisons of eight or four small numbers that compile to single vector instructions."""

from __future__ import annotations

from vegas_env.kernel.cache import hot_rule


@hot_rule
def copy8(source, start, target, place):
    """target[place : place + 8] = source[start : start + 8].

    All loads come before all stores.  The compiler cannot know that source and target do not overlap; only in this
    order may it use one vector instruction for all eight.
    """
    a, b, c, d = source[start], source[start + 1], source[start + 2], source[start + 3]
    e, f, g, h = source[start + 4], source[start + 5], source[start + 6], source[start + 7]
    target[place], target[place + 1], target[place + 2], target[place + 3] = a, b, c, d
    target[place + 4], target[place + 5], target[place + 6], target[place + 7] = e, f, g, h


@hot_rule
def copy4(source, start, target, place):
    """target[place : place + 4] = source[start : start + 4], loads before stores as in `copy8`."""
    a, b, c, d = source[start], source[start + 1], source[start + 2], source[start + 3]
    target[place], target[place + 1], target[place + 2], target[place + 3] = a, b, c, d


@hot_rule
def equal8(source, start, value, target, place):
    """target[place : place + 8] = (source[start : start + 8] == value), as zeros and ones, loads before stores."""
    a, b, c = source[start] == value, source[start + 1] == value, source[start + 2] == value
    d, e, f = source[start + 3] == value, source[start + 4] == value, source[start + 5] == value
    g, h = source[start + 6] == value, source[start + 7] == value
    target[place], target[place + 1], target[place + 2], target[place + 3] = a, b, c, d
    target[place + 4], target[place + 5], target[place + 6], target[place + 7] = e, f, g, h
