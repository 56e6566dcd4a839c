"""What a tournament says: win shares, money, head-to-head shares and ratings, with honest intervals.

All line-ups of a tournament play the same deals, so their games are not independent: what is, are the deals.  Results
are summed over blocks of deals, and every uncertainty is estimated from how much the blocks differ.  Every line-up
counts the same, however many deals it has played: agents are compared in the same company.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, pairwise

import numpy as np

from vegas_env.arena.match import Played
from vegas_env.arena.statistics import quantile, wilson

FINE_BLOCKS = 256  # the first deals are a block each: line-ups with slow agents may play no more
COARSE_BLOCKS = 768  # the most blocks of the deals after those
RESAMPLES = 200  # bootstrap samples for the ratings
ONLINE_GAMES = 500  # games of the sample that openskill rates (it takes about 0.1 ms for each) …
ONLINE_ORDERS = 4  # … in several random orders: online ratings depend on the order of the games
ELO = 400 / np.log(10)  # a difference of 400 points is odds of 10 to 1


class Tally:
    """The games of every line-up, summed up in blocks of deals: all that the standings need, whatever their number."""

    def __init__(self, schedule: Sequence[tuple[int, ...]], games: int) -> None:
        self.players = len(schedule[0])
        self.schedule = np.array(schedule)  # (L, P)
        self.pairs = np.array(list(combinations(range(self.players), 2)))  # (Q, 2)
        self.starts = block_starts(games, self.players)
        shape = (len(schedule), len(self.starts))
        self.games = np.zeros(shape, np.int64)
        self.shares = np.zeros((*shape, self.players))
        self.money = np.zeros((*shape, self.players))
        self.before = np.zeros((*shape, len(self.pairs)))  # how often the first of a pair finished before the second
        self.seats = np.zeros((len(schedule), self.players, self.players))  # wins by member and seat
        self.seat_games = np.zeros((len(schedule), self.players, self.players), np.int64)
        self.samples: list[list[np.ndarray]] = [[] for _ in schedule]  # ranks of the first games
        self.sampled = -(-ONLINE_GAMES // len(schedule))

    def add(self, line_up: int, played: Played) -> None:
        """Add games of a line-up, in the order of their deals."""
        block = np.searchsorted(self.starts, np.arange(played.first, played.first + len(played)), "right") - 1
        cuts = np.flatnonzero(np.diff(block, prepend=-1))
        where = (line_up, block[cuts])
        shares = played.shares
        ahead = played.ranks[:, self.pairs[:, 0]] - played.ranks[:, self.pairs[:, 1]]
        self.games[where] += np.diff(cuts, append=len(played))
        self.shares[where] += np.add.reduceat(shares, cuts)
        self.money[where] += np.add.reduceat(played.money, cuts, dtype=np.float64)
        self.before[where] += np.add.reduceat(0.5 - 0.5 * np.sign(ahead), cuts)
        for member in range(self.players):
            seats = played.seats[:, member]
            self.seats[line_up, member] += np.bincount(seats, shares[:, member], self.players)
            self.seat_games[line_up, member] += np.bincount(seats, minlength=self.players)
        missing = self.sampled - sum(map(len, self.samples[line_up]))
        if missing > 0:
            self.samples[line_up].append(played.ranks[:missing])


def block_starts(games: int, players: int) -> np.ndarray:
    """The first deal of every block: fine ones first, then coarse ones in which every member has every seat."""
    fine = min(games, FINE_BLOCKS)
    size = -(-max(games - fine, 1) // (COARSE_BLOCKS * players)) * players
    return np.concatenate([np.arange(fine), np.arange(fine, games, size)])


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


class Standings:
    """Estimates for agents 0 … agents - 1 from the sums of all line-ups."""

    def __init__(self, sums: Tally, agents: int, seed: int) -> None:
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
        """How many games an agent took part in."""
        return int(self.sums.games[(self.sums.schedule == agent).any(axis=1)].sum())

    def win_share(self, agent: int) -> Estimate:
        """Per seat that the agent held; Wilson's interval for as many games as the blocks of deals are worth."""
        share, variance, freedom = self._mean(self.sums.shares, agent)
        seats = int((self.sums.games.sum(axis=1)[:, None] * (self.sums.schedule == agent)).sum())
        if np.isinf(variance):
            return Estimate(share, 0.0, 1.0)
        worth = min(share * (1 - share) / variance, seats) if variance > 0 else seats
        return Estimate(share, *wilson(share * worth, worth, freedom))

    def money(self, agent: int) -> Estimate:
        """The mean payoff under the reward option "money"."""
        mean, variance, freedom = self._mean(self.sums.money, agent)
        error = quantile(freedom) * float(np.sqrt(variance))
        return Estimate(mean, mean - error, mean + error)

    def _mean(self, sums: np.ndarray, agent: int) -> tuple[float, float, int]:
        """The mean over line-ups of an agent's figure, its variance, and the degrees of freedom of that."""
        line_up, member = np.nonzero(self.sums.schedule == agent)
        parts = sums[line_up, :, member]  # (entries, blocks)
        total = self._total[line_up, None]
        means = parts.sum(axis=1, keepdims=True) / total
        # What each block of deals contributed to the error of the mean.
        errors = ((parts - means * self.sums.games[line_up]) / total).mean(axis=0)
        blocks = int(self._blocks[line_up].min())
        if blocks < 2:
            return float(means.mean()), float("inf"), 1
        return float(means.mean()), float((errors**2).sum()) * blocks / (blocks - 1), blocks - 1

    def seat_advantage(self) -> np.ndarray:
        """(P,) the win share of every seat, whoever sat there."""
        return self.sums.seats.sum(axis=(0, 1)) / np.maximum(self.sums.games.sum(), 1)

    def seat_shares(self, agent: int) -> np.ndarray:
        """(P,) an agent's win share by the seat that it had."""
        mine = self.sums.schedule == agent
        return self.sums.seats[mine].sum(axis=0) / np.maximum(self.sums.seat_games[mine].sum(axis=0), 1)

    # --- head to head ---------------------------------------------------------------------------------------

    @cached_property
    def head_to_head(self) -> np.ndarray:
        """(K, K) the share of games in which the row finished before the column, equals counting half."""
        wins, met = self._meetings(self.sums.before.sum(axis=1) / self._total[:, None])
        with np.errstate(invalid="ignore"):
            return wins / met  # nan for agents that never met

    def _meetings(self, before: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(K, K) sums over line-ups of the shares (L, Q) in which one finished before the other, and their number."""
        first, second = (self.sums.schedule[:, self.sums.pairs[:, side]] for side in (0, 1))
        others = first != second  # a pair of copies says nothing
        wins, met = np.zeros((2, self.agents, self.agents))
        np.add.at(wins, (first[others], second[others]), before[others])
        np.add.at(wins, (second[others], first[others]), 1 - before[others])
        np.add.at(met, (first[others], second[others]), 1)
        return wins, met + met.T

    # --- ratings --------------------------------------------------------------------------------------------

    @cached_property
    def ratings(self) -> list[Estimate]:
        """Plackett–Luce strengths in Elo points, 0 for the mean of all agents; independent of the order of the games.

        Fitted by choix to the pairs that rankings consist of (which is consistent for this model and lets equals count
        half); intervals from resampled blocks of deals.
        """
        sums = self.sums
        best = self._strengths(sums.before.sum(axis=1) / self._total[:, None])
        rng = np.random.default_rng(self.seed)
        drawn = np.stack([self._resample(rng) for _ in range(RESAMPLES)])  # (R, blocks) how often each block counts
        totals = np.maximum(drawn @ sums.games.T, 1)  # (R, L)
        before = np.einsum("rb,lbq->rlq", drawn, sums.before, optimize=True) / totals[:, :, None]
        spread = np.std([self._strengths(sample, best) for sample in before], axis=0, ddof=1)
        reach = [quantile(max(int(self._blocks[(sums.schedule == a).any(axis=1)].min()) - 1, 1)) for a in self._all]
        return [
            Estimate(b, b - r * s, b + r * s) for b, s, r in zip(best.tolist(), spread.tolist(), reach, strict=True)
        ]

    @property
    def _all(self) -> range:
        return range(self.agents)

    def _strengths(self, before: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
        import choix

        wins, met = self._meetings(before)
        # In games, plus half a win to either side of every pair: nobody is infinitely strong.
        games = wins * self._total.min() + 0.5 * (met > 0)
        initial = None if start is None else start / ELO
        return ELO * choix.ilsr_pairwise_dense(games, initial_params=initial, max_iter=10_000, tol=1e-6)

    def _resample(self, rng: np.random.Generator) -> np.ndarray:
        """Blocks drawn with replacement, apart where line-ups stopped and where blocks become coarse."""
        cuts = sorted({0, FINE_BLOCKS, *self._blocks.tolist()} & set(range(len(self.sums.starts) + 1)))
        weights = np.zeros(len(self.sums.starts))
        for low, high in pairwise(cuts):
            weights[low:high] = rng.multinomial(high - low, np.full(high - low, 1 / (high - low)))
        return weights

    @cached_property
    def online_ratings(self) -> list[tuple[float, float]]:
        """Mean and uncertainty (mu, sigma) of openskill's Plackett–Luce model, of a sample of the games in several
        orders.
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
            ratings = [model.rating() for _ in self._all]
            for game in rng.permutation(len(games)):
                # Of several copies of an agent, one counts: who beats whom does not depend on the others here.
                ranks = dict(zip(*games[game], strict=True))
                new = model.rate([[ratings[agent]] for agent in ranks], ranks=list(map(float, ranks.values())))
                for agent, (rating,) in zip(ranks, new, strict=True):
                    ratings[agent] = rating
            result[:] = [(rating.mu, rating.sigma) for rating in ratings]
        return [(mu, sigma) for mu, sigma in results.mean(axis=0).tolist()]
