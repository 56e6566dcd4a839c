"""The options of Las Vegas, the card game, checked, and how they become what the compiled rules read."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

import numpy as np

from vegas_env.checks import check_bool, check_choice, check_int, reward_number, set_frozen
from vegas_env.kernel import multisets
from vegas_env.rulesets.las_vegas_cards.cards import VALUES
from vegas_env.rulesets.las_vegas_cards.rules import DECK, RULES
from vegas_env.rulesets.shared.banknotes import NOTES_PER_CASINO, SEATS, checked_notes, write_notes
from vegas_env.rulesets.shared.chips import STANDARD_CHIP_VALUES, checked_chip_values, write_chip_values
from vegas_env.spec import REWARDS

STANDARD_NOTES = dict.fromkeys(range(30, 110, 10), 6)  # LC-2


@dataclasses.dataclass(frozen=True)
class LasVegasCardsConfig:
    """Las Vegas, the card game.  Money is in thousands."""

    players: int = 4
    """2 to 5 players."""
    reward: str = "win"
    """What a learner is paid: "win" (share of the win − 1/players, at the end), "rank" (+1 for the best to −1 for
    the worst, at the end) or "money" (own money minus the mean of the others', in 100,000s, at each payout)."""
    sequential: bool = False
    """The variant in which players choose one after the other instead of at the same time (LC-12)."""
    chips: bool = False
    """Chip cards; only with sequential (LC-13)."""
    hidden_money: bool = False
    """Hide how much the others have won (LV-10); how many notes they hold stays visible."""
    random_start: bool = False
    """A random seat starts the first round instead of seat 0; only with sequential (LC-12)."""
    singles: Any = 4
    """Cards with one die in each player's deck: of each value, or a list of six numbers, one for each value (LC-1)."""
    doubles: Any = 1
    """Cards with two dice in each player's deck: of each value, or a list of six numbers (LC-1)."""
    hand: int = 5
    """Cards drawn for each turn (LC-5)."""
    turns: int = 6
    """Turns of a round, at most (LC-6)."""
    limit: int = 8
    """Cards on casinos that put a player out of the round (LC-9)."""
    rounds: int = 4
    """Rounds of a game (LC-11)."""
    notes_per_casino: int = 2
    """Notes dealt to each casino before a round (LC-4)."""
    notes: Any = None
    """Banknotes as {value in thousands: how many}; None for the 48 of the rulebook (LC-2)."""
    chip_copies: int = 5
    """Chip cards of each of the five colours (LC-3)."""
    chip_values: tuple[int, ...] = STANDARD_CHIP_VALUES
    """What 1, 2, 3, … chip cards of one colour are worth at the end, in thousands (LV-17)."""

    def __post_init__(self) -> None:
        check_choice("reward", self.reward, REWARDS)
        for name in ("sequential", "chips", "hidden_money", "random_start"):
            set_frozen(self, **{name: check_bool(name, getattr(self, name))})
        for name, why in (
            ("chips", "chip cards are taken one player after the other (LC-13)"),
            ("random_start", "with simultaneous choice nobody starts (LC-12)"),
        ):
            if getattr(self, name) and not self.sequential:
                raise ValueError(f"{name} needs sequential=True: {why}")
        check_int("hand", self.hand, 1, multisets.MOST)
        check_int("turns", self.turns, 1, 100)
        check_int("limit", self.limit, 1, DECK)
        check_int("rounds", self.rounds, 1, 100)
        check_int("notes_per_casino", self.notes_per_casino, 1, NOTES_PER_CASINO)
        check_int("chip_copies", self.chip_copies, 1, multisets.MOST)
        set_frozen(
            self,
            players=check_int("players", self.players, 2, SEATS),
            singles=_by_value("singles", self.singles),
            doubles=_by_value("doubles", self.doubles),
            notes=checked_notes(STANDARD_NOTES if self.notes is None else self.notes),
            chip_values=checked_chip_values(self.chip_values),
        )
        check_int("the number of cards of a player, singles and doubles,", sum(self.deck), 1, DECK)

    @property
    def deck(self) -> list[int]:
        """Cards of a player by kind (2 * value + is_double)."""
        return [copies for pair in zip(self.singles, self.doubles, strict=True) for copies in pair]


def _by_value(name: str, numbers: Any) -> tuple[int, ...]:
    """A number for each value, from one for all of them or a list."""
    if not isinstance(numbers, Iterable):
        numbers = [numbers] * VALUES
    numbers = tuple(numbers)
    if len(numbers) != VALUES:
        raise ValueError(f"{name} must be one number or {VALUES} of them, one for each value, not {len(numbers)}")
    return tuple(check_int(name, number, 0, multisets.MOST) for number in numbers)


def compile_rules(config: LasVegasCardsConfig) -> np.ndarray:
    """The rulebook: one record of numbers and tables that the compiled rules read."""
    rules = np.zeros(1, RULES)
    for name in (
        "players", "sequential", "hand", "turns", "limit", "rounds", "notes_per_casino", "chips", "chip_copies",
        "random_start", "hidden_money",
    ):  # fmt: skip
        rules[name] = getattr(config, name)
    rules["reward"] = reward_number(config)
    rules["deck"] = sum(copies << (multisets.BITS * kind) for kind, copies in enumerate(config.deck))
    rules["deck_count"] = sum(config.deck)
    write_notes(rules, config.notes)
    write_chip_values(rules, config.chip_values)
    return rules
