"""Arithmetic on seats, which sit clockwise around the table: 0 … players - 1."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.cache import hot_rule, rule


@hot_rule
def clockwise(seat, steps, players):
    """The seat `steps` places clockwise from `seat`; fewer steps than players."""
    there = seat + steps
    return there - players if there >= players else there


@hot_rule
def distance(seat, other, players):
    """How many places clockwise from `seat` the seat `other` is."""
    steps = np.int64(other) - np.int64(seat)
    return steps + players if steps < 0 else steps


@rule
def margin(own, total, players):
    """Own amount minus the mean of the other players' amounts, given the total of all players."""
    return own - (total - own) / (players - 1)
