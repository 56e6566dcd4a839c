"""The options of Pig, checked, and the rulebook that the compiled rules read."""

from __future__ import annotations

import dataclasses

import numpy as np

from vegas_env.checks import check_common, check_int, reward_number, reward_option
from vegas_pig.rules import FACES, RULES, SEATS, TARGET


@dataclasses.dataclass(frozen=True)
class PigConfig:
    """Pig for two to six players."""

    players: int = 2
    """2 to 6 players."""
    reward: str = reward_option()
    """What a learner is paid; "money" is points as a part of the target, paid when they are scored (not zero-sum)."""
    target: int = 100
    """Points that win the game (PIG-1)."""
    faces: int = 6
    """Faces of the die (PIG-2)."""

    def __post_init__(self) -> None:
        check_common(self, 2, SEATS)
        check_int("target", self.target, 2, TARGET)
        check_int("faces", self.faces, 2, FACES)


def compile_rules(config: PigConfig) -> np.ndarray:
    """The rulebook: an array of one record."""
    rules = np.zeros(1, RULES)
    for name in ("players", "target", "faces"):
        rules[name] = getattr(config, name)
    rules["reward"] = reward_number(config)
    return rules
