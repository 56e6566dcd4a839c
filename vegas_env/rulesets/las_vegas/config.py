"""The options of Las Vegas, their checks, and the rulebook that the compiled rules read."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from vegas_env.checks import check_bools, check_int, reward_option, set_frozen
from vegas_env.kernel import multisets
from vegas_env.rulesets.las_vegas.rules import RULES
from vegas_env.rulesets.shared import las_vegas_common
from vegas_env.rulesets.shared.banknotes import CASINOS, NOTES_PER_CASINO, UNIT
from vegas_env.rulesets.shared.chips import ACTION_NAMES as CHIP_ACTION_NAMES
from vegas_env.rulesets.shared.chips import STANDARD_CHIP_VALUES

STANDARD_NOTES = {10: 6, 20: 8, 30: 8, 40: 6, 50: 6, 60: 5, 70: 5, 80: 5, 90: 5}  # LV-2
WHITE_DICE = {2: (4, 0), 3: (2, 2), 4: (2, 0)}  # LV-12: players → white dice of each, left over


@dataclasses.dataclass(frozen=True)
class LasVegasConfig:
    """Options of Las Vegas, the dice game.  Amounts of money are in thousands."""

    players: int = 4
    """Number of players, 2 to 5."""
    reward: str = reward_option()
    """Reward option.  "money": own money minus the mean of the others', in 100,000s, paid at the end of each round."""
    neutral_dice: bool = False
    """Play the variant with white dice, for 2 to 4 players (LV-12 to LV-14)."""
    chips: bool = False
    """Play the extension with chip cards (LV-15 to LV-17)."""
    hidden_money: bool = False
    """Hide how much money the others have won (LV-10); their number of notes stays visible."""
    random_start: bool = False
    """Start the first round with a random seat instead of seat 0 (LV-4)."""
    dice: int = 8
    """Own dice of each player (LV-1)."""
    casinos: int = 6
    """Casinos, which is also the number of faces of a die (LV-1)."""
    rounds: int = 4
    """Rounds of a game (LV-11)."""
    notes: Any = None
    """Banknotes as {value in thousands: number of notes}; None for the 54 of the rulebook (LV-2)."""
    minimum: int = 50
    """Least amount that each casino must show at the start of a round, in thousands (LV-3)."""
    white_dice: Any = None
    """White dice of each player, with neutral_dice; None for the number in the rulebook (LV-12)."""
    white_left: Any = None
    """White dice that the start player rolls before a round, with neutral_dice; None for the number in the rulebook
    (LV-12)."""
    chip_copies: int = 5
    """Chip cards of each of the five colours (LV-15)."""
    chip_values: tuple[int, ...] = STANDARD_CHIP_VALUES
    """Value of 1, 2, 3, … chip cards of one colour at the end, in thousands (LV-17)."""

    def __post_init__(self) -> None:
        las_vegas_common.check_options(self, STANDARD_NOTES)
        check_bools(self, "neutral_dice")
        check_int("dice", self.dice, 1, multisets.MOST)
        check_int("casinos", self.casinos, 1, CASINOS)
        white_dice, white_left = self._checked_white_dice()
        set_frozen(self, white_dice=white_dice, white_left=white_left)
        smallest = self.notes[0][0]
        why = f"a casino holds {NOTES_PER_CASINO} notes of {smallest},000"
        check_int("minimum", self.minimum, 1, NOTES_PER_CASINO * smallest, why)

    def _checked_white_dice(self) -> tuple[int, int]:
        if not self.neutral_dice:
            for name in ("white_dice", "white_left"):
                if getattr(self, name) not in (None, 0):
                    raise ValueError(f"{name} needs neutral_dice=True")
            return 0, 0
        if self.players not in WHITE_DICE:
            raise ValueError(f"neutral_dice is for 2 to 4 players (LV-12), not {self.players}")
        each, left = WHITE_DICE[self.players]
        if self.white_dice is not None:
            each = check_int("white_dice", self.white_dice, 0, multisets.MOST)
        if self.white_left is not None:
            left = check_int("white_left", self.white_left, 0, multisets.MOST)
        return each, left


def compile_rules(config: LasVegasConfig) -> np.ndarray:
    """The rulebook of a config: one record for the compiled rules."""
    rules = las_vegas_common.compile_options(RULES, config, "dice", "casinos", "white_dice", "white_left")
    rules["minimum"] = -(-config.minimum // UNIT)
    return rules


ACTION_NAMES = (*(f"place the {face}s" for face in range(1, CASINOS + 1)), *CHIP_ACTION_NAMES)
