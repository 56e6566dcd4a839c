"""Win shares and payoffs with 95 % confidence intervals."""

from __future__ import annotations

import dataclasses

import numpy as np
from scipy import stats

LEVEL = 0.95  # confidence level of all intervals


@dataclasses.dataclass(frozen=True)
class SeatResult:
    """Result of an agent in the games in which it had a certain seat."""

    win_share: float
    interval: tuple[float, float]  # 95 %
    games: int


@dataclasses.dataclass(frozen=True)
class Result:
    """Result of one agent in one seat against others."""

    win_share: float
    interval: tuple[float, float]  # 95 %
    payoff: float  # mean
    payoff_interval: tuple[float, float]
    games: int
    seats: tuple[SeatResult, ...] = ()  # by the agent's seat: is it an advantage to move first?


def with_interval(value: float, low: float, high: float) -> str:
    """Format an estimate with its interval: "0.345 (0.336 … 0.355)"."""
    return f"{value:.3f} ({low:.3f} … {high:.3f})"


def summarise(shares: np.ndarray, payoffs: np.ndarray, seats: np.ndarray | None = None) -> Result:
    """Means with 95 % intervals: Wilson's for the win share, normal for the payoff.

    shares, payoffs: (n,) win share and payoff of the agent in each game.
    seats: (n,) its seat in each game; with it, the result has a `SeatResult` for each seat.
    """
    games = len(shares)
    wins = float(shares.sum())
    error = critical_value() * float(payoffs.std(ddof=1)) / np.sqrt(games) if games > 1 else float("inf")
    mean = float(payoffs.mean(dtype=np.float64))
    by_seat = () if seats is None else tuple(_seat_result(shares[seats == seat]) for seat in range(seats.max() + 1))
    return Result(wins / games, wilson(wins, games), mean, (mean - error, mean + error), games, by_seat)


def _seat_result(shares: np.ndarray) -> SeatResult:
    games, wins = len(shares), float(shares.sum())
    return SeatResult(wins / games, wilson(wins, games), games) if games else SeatResult(0.0, (0.0, 1.0), 0)


def critical_value(degrees_of_freedom: float = np.inf) -> float:
    """Half the width of a 95 % interval in standard errors, by Student's t distribution."""
    return float(stats.t.ppf(0.5 + LEVEL / 2, degrees_of_freedom))


def games_needed(precision: float, games: int) -> int:
    """Upper bound on the games, out of `games`, until a win share is known to a precision (0: all games)."""
    return min(games, int(np.ceil((critical_value() / (2 * precision)) ** 2))) if precision else games


def wilson(wins: float, games: float, degrees_of_freedom: float = np.inf) -> tuple[float, float]:
    """Wilson's 95 % interval for a win share; `wins` and the (effective) number of `games` may be fractions."""
    z = critical_value(degrees_of_freedom)
    share = wins / games
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * float(np.sqrt(share * (1 - share) / games + z * z / (4 * games * games)))
    return max(0.0, centre - half), min(1.0, centre + half)
