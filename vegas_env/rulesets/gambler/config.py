"""The options of Gambler, their checks, and the rulebook that the compiled rules read."""

from __future__ import annotations

import dataclasses
import os
from typing import Any

import numpy as np

from vegas_env.checks import check_common, check_int, choice, reward_number, reward_option, set_frozen
from vegas_env.kernel import multisets
from vegas_env.rulesets.gambler import tableaus as boards
from vegas_env.rulesets.gambler.generator import Generated
from vegas_env.rulesets.gambler.rules import (
    EVERY_FACE,
    FACES,
    KIND_COUNT,
    KINDS,
    LONGEST,
    MOST_DICE,
    MOST_POINTS,
    MOST_ROUNDS,
    ROWS,
    SEATS,
    STACK,
    TABLEAU_TYPE,
    Rules,
)
from vegas_env.rulesets.gambler.tableaus import UNIT, Tableaus

ORDERS = ("shuffled", "given", "beginner_first")
STAR_ROWS = ("independent", "distinct")
GENERATED = "generated:"  # prefix of a string that asks for random tableaus


@dataclasses.dataclass(frozen=True)
class GamblerConfig:
    """Options of Gambler.  Points are multiples of 10."""

    players: int = 4
    """Number of players, 2 to 6."""
    reward: str = reward_option()
    """Reward option.  "money": own points minus the mean of the others', in 100s, paid with each finished row."""
    tableaus: Any = None
    """Tableaus of the game (GA-1): None for the standard twenty; the path of a TOML file; a list of tableaus;
    Generated(seed=…, count=…) or the string "generated:seed=…,count=…" for random ones."""
    order: str = choice("shuffled", ORDERS)
    """Order of the tableaus (GA-4): "shuffled", "given", or "beginner_first" (the tableau for beginners, then
    shuffled)."""
    star_rows: str = choice("independent", STAR_ROWS)
    """"distinct" (French rules): no two star rows of a tableau show the same face in a round; "independent" (German
    rules): they may (GA-17)."""
    target: int = 500
    """The game ends after the round in which a player reaches this many points (GA-15)."""
    start_points: int = 80
    """Points of each player at the start (GA-1)."""
    round_limit: int = 100
    """The game ends after this many rounds at the latest (GA-18)."""
    dice: int = 30
    """Dice of all players, split equally; a remainder stays in the box (GA-1, GA-5)."""
    roll_dice: int = 5
    """Dice that a player takes for a turn (GA-7)."""
    rolls: int = 5
    """Largest number of rolls in a turn (GA-10)."""

    def __post_init__(self) -> None:
        check_common(self, 2, SEATS)
        players = self.players
        most = MOST_POINTS * UNIT
        start = check_int("start_points", self.start_points, 0, most - UNIT)
        target = check_int("target", self.target, start + UNIT, most, "more than start_points")
        if start % UNIT or target % UNIT:
            raise ValueError(f"start_points and target must be multiples of {UNIT}, not {start} and {target}")
        rounds = check_int("round_limit", self.round_limit, 1, MOST_ROUNDS)
        dice = check_int("dice", self.dice, players, MOST_DICE, "at least one for each player")
        tableaus = as_tableaus(self.tableaus)
        boards.check_squares(tableaus, dice // players * players, f"{dice} split among {players} players")
        if min(len(tableaus), rounds) > STACK:
            raise ValueError(
                f"at most {STACK} different tableaus can come up in a game: with {len(tableaus)} tableaus, "
                f"round_limit must be at most {STACK}, not {rounds}"
            )
        if self.order == "beginner_first" and not any(tableau.beginner for tableau in tableaus):
            raise ValueError(f'order="beginner_first" needs a tableau marked as beginner; {tableaus!r} has none')
        set_frozen(
            self,
            start_points=start,
            target=target,
            round_limit=rounds,
            dice=dice,
            roll_dice=check_int("roll_dice", self.roll_dice, 1, multisets.MOST),
            rolls=check_int("rolls", self.rolls, 1, 100),
            tableaus=tableaus,
        )


def as_tableaus(given: Any) -> Tableaus:
    """Tableaus from any value that the option `tableaus` accepts."""
    if given is None:
        return boards.standard()
    if isinstance(given, str) and given.startswith(GENERATED):
        given = _generated(given)
    if isinstance(given, Generated):
        return given.tableaus()
    if isinstance(given, (str, os.PathLike)):
        return boards.load(given)
    return boards.check(given, "tableaus")


def _generated(text: str) -> Generated:
    """Parse "generated:seed=3,count=50" to Generated(seed=3, count=50)."""
    settings: dict[str, Any] = {}
    for part in filter(None, text.removeprefix(GENERATED).split(",")):
        name, _, value = part.partition("=")
        if name.strip() not in ("seed", "count") or not value.strip().isdecimal():
            raise ValueError(f"tableaus={text!r}: {part!r} is not seed=… or count=… with a whole number")
        settings[name.strip()] = int(value)
    return Generated(**settings)


def compile_rules(config: GamblerConfig) -> Rules:
    """The rulebook of a config, for the compiled rules."""
    beginners = [index for index, tableau in enumerate(config.tableaus) if tableau.beginner]
    return Rules(
        players=config.players,
        reward=reward_number(config),
        dice=config.dice // config.players,
        roll_dice=config.roll_dice,
        rolls=config.rolls,
        start_points=config.start_points // UNIT,
        target=config.target // UNIT,
        round_limit=config.round_limit,
        distinct=int(config.star_rows == "distinct"),
        shuffled=int(config.order != "given"),
        opening=beginners[0] if config.order == "beginner_first" else -1,
        tableaus=compile_tableaus(config.tableaus),
    )


def compile_tableaus(tableaus: Tableaus) -> np.ndarray:
    """(tableaus,) records: each tableau as it is at the start of a round."""
    table = np.zeros(len(tableaus), TABLEAU_TYPE)
    for index, tableau in enumerate(tableaus):
        fits = 0
        for number, row in enumerate(tableau.rows):
            table["kind"][index, number * KIND_COUNT + KINDS.index(row.kind)] = 1
            table["length"][index, number] = row.length
            table["row_points"][index, number] = row.points // UNIT
            table["squares"][index, number * LONGEST : number * LONGEST + len(row.faces)] = row.faces
            fits |= (1 << (row.faces[0] - 1) if row.faces else EVERY_FACE) << (number * FACES)
        table["fits"][index] = fits
    return table


ACTION_NAMES = (
    *(f"place a {face} in row {row}" for row in range(1, ROWS + 1) for face in range(1, FACES + 1)),
    "roll again",
    "stop",
)
