"""Test configurations of Gambler."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from hypothesis import strategies as st

from tests.support.oracles.gambler import GamblerOracle
from vegas_env.rulesets.gambler.config import GamblerConfig
from vegas_env.rulesets.gambler.generator import Generated


def wild(seed: int, count: int, squares: int = 28, kinds: tuple[str, ...] = ("faces", "stars", "full_house")) -> Any:
    """Random valid tableaus, balanced or not, of at most `squares` squares."""
    rng = np.random.default_rng(seed)
    tableaus: list[dict[str, Any]] = []
    while len(tableaus) < count:
        rows: list[dict[str, Any]] = []
        for _ in range(6):
            kind = str(rng.choice(kinds))
            length = int(rng.integers(1, 7))
            row: dict[str, Any] = {"kind": kind, "points": int(rng.choice([-100, -60, -30, -10, 10, 20, 50, 90, 1000]))}
            if kind == "faces":
                row["faces"] = rng.integers(1, 7, length).tolist()
            elif kind == "stars":
                row["length"] = length
            rows.append(row)
        if sum(len(row.get("faces", ())) or row.get("length", 5) for row in rows) <= squares:
            tableaus.append({"name": f"wild {len(tableaus)}", "rows": rows, "beginner": bool(rng.integers(2))})
    tableaus[-1]["beginner"] = True
    return tableaus


def stars(*lengths: int, points: int = 20) -> dict[str, Any]:
    """A tableau of star rows only."""
    rows = [{"kind": "stars", "length": length, "points": points} for length in lengths]
    return {"name": "stars", "rows": rows}


CONFIGS: list[dict[str, Any]] = [
    *({"players": players} for players in (2, 3, 4, 5, 6)),
    *({"players": players, "star_rows": "distinct", "order": "beginner_first", "target": 200} for players in (2, 4, 6)),
    {"players": 4, "reward": "money", "tableaus": Generated(seed=1, count=50)},
    {"players": 6, "reward": "rank", "tableaus": Generated(seed=2, count=7), "star_rows": "distinct", "target": 800},
    {"players": 3, "reward": "money", "tableaus": "generated:seed=3,count=2", "order": "given"},
    {"players": 4, "tableaus": Generated(seed=4, count=300), "round_limit": 2},
    # Random tableaus, poor and rich; few of them, so that they repeat (GA-16).
    {"players": 2, "reward": "money", "tableaus": wild(5, 40), "order": "beginner_first", "target": 1000},
    {"players": 3, "reward": "rank", "tableaus": wild(6, 60), "star_rows": "distinct", "round_limit": 8},
    {"players": 5, "reward": "money", "tableaus": wild(7, 3), "start_points": 0, "round_limit": 10, "target": 5000},
    {"players": 6, "tableaus": wild(8, 1), "round_limit": 4, "target": 10_000},
    {"players": 4, "tableaus": wild(9, 30, kinds=("stars",)), "star_rows": "distinct", "reward": "money"},
    {"players": 2, "tableaus": wild(10, 30, kinds=("full_house", "stars")), "star_rows": "distinct", "reward": "money"},
    {"players": 4, "tableaus": wild(11, 4), "order": "given", "target": 2000, "round_limit": 9},
    # Reshaped games: few dice, as many squares as dice, many dice at once, a single roll.
    {"players": 2, "dice": 6, "roll_dice": 2, "rolls": 2, "tableaus": [stars(*[1] * 6)], "star_rows": "distinct"},
    {
        "players": 3,
        "dice": 12,
        "rolls": 1,
        "tableaus": [stars(1, 2, 3, 1, 2, 3), stars(2, 2, 2, 2, 2, 2, points=-20)],
        "round_limit": 9,
    },
    {"players": 6, "dice": 90, "roll_dice": 15, "rolls": 9, "tableaus": wild(12, 5, squares=36), "round_limit": 5},
    {"players": 2, "dice": 28, "roll_dice": 1, "tableaus": wild(13, 5), "round_limit": 3, "reward": "rank"},
]

_GOOD = {"kind": "faces", "faces": [1, 1], "points": 20}


def _with_row(row: Any) -> dict[str, Any]:
    """Options with one tableau whose third row is this one."""
    return {"tableaus": [{"name": "Mine", "rows": [_GOOD, _GOOD, row, _GOOD, _GOOD, _GOOD]}]}


INVALID: list[tuple[dict[str, Any], str]] = [
    ({"players": 1}, "players must be a whole number from 2 to 6"),
    ({"players": 7}, "players must be a whole number from 2 to 6"),
    ({"reward": "fame"}, "reward must be one of 'win', 'rank', 'money'"),
    ({"order": "any"}, "order must be one of 'shuffled', 'given', 'beginner_first'"),
    ({"star_rows": "both"}, "star_rows must be one of 'independent', 'distinct'"),
    ({"target": 80}, "target must be a whole number from 90 to 10000 (more than start_points)"),
    ({"target": 505}, "multiples of 10"),
    ({"start_points": -10}, "start_points must be a whole number from 0"),
    ({"round_limit": 0}, "round_limit must be a whole number from 1"),
    ({"dice": 3}, "at least one for each player"),
    ({"dice": 16}, "the standard tableaus, tableau 1 (First Light), row 6: the rows up to here have 20 squares"),
    ({"roll_dice": 16}, "roll_dice must be a whole number from 1 to 15"),
    ({"rolls": 0}, "rolls must be a whole number from 1 to 100"),
    ({"tableaus": 3}, "tableaus must be a list of tableaus, not 3"),
    ({"tableaus": []}, "there must be 1 to 10000 tableaus, not 0"),
    ({"tableaus": [3]}, "tableaus, tableau 1: 3 is not a table of the fields of a tableau"),
    ({"tableaus": [{"rows": []}]}, "tableau 1: 'name' is missing"),
    ({"tableaus": [{"name": "Mine", "rows": [_GOOD] * 5}]}, "tableau 1 (Mine): a tableau has a list of 6 rows, not 5"),
    ({"tableaus": [{"name": "Mine", "rows": [_GOOD] * 6, "beginer": True}]}, "did you mean 'beginner'"),
    (_with_row({"kind": "star", "length": 3, "points": 40}), "tableau 1 (Mine): row 3: unknown kind 'star': did you"),
    (_with_row({"kind": "stars", "points": 40}), "row 3: length must be a whole number from 1 to 6, not None"),
    (_with_row({"kind": "stars", "length": 7, "points": 40}), "row 3: length must be a whole number from 1 to 6"),
    (_with_row({"kind": "faces", "faces": [1, 7], "points": 20}), "row 3: a face must be a whole number from 1 to 6"),
    (_with_row({"kind": "faces", "faces": [], "points": 20}), "row 3: the number of faces must be"),
    (_with_row({"kind": "faces", "faces": [1], "length": 2, "points": 20}), "row 3: length must be 1 for these faces"),
    (_with_row({"kind": "full_house", "length": 6, "points": 70}), "row 3: length must be 5"),
    (_with_row({"kind": "stars", "faces": [1], "length": 1, "points": 20}), 'row 3: only rows of kind "faces"'),
    (_with_row({"kind": "stars", "length": 3, "points": 45}), "row 3: points must be a multiple of 10"),
    (_with_row({"kind": "stars", "length": 3, "points": 0}), "row 3: points must be a multiple of 10 and not 0"),
    (_with_row({"kind": "stars", "length": 3}), "row 3: 'points' is missing"),
    ({"tableaus": "nowhere.toml"}, "the tableaus in nowhere.toml cannot be read"),
    ({"tableaus": "generated:sed=3"}, "'sed=3' is not seed=… or count=…"),
    ({"tableaus": Generated(count=101), "round_limit": 101}, "at most 100 different tableaus"),
    ({"tableaus": Generated(), "order": "beginner_first"}, "needs a tableau marked as beginner"),
    ({"star_row": "distinct"}, "did you mean 'star_rows'"),
]

STORIES: dict[str, tuple[dict[str, Any], int]] = {
    "default": ({"players": 3, "target": 150}, 1),
    "distinct_stars": ({"players": 2, "target": 150, "star_rows": "distinct", "order": "beginner_first"}, 2),
}
ORACLE = GamblerOracle
OTHER = {"rolls": 2, "start_points": 40}
ORACLE_GAMES = (500, 20_000)


def oracle_config(config: GamblerConfig) -> dict[str, Any]:
    return dataclasses.asdict(config)


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """A strategy for valid options of all kinds."""
    seed, count = draw(st.integers(0, 1000)), draw(st.integers(1, 30))
    order = draw(st.sampled_from(["shuffled", "given", "beginner_first"]))
    start = draw(st.integers(0, 20)) * 10
    tableaus = [None, wild(seed, count)]
    if order != "beginner_first":
        tableaus.append(Generated(seed, count))
    return {
        "players": draw(st.integers(2, 6)),
        "reward": draw(st.sampled_from(["win", "rank", "money"])),
        "tableaus": draw(st.sampled_from(tableaus)),
        "order": order,
        "star_rows": draw(st.sampled_from(["independent", "distinct"])),
        "start_points": start,
        "target": start + draw(st.integers(1, 60)) * 10,
        "round_limit": draw(st.integers(1, 12)),
        "dice": draw(st.integers(33, 60)),
        "roll_dice": draw(st.integers(1, 15)),
        "rolls": draw(st.integers(1, 8)),
    }
