"""The standings of a tournament: win shares, money, head-to-head shares and ratings, with 95 % intervals.

All line-ups play the same deals, so games of different line-ups are not independent; deals are.  Results are therefore
summed over blocks of deals, and every uncertainty is estimated from the differences between blocks.  Line-ups have
equal weight, however many deals each has played: agents are compared in the same company.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, pairwise

import numpy as np

from vegas_env.arena.match import GameResults
from vegas_env.arena.statistics import critical_value, wilson

FINE_BLOCKS = 256  # each of the first deals is a block: line-ups with slow agents may play no more than these
COARSE_BLOCKS = 768  # maximum number of blocks for all further deals
RESAMPLES = 200  # bootstrap samples for the ratings
ONLINE_GAMES = 500  # sample of games rated by openskill, which takes about 0.1 ms per game
ONLINE_ORDERS = 4  # random orders of that sample to average over: online ratings depend on the order of games
ELO = 400 / np.log(10)  # a difference of 400 points means odds of 10 to 1


class BlockSums:
    """Sums of results by line-up and block of deals.

    The standings need nothing else, so memory does not grow with the number of games.

    Shapes: L line-ups, P players, B blocks, Q = P (P - 1) / 2 pairs of members.
    """

    def __init__(self, schedule: Sequence[tuple[int, ...]], games: int) -> None:
        self.players = len(schedule[0])
        self.schedule = np.array(schedule)  # (L, P) agents of each line-up
        self.pairs = np.array(list(combinations(range(self.players), 2)))  # (Q, 2)
        self.starts = block_starts(games, self.players)  # (B,)
        shape = (len(schedule), len(self.starts))
        self.games = np.zeros(shape, np.int64)
        self.shares = np.zeros((*shape, self.players))
        self.money = np.zeros((*shape, self.players))
        self.before = np.zeros((*shape, len(self.pairs)))  # how often the first of a pair finished before the second
        self.seats = np.zeros((len(schedule), self.players, self.players))  # wins by member and seat
        self.seat_games = np.zeros((len(schedule), self.players, self.players), np.int64)
        self.samples: list[list[np.ndarray]] = [[] for _ in schedule]  # ranks of the first games, for openskill
        self.sample_size = -(-ONLINE_GAMES // len(schedule))

    def add(self, line_up: int, results: GameResults) -> None:
        """Add games of a line-up.  Call this in the order of the deals."""
        block = np.searchsorted(self.starts, np.arange(results.first, results.first + len(results)), "right") - 1
        cuts = np.flatnonzero(np.diff(block, prepend=-1))
        where = (line_up, block[cuts])
        shares = results.shares
        ahead = results.ranks[:, self.pairs[:, 0]] - results.ranks[:, self.pairs[:, 1]]
        self.games[where] += np.diff(cuts, append=len(results))
        self.shares[where] += np.add.reduceat(shares, cuts)
        self.money[where] += np.add.reduceat(results.money, cuts, dtype=np.float64)
        self.before[where] += np.add.reduceat(0.5 - 0.5 * np.sign(ahead), cuts)
        for member in range(self.players):
            seats = results.seats[:, member]
            self.seats[line_up, member] += np.bincount(seats, shares[:, member], self.players)
            self.seat_games[line_up, member] += np.bincount(seats, minlength=self.players)
        missing = self.sample_size - sum(map(len, self.samples[line_up]))
        if missing > 0:
            self.samples[line_up].append(results.ranks[:missing])


def block_starts(games: int, players: int) -> np.ndarray:
    """(B,) the first deal of every block: single deals first, then blocks in which every member has every seat."""
    fine = min(games, FINE_BLOCKS)
    size = -(-max(games - fine, 1) // (COARSE_BLOCKS * players)) * players
    return np.concatenate([np.arange(fine), np.arange(fine, games, size)])


@dataclasses.dataclass(frozen=True)
class Estimate:
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


class Standings:
    """Estimates for agents 0 ... agents - 1, computed from `sums` on access.

    Head-to-head shares and ratings are cached: ask for them after the last game.
    """

    def __init__(self, sums: BlockSums, agents: int, seed: int) -> None:
        self.sums = sums
        self.agents = agents
        self.seed = seed

    @property
    def _total(self) -> np.ndarray:
        """(L,) games of each line-up."""
        return np.maximum(self.sums.games.sum(axis=1), 1)

    @property
    def _blocks(self) -> np.ndarray:
        """(L,) blocks of deals that each line-up has played."""
        return (self.sums.games > 0).sum(axis=1)

    def games(self, agent: int) -> int:
        """Number of games in which an agent took part."""
        return int(self.sums.games[(self.sums.schedule == agent).any(axis=1)].sum())

    def win_share(self, agent: int) -> Estimate:
        """Mean win share of a seat of the agent.

        The interval is Wilson's, for an effective number of games that follows from the variance between blocks.
        """
        share, variance, freedom = self._mean(self.sums.shares, agent)
        seats = int((self.sums.games.sum(axis=1)[:, None] * (self.sums.schedule == agent)).sum())
        if np.isinf(variance):
            return Estimate(share, 0.0, 1.0)
        effective = min(share * (1 - share) / variance, seats) if variance > 0 else seats
        return Estimate(share, *wilson(share * effective, effective, freedom))

    def money(self, agent: int) -> Estimate:
        """Mean payoff of the agent under reward="money"."""
        mean, variance, freedom = self._mean(self.sums.money, agent)
        error = critical_value(freedom) * float(np.sqrt(variance))
        return Estimate(mean, mean - error, mean + error)

    def _mean(self, sums: np.ndarray, agent: int) -> tuple[float, float, int]:
        """Mean of an agent's figure over line-ups, the variance of that mean, and its degrees of freedom."""
        line_up, member = np.nonzero(self.sums.schedule == agent)
        parts = sums[line_up, :, member]  # (entries, B)
        total = self._total[line_up, None]
        means = parts.sum(axis=1, keepdims=True) / total
        # Contribution of each block of deals to the error of the mean.
        errors = ((parts - means * self.sums.games[line_up]) / total).mean(axis=0)
        blocks = int(self._blocks[line_up].min())
        if blocks < 2:
            return float(means.mean()), float("inf"), 1
        return float(means.mean()), float((errors**2).sum()) * blocks / (blocks - 1), blocks - 1

    def seat_advantage(self) -> np.ndarray:
        """(P,) win share of every seat over all agents."""
        return self.sums.seats.sum(axis=(0, 1)) / np.maximum(self.sums.games.sum(), 1)

    def seat_shares(self, agent: int) -> np.ndarray:
        """(P,) win share of an agent by its seat."""
        mine = self.sums.schedule == agent
        return self.sums.seats[mine].sum(axis=0) / np.maximum(self.sums.seat_games[mine].sum(axis=0), 1)

    # --- head to head ---------------------------------------------------------------------------------------

    @cached_property
    def head_to_head(self) -> np.ndarray:
        """(K, K) share of games in which the row finished before the column, ties counting half.

        nan for pairs of agents that never met.
        """
        wins, met = self._meetings(self.sums.before.sum(axis=1) / self._total[:, None])
        with np.errstate(invalid="ignore"):
            return wins / met

    def _meetings(self, before: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Sums over line-ups: wins of the row against the column, and the number of meetings, both (K, K).

        before: (L, Q) share of games in which the first of a pair finished before the second.
        """
        first, second = (self.sums.schedule[:, self.sums.pairs[:, side]] for side in (0, 1))
        others = first != second  # pairs of copies of one agent carry no information
        wins, met = np.zeros((2, self.agents, self.agents))
        np.add.at(wins, (first[others], second[others]), before[others])
        np.add.at(wins, (second[others], first[others]), 1 - before[others])
        np.add.at(met, (first[others], second[others]), 1)
        return wins, met + met.T

    # --- ratings --------------------------------------------------------------------------------------------

    @cached_property
    def ratings(self) -> list[Estimate]:
        """Plackett-Luce strengths in Elo points, with mean 0; they do not depend on the order of games.

        choix fits them to the pairwise results within each ranking, which is consistent for this model and lets ties
        count half.  Intervals come from bootstrap samples of blocks of deals.
        """
        sums = self.sums
        best = self._strengths(sums.before.sum(axis=1) / self._total[:, None])
        rng = np.random.default_rng(self.seed)
        weights = np.stack([self._resample(rng) for _ in range(RESAMPLES)])  # (R, B) how often each block is drawn
        totals = np.maximum(weights @ sums.games.T, 1)  # (R, L)
        before = np.einsum("rb,lbq->rlq", weights, sums.before, optimize=True) / totals[:, :, None]
        spread = np.std([self._strengths(sample, best) for sample in before], axis=0, ddof=1)
        reach = [
            critical_value(max(int(self._blocks[(sums.schedule == agent).any(axis=1)].min()) - 1, 1))
            for agent in range(self.agents)
        ]
        return [
            Estimate(b, b - r * s, b + r * s) for b, s, r in zip(best.tolist(), spread.tolist(), reach, strict=True)
        ]

    def _strengths(self, before: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
        import choix

        wins, met = self._meetings(before)
        # As numbers of games, plus half a win for either side of every pair, which keeps strengths finite.
        games = wins * self._total.min() + 0.5 * (met > 0)
        initial = None if start is None else start / ELO
        return ELO * choix.ilsr_pairwise_dense(games, initial_params=initial, max_iter=10_000, tol=1e-6)

    def _resample(self, rng: np.random.Generator) -> np.ndarray:
        """(B,) how often each block is drawn, with replacement.

        Strata end where line-ups stopped and where blocks become coarse; each is resampled separately.
        """
        cuts = sorted({0, FINE_BLOCKS, *self._blocks.tolist()} & set(range(len(self.sums.starts) + 1)))
        weights = np.zeros(len(self.sums.starts))
        for low, high in pairwise(cuts):
            weights[low:high] = rng.multinomial(high - low, np.full(high - low, 1 / (high - low)))
        return weights

    @cached_property
    def online_ratings(self) -> list[tuple[float, float]]:
        """(mu, sigma) of each agent under openskill's Plackett-Luce model.

        Rated on a sample of games, as the mean over several random orders.
        """
        from openskill.models import PlackettLuce

        model = PlackettLuce()
        games = [
            (line_up, ranks)
            for line_up, samples in zip(self.sums.schedule.tolist(), self.sums.samples, strict=True)
            for part in samples
            for ranks in part.tolist()
        ]
        rng = np.random.default_rng(self.seed)
        results = np.zeros((ONLINE_ORDERS, self.agents, 2))
        for result in results:
            ratings = [model.rating() for _ in range(self.agents)]
            for game in rng.permutation(len(games)):
                # Only one of several copies of an agent counts; the order of two others does not depend on them.
                ranks = dict(zip(*games[game], strict=True))
                new = model.rate([[ratings[agent]] for agent in ranks], ranks=list(map(float, ranks.values())))
                for agent, (rating,) in zip(ranks, new, strict=True):
                    ratings[agent] = rating
            result[:] = [(rating.mu, rating.sigma) for rating in ratings]
        return [(mu, sigma) for mu, sigma in results.mean(axis=0).tolist()]
