"""The arrays of a batch of games, in two bundles, as compiled code takes them.

Entry i of every array belongs to game i.  Masks, observations, rewards and payoffs are arrays of one-field records,
`masks[i].row`: unlike rows of a matrix, these have a length that the compiler knows and need no reference counting.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class State(NamedTuple):
    """The games themselves.  Everything in `Views` follows from it."""

    records: np.ndarray  # (n,) the ruleset's record
    luck: np.ndarray  # (n,) the random stream of each game's future
    keys: np.ndarray  # (n,) uint64 the key from which all streams of a game derive
    episodes: np.ndarray  # (n,) int32 the episode number, from 0
    moves: np.ndarray  # (n,) int32 decisions made in this episode


class Views(NamedTuple):
    """What is read off the games after every step."""

    masks: np.ndarray  # (n,) rows of int8 (A,): the legal actions of the deciding seat
    observations: np.ndarray  # (n,) rows of float32 (D,): what that seat observes; a single unused row if not wanted
    rewards: np.ndarray  # (n,) rows of float32 (capacity of seats): what the last step paid
    payoffs: np.ndarray  # (n,) rows of float32 (capacity of seats): what the episode has paid so far
    seats: np.ndarray  # (n,) int8 the deciding seat, -1 when the game is over
    over: np.ndarray  # (n,) bool
