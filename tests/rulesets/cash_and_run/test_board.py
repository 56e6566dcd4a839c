"""Boards from files and mappings, and their checks."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from tests.support.configs.cash_and_run import STANDARD_BOARD, WILD_BOARD
from tests.support.oracles.cash_and_run import default_board
from vegas_env import Games
from vegas_env.rulesets.cash_and_run import board
from vegas_env.rulesets.cash_and_run.config import CashAndRunConfig

TEXT = board.STANDARD.read_text(encoding="utf-8")


def test_the_standard_board_is_the_oracles() -> None:
    standard = board.load()
    assert list(standard.casinos) == default_board.CASINO_CARDS
    assert list(standard.spaces) == default_board.BOARD
    assert list(standard.bluff_cards) == default_board.BLUFF_CARDS
    assert standard.bank == 200


def test_cr_3_spaces_of_the_board() -> None:
    kinds = [space.partition(":")[0] for space in board.load().spaces]
    counts = {kind: kinds.count(kind) for kind in board.SPACE_KINDS}
    assert counts == {
        "cash_and_run": 4, "casino": 15, "bluff": 5, "pot": 3, "all_play": 3, "grand_slam": 3, "takeover": 3,
    }  # fmt: skip
    assert [number for number, kind in enumerate(kinds) if kind == "cash_and_run"] == [0, 9, 18, 27]


def test_a_board_from_a_file_is_like_one_from_a_mapping(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace("bank = 200", "bank = 77").replace("Venice", "Bad Homburg"), encoding="utf-8")
    for place in (path, str(path)):
        config = CashAndRunConfig(board=place)
        assert config.bank == 77
        assert config.board.names[5] == "Bad Homburg"
        assert Games("cash_and_run", config=config).facts(0)["bank"] == 77


def test_a_config_can_be_rebuilt_from_its_fields() -> None:
    config = CashAndRunConfig(board=WILD_BOARD, players=3)
    assert CashAndRunConfig(**dataclasses.asdict(config)) == config
    assert dataclasses.replace(config, reward="money").board == config.board
    assert CashAndRunConfig(board=STANDARD_BOARD) == CashAndRunConfig()


def test_options_come_before_the_board() -> None:
    config = CashAndRunConfig(board=WILD_BOARD, bank=5, bluff_cards=(1, 1, 1, 2))
    assert (config.bank, config.bluff_cards) == (5, (1, 1, 1, 2))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"grand_slam",', '"grand_slum",', "space 6 (grand_slum): must be one of"),
        ('"casino:Cairo"', '"casino:Kairo"', "space 14 (casino:Kairo): there is no such casino; did you mean 'Cairo'"),
        ('"pot:die"', '"pot:dice"', "space 15 (pot:dice): needs one of the symbols roulette, die, card"),
        ("bank = 200", "bank = 2.5", "bank must be a whole number"),
        ("bank = 200", "bank 200", "not a TOML file"),
        ("blank = 7", "white = 7", "bluff_cards needs the kinds roulette, die, card, blank"),
    ],
)
def test_errors_name_the_file_the_space_and_the_reason(tmp_path: Path, old: str, new: str, reason: str) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError) as error:
        CashAndRunConfig(board=path)
    assert "broken.toml" in str(error.value)
    assert reason in str(error.value)
