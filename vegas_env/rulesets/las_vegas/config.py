"""The options of Las Vegas, checked, and how they become what the compiled rules read."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from vegas_env.checks import check_bool, check_choice, check_int, reward_number, set_frozen
from vegas_env.kernel import multisets
from vegas_env.rulesets.las_vegas.rules import RULES
from vegas_env.rulesets.shared.banknotes import CASINOS, NOTES_PER_CASINO, SEATS, UNIT, checked_notes, write_notes
from vegas_env.rulesets.shared.chips import ACTION_NAMES as CHIP_ACTION_NAMES
from vegas_env.rulesets.shared.chips import STANDARD_CHIP_VALUES, checked_chip_values, write_chip_values
from vegas_env.spec import REWARDS

STANDARD_NOTES = {10: 6, 20: 8, 30: 8, 40: 6, 50: 6, 60: 5, 70: 5, 80: 5, 90: 5}  # LV-2
WHITE_DICE = {2: (4, 0), 3: (2, 2), 4: (2, 0)}  # LV-12, by players: each; left over


@dataclasses.dataclass(frozen=True)
class LasVegasConfig:
    """Las Vegas with dice.  Money is in thousands."""

    players: int = 4
    """2 to 5 players."""
    reward: str = "win"
    """What a learner is paid: "win" (share of the win − 1/players, at the end), "rank" (+1 for the best to −1 for
    the worst, at the end) or "money" (own money minus the mean of the others', in 100,000s, at each payout)."""
    neutral_dice: bool = False
    """The variant with white dice for 2 to 4 players (LV-12 to LV-14)."""
    chips: bool = False
    """The extension with chip cards (LV-15 to LV-17)."""
    hidden_money: bool = False
    """Hide how much the others have won (LV-10); how many notes they hold stays visible."""
    random_start: bool = False
    """A random seat starts the first round instead of seat 0 (LV-4)."""
    dice: int = 8
    """Own dice of each player (LV-1)."""
    casinos: int = 6
    """Casinos, and so the faces of a die (LV-1)."""
    rounds: int = 4
    """Rounds of a game (LV-11)."""
    notes: Any = None
    """Banknotes as {value in thousands: how many}; None for the 54 of the rulebook (LV-2)."""
    minimum: int = 50
    """What a casino must show at least before a round, in thousands (LV-3)."""
    white_dice: Any = None
    """White dice of each player, with neutral_dice; None for the rulebook's number (LV-12)."""
    white_left: Any = None
    """White dice that the start player throws before a round, with neutral_dice; None for the rulebook's number
    (LV-12).
    """
    chip_copies: int = 5
    """Chip cards of each of the five colours (LV-15)."""
    chip_values: tuple[int, ...] = STANDARD_CHIP_VALUES
    """What 1, 2, 3, … chip cards of one colour are worth at the end, in thousands (LV-17)."""

    def __post_init__(self) -> None:
        players = check_int("players", self.players, 2, SEATS)
        check_choice("reward", self.reward, REWARDS)
        for name in ("neutral_dice", "chips", "hidden_money", "random_start"):
            set_frozen(self, **{name: check_bool(name, getattr(self, name))})
        check_int("dice", self.dice, 1, multisets.MOST)
        check_int("casinos", self.casinos, 1, CASINOS)
        check_int("rounds", self.rounds, 1, 100)
        white_dice, white_left = self._checked_white_dice(players)
        notes = checked_notes(STANDARD_NOTES if self.notes is None else self.notes)
        _check_minimum(self.minimum, notes)
        check_int("chip_copies", self.chip_copies, 1, multisets.MOST)
        set_frozen(
            self,
            players=players,
            white_dice=white_dice,
            white_left=white_left,
            notes=notes,
            chip_values=checked_chip_values(self.chip_values),
        )

    def _checked_white_dice(self, players: int) -> tuple[int, int]:
        if not self.neutral_dice:
            for name in ("white_dice", "white_left"):
                if getattr(self, name) not in (None, 0):
                    raise ValueError(f"{name} needs neutral_dice=True")
            return 0, 0
        if players not in WHITE_DICE:
            raise ValueError(f"neutral_dice is for 2 to 4 players (LV-12), not {players}")
        each, left = WHITE_DICE[players]
        if self.white_dice is not None:
            each = check_int("white_dice", self.white_dice, 0, multisets.MOST)
        if self.white_left is not None:
            left = check_int("white_left", self.white_left, 0, multisets.MOST)
        return each, left


def _check_minimum(minimum: Any, notes: tuple[tuple[int, int], ...]) -> None:
    smallest = notes[0][0]
    check_int(
        "minimum", minimum, 1, NOTES_PER_CASINO * smallest, f"a casino holds {NOTES_PER_CASINO} notes of {smallest},000"
    )


def compile_rules(config: LasVegasConfig) -> np.ndarray:
    """The rulebook: one record of numbers and tables that the compiled rules read."""
    rules = np.zeros(1, RULES)
    for name in (
        "players", "dice", "casinos", "rounds", "white_dice", "white_left", "chips", "chip_copies",
        "random_start", "hidden_money",
    ):  # fmt: skip
        rules[name] = getattr(config, name)
    rules["reward"] = reward_number(config)
    rules["minimum"] = -(-config.minimum // UNIT)
    rules["kinds"] = len(config.notes)
    write_notes(rules, config.notes)
    write_chip_values(rules, config.chip_values)
    return rules


ACTION_NAMES = (*(f"place the {face}s" for face in range(1, CASINOS + 1)), *CHIP_ACTION_NAMES)
