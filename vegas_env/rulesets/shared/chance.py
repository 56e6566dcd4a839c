"""Chance events with listed outcomes."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.cache import rule


@rule
def weighted_outcomes(weights):
    """All outcomes of a chance event, given the weight of each outcome 0, 1, 2, … (int64; 0 for impossible ones).

    Returns (outcomes, probabilities) of the possible ones.
    """
    possible = np.nonzero(weights)[0].astype(np.int64)
    return possible, weights[possible] / weights.sum()
