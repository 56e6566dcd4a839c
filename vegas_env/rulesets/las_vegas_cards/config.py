"""The options of Las Vegas, the card game, their checks, and the rulebook that the compiled rules read."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

import numpy as np

from vegas_env.checks import check_bools, check_int, reward_option, set_frozen
from vegas_env.kernel import multisets
from vegas_env.rulesets.las_vegas_cards.cards import VALUES
from vegas_env.rulesets.las_vegas_cards.rules import DECK, RULES
from vegas_env.rulesets.shared import las_vegas_common
from vegas_env.rulesets.shared.banknotes import NOTES_PER_CASINO
from vegas_env.rulesets.shared.chips import STANDARD_CHIP_VALUES

STANDARD_NOTES = dict.fromkeys(range(30, 110, 10), 6)  # LC-2


@dataclasses.dataclass(frozen=True)
class LasVegasCardsConfig:
    """Options of Las Vegas, the card game.  Amounts of money are in thousands."""

    players: int = 4
    """Number of players, 2 to 5."""
    reward: str = reward_option()
    """Reward option.  "money": own money minus the mean of the others', in 100,000s, paid at the end of each round."""
    sequential: bool = False
    """Play the variant in which players choose one after the other instead of simultaneously (LC-12)."""
    chips: bool = False
    """Play with chip cards; needs sequential (LC-13)."""
    hidden_money: bool = False
    """Hide how much money the others have won (LV-10); their number of notes stays visible."""
    random_start: bool = False
    """Start the first round with a random seat instead of seat 0; needs sequential (LC-12)."""
    singles: Any = 4
    """Cards with one die in each player's deck: a number for all values, or a list of one number for each of the six
    values (LC-1)."""
    doubles: Any = 1
    """Cards with two dice in each player's deck, given in the same way (LC-1)."""
    hand: int = 5
    """Cards drawn for each turn (LC-5)."""
    turns: int = 6
    """Largest number of turns in a round (LC-6)."""
    limit: int = 8
    """A player with this many cards at casinos is out of the round (LC-9)."""
    rounds: int = 4
    """Rounds of a game (LC-11)."""
    notes_per_casino: int = 2
    """Notes dealt to each casino at the start of a round (LC-4)."""
    notes: Any = None
    """Banknotes as {value in thousands: number of notes}; None for the 48 of the rulebook (LC-2)."""
    chip_copies: int = 5
    """Chip cards of each of the five colours (LC-3)."""
    chip_values: tuple[int, ...] = STANDARD_CHIP_VALUES
    """Value of 1, 2, 3, … chip cards of one colour at the end, in thousands (LV-17)."""

    def __post_init__(self) -> None:
        las_vegas_common.check_options(self, STANDARD_NOTES)
        check_bools(self, "sequential")
        for name, why in (
            ("chips", "players take chip cards in turn (LC-13)"),
            ("random_start", "simultaneous turns have no start player (LC-12)"),
        ):
            if getattr(self, name) and not self.sequential:
                raise ValueError(f"{name} needs sequential=True: {why}")
        check_int("hand", self.hand, 1, multisets.MOST)
        check_int("turns", self.turns, 1, 100)
        check_int("limit", self.limit, 1, DECK)
        check_int("notes_per_casino", self.notes_per_casino, 1, NOTES_PER_CASINO)
        set_frozen(self, singles=_by_value("singles", self.singles), doubles=_by_value("doubles", self.doubles))
        check_int("the number of cards of a player, singles and doubles,", sum(self.deck), 1, DECK)

    @property
    def deck(self) -> list[int]:
        """Number of cards of each kind (2 * value + is_double) in a player's deck."""
        return [copies for pair in zip(self.singles, self.doubles, strict=True) for copies in pair]


def _by_value(name: str, numbers: Any) -> tuple[int, ...]:
    """A number for each value, from one number for all values or from a list."""
    if not isinstance(numbers, Iterable):
        numbers = [numbers] * VALUES
    numbers = tuple(numbers)
    if len(numbers) != VALUES:
        raise ValueError(f"{name} must be one number or {VALUES} of them, one for each value, not {len(numbers)}")
    return tuple(check_int(name, number, 0, multisets.MOST) for number in numbers)


def compile_rules(config: LasVegasCardsConfig) -> np.ndarray:
    """The rulebook of a config: one record for the compiled rules."""
    rules = las_vegas_common.compile_options(RULES, config, "sequential", "hand", "turns", "limit", "notes_per_casino")
    rules["deck"] = sum(copies << (multisets.BITS * kind) for kind, copies in enumerate(config.deck))
    rules["deck_count"] = sum(config.deck)
    return rules
