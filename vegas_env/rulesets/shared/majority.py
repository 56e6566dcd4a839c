"""The majority rule of both Las Vegas games, in which ties cancel (LV-7, LV-8, LC-10)."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.cache import rule


@rule
def next_winner(dice, casino, claimants, limit):
    """The claimant with the most dice at a casino, among those with fewer than `limit` dice and without a tie.

    dice: (claimants, casinos) dice laid.  Returns (claimant, number of its dice), or (-1, 0) if there is none.  To find
    the next winner, call it again with that number as `limit`.
    """
    while True:
        most = np.int64(0)
        for claimant in range(claimants):
            number = np.int64(dice[claimant, casino])
            most = max(most, number if number < limit else np.int64(0))
        if most == 0:
            return np.int64(-1), most
        winner = np.int64(0)
        equals = np.int64(0)
        for claimant in range(claimants):
            equal = np.int64(dice[claimant, casino] == most)
            equals += equal
            winner += equal * claimant
        if equals == 1:
            return winner, most
        limit = most
