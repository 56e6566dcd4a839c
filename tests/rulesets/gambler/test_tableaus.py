"""Tableaus as data: the standard file, user files, and the generator."""

from __future__ import annotations

import hashlib
import pickle
import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import random_legal
from tests.support.configs.gambler import INVALID
from vegas_env import RULESETS, Games, Position
from vegas_env.rulesets.gambler.config import GamblerConfig
from vegas_env.rulesets.gambler.generator import SQUARES, TOTAL, Generated, fair_points, generate
from vegas_env.rulesets.gambler.tableaus import Row, Tableau, as_toml, check, load, standard

MINE = """
[[tableau]]
name = "Mine"
rows = [
    { kind = "faces", faces = [1, 2], points = 30 },
    { kind = "stars", length = 3, points = -40 },
    { kind = "full_house", points = 70 },
    { kind = "stars", length = 1, points = 20 },
    { kind = "stars", length = 2, points = 30 },
    { kind = "faces", faces = [6], points = 20 },
]
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(("options", "message"), INVALID, ids=lambda value: value if isinstance(value, str) else "")
def test_errors_of_invalid_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Position("gambler", **options)


# --- standard tableaus --------------------------------------------------------------------------------------


def test_ga_1_there_are_twenty_standard_tableaus_one_for_beginners() -> None:
    assert len(standard()) == 20
    assert len({tableau.name for tableau in standard()}) == 20
    assert [tableau.beginner for tableau in standard()] == [True] + [False] * 19


@pytest.mark.parametrize("tableau", standard(), ids=lambda tableau: tableau.name)
def test_ga_1_standard_tableaus_keep_to_what_is_known_of_the_printed_ones(tableau: Tableau) -> None:
    assert tableau.squares <= 28  # the dice of four players
    assert 1 <= sum(row.points < 0 for row in tableau.rows) <= 2
    for row in tableau.rows:
        fair = fair_points(row.faces, row.length or 0, row.kind)
        assert row.points in (fair, -min(100, 2 * fair))
        assert 20 <= abs(row.points) <= 100


@pytest.mark.parametrize("squares", range(1, 7))
def test_fair_points_are_those_that_players_know(squares: int) -> None:
    assert fair_points((3,) * squares, squares) == max(20, 10 * squares)
    assert fair_points((), squares, "stars") == 10 * squares + 10
    assert fair_points((), 5, "full_house") == 70
    assert fair_points((1, 2, 3, 4, 5), 5) == fair_points((5, 4, 3, 2, 1), 5) == 90
    assert fair_points((1, 2, 3, 4, 5, 6), 6) == 100


# --- files and lists ----------------------------------------------------------------------------------------


def test_a_file_is_played(tmp_path: Path) -> None:
    file = written(tmp_path, MINE)
    for path in (file, str(file)):
        config = GamblerConfig(tableaus=path)
        assert config.tableaus[0].rows[0] == Row("faces", 30, (1, 2))
        assert config.tableaus[0].rows[2].length == 5
        assert Games("gambler", 2, tableaus=path).config == config


def test_tableaus_survive_a_file(tmp_path: Path) -> None:
    for tableaus in (standard(), generate(30, 4)):
        assert load(written(tmp_path, as_toml(tableaus))) == tableaus


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("[6]", "[7]", "mine.toml, tableau 1 (Mine): row 6: a face must be a whole number from 1 to 6, not 7"),
        ('"full_house"', '"fullhouse"', "mine.toml, tableau 1 (Mine): row 3: unknown kind 'fullhouse': did you mean"),
        ("points = -40", "points = -45", "mine.toml, tableau 1 (Mine): row 2: points must be a multiple of 10"),
        (
            "length = 3",
            "lenght = 3",
            "tableau 1 (Mine): row 2: unknown field 'lenght': did you mean 'length'",
        ),
        ("[[tableau]]", "[[board]]", "consists of [[tableau]] parts, not ['board']"),
        ("rows = [", "rows = ", "is not a TOML file"),
    ],
)
def test_errors_name_file_tableau_and_row(tmp_path: Path, before: str, after: str, message: str) -> None:
    file = written(tmp_path, MINE.replace(before, after, 1))
    with pytest.raises(ValueError, match=re.escape(message)):
        load(file)


def test_an_empty_file_has_no_tableaus(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="but there are none"):
        load(written(tmp_path, ""))


def test_more_squares_than_dice_are_refused_where_it_matters() -> None:
    rows = [{"kind": "stars", "length": 6, "points": 50}] * 4 + [{"kind": "stars", "length": 3, "points": 50}] * 2
    tableaus = [{"name": "Huge", "rows": rows}]  # 30 squares
    assert GamblerConfig(players=3, tableaus=tableaus)
    with pytest.raises(ValueError, match=re.escape("tableau 1 (Huge), row 6: the rows up to here have 30 squares")):
        GamblerConfig(players=4, tableaus=tableaus)


def test_a_config_is_complete_in_itself(tmp_path: Path) -> None:
    """A saved game no longer needs the file, and equal tableaus make equal configs."""
    file = written(tmp_path, MINE)
    games = Games("gambler", 4, tableaus=file)
    saved = pickle.loads(pickle.dumps(games.save()))
    file.unlink()
    Games("gambler", 4, config=games.config).restore(saved)
    assert GamblerConfig(tableaus=list(games.config.tableaus)) == games.config
    assert hash(GamblerConfig()) == hash(GamblerConfig())
    assert len(repr(GamblerConfig(tableaus=Generated(count=1000)))) < 400


# --- the generator ------------------------------------------------------------------------------------------


def test_generated_tableaus_never_change() -> None:
    """Generated tableaus are reproducible on every machine and with later versions."""
    assert hashlib.sha256(as_toml(generate(50, 7)).encode()).hexdigest()[:16] == "dd50a1acbb5a9715"


def test_generated_tableaus_depend_on_the_seed_alone() -> None:
    assert generate(10, 3) == generate(40, 3)[:10]
    rows = {seed: {tableau.rows for tableau in generate(200, seed)} for seed in (1, 2)}
    assert not rows[1] & rows[2], "train and test boards overlap"
    assert GamblerConfig(tableaus="generated:seed=3,count=10") == GamblerConfig(tableaus=Generated(3, 10))


def test_generated_tableaus_are_balanced() -> None:
    tableaus = generate(500, 11)
    for tableau in tableaus:
        assert SQUARES[0] <= tableau.squares <= SQUARES[1]
        assert TOTAL[0] <= sum(row.points for row in tableau.rows) <= TOTAL[1]
    rows = [row for tableau in tableaus for row in tableau.rows]
    assert {row.kind for row in rows} == {"faces", "stars", "full_house"}
    assert {row.length for row in rows} == {1, 2, 3, 4, 5, 6}
    negative = np.mean([sum(row.points < 0 for row in tableau.rows) for tableau in tableaus])
    assert 0.9 < negative < 1.1
    assert check(tableaus, "again") == tableaus


def test_generated_tableaus_of_another_size() -> None:
    assert all(12 <= tableau.squares <= 16 for tableau in generate(20, 0, (12, 16)))
    assert GamblerConfig(players=2, dice=16, tableaus=Generated(squares=(12, 16)))
    for options in ({"count": 0}, {"seed": -1}, {"squares": 3}, {"squares": (30, 20)}):
        with pytest.raises(ValueError, match="must be"):
            Generated(**options)  # type: ignore[arg-type]


# --- observation --------------------------------------------------------------------------------------------


def test_the_observation_describes_the_tableau() -> None:
    position = Position("gambler", tableaus=[Tableau("Mine", check([_mine()], "here")[0].rows)], order="given")
    parts = RULESETS["gambler"].slices
    seen = position.observe(0)
    assert parts["kind"].of(seen).tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 0], [0, 1, 0], [1, 0, 0]]
    np.testing.assert_allclose(6 * parts["length"].of(seen), [2, 3, 5, 1, 2, 1])
    np.testing.assert_allclose(100 * parts["row_points"].of(seen), [30, -40, 70, 20, 30, 20], rtol=1e-6)
    np.testing.assert_allclose(6 * parts["squares"].of(seen)[0], [1, 2, 0, 0, 0, 0])
    assert not parts["squares"].of(seen)[1:5].any()
    assert parts["fits"].of(seen)[[0, 1, 5]].tolist() == [[1, 0, 0, 0, 0, 0], [1] * 6, [0, 0, 0, 0, 0, 1]]
    position.apply_chance(5 << 8)  # five threes
    position.apply(6 + 2)
    seen = position.observe(0)
    np.testing.assert_allclose(6 * parts["filled"].of(seen), [0, 1, 0, 0, 0, 0])
    np.testing.assert_allclose(6 * parts["squares"].of(seen)[1], [3, 3, 3, 0, 0, 0], rtol=1e-6)
    assert parts["fits"].of(seen)[1].tolist() == [0, 0, 1, 0, 0, 0]


def _mine() -> dict[str, Any]:
    return tomllib.loads(MINE)["tableau"][0]


def test_every_round_ends_on_any_board_and_points_stay_above_zero() -> None:
    """A tableau that ruins all players is played to the round limit."""
    stars, sixes = {"kind": "stars", "length": 4, "points": -1000}, {"kind": "faces", "faces": [6] * 6, "points": -10}
    for star_rows in ("independent", "distinct"):
        tableaus = [{"name": "Ruin", "rows": [stars] * 4 + [sixes] * 2}]  # 28 squares for 28 dice
        games = Games("gambler", 64, tableaus=tableaus, round_limit=5, star_rows=star_rows)
        rng = np.random.default_rng(0)
        while not games.over.all():
            alive = np.flatnonzero(~games.over)
            games.step(random_legal(games.mask, rng)[alive], where=alive)
            assert (games.records["points"] >= 0).all()
        assert (games.records["round"] == 4).all()
        assert (games.records["filled"].sum(axis=1) + games.records["dice"].sum(axis=1) == 28).all()
