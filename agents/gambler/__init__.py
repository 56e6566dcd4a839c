"""Heuristics for Gambler: simple ways of playing, one that hurts others, and one that goes by expected points."""

from __future__ import annotations

import numpy as np

from ..base import CompiledAgent, policy_type
from ..registry import register
from .by_worth import BY_WORTH, finishes
from .expected_value import OTHER_ROWS, WIN, choose_expected_value

__all__ = ["finishes"]

NEVER, ALWAYS = 1e6, -1e6  # how much a further roll must promise
COURAGE = 1.0  # units of 10 points
FEAR = 0.1

EXPECTED_VALUE = policy_type(
    "gambler_expected_value",
    choose_expected_value,
    ("courage", np.float64),
    ("others", np.float64),
    ("die", np.float64),
    ("fear", np.float64),
    ("win", np.float64),
)

register(
    "gambler",
    "stopper",
    lambda: CompiledAgent("stopper", BY_WORTH, further=0, courage=NEVER),
    "Places its best die and stops.",
)
register(
    "gambler",
    "pusher",
    lambda: CompiledAgent("pusher", BY_WORTH, further=0, courage=ALWAYS),
    "Places its best die and rolls again, as long as it can.",
)
register(
    "gambler",
    "greedy",
    lambda courage=COURAGE: CompiledAgent("greedy", BY_WORTH, further=1, courage=courage),
    "Finishes what it can, places no die without gain except the first, and rolls again for rows that lack one die.",
)
register(
    "gambler",
    "expected_value",
    lambda courage=0.0, others=OTHER_ROWS, die=0.0, fear=FEAR, win=WIN: CompiledAgent(
        "expected_value", EXPECTED_VALUE, courage=courage, others=others, die=die, fear=fear, win=win
    ),
    "Places, stops and rolls again by expected points, own ones against the others'.",
)
