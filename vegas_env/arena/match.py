"""Playing agents against each other, fairly: every seat equally often, the same deals for every line-up."""

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

BATCH = 8192  # games played side by side
WATCHED_BATCH = 1000  # the same, when each batch may be the last
SLOW_BATCH = 20  # the same, with an agent that searches
T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class Played:
    """Games of one line-up.  Columns are its members, wherever they sat."""

    first: int  # the number of the first deal
    seats: np.ndarray  # (n, P) int8, where each member sat
    ranks: np.ndarray  # (n, P) int8, twice the rank from 0 (won alone); equals have the mean of their ranks
    money: np.ndarray  # (n, P) float32, the payoff under the reward option "money"
    payoffs: np.ndarray  # (n, P) float32, the payoff under the reward option of these games

    def __len__(self) -> int:
        return len(self.ranks)

    @property
    def shares(self) -> np.ndarray:
        """(n, P) who won how much of each game."""
        won = self.ranks == self.ranks.min(axis=1, keepdims=True)
        return won / won.sum(axis=1, keepdims=True)


class Match:
    """A line-up that plays a ruleset: games[i] is the same deal for every line-up of a seed."""

    def __init__(self, ruleset: str, agents: Sequence[Agent], seed: int, **options: Any) -> None:
        trial = Games(ruleset, 1, observe=False, **options)
        self.ruleset, self.config, self.players, self.seed = ruleset, trial.config, trial.players, seed
        if len(agents) != self.players:
            raise ValueError(f"{self.players} players need as many agents, not {len(agents)}")
        # An agent in several places decides for all of them at once.
        self.agents = list({id(agent): agent for agent in agents}.values())
        self.number = np.array([[id(other) for other in self.agents].index(id(agent)) for agent in agents], np.int8)
        self.slow = any(map(is_slow, self.agents))

    def play(self, seats: np.ndarray, first: int = 0) -> Played:
        """Play the deals from `first` on with member m of the line-up in seat seats[i, m] of the i-th of them."""
        games = Games(self.ruleset, len(seats), self.seed, first, observe=False, config=self.config)
        runner = MatchRunner(games, self.agents)
        np.put_along_axis(runner.owners, seats, np.broadcast_to(self.number, seats.shape), axis=1)
        runner.play_to_the_end()
        # A rank payoff runs from 1 for the best to -1 for the last, in steps of half a rank.
        ranks = np.rint((1.0 - games.engine.payoff_under("rank")) * (self.players - 1)).astype(np.int8)
        money = games.engine.payoff_under("money")
        columns = (np.take_along_axis(part, seats, axis=1) for part in (ranks, money, games.payoff))
        return Played(first, seats, *columns)

    def play_all(self, parts: Iterable[tuple[np.ndarray, int]]) -> Iterator[Played]:
        """Play several parts, each when its turn comes: seats, and the first deal."""
        return (self.play(seats, first) for seats, first in parts)


def rotation(first: int, games: int, players: int) -> np.ndarray:
    """(games, P) seats of a line-up that moves on by one seat with every game."""
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
    """Play `games` games with agents[k] k seats behind a first seat that moves on with every game.

    Returns (games, P) win shares and payoffs in the order of `agents`.  Game i is the same deal for every line-up.
    """
    played = _play_until(Match(ruleset, agents, seed, **options), games, 0.0, progress)
    return np.concatenate([part.shares for part in played]), np.concatenate([part.payoffs for part in played])


def _play_until(table: Match, games: int, precision: float, progress: Callable[[int], None] | None) -> list[Played]:
    """Play until the first member's win share is known precisely enough; at most `games` games."""
    size = SLOW_BATCH if table.slow else WATCHED_BATCH if precision else BATCH
    size = max(size // table.players, 1) * table.players  # every seat equally often, wherever we stop
    played: list[Played] = []
    done, wins = 0, 0.0
    parts = ((rotation(first, min(size, games - first), table.players), first) for first in range(0, games, size))
    for part in table.play_all(parts):
        played.append(part)
        done += len(part)
        wins += float(part.shares[:, 0].sum())
        if progress is not None:
            progress(len(part))
        low, high = wilson(wins, done)
        if precision and (high - low) / 2 <= precision:
            break
    return played


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
    """One seat of `agent` against opponents who take the other seats in turn.

    With a `precision`, no more games are played once half the width of the win share's interval is below it; line-ups
    with a slow agent have one (PRECISION) unless told otherwise (0: play all games).
    """
    players = Games(ruleset, 1, observe=False, **options).players
    table = Match(ruleset, line_up(agent, opponents, players), seed, **options)
    return evaluate_match(table, games, progress, precision)


def line_up(agent: T, opponents: Sequence[T], players: int) -> list[T]:
    """One agent, and others in turn up to the number of players."""
    return [agent, *(opponents[k % len(opponents)] for k in range(players - 1))]


def evaluate_match(
    table: Match, games: int, progress: Callable[[int], None] | None = None, precision: float | None = None
) -> Result:
    """How the first of a line-up does; see `evaluate`."""
    played = _play_until(table, games, precision_for(table.agents, precision), progress)
    return summarise(*(np.concatenate([getattr(part, name)[:, 0] for part in played])
                       for name in ("shares", "payoffs", "seats")))  # fmt: skip
