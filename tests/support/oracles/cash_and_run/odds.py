"""The games of chance by exact count (CR-11, CR-16 to CR-19, CR-30; worked case CR-E1)."""

from collections.abc import Collection
from fractions import Fraction
from typing import NamedTuple

WHEEL = range(1, 37)  # a 0 is spun again
DIE = range(1, 7)
RANKS = range(2, 15)  # jack 11, queen 12, king 13, ace 14
SUITS = ("clubs", "diamonds", "hearts", "spades")
DECK = [(rank, suit) for suit in SUITS for rank in RANKS]


class CasinoGame(NamedTuple):
    name: str
    odds: Fraction
    pays: int


# The colours of the wheel: 18 numbers red, 18 black, as on any roulette wheel.
RED = (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)

CASINO_GAMES = (
    (
        CasinoGame("red or black", Fraction(len(RED), len(WHEEL)), 1),
        CasinoGame("a dozen", Fraction(sum(number <= 12 for number in WHEEL), len(WHEEL)), 2),
        CasinoGame("a group of six", Fraction(sum(number <= 6 for number in WHEEL), len(WHEEL)), 5),
    ),
    (
        CasinoGame("even or odd", Fraction(sum(face % 2 == 0 for face in DIE), len(DIE)), 1),
        CasinoGame("two numbers", Fraction(sum(face in (1, 2) for face in DIE), len(DIE)), 2),
        CasinoGame("one number", Fraction(sum(face == 1 for face in DIE), len(DIE)), 5),
    ),
    (
        CasinoGame("red or black", Fraction(sum(suit in ("diamonds", "hearts") for _, suit in DECK), len(DECK)), 1),
        CasinoGame("jack, queen, king or ace", Fraction(sum(rank >= 11 for rank, _ in DECK), len(DECK)), 2),
        CasinoGame("a suit", Fraction(sum(suit == "hearts" for _, suit in DECK), len(DECK)), 3),
    ),
)
EVEN = Fraction(1, 2)  # takeover games (CR-19) and the steps of the Grand Slam (CR-18)
THROWS = (len(WHEEL), len(DIE), len(RANKS))  # CR-17: equally likely scores, counted from 0
NOT_A_SPADE = Fraction(sum(suit != "spades" for _, suit in DECK), len(DECK))  # CR-30


def uniform(codes: Collection[int]) -> dict[int, Fraction]:
    """All of these codes, equally likely."""
    return dict.fromkeys(codes, Fraction(1, len(codes)))


def bernoulli(odds: Fraction) -> dict[int, Fraction]:
    """Outcome 1 with these odds, else 0."""
    return {0: 1 - odds, 1: odds}
