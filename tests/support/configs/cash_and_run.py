"""Test configurations of Cash & Run."""

from __future__ import annotations

import dataclasses
import tomllib
from typing import Any

from hypothesis import strategies as st

from tests.support.oracles.cash_and_run import CashAndRunOracle
from vegas_env.rulesets.cash_and_run import board
from vegas_env.rulesets.cash_and_run.config import CashAndRunConfig

STANDARD_BOARD: dict[str, Any] = tomllib.loads(board.STANDARD.read_text(encoding="utf-8"))


def changed_board(**changes: Any) -> dict[str, Any]:
    return {**STANDARD_BOARD, **changes}


def changed_spaces(**changes: str) -> list[str]:
    """The standard spaces with some changed: s3="bluff" changes space 3."""
    spaces = list(STANDARD_BOARD["spaces"])
    for name, space in changes.items():
        spaces[int(name[1:])] = space
    return spaces


def changed_casinos(number: int, **changes: str) -> list[dict[str, str]]:
    casinos = [dict(casino) for casino in STANDARD_BOARD["casinos"]]
    casinos[number] |= changes
    return casinos


# Casinos on one half of the board; on the other half, spaces that lead to debts, auctions and takeovers.
WILD_BOARD = changed_board(
    spaces=[
        *(f"casino:{casino['name']}" for casino in reversed(STANDARD_BOARD["casinos"])),
        *(f"{kind}:{symbol}" for symbol in board.SYMBOL_NAMES for kind in 2 * ("all_play", "takeover")),
        *("grand_slam", "bluff", "bluff", "pot:card", "pot:die", "all_play:die", "takeover:card", "cash_and_run"),
        "takeover:roulette",
    ],
    bluff_cards=dict.fromkeys(board.KIND_NAMES, 8),
    bank=20,
)  # fmt: skip

CONFIGS: list[dict[str, Any]] = [
    {"players": 3},
    {"players": 4, "reward": "money"},
    {"players": 5, "reward": "rank"},
    {"players": 6},
    {"players": 3, "auction": "sealed_first", "creditor_bids": False, "reward": "money"},
    {"players": 4, "auction": "sealed_second", "extra_roll": "must"},
    {"players": 6, "auction": "sealed_first", "start_casinos": 1, "turn_limit": 80, "reward": "rank"},
    {"players": 4, "creditor_bids": False, "extra_roll": "must", "start_casinos": 1},
    # Poor players and a poor bank: debts, auctions, bankruptcy.
    {"players": 3, "start_money": 6, "bank": 4, "reward": "money"},
    {"players": 5, "start_money": 8, "bank": 0, "auction": "sealed_second", "all_play_prize": 30},
    {"players": 6, "start_money": 0, "bank": 0, "reward": "rank"},
    {"players": 4, "board": WILD_BOARD, "start_money": 15, "reward": "money", "turn_limit": 120},
    {"players": 3, "board": WILD_BOARD, "start_money": 12, "auction": "sealed_first", "turn_limit": 120},
    # Rich players; other prices and ladders.
    {
        "players": 6,
        "start_money": 300,
        "bank": 3000,
        "all_play_prize": 1000,
        "slam_prizes": (1000, 900, 1000),
        "turn_limit": 99,
    },
    {
        "players": 4,
        "stakes": (5,),
        "raises": (1, 50),
        "bids": (7, 300),
        "auction_minimum": 3,
        "bank_price": 0,
        "casino_price": 0,
        "takeover_price": 0,
        "bluff_price": 0,
        "casino_value": 7,
        "all_play_prize": 0,
        "slam_gift": 0,
        "slam_prizes": (0, 0, 0),
        "turn_limit": 200,
        "reward": "money",
    },
    {"players": 3, "auction": "sealed_second", "bids": (7, 300), "stakes": (2, 9), "start_money": 11, "bank": 30},
    # Few bluff cards, which are drawn again and again; many of them.
    {"players": 5, "bluff_cards": (3, 2, 1, 0), "bluff_price": 0, "hand_limit": 1, "turn_limit": 200},
    {"players": 3, "bluff_cards": (1, 1, 1, 1), "bluff_price": 1, "hand_limit": 5, "board": WILD_BOARD},
    {"players": 4, "turn_limit": 1},
]

INVALID: list[tuple[dict[str, Any], str]] = [
    ({"players": 2}, "players must be a whole number from 3 to 6"),
    ({"players": 7}, "players must be a whole number from 3 to 6"),
    ({"start_casinos": 3}, "start_casinos must be a whole number from 1 to 2"),
    ({"start_money": 301}, "start_money must be a whole number from 0 to 300"),
    ({"bank": -1}, "bank must be a whole number from 0 to 3000"),
    ({"auction": "dutch"}, "auction must be one of 'english', 'sealed_first', 'sealed_second'"),
    ({"extra_roll": "never"}, "extra_roll must be one of 'may', 'must'"),
    ({"creditor_bids": 2}, "creditor_bids must be True or False"),
    ({"turn_limit": 0}, "turn_limit must be a whole number from 1 to 30000"),
    ({"stakes": ()}, "stakes must be 1 to 16 amounts"),
    ({"stakes": (2, 2)}, "stakes must rise strictly"),
    ({"stakes": (0, 2)}, "each of stakes must be a whole number from 1"),
    ({"raises": tuple(range(1, 10))}, "raises must be 1 to 8 amounts"),
    ({"raises": (2, 4)}, "raises must begin with 1"),
    ({"bids": "many"}, "bids must be 1 to 16 amounts"),
    ({"auction_minimum": 0}, "auction_minimum must be a whole number from 1"),
    ({"casino_price": -1}, "casino_price must be a whole number from 0"),
    ({"slam_prizes": (1, 2)}, "slam_prizes must be 3 amounts"),
    ({"hand_limit": 6}, "hand_limit must be a whole number from 1 to 5"),
    ({"bluff_cards": (1, 1, 1, 0)}, "bluff_cards must be at least 4, one for each player"),
    ({"bluff_cards": (9, 9, 9, 9)}, "bluff_cards: at most 32 cards"),
    ({"bluff_cards": {"die": 4}}, "bluff_cards needs the kinds roulette, die, card, blank"),
    ({"reward": "fame"}, "reward must be one of 'win', 'rank', 'money'"),
    ({"auktion": "english"}, "did you mean 'auction'"),
    ({"board": 7}, "board must be the path of a TOML file or a mapping"),
    ({"board": "no/such/board.toml"}, "board no/such/board.toml: cannot be read"),
    ({"board": {}}, "board: casinos, spaces, bluff_cards, bank missing"),
    ({"board": changed_board(spots=[])}, "board: unknown key 'spots'"),
    ({"board": changed_board(bank=5000)}, "board: bank must be a whole number from 0 to 3000"),
    ({"board": changed_board(spaces=["bluff"])}, "board: spaces must be a list of 36 spaces"),
    ({"board": changed_board(spaces=changed_spaces(s2="blufff"))}, "board: space 2 (blufff): must be one of"),
    (
        {"board": changed_board(spaces=changed_spaces(s4="pot:coin"))},
        "board: space 4 (pot:coin): needs one of the symbols",
    ),
    ({"board": changed_board(spaces=changed_spaces(s5="casino:Las Vegas"))}, "this casino is on space 3 already"),
    ({"board": changed_board(spaces=changed_spaces(s5="casino:Atlantis"))}, "did you mean 'Atlantic City'"),
    ({"board": changed_board(spaces=changed_spaces(s5="bluff"))}, "board: the casino Atlantic City has no space"),
    (
        {"board": changed_board(spaces=changed_spaces(s0="bluff", s9="bluff", s18="bluff", s27="bluff"))},
        "board: at least one space must be cash_and_run",
    ),
    ({"board": changed_board(casinos=[])}, "board: casinos must be a list of 15 casinos"),
    (
        {"board": changed_board(casinos=changed_casinos(4, symbol="card"))},
        "board: casino 4 (Baden-Baden): its symbol must be",
    ),
    (
        {"board": changed_board(casinos=changed_casinos(4, colour="blue"))},
        "board: casino 4 (Baden-Baden): its colour must be",
    ),
    (
        {"board": changed_board(casinos=changed_casinos(3, colour="blue"))},
        "the colour 'blue' has three casinos already",
    ),
    ({"board": changed_board(casinos=changed_casinos(4, name="Cairo"))}, "there are two casinos of this name"),
    (
        {"board": changed_board(casinos=changed_casinos(4, price="2"))},
        "needs name, colour and symbol, and nothing else",
    ),
]

STORY_EVERY = 25
STORIES: dict[str, tuple[dict[str, Any], int]] = {
    "lap_bankruptcy_and_challenge": ({"players": 4, "start_money": 6}, 6),
    "sealed_auctions": ({"players": 3, "start_money": 6, "auction": "sealed_second", "start_casinos": 1}, 1),
}
ORACLE = CashAndRunOracle
OTHER = {"start_money": 39}
ORACLE_GAMES = (300, 10_000)


def oracle_config(config: CashAndRunConfig) -> dict[str, Any]:
    """The options as the oracle takes them: the board in two parts, no reward."""
    options = {field.name: getattr(config, field.name) for field in dataclasses.fields(config)}
    del options["reward"]
    return options | {"board": list(config.board.spaces), "casinos": [list(casino) for casino in config.board.casinos]}


def _ladder(rungs: int, highest: int) -> st.SearchStrategy[tuple[int, ...]]:
    amounts = st.sets(st.integers(1, highest), min_size=1, max_size=rungs)
    return amounts.map(lambda chosen: tuple(sorted(chosen)))


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """A strategy for valid options of all kinds."""
    price = st.integers(0, 12)
    return {
        "players": draw(st.integers(3, 6)),
        "reward": draw(st.sampled_from(["win", "rank", "money"])),
        "start_casinos": draw(st.integers(1, 2)),
        "start_money": draw(st.integers(0, 60)),
        "bank": draw(st.integers(0, 60)),
        "auction": draw(st.sampled_from(["english", "sealed_first", "sealed_second"])),
        "creditor_bids": draw(st.booleans()),
        "extra_roll": draw(st.sampled_from(["may", "must"])),
        "turn_limit": draw(st.integers(1, 60)),
        "stakes": draw(_ladder(16, 300)),
        "raises": (1, *(1 + step for step in draw(_ladder(7, 100)))),
        "bids": draw(_ladder(16, 300)),
        **{name: draw(price) for name in ("casino_price", "bluff_price", "takeover_price", "bank_price")},
        **{name: draw(price) for name in ("casino_value", "all_play_prize", "slam_gift")},
        "auction_minimum": draw(st.integers(1, 12)),
        "slam_prizes": tuple(draw(st.lists(price, min_size=3, max_size=3))),
        "hand_limit": draw(st.integers(1, 5)),
        "bluff_cards": tuple(draw(st.lists(st.integers(2, 8), min_size=4, max_size=4))),
        "board": changed_board(spaces=draw(st.permutations(draw(st.sampled_from(_SPACES))))),
    }


_SPACES = [STANDARD_BOARD["spaces"], WILD_BOARD["spaces"]]
