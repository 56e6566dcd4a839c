"""The options of stand-alone auctions, checked, and how they become what the compiled rules read."""

from __future__ import annotations

import dataclasses

import numpy as np

from vegas_env.checks import check_choice, check_int, reward_number, set_frozen
from vegas_env.rulesets.auction.rules import BIDS, HIGHEST_VALUE, LOTS, MOST_MONEY, RULES, SEATS
from vegas_env.rulesets.shared import auctions
from vegas_env.spec import REWARDS

TIES = ("random", "order")


@dataclasses.dataclass(frozen=True)
class AuctionConfig:
    """Auctions of one or several lots among players with budgets and private values."""

    players: int = 3
    """2 to 6 players."""
    reward: str = "win"
    """What a learner is paid: "win" (share of the win − 1/players, at the end), "rank" (+1 for the best to −1 for
    the worst, at the end) or "money" (the profit as a part of highest_value, when a lot is sold; not zero-sum)."""
    auction: str = "sealed_first"
    """"english" (open, ascending), "sealed_first" or "sealed_second" (AU-6, AU-7)."""
    lots: int = 1
    """Lots, sold one after the other (AU-3)."""
    highest_value: int = 100
    """Private values are uniform on 0, 1, …, highest_value (AU-2)."""
    budget: int = 100
    """Money of each player at the start (AU-1)."""
    bids: int = 100
    """How many bids there are on the grid: step, 2 × step, …, bids × step (AU-4)."""
    step: int = 1
    """Distance of neighbouring bids (AU-4)."""
    minimum: int = 1
    """The reserve price: no bid may be lower (AU-4)."""
    ties: str = "random"
    """Which of equal sealed bids wins: "random", or "order": the first in the order of bidding (AU-7)."""

    def __post_init__(self) -> None:
        set_frozen(
            self,
            players=check_int("players", self.players, 2, SEATS),
            reward=check_choice("reward", self.reward, REWARDS),
            auction=check_choice("auction", self.auction, auctions.FORMATS),
            lots=check_int("lots", self.lots, 1, LOTS),
            highest_value=check_int("highest_value", self.highest_value, 1, HIGHEST_VALUE),
            budget=check_int("budget", self.budget, 0, MOST_MONEY),
            bids=check_int("bids", self.bids, 1, BIDS),
            step=check_int("step", self.step, 1, MOST_MONEY),
            minimum=check_int("minimum", self.minimum, 1, MOST_MONEY),
            ties=check_choice("ties", self.ties, TIES),
        )
        if self.bids * self.step > MOST_MONEY:
            raise ValueError(f"the highest bid, bids × step, may be at most {MOST_MONEY}, not {self.bids * self.step}")
        if not self.minimum <= min(self.budget, self.bids * self.step) // self.step * self.step:
            raise ValueError(
                f"nobody can bid: no bid of the grid is from minimum={self.minimum} to budget={self.budget}"
            )


def compile_rules(config: AuctionConfig) -> np.ndarray:
    """The rulebook: one record of numbers and tables that the compiled rules read."""
    rules = np.zeros(1, RULES)
    for name in ("players", "lots", "highest_value", "budget", "minimum"):
        rules[name] = getattr(config, name)
    rules["reward"] = reward_number(config)
    rules["auction"] = auctions.FORMATS.index(config.auction)
    rules["random_ties"] = config.ties == "random"
    rules["bids"] = auctions.ladder(tuple(config.step * rung for rung in range(1, config.bids + 1)), BIDS)
    return rules


ACTION_NAMES = ("pass", *(f"bid rung {rung}" for rung in range(1, BIDS + 1)))
