"""Config keys with their defaults, and the checks on them. Money is in units of 50,000."""

from typing import NamedTuple

from tests.support.oracles.cash_and_run.default_board import BLUFF_CARDS, BOARD, CASINO_CARDS

SYMBOLS = ("roulette", "die", "card")
KINDS = (*SYMBOLS, "blank")  # of bluff cards
BLANK = 3
COLOURS = 5
CASINOS = 15
SPACES = 36
MOST_RUNGS = 16
MOST_RAISES = 8
MOST_BLUFF_CARDS = 32
AUCTIONS = ("english", "sealed_first", "sealed_second")

DEFAULTS: dict = {
    "players": 4,
    "start_casinos": 2,
    "start_money": 40,
    "bank": 200,
    "auction": "english",
    "creditor_bids": True,
    "extra_roll": "may",
    "turn_limit": 1000,
    "stakes": [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256],
    "raises": [1, 2, 4, 8, 16, 32],
    "bids": [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256],
    "casino_price": 2,
    "bluff_price": 2,
    "takeover_price": 2,
    "auction_minimum": 2,
    "bank_price": 1,
    "casino_value": 2,
    "all_play_prize": 10,
    "slam_gift": 2,
    "slam_prizes": [5, 10, 20],
    "hand_limit": 3,
    "bluff_cards": BLUFF_CARDS,
    "casinos": CASINO_CARDS,
    "board": BOARD,
}

_AMOUNTS = (
    "start_money",
    "bank",
    "casino_price",
    "bluff_price",
    "takeover_price",
    "bank_price",
    "casino_value",
    "all_play_prize",
    "slam_gift",
)
_PLAIN_SPACES = ("cash_and_run", "bluff", "grand_slam")
_SYMBOL_SPACES = ("pot", "all_play", "takeover")


class Space(NamedTuple):
    """CR-3: one space; `symbol` for Pot, All play and Takeover, `casino` for a casino."""

    kind: str
    symbol: int | None = None
    casino: int | None = None


def complete(config: dict) -> dict:
    """The config with the defaults filled in; ValueError for unknown keys and impossible values."""
    unknown = sorted(set(config) - set(DEFAULTS))
    if unknown:
        raise ValueError(f"unknown config keys {unknown}")
    full = {**DEFAULTS, **config}
    _require(full["players"] in (3, 4, 5, 6), "players must be 3 to 6")
    _require(full["start_casinos"] in (1, 2), "start_casinos must be 1 or 2")
    _require(full["auction"] in AUCTIONS, f"auction must be one of {AUCTIONS}")
    _require(full["creditor_bids"] in (True, False), "creditor_bids must be True or False")
    _require(full["extra_roll"] in ("may", "must"), 'extra_roll must be "may" or "must"')
    _require(full["turn_limit"] >= 1, "turn_limit must be at least 1")
    _require(full["auction_minimum"] >= 1, "auction_minimum must be at least 1")
    _require(1 <= full["hand_limit"] <= 5, "hand_limit must be 1 to 5")
    for key in _AMOUNTS:
        _require(full[key] >= 0, f"{key} must not be negative")
    _require(_is_ladder(full["stakes"], MOST_RUNGS), f"stakes must be up to {MOST_RUNGS} rising positive amounts")
    _require(_is_ladder(full["bids"], MOST_RUNGS), f"bids must be up to {MOST_RUNGS} rising positive amounts")
    _require(_is_ladder(full["raises"], MOST_RAISES), f"raises must be up to {MOST_RAISES} rising positive amounts")
    _require(full["raises"][0] == 1, "the smallest raise must be 1 (CR-24)")
    _require(len(full["slam_prizes"]) == 3 and min(full["slam_prizes"]) >= 0, "slam_prizes must be three amounts")
    cards = full["bluff_cards"]
    _require(len(cards) == len(KINDS) and min(cards) >= 0, "bluff_cards must be four counts")
    _require(full["players"] <= sum(cards) <= MOST_BLUFF_CARDS, f"bluff_cards: one a player to {MOST_BLUFF_CARDS}")
    _check_casinos(full["casinos"])
    read_board(full)
    return full


def read_board(config: dict) -> list[Space]:
    """The board as spaces; ValueError unless it is a board of 36 spaces with every casino once (CR-3)."""
    names = [name for name, _colour, _symbol in config["casinos"]]
    spaces = [_read_space(text, names) for text in config["board"]]
    _require(len(spaces) == SPACES, f"the board must have {SPACES} spaces")
    _require(any(space.kind == "cash_and_run" for space in spaces), "the board needs a Cash & Run space")
    casinos = sorted(space.casino for space in spaces if space.casino is not None)
    _require(casinos == list(range(CASINOS)), "every casino must be on the board once")
    return spaces


def _read_space(text: str, names: list[str]) -> Space:
    kind, _, detail = text.partition(":")
    if kind in _PLAIN_SPACES and not detail:
        return Space(kind)
    if kind in _SYMBOL_SPACES and detail in SYMBOLS:
        return Space(kind, symbol=SYMBOLS.index(detail))
    if kind == "casino" and detail in names:
        return Space(kind, casino=names.index(detail))
    raise ValueError(f"unknown space {text!r}")


def _check_casinos(cards: list) -> None:
    """CR-2: 5 colours x 3 symbols, colour by colour and in the order roulette, die, card."""
    _require(len(cards) == CASINOS, f"there must be {CASINOS} casinos")
    _require(len({name for name, _, _ in cards}) == CASINOS, "the names of the casinos must differ")
    colours = [cards[3 * colour][1] for colour in range(COLOURS)]
    _require(len(set(colours)) == COLOURS, "there must be five colours, three casinos each")
    for number, (name, colour, symbol) in enumerate(cards):
        fits = colour == colours[number // 3] and symbol == SYMBOLS[number % 3]
        _require(fits, f"casino {number} ({name}) must be {colours[number // 3]} and {SYMBOLS[number % 3]}")


def _is_ladder(amounts: list[int], most: int) -> bool:
    return 1 <= len(amounts) <= most and amounts[0] > 0 and list(amounts) == sorted(set(amounts))


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)
