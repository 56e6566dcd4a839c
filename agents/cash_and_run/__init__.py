"""Heuristics for Cash & Run: a greedy player, and characters that share their estimates but not their nerves."""

from __future__ import annotations

import inspect
from typing import Any

from vegas_env.agents.authoring import CompiledAgent
from vegas_env.agents.cash_and_run.greedy import GREEDY
from vegas_env.agents.cash_and_run.styles import STYLE
from vegas_env.agents.registry import register

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
    own = {**USUAL, **settings}

    def make(**options: Any) -> CompiledAgent:
        return CompiledAgent(name, STYLE, **{**own, **options})

    make.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # what the options are
        [inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=value) for key, value in own.items()]
    )
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
    "Keeps its cash: buys from plenty only, passes auctions, stakes the least, takes gifts, and takes over only what "
    "promises much.",
    reserve=24,
    bids=0.0,
    raids=5.0,
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
    lies=2,
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
    "Weighs purchases, bids, takeovers, stakes that break an owner and bluff cards by what they promise on average; "
    "takes others for rather honest.",
    reserve=2,
    dares=0.75,
    cards=3,
    lies=1,
    suspects=0.1,
)
