"""Heuristics for Cash & Run: a greedy player, and characters that share their estimates but not their nerves."""

from __future__ import annotations

from typing import Any

from ..base import CompiledAgent
from ..registry import register
from .greedy import GREEDY
from .styles import STYLE

NEVER = 1e6

# What the characters have in common; see styles.SETTINGS.
USUAL: dict[str, Any] = {
    "reserve": 6,
    "bids": 1.0,
    "raids": 0.0,
    "dares": 0.0,
    "cards": 2,
    "lies": 0,
    "suspects": 1.0,
    "plays": 1,
}


def style(name: str, idea: str, **settings: Any) -> None:
    """Register a character; what it does not say is as usual, and all of it are options."""

    def make(**options: Any) -> CompiledAgent:
        unknown = set(options) - set(USUAL)
        if unknown:
            raise ValueError(f"unknown options of the agent {name}: {', '.join(sorted(unknown))}")
        return CompiledAgent(name, STYLE, **{**USUAL, **settings, **options})

    register("cash_and_run", name, make, idea)


register(
    "cash_and_run",
    "greedy",
    lambda: CompiledAgent("greedy", GREEDY),
    "Buys, bids for and takes over what brings it nearer to a combination, announces when it can; stakes little, "
    "bluffs with true cards only.",
)
style(
    "tight",
    "Keeps its cash: buys from plenty only, passes auctions, stakes the least, takes gifts, takes nothing over.",
    reserve=24,
    bids=0.0,
    raids=NEVER,
    cards=1,
    plays=0,
)
style(
    "breaker",
    "Stakes what breaks the owner of a casino, up to half of its cash, and takes over whatever promises anything.",
    dares=0.5,
    raids=-2.0,
)
style(
    "value_bidder",
    "Bids up to what a casino is worth to it and to keep from others, and buys and takes over by the same estimate.",
    reserve=2,
)
style(
    "bluffer",
    "Collects bluff cards, lays false ones too, and believes others by the odds of the cards that it has not seen.",
    cards=3,
    lies=1,
    suspects=0.5,
)
style(
    "racer",
    "Heads for the final lap: spends all it has on casinos, and takes over at the smallest promise.",
    reserve=0,
    bids=2.0,
    raids=-4.0,
    cards=0,
)
style(
    "expected_value",
    "All of this, by expected worth.",
    reserve=2,
    dares=0.25,
    cards=3,
    lies=1,
    suspects=0.3,
)
