"""Matches between agents: seats are balanced, and every line-up plays the same deals."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np

from vegas_env import Games
from vegas_env.agent import Agent
from vegas_env.arena.roster import is_slow, precision_for
from vegas_env.arena.statistics import Result, summarise, wilson
from vegas_env.seating import MatchRunner

# Games played at once.  Early stopping is checked between batches, so a match that may stop early has smaller ones.
BATCH_SIZE = 8192
BATCH_SIZE_EARLY_STOPPING = 1000
BATCH_SIZE_SLOW = 20  # with an agent that searches
T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class GameResults:
    """Results of n consecutive deals of one line-up.  Columns are the members of the line-up, not seats."""

    first: int  # number of the first deal
    seats: np.ndarray  # (n, P) int8, the seat of each member
    ranks: np.ndarray  # (n, P) int8, twice the rank counted from 0, so that tied members share the mean of their ranks
    money: np.ndarray  # (n, P) float32, payoffs under reward="money"
    payoffs: np.ndarray  # (n, P) float32, payoffs under the reward option of the match

    def __len__(self) -> int:
        return len(self.ranks)

    @property
    def shares(self) -> np.ndarray:
        """(n, P) each member's share of the win: 1 for a sole winner, 1/k for each of k tied winners."""
        won = self.ranks == self.ranks.min(axis=1, keepdims=True)
        return won / won.sum(axis=1, keepdims=True)


class Match:
    """A line-up of agents that plays a ruleset.

    Deal i depends on the seed and on i alone, so different line-ups can be compared on the same deals.

    Parameters
    ----------
    ruleset: name of the ruleset
    agents: one agent for each player; the same object may appear several times
    seed: seed of the deals
    options: options of the ruleset, or config=...
    """

    def __init__(self, ruleset: str, agents: Sequence[Agent], seed: int, **options: Any) -> None:
        trial = Games(ruleset, 1, observe=False, **options)
        self.ruleset, self.config, self.players, self.seed = ruleset, trial.config, trial.players, seed
        if len(agents) != self.players:
            raise ValueError(f"a match of {self.players} players needs {self.players} agents, not {len(agents)}")
        # An agent with several seats decides for all of them in one call.
        self.agents = list({id(agent): agent for agent in agents}.values())
        self.agent_index = np.array(
            [[id(other) for other in self.agents].index(id(agent)) for agent in agents], np.int8
        )
        self.slow = any(map(is_slow, self.agents))

    def play(self, seats: np.ndarray, first: int = 0) -> GameResults:
        """Play one game for each row of `seats`, starting with deal number `first`.

        seats: (n, P) int8, seats[i, m] is the seat of member m in game i.
        """
        games = Games(self.ruleset, len(seats), self.seed, first, observe=False, config=self.config)
        runner = MatchRunner(games, self.agents)
        np.put_along_axis(runner.owners, seats, np.broadcast_to(self.agent_index, seats.shape), axis=1)
        runner.play_to_the_end()
        # A rank payoff runs from 1 for the best to -1 for the last, in steps of half a rank.
        ranks = np.rint((1.0 - games.engine.payoff_under("rank")) * (self.players - 1)).astype(np.int8)
        money = games.engine.payoff_under("money")
        columns = (np.take_along_axis(part, seats, axis=1) for part in (ranks, money, games.payoff))
        return GameResults(first, seats, *columns)

    def play_batches(self, batches: Iterable[tuple[np.ndarray, int]]) -> Iterator[GameResults]:
        """Play batches of games one after the other; each is a pair of arguments for `play`."""
        return (self.play(seats, first) for seats, first in batches)


def rotation(first: int, games: int, players: int) -> np.ndarray:
    """(games, P) int8 seats for deals `first`, `first` + 1, ...: the line-up moves on by one seat in every game."""
    deals = np.arange(first, first + games)
    return ((deals[:, None] + np.arange(players)) % players).astype(np.int8)


def play(
    ruleset: str,
    agents: Sequence[Agent],
    games: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
    **options: Any,
) -> tuple[np.ndarray, np.ndarray]:
    """Play games between the given agents, who move on by one seat in every game.

    Returns
    -------
    shares: (games, P) win shares, in the order of `agents`
    payoffs: (games, P) payoffs, in the same order

    `progress` is called with the number of games after each batch.  Game i is the same deal for every line-up.
    """
    results = _play_until(Match(ruleset, agents, seed, **options), games, 0.0, progress)
    return np.concatenate([part.shares for part in results]), np.concatenate([part.payoffs for part in results])


def _play_until(
    match: Match, games: int, precision: float, progress: Callable[[int], None] | None
) -> list[GameResults]:
    """Play until the first member's win share is known to the given precision, or until all games are played."""
    size = BATCH_SIZE_SLOW if match.slow else BATCH_SIZE_EARLY_STOPPING if precision else BATCH_SIZE
    size = max(size // match.players, 1) * match.players  # seats stay balanced wherever the match stops
    results: list[GameResults] = []
    played, wins = 0, 0.0
    batches = ((rotation(first, min(size, games - first), match.players), first) for first in range(0, games, size))
    for part in match.play_batches(batches):
        results.append(part)
        played += len(part)
        wins += float(part.shares[:, 0].sum())
        if progress is not None:
            progress(len(part))
        low, high = wilson(wins, played)
        if precision and (high - low) / 2 <= precision:
            break
    return results


def evaluate(
    ruleset: str,
    agent: Agent,
    opponents: Sequence[Agent],
    games: int,
    seed: int,
    progress: Callable[[int], None] | None = None,
    precision: float | None = None,
    **options: Any,
) -> Result:
    """Measure one seat of `agent` against opponents in all other seats.

    Parameters
    ----------
    ruleset: name of the ruleset
    agent: the agent to measure; it takes every seat equally often
    opponents: agents of the other seats, repeated as needed
    games: number of games
    seed: seed of the deals
    progress: called with the number of games after each batch
    precision: stop early, once half the width of the win share's 95 % interval is at most this.  By default only
        line-ups with a slow agent stop early (at `roster.PRECISION`); 0 plays all games.
    options: options of the ruleset
    """
    players = Games(ruleset, 1, observe=False, **options).players
    match = Match(ruleset, make_line_up(agent, opponents, players), seed, **options)
    return evaluate_match(match, games, progress, precision)


def make_line_up(agent: T, opponents: Sequence[T], players: int) -> list[T]:
    """A line-up of `players` members: one agent, then the opponents, repeated as needed."""
    return [agent, *(opponents[k % len(opponents)] for k in range(players - 1))]


def evaluate_match(
    match: Match, games: int, progress: Callable[[int], None] | None = None, precision: float | None = None
) -> Result:
    """Measure the first member of a line-up; arguments as in `evaluate`."""
    results = _play_until(match, games, precision_for(match.agents, precision), progress)
    return summarise(*(np.concatenate([getattr(part, name)[:, 0] for part in results])
                       for name in ("shares", "payoffs", "seats")))  # fmt: skip
