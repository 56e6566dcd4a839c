"""Heuristics for Gambler: simple ways of playing, one that hurts others, and one that goes by expected points."""

from __future__ import annotations

import numpy as np

from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.gambler.by_worth import BY_WORTH, TRAP_SETTER, finishes
from vegas_env.agents.gambler.expected_value import choose_expected_value
from vegas_env.agents.registry import register

__all__ = ["finishes"]

NEVER, ALWAYS = 1e6, -1e6  # how much a further roll must promise
COURAGE = 1.0  # units of 10 points
PRICE = 1.5  # of a die, in units of 10 points
OTHERS = 0.8  # how much of what a further roll promises in its second best row and others is believed

EXPECTED_VALUE = policy_type(
    "gambler_expected_value", choose_expected_value, ("price", np.float64), ("others", np.float64)
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
    "trap_setter",
    lambda: CompiledAgent("trap_setter", TRAP_SETTER),
    "Fills rows that cost points up to their last square, for the next player to finish, and leaves no row that pays "
    "nearly full.",
)
register(
    "gambler",
    "expected_value",
    lambda price=PRICE, others=OTHERS: CompiledAgent("expected_value", EXPECTED_VALUE, price=price, others=others),
    "Places, stops and rolls again by expected points, its own against the others', with a price for every die.",
)
