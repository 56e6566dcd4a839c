"""The options of Pig, checked, and the rulebook that the compiled rules read."""

from __future__ import annotations

import dataclasses

import numpy as np

from vegas_env.checks import check_choice, check_int, reward_number, set_frozen
from vegas_env.spec import REWARDS
from vegas_pig.rules import FACES, RULES, SEATS, TARGET


@dataclasses.dataclass(frozen=True)
class PigConfig:
    """Pig for two to six players."""

    players: int = 2
    """2 to 6 players."""
    reward: str = "win"
    """What a learner is paid: "win" (share of the win − 1/players, at the end), "rank" (+1 for the best to −1 for
    the worst, at the end) or "money" (points as a part of the target, when they are scored; not zero-sum)."""
    target: int = 100
    """Points that win the game (PIG-1)."""
    faces: int = 6
    """Faces of the die (PIG-2)."""

    def __post_init__(self) -> None:
        set_frozen(
            self,
            players=check_int("players", self.players, 2, SEATS),
            reward=check_choice("reward", self.reward, REWARDS),
            target=check_int("target", self.target, 2, TARGET),
            faces=check_int("faces", self.faces, 2, FACES),
        )


def compile_rules(config: PigConfig) -> np.ndarray:
    """The rulebook: an array of one record."""
    rules = np.zeros(1, RULES)
    for name in ("players", "target", "faces"):
        rules[name] = getattr(config, name)
    rules["reward"] = reward_number(config)
    return rules
