"""Majorities with ties cancelled: the payout shared by both Las Vegas games (LV-7, LV-8, LC-10)."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.cache import rule


@rule
def next_winner(dice, casino, claimants, limit):
    """Who has the most dice at the casino below `limit` and is equalled by nobody, and how many; (-1, 0) if there is
    no such claimant.

    Called again with the winner's number as the new limit it gives the next one.
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
