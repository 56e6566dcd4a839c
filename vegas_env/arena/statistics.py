"""Win shares and payoffs with their confidence intervals."""

from __future__ import annotations

import dataclasses

import numpy as np
from scipy import stats

LEVEL = 0.95


@dataclasses.dataclass(frozen=True)
class SeatResult:
    """How an agent did in the games in which it had a certain seat."""

    win_share: float
    interval: tuple[float, float]  # 95 %
    games: int


@dataclasses.dataclass(frozen=True)
class Result:
    """How one agent did in one seat against others."""

    win_share: float
    interval: tuple[float, float]  # 95 %
    payoff: float  # mean
    payoff_interval: tuple[float, float]
    games: int
    seats: tuple[SeatResult, ...] = ()  # by the seat it had: is it good to be first?


def with_interval(value: float, low: float, high: float) -> str:
    """An estimate as it is shown everywhere: 0.345 (0.336 … 0.355)."""
    return f"{value:.3f} ({low:.3f} … {high:.3f})"


def summarise(shares: np.ndarray, payoffs: np.ndarray, seats: np.ndarray | None = None) -> Result:
    """Means with 95 % intervals: Wilson's for the win share (shared wins split), normal for the payoff."""
    games = len(shares)
    wins = float(shares.sum())
    error = quantile() * float(payoffs.std(ddof=1)) / np.sqrt(games) if games > 1 else float("inf")
    mean = float(payoffs.mean(dtype=np.float64))
    by_seat = () if seats is None else tuple(_of_seat(shares[seats == seat]) for seat in range(seats.max() + 1))
    return Result(wins / games, wilson(wins, games), mean, (mean - error, mean + error), games, by_seat)


def _of_seat(shares: np.ndarray) -> SeatResult:
    games, wins = len(shares), float(shares.sum())
    return SeatResult(wins / games, wilson(wins, games), games) if games else SeatResult(0.0, (0.0, 1.0), 0)


def quantile(freedom: float = np.inf) -> float:
    """How many standard errors an interval reaches to either side: Student's for few degrees of freedom."""
    return float(stats.t.ppf(0.5 + LEVEL / 2, freedom))


def games_needed(precision: float, games: int) -> int:
    """How many of `games` games it takes at most until a win share is known to a precision (0: all)."""
    return min(games, int(np.ceil((quantile() / (2 * precision)) ** 2))) if precision else games


def wilson(wins: float, games: float, freedom: float = np.inf) -> tuple[float, float]:
    """Wilson's interval for a share of wins; neither they nor the (effective) number of games need be whole."""
    z = quantile(freedom)
    share = wins / games
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * float(np.sqrt(share * (1 - share) / games + z * z / (4 * games * games)))
    return max(0.0, centre - half), min(1.0, centre + half)
