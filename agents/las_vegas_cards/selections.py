"""The best selection of cards, given what dice gain at each casino and what room for more cards is worth (LC-9).

All heuristics of this ruleset choose in this way; they differ in how they estimate the two.
"""

from __future__ import annotations

import numpy as np

from vegas_env.agents.shared.chips import best_chip, chip_taken
from vegas_env.agents.shared.forecast import LEVELS
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.las_vegas_cards import cards
from vegas_env.rulesets.shared.banknotes import CASINOS


@rule
def dice_of(selection, casino):
    """The number of dice that these cards lay at a casino."""
    return multisets.count(selection, 2 * casino) + 2 * multisets.count(selection, 2 * casino + 1)


@rule
def best_selection(mask, gains, room):
    """The legal selection with the highest sum of gains[casino, dice] over the casinos and room[number of cards]; ties
    go to the first, which has fewer cards or dice.
    """
    best, most = np.int64(0), -np.inf
    for action in range(cards.TAKE_CHIP):
        if mask[action]:
            selection = cards.SELECTIONS[action]
            worth = room[multisets.total(selection)]
            for casino in range(CASINOS):
                worth += gains[casino, dice_of(selection, casino)]
            if worth > most:
                best, most = np.int64(action), worth
    return best


@rule
def no_gains():
    return np.zeros((CASINOS, LEVELS))


@rule
def no_room():
    return np.zeros(cards.MOST_CHOSEN + 1)


@rule
def turns_left(game, rules, seat):
    """The turns that the seat may still take, including the present one; 0 if it is out."""
    return (rules.turns - game.turns[seat]) if game.active[seat] else np.int64(0)


@rule
def chip_action(game, rules):
    """LC-13: take the chip that adds the most."""
    return np.int64(cards.TAKE_CHIP) + chip_taken(game, rules)


@rule
def chip_gain(game, rules, casino, dice):
    """LC-13: what the chip adds that the seat may take for laying so many dice at a casino."""
    if dice < 2:
        return np.int64(0)
    _, gain = best_chip(game.chips[casino], game.chips_held[game.seat], rules.chip_values)
    return gain
