"""The options of Cash & Run, their checks, and the rulebook that the compiled rules read."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from vegas_env.checks import check_bools, check_common, check_int, choice, make_rulebook, reward_option, set_frozen
from vegas_env.rulesets.cash_and_run import board as boards
from vegas_env.rulesets.cash_and_run.record import (
    BIDS,
    CASH_AND_RUN,
    CASINO_SPACE,
    HAND,
    LONGEST_GAME,
    MOST_BANK,
    MOST_CASH,
    MOST_MONEY,
    RAISES,
    RULES,
    SEATS,
    SLAM_STEPS,
    SPACES,
    STAKES,
)
from vegas_env.rulesets.shared import auctions

UNIT = 50  # thousands
MOST_PRICE = 1_000
EXTRA_ROLLS = ("may", "must")


@dataclasses.dataclass(frozen=True)
class CashAndRunConfig:
    """Options of Cash & Run.  Amounts of money are in units of 50,000: 2 is 100,000, 20 is a million."""

    players: int = 4
    """Number of players, 3 to 6."""
    reward: str = reward_option()
    """Reward option.  "money": own net worth minus the mean of the others', in millions, paid with every change."""
    start_casinos: int = 2
    """Casinos dealt to each player, 1 or 2 (CR-5)."""
    start_money: int = 40
    """Cash of each player at the start (CR-5)."""
    bank: Any = None
    """Money of the bank after the deal (CR-4); None for the amount of the board, 200 on the standard one."""
    auction: str = choice("english", auctions.FORMAT_TEXTS)
    """Auction format (CR-24, CR-27)."""
    creditor_bids: bool = True
    """Whether a creditor may bid with the money owed to them (CR-25); False follows the German rules."""
    extra_roll: str = choice("may", EXTRA_ROLLS)
    """Whether the extra roll after a double or an own casino is a choice or mandatory (CR-9)."""
    turn_limit: int = 1000
    """The game ends after this many turns (CR-40)."""
    stakes: Any = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)
    """Allowed stakes (CR-41): up to 16 rising amounts."""
    raises: Any = (1, 2, 4, 8, 16, 32)
    """Allowed raises in an open auction (CR-41): up to 8 rising amounts, the first of which is 1."""
    bids: Any = (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)
    """Allowed sealed bids (CR-41): up to 16 rising amounts."""
    casino_price: int = 2
    """Price of a free casino, paid to the pot (CR-11)."""
    bluff_price: int = 2
    """Price of a bluff card, paid to the pot (CR-15)."""
    takeover_price: int = 2
    """Price of a takeover, paid to the pot (CR-19)."""
    auction_minimum: int = 2
    """Lowest bid of an auction (CR-24)."""
    bank_price: int = 1
    """Price that the bank pays for a casino without a bid (CR-24)."""
    casino_value: int = 2
    """Value of a casino in the net worth (CR-40)."""
    all_play_prize: int = 10
    """Prize of an All play (CR-17)."""
    slam_gift: int = 2
    """Gift that a player may take instead of playing the Grand Slam (CR-18)."""
    slam_prizes: Any = (5, 10, 20)
    """Total prize after one, two and three steps of the Grand Slam (CR-18)."""
    hand_limit: int = 3
    """Largest number of bluff cards in hand, 1 to 5 (CR-15)."""
    bluff_cards: Any = None
    """Number of roulette, die, card and blank bluff cards (CR-4); None for those of the board, 6, 6, 6, 7 on the
    standard one."""
    board: Any = None
    """Spaces, casinos, bluff cards and bank (CR-2 to CR-4): the path of a TOML file or a mapping with the same keys;
    None for the standard board, vegas_env/rulesets/cash_and_run/board.toml."""

    def __post_init__(self) -> None:
        board = boards.load(self.board)
        cards = board.bluff_cards if self.bluff_cards is None else self.bluff_cards
        check_common(self, 3, SEATS)
        check_bools(self, "creditor_bids")
        set_frozen(
            self,
            start_casinos=check_int("start_casinos", self.start_casinos, 1, 2),
            start_money=check_int("start_money", self.start_money, 0, MOST_CASH),
            bank=check_int("bank", board.bank if self.bank is None else self.bank, 0, MOST_BANK),
            turn_limit=check_int("turn_limit", self.turn_limit, 1, LONGEST_GAME),
            stakes=_checked_ladder("stakes", self.stakes, STAKES),
            raises=_checked_ladder("raises", self.raises, RAISES),
            bids=_checked_ladder("bids", self.bids, BIDS),
            auction_minimum=check_int("auction_minimum", self.auction_minimum, 1, MOST_PRICE),
            slam_prizes=_checked_prizes(self.slam_prizes),
            hand_limit=check_int("hand_limit", self.hand_limit, 1, HAND),
            bluff_cards=boards.checked_bluff_cards(cards, "bluff_cards"),
            board=board,
        )
        for name in _PRICES:
            set_frozen(self, **{name: check_int(name, getattr(self, name), 0, MOST_PRICE)})
        if self.raises[0] != 1:
            raise ValueError(f"raises must begin with 1, not {self.raises[0]}, so that every price can be bid")
        if sum(self.bluff_cards) < self.players:
            raise ValueError(f"bluff_cards must be at least {self.players}, one for each player")


_PRICES = (
    "casino_price", "bluff_price", "takeover_price", "bank_price", "casino_value", "all_play_prize", "slam_gift",
)  # fmt: skip


def _checked_ladder(name: str, amounts: Any, rungs: int) -> tuple[int, ...]:
    if isinstance(amounts, str) or not isinstance(amounts, Sequence) or not 1 <= len(amounts) <= rungs:
        raise ValueError(f"{name} must be 1 to {rungs} amounts, not {amounts!r}")
    checked = tuple(check_int(f"each of {name}", amount, 1, MOST_MONEY) for amount in amounts)
    if list(checked) != sorted(set(checked)):
        raise ValueError(f"{name} must rise strictly, not {amounts!r}")
    return checked


def _checked_prizes(prizes: Any) -> tuple[int, ...]:
    if isinstance(prizes, str) or not isinstance(prizes, Sequence) or len(prizes) != SLAM_STEPS:
        raise ValueError(f"slam_prizes must be {SLAM_STEPS} amounts, not {prizes!r}")
    return tuple(check_int("each of slam_prizes", prize, 0, MOST_PRICE) for prize in prizes)


def compile_rules(config: CashAndRunConfig) -> np.ndarray:
    """The rulebook of a config: one record for the compiled rules."""
    rules = make_rulebook(
        RULES, config, "start_casinos", "start_money", "bank", "creditor_bids", "turn_limit", "auction_minimum",
        "slam_prizes", "hand_limit", "bluff_cards", *_PRICES,
    )  # fmt: skip
    rules["auction"] = auctions.number_of(config.auction)
    rules["must_roll"] = config.extra_roll == "must"
    rules["needed"] = 4 if config.players == 3 else 3  # CR-6
    rules["stakes"] = auctions.ladder(config.stakes, STAKES)
    rules["raises"] = auctions.ladder(config.raises, RAISES)
    rules["bids"] = auctions.ladder(config.bids, BIDS)
    kinds, details = zip(*config.board.parts, strict=True)
    rules["space_kind"] = kinds
    rules["space_detail"] = details
    for space, (kind, detail) in enumerate(config.board.parts):
        if kind == CASINO_SPACE:
            rules["casino_space"][0, detail] = space
        rules["run_start"][0, space] = _nearest_run_start(kinds, space)
    return rules


def _nearest_run_start(kinds: Sequence[int], space: int) -> int:
    """CR-30: the Cash & Run space with the fewest steps in either direction; in a tie, forward."""
    for steps in range(SPACES):
        for there in ((space + steps) % SPACES, (space - steps) % SPACES):
            if kinds[there] == CASH_AND_RUN:
                return there
    raise ValueError("the board needs a Cash & Run space")


ACTION_NAMES = (
    "roll", "end the turn", "announce Cash & Run", "buy", "decline", "all in", "break the owner", "no bluff",
    "accept the card", "challenge the card", "take the gift", "play the Grand Slam", "stop and collect",
    "go on", "pass",
    *(f"play game {game}" for game in range(1, 4)),
    *(f"lay a {kind} card" for kind in boards.KIND_NAMES),
    *(f"discard a {kind} card" for kind in boards.KIND_NAMES),
    *(f"lay down the {symbol} casinos" for symbol in boards.SYMBOL_NAMES),
    *(f"lay down the casinos of colour {colour}" for colour in range(1, 6)),
    *(f"raise by step {step}" for step in range(1, RAISES + 1)),
    *(f"stake rung {rung}" for rung in range(1, STAKES + 1)),
    *(f"bid rung {rung}" for rung in range(1, BIDS + 1)),
    *(f"casino {casino}" for casino in range(15)),
    *(f"move to space {space}" for space in range(SPACES)),
)  # fmt: skip
