"""Test configurations of Las Vegas with dice."""

from __future__ import annotations

import dataclasses
from typing import Any

from hypothesis import strategies as st

from tests.support.oracles.las_vegas import LasVegasOracle
from vegas_env.rulesets.las_vegas.config import LasVegasConfig

CONFIGS: list[dict[str, Any]] = [
    *({"players": players} for players in (2, 3, 4, 5)),
    *({"players": players, "neutral_dice": True} for players in (2, 3, 4)),
    *({"players": players, "chips": True, "reward": "rank"} for players in (2, 5)),
    *({"players": players, "neutral_dice": True, "chips": True, "reward": "money"} for players in (2, 3, 4)),
    {"players": 4, "random_start": True, "hidden_money": True, "reward": "money"},
    {"players": 3, "neutral_dice": True, "chips": True, "hidden_money": True, "random_start": True},
    # Reshaped games: tiny ones, and ones whose stack or chips run out.
    {"players": 2, "dice": 2, "casinos": 2, "rounds": 1, "notes": {10: 2, 30: 3}, "minimum": 20, "reward": "money"},
    {"players": 2, "dice": 3, "casinos": 1, "rounds": 2, "notes": {50: 1}, "minimum": 50, "reward": "rank"},
    {"players": 5, "dice": 15, "rounds": 6, "chips": True, "chip_copies": 2},
    {"players": 3, "neutral_dice": True, "white_dice": 0, "white_left": 5, "rounds": 8, "casinos": 4},
    {
        "players": 4,
        "rounds": 9,
        "notes": {20: 10, 60: 4, 1000: 1},
        "minimum": 100,
        "chips": True,
        "chip_values": (0, 70),
    },
]

INVALID: list[tuple[dict[str, Any], str]] = [
    ({"players": 1}, "players must be a whole number from 2 to 5"),
    ({"players": 6}, "players must be a whole number from 2 to 5"),
    ({"players": 2.5}, "players must be a whole number"),
    ({"players": 5, "neutral_dice": True}, "neutral_dice is for 2 to 4 players"),
    ({"white_dice": 3}, "white_dice needs neutral_dice=True"),
    ({"dice": 16}, "dice must be a whole number from 1 to 15"),
    ({"casinos": 7}, "casinos must be a whole number from 1 to 6"),
    ({"rounds": 0}, "rounds must be a whole number from 1 to 100"),
    ({"notes": {15: 3}}, "multiples of 10"),
    ({"notes": {10: 16}}, "the number of 10,000 notes"),
    ({"notes": {}}, "1 to 10 different values"),
    ({"notes": "many"}, "notes must be given as"),
    ({"notes": dict.fromkeys(range(10, 90, 10), 8)}, "at most 60 notes"),
    ({"minimum": 60}, "a casino holds 5 notes of 10,000"),
    ({"reward": "fame"}, "reward must be one of 'win', 'rank', 'money'"),
    ({"chips": "yes"}, "chips must be True or False"),
    ({"chip_values": (5,)}, "multiples of 10"),
    ({"nuetral_dice": True}, "did you mean 'neutral_dice'"),
]

STORIES: dict[str, tuple[dict[str, Any], int]] = {
    "default": ({"players": 3, "rounds": 2}, 1),
    "white_dice_and_chips": ({"players": 3, "rounds": 2, "neutral_dice": True, "chips": True, "reward": "money"}, 2),
}
ORACLE = LasVegasOracle
OTHER = {"minimum": 40}
ORACLE_GAMES = (1_000, 100_000)


def oracle_config(config: LasVegasConfig) -> dict[str, Any]:
    return {**dataclasses.asdict(config), "notes": dict(config.notes)}


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """A strategy for valid options of all kinds."""
    players = draw(st.integers(2, 5))
    notes = draw(st.dictionaries(st.integers(1, 30).map(lambda v: 10 * v), st.integers(1, 6), min_size=1, max_size=10))
    chosen: dict[str, Any] = {
        "players": players,
        "dice": draw(st.integers(1, 15)),
        "casinos": draw(st.integers(1, 6)),
        "rounds": draw(st.integers(1, 5)),
        "notes": notes,
        "minimum": draw(st.integers(1, 5 * min(notes))),
        "chips": draw(st.booleans()),
        "hidden_money": draw(st.booleans()),
        "random_start": draw(st.booleans()),
        "reward": draw(st.sampled_from(["win", "rank", "money"])),
    }
    if players < 5 and draw(st.booleans()):
        chosen |= {"neutral_dice": True, "white_dice": draw(st.integers(0, 6)), "white_left": draw(st.integers(0, 6))}
    if chosen["chips"]:
        chosen |= {"chip_copies": draw(st.integers(1, 15)), "chip_values": (10, 30, 60)}
    return chosen
