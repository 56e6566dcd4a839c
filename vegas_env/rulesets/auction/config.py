"""The options of stand-alone auctions, their checks, and the rulebook that the compiled rules read."""

from __future__ import annotations

import dataclasses

import numpy as np

from vegas_env.checks import check_common, check_int, choice, make_rulebook, reward_option, set_frozen
from vegas_env.rulesets.auction.rules import BIDS, HIGHEST_VALUE, LOTS, MOST_MONEY, RULES, SEATS
from vegas_env.rulesets.shared import auctions

TIES = ("random", "order")


@dataclasses.dataclass(frozen=True)
class AuctionConfig:
    """Options of stand-alone auctions."""

    players: int = 3
    """Number of players, 2 to 6."""
    reward: str = reward_option()
    """Reward option.  "money": the profit divided by highest_value, paid when a lot is sold; not zero-sum."""
    auction: str = choice("sealed_first", auctions.FORMAT_TEXTS)
    """Auction format (AU-6, AU-7)."""
    lots: int = 1
    """Number of lots, sold one after the other (AU-3)."""
    highest_value: int = 100
    """Private values are uniform on 0, 1, …, highest_value (AU-2)."""
    budget: int = 100
    """Money of each player at the start (AU-1)."""
    bids: int = 100
    """Number of bids on the grid: step, 2 × step, …, bids × step (AU-4)."""
    step: int = 1
    """Difference between neighbouring bids (AU-4)."""
    minimum: int = 1
    """Reserve price, the lowest bid allowed (AU-4)."""
    ties: str = choice("random", TIES)
    """Winner among equal sealed bids: "random", or "order" for the first in the order of bidding (AU-7)."""

    def __post_init__(self) -> None:
        check_common(self, 2, SEATS)
        set_frozen(
            self,
            lots=check_int("lots", self.lots, 1, LOTS),
            highest_value=check_int("highest_value", self.highest_value, 1, HIGHEST_VALUE),
            budget=check_int("budget", self.budget, 0, MOST_MONEY),
            bids=check_int("bids", self.bids, 1, BIDS),
            step=check_int("step", self.step, 1, MOST_MONEY),
            minimum=check_int("minimum", self.minimum, 1, MOST_MONEY),
        )
        if self.bids * self.step > MOST_MONEY:
            raise ValueError(f"the highest bid, bids × step, may be at most {MOST_MONEY}, not {self.bids * self.step}")
        if not self.minimum <= min(self.budget, self.bids * self.step) // self.step * self.step:
            raise ValueError(
                f"nobody can bid: no bid of the grid is from minimum={self.minimum} to budget={self.budget}"
            )


def compile_rules(config: AuctionConfig) -> np.ndarray:
    """The rulebook of a config: one record for the compiled rules."""
    rules = make_rulebook(RULES, config, "lots", "highest_value", "budget", "minimum")
    rules["auction"] = auctions.number_of(config.auction)
    rules["random_ties"] = config.ties == "random"
    rules["bids"] = auctions.ladder(tuple(config.step * rung for rung in range(1, config.bids + 1)), BIDS)
    return rules


ACTION_NAMES = ("pass", *(f"bid rung {rung}" for rung in range(1, BIDS + 1)))
