"""Test configurations of Las Vegas, the card game."""

from __future__ import annotations

import dataclasses
from typing import Any

from hypothesis import strategies as st

from tests.support.oracles.las_vegas_cards import LasVegasCardsOracle
from vegas_env.rulesets.las_vegas_cards.config import LasVegasCardsConfig

CONFIGS: list[dict[str, Any]] = [
    *({"players": players} for players in (2, 3, 4, 5)),
    *({"players": players, "sequential": True, "reward": "rank"} for players in (2, 3, 4, 5)),
    *({"players": players, "sequential": True, "chips": True, "reward": "money"} for players in (2, 3, 4, 5)),
    {"players": 4, "hidden_money": True, "reward": "money"},
    {"players": 3, "sequential": True, "chips": True, "hidden_money": True, "random_start": True},
    # Reshaped games: tiny ones, and ones whose piles, stack or chips run out.
    {"players": 2, "singles": 1, "doubles": 0, "hand": 2, "turns": 2, "rounds": 1, "notes": {10: 2, 30: 3}},
    {"players": 2, "singles": [2, 0, 0, 1, 0, 0], "doubles": [0, 0, 0, 0, 0, 1], "hand": 3, "rounds": 2},
    {"players": 3, "hand": 7, "turns": 9, "limit": 30, "singles": 2, "doubles": 2, "reward": "money"},
    {"players": 4, "hand": 4, "turns": 20, "limit": 12, "rounds": 6, "notes_per_casino": 5, "reward": "rank"},
    {"players": 5, "sequential": True, "limit": 1, "rounds": 9, "notes_per_casino": 1, "notes": {50: 7, 1000: 2}},
    {
        "players": 3,
        "sequential": True,
        "chips": True,
        "chip_copies": 1,
        "chip_values": (0, 70),
        "singles": [0, 1, 2, 3, 4, 5],
        "doubles": [5, 4, 3, 2, 1, 0],
        "hand": 8,
        "turns": 5,
        "limit": 15,
        "rounds": 3,
        "random_start": True,
    },
]

INVALID: list[tuple[dict[str, Any], str]] = [
    ({"players": 1}, "players must be a whole number from 2 to 5"),
    ({"players": 6}, "players must be a whole number from 2 to 5"),
    ({"chips": True}, "chips needs sequential=True"),
    ({"random_start": True}, "random_start needs sequential=True"),
    ({"sequential": "no"}, "sequential must be True or False"),
    ({"singles": 16}, "singles must be a whole number from 0 to 15"),
    ({"doubles": [1, 2]}, "doubles must be one number or 6 of them"),
    ({"singles": 0, "doubles": 0}, "the number of cards of a player"),
    ({"singles": 15, "doubles": 6}, "must be a whole number from 1 to 120"),
    ({"singles": "many"}, "singles must be one number or 6 of them"),
    ({"hand": 0}, "hand must be a whole number from 1 to 15"),
    ({"turns": 0}, "turns must be a whole number from 1 to 100"),
    ({"limit": 0}, "limit must be a whole number from 1 to 120"),
    ({"rounds": 101}, "rounds must be a whole number from 1 to 100"),
    ({"notes_per_casino": 6}, "notes_per_casino must be a whole number from 1 to 5"),
    ({"notes": {15: 3}}, "multiples of 10"),
    ({"sequential": True, "chips": True, "chip_values": ()}, "chip_values must be 1 to 15 amounts"),
    ({"reward": "fame"}, "reward must be one of 'win', 'rank', 'money'"),
    ({"sequental": True}, "did you mean 'sequential'"),
]

STORIES: dict[str, tuple[dict[str, Any], int]] = {
    "default": ({"players": 3, "rounds": 2}, 1),
    "sequential_and_chips": ({"players": 3, "rounds": 1, "sequential": True, "chips": True, "reward": "money"}, 2),
}
ORACLE = LasVegasCardsOracle
OTHER = {"limit": 7}
ORACLE_GAMES = (1_000, 50_000)


def oracle_config(config: LasVegasCardsConfig) -> dict[str, Any]:
    return {**dataclasses.asdict(config), "notes": dict(config.notes)}


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """A strategy for valid options of all kinds."""
    notes = draw(st.dictionaries(st.integers(1, 30).map(lambda v: 10 * v), st.integers(1, 6), min_size=1, max_size=10))
    chosen: dict[str, Any] = {
        "players": draw(st.integers(2, 5)),
        "sequential": draw(st.booleans()),
        "singles": draw(st.lists(st.integers(0, 9), min_size=6, max_size=6)),
        "doubles": draw(st.lists(st.integers(0, 9), min_size=6, max_size=6)),
        "hand": draw(st.integers(1, 15)),
        "turns": draw(st.integers(1, 9)),
        "limit": draw(st.integers(1, 30)),
        "rounds": draw(st.integers(1, 5)),
        "notes_per_casino": draw(st.integers(1, 5)),
        "notes": notes,
        "hidden_money": draw(st.booleans()),
        "reward": draw(st.sampled_from(["win", "rank", "money"])),
    }
    if sum(chosen["singles"]) + sum(chosen["doubles"]) == 0:
        chosen["singles"][0] = 1
    if chosen["sequential"]:
        chosen |= {"chips": draw(st.booleans()), "random_start": draw(st.booleans())}
    if chosen.get("chips"):
        chosen |= {"chip_copies": draw(st.integers(1, 15)), "chip_values": (10, 30, 60)}
    return chosen
