"""Which chip card to take: for agents of both Las Vegas games (LV-16, LV-17, LC-13)."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import multisets
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.shared.chips import COLOURS, NONE


@rule
def best_chip(offered, held, values):
    """The colour, of a bag of chips on offer, that adds the most to the worth of a bag of chips held, and how much it
    adds (10,000s); NONE and nothing if no chip is there.

    `values` has what 0, 1, 2, … chips of a colour are worth.
    """
    best = np.int64(NONE)
    most = np.int64(-1)
    for colour in range(COLOURS):
        if multisets.count(offered, colour) > 0:
            number = multisets.count(held, colour)
            gain = values[number + 1] - values[number]
            if gain > most:
                best, most = np.int64(colour), gain
    return best, max(most, np.int64(0))


@rule
def chip_taken(game, rules):
    """The colour to take from the casino that offers its chips: one is never worth less than nothing."""
    colour, _ = best_chip(game.chips[game.casino], game.chips_held[game.seat], rules.chip_values)
    return colour
