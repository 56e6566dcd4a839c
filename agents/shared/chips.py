"""Which chip card to take, in both Las Vegas games (LV-16, LV-17, LC-13)."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import multisets
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.shared.chips import COLOURS, NONE


@rule
def best_chip(offered, held, values):
    """The colour that adds the most to the chips held, out of a multiset of chips on offer, and how much it adds
    (10,000s); NONE and 0 if there is no chip.

    `values` has the worth of 0, 1, 2, … chips of a colour.
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
    """The colour to take from the casino that offers its chips.  Taking one never costs anything."""
    colour, _ = best_chip(game.chips[game.casino], game.chips_held[game.seat], rules.chip_values)
    return colour
