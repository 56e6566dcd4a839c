"""Test configurations of stand-alone auctions."""

from __future__ import annotations

import dataclasses
from typing import Any

from hypothesis import strategies as st

from tests.support.oracles.auction import AuctionOracle
from vegas_env.rulesets.auction.config import AuctionConfig

FORMATS = ("english", "sealed_first", "sealed_second")

CONFIGS: list[dict[str, Any]] = [
    {},
    *({"auction": form, "reward": "money"} for form in FORMATS),
    *({"auction": form, "lots": 4, "players": 5, "budget": 150, "reward": "rank"} for form in FORMATS),
    *({"auction": form, "players": 2, "bids": 4, "highest_value": 4, "budget": 3, "lots": 8} for form in FORMATS),
    *({"auction": form, "players": 6, "bids": 201, "step": 5, "budget": 1000, "ties": "order"} for form in FORMATS),
    # Players who run out of money; a reserve price between two bids; a coarse grid.
    *({"auction": form, "lots": 8, "bids": 20, "step": 3, "budget": 40, "minimum": 8} for form in FORMATS),
    {"players": 4, "lots": 3, "bids": 256, "highest_value": 1000, "budget": 10_000, "step": 39, "auction": "english"},
]

INVALID: list[tuple[dict[str, Any], str]] = [
    ({"players": 1}, "players must be a whole number from 2 to 6"),
    ({"auction": "dutch"}, "auction must be one of 'english', 'sealed_first', 'sealed_second'"),
    ({"lots": 9}, "lots must be a whole number from 1 to 8"),
    ({"highest_value": 0}, "highest_value must be a whole number from 1 to 1000"),
    ({"bids": 257}, "bids must be a whole number from 1 to 256"),
    ({"bids": 256, "step": 40}, "the highest bid, bids × step, may be at most 10000"),
    ({"minimum": 0}, "minimum must be a whole number from 1"),
    ({"minimum": 101}, "nobody can bid: no bid of the grid is from minimum=101 to budget=100"),
    ({"budget": 5, "step": 6}, "nobody can bid"),
    ({"ties": "never"}, "ties must be one of 'random', 'order'"),
    ({"reward": "fame"}, "reward must be one of 'win', 'rank', 'money'"),
    ({"lot": 2}, "did you mean 'lots'"),
]

STORIES: dict[str, tuple[dict[str, Any], int]] = {
    "sealed": ({"bids": 10, "step": 5, "highest_value": 60, "budget": 60}, 1),
    "open_with_several_lots": (
        {"auction": "english", "lots": 3, "bids": 12, "step": 5, "budget": 70, "minimum": 10},
        2,
    ),
}
ORACLE = AuctionOracle
OTHER = {"budget": 60, "minimum": 3}
ORACLE_GAMES = (1_000, 50_000)
ZERO_SUM = False  # reward "money" is the profit


def oracle_config(config: AuctionConfig) -> dict[str, Any]:
    return dataclasses.asdict(config)


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """A strategy for valid options of all kinds."""
    bids, step = draw(st.integers(1, 256)), draw(st.integers(1, 39))
    budget = draw(st.integers(step, 10_000))
    return {
        "players": draw(st.integers(2, 6)),
        "reward": draw(st.sampled_from(["win", "rank", "money"])),
        "auction": draw(st.sampled_from(FORMATS)),
        "lots": draw(st.integers(1, 8)),
        "highest_value": draw(st.integers(1, 1000)),
        "budget": budget,
        "bids": bids,
        "step": step,
        "minimum": draw(st.integers(1, min(budget, bids * step) // step * step)),
        "ties": draw(st.sampled_from(["random", "order"])),
    }
