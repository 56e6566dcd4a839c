"""Tournaments: mixed line-ups of agents on the same deals."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from vegas_env import Games
from vegas_env.agent import Agent, as_agent
from vegas_env.arena.match import GameResults, Match, rotation
from vegas_env.arena.ray import Job, RayExecutor
from vegas_env.arena.roster import PRECISION, agent_names, entrants, is_slow
from vegas_env.arena.schedule import make_schedule, seatings
from vegas_env.arena.standings import BlockSums, Standings

if TYPE_CHECKING:
    from vegas_env.arena.store import GameStore

GAMES = 1_000
MAX_LINE_UPS = 300
CHUNK = 8192
FINGERPRINT_GAMES, FINGERPRINT_GAMES_SLOW = 64, 4


class Tournament:
    """Mixed line-ups of agents that play the same deals, and their standings.

    Every line-up plays the same number of deals, with every member in every seat equally often.  Line-ups with a slow
    agent stop early, when the win shares of all slow agents are precise enough.

    Parameters
    ----------
    ruleset: name of the ruleset
    agents: a comma-separated list of names ("all": every registered agent), or agents by display name
    games: deals of each line-up, rounded up to a multiple of the number of players
    max_line_ups: with more combinations than this, a balanced sample of them plays
    seed: seed of the deals, and of the sample of line-ups
    precision: half the width of a win share's 95 % interval at which line-ups with slow agents stop; by default
        `roster.PRECISION`; 0 plays all games
    chunk: games between two writes to disk; results do not depend on it
    executor: plays the games on a Ray cluster; it needs agents given by name
    options: options of the ruleset

    Attributes
    ----------
    names: display names of the agents; everywhere else agents are numbers, indices of this list
    schedule: the line-ups, as tuples of agents
    standings: a `Standings`, up to date with the games played so far

    Example
    -------
    >>> tournament = Tournament("las_vegas", "greedy,patience,random", games=300, seed=1, players=3)
    >>> tournament.play()
    >>> tournament.standings.win_share(tournament.names.index("greedy"))
    """

    def __init__(
        self,
        ruleset: str,
        agents: str | Mapping[str, Agent],
        games: int = GAMES,
        max_line_ups: int = MAX_LINE_UPS,
        seed: int = 0,
        precision: float | None = None,
        chunk: int = CHUNK,
        executor: RayExecutor | None = None,
        **options: Any,
    ) -> None:
        made = entrants(ruleset, agents) if isinstance(agents, str) else dict(agents)
        self.ruleset, self.options, self.seed = ruleset, options, seed
        self.names, self.agents = list(made), list(made.values())
        if len(self.agents) < 2:
            raise ValueError(f"a tournament needs two agents or more, not only {', '.join(self.names) or 'none'}")
        if executor is not None and not isinstance(agents, str):
            raise ValueError("a tournament on a cluster needs its agents by name, as a comma-separated list")
        trial = Games(ruleset, 1, observe=False, **options)
        self.config, self.players, self.layout = trial.config, trial.players, trial.ruleset.layout_version
        self.games = -(-games // self.players) * self.players
        self.precision = PRECISION if precision is None else precision
        self.schedule = make_schedule(len(self.agents), self.players, max_line_ups, seed)
        self.max_line_ups = max_line_ups
        self.chunk = chunk
        self.fingerprints = [fingerprint(ruleset, agent, options) for agent in self.agents]
        self.sums = BlockSums(self.schedule, self.games)
        self.standings = Standings(self.sums, len(self.agents), seed)
        self.executor = executor
        # The names by which worker processes make the agents.
        self._made_from = agent_names(ruleset, agents) if isinstance(agents, str) else []
        self._seatings = seatings(self.players)
        self._done = [0] * len(self.schedule)

    @property
    def slow(self) -> list[int]:
        """The agents whose decisions take long."""
        return [number for number, agent in enumerate(self.agents) if is_slow(agent)]

    def identity(self) -> dict[str, Any]:
        """What the games depend on, apart from the agents; a `GameStore` of this serves any roster."""
        return {"ruleset": self.layout, "options": repr(self.config), "seed": self.seed}

    def arguments(self) -> dict[str, Any]:
        """Everything that the results depend on."""
        return {
            **self.identity(),
            "agents": dict(zip(self.names, self.fingerprints, strict=True)),
            "games": self.games,
            "line_ups": self.max_line_ups,
            "precision": self.precision if self.slow else None,
        }

    def play(self, store: GameStore | None = None, quiet: bool = False) -> None:
        """Play all games that are not in the store yet, and save them there.

        Line-ups without slow agents come first; those with slow agents follow, all together, a few deals at a time.
        Without a store, games are only counted in the standings.  `quiet` hides the progress bars.
        """
        from vegas_env.arena.progress import games_bar

        with_slow = {n for n, line_up in enumerate(self.schedule) if set(line_up) & set(self.slow)}
        others = [n for n in range(len(self.schedule)) if n not in with_slow]
        with games_bar(quiet) as bar:
            task = bar.add_task("fast line-ups", total=len(others) * self.games, visible=bool(others))
            self._play_to(others, self.games, store, partial(bar.advance, task))
            task = bar.add_task("line-ups with search", total=None, visible=bool(with_slow))
            for deals in range(self.players, self.games + 1, self.players) if with_slow else ():
                self._play_to(sorted(with_slow), deals, store, partial(bar.advance, task))
                needed = self._deals_needed(deals)
                if needed <= deals:
                    break
                bar.update(task, total=needed * len(with_slow))

    def _deals_needed(self, deals: int) -> float:
        """Estimate, after some deals, how many are needed until all slow agents' win shares are precise enough."""
        half = max(self.standings.win_share(agent).half for agent in self.slow)
        if not self.precision:
            return self.games
        return min(self.games, deals * (half / self.precision) ** 2)

    def _play_to(
        self, line_ups: list[int], deals: int, store: GameStore | None, progress: Callable[[int], Any]
    ) -> None:
        """Let some line-ups play on until each has played `deals` deals."""
        for number, results in self._results(self._missing(line_ups, deals, store, progress)):
            if store is not None:
                store.save(self._key(number, store), [self.names[m] for m in self.schedule[number]], results)
            self.sums.add(number, results)
            progress(len(results))

    def _missing(
        self, line_ups: list[int], deals: int, store: GameStore | None, progress: Callable[[int], Any]
    ) -> Iterator[tuple[int, int, int]]:
        """Games to play, as (line-up, first deal, number of deals).  Stored games are added to the standings."""
        for number in line_ups:
            while self._done[number] < deals:
                first = self._done[number]
                results = None if store is None else store.load(self._key(number, store), first, deals - first)
                if results is None:
                    wanted = min(self.chunk, deals - first)
                    self._done[number] += wanted
                    yield number, first, wanted
                else:
                    self.sums.add(number, results)
                    self._done[number] += len(results)
                    progress(len(results))

    def _key(self, number: int, store: GameStore) -> str:
        members = self.schedule[number]
        return store.key([self.names[m] for m in members], [self.fingerprints[m] for m in members])

    def _results(self, missing: Iterator[tuple[int, int, int]]) -> Iterator[tuple[int, GameResults]]:
        """Play games in this process or on the cluster; results come in the order of the games."""
        if self.executor is None:
            return ((number, self.play_line_up(number, first, games)) for number, first, games in missing)
        return self.executor.play((number, self._job(number, first, games)) for number, first, games in missing)

    def play_line_up(self, number: int, first: int, games: int) -> GameResults:
        """Play some deals of a line-up in this process; the results are not added to the standings."""
        match = Match(self.ruleset, [self.agents[m] for m in self.schedule[number]], self.seed, config=self.config)
        return match.play(self._seats(first, games), first)

    def _job(self, number: int, first: int, games: int) -> Job:
        agents = tuple(self._made_from[m] for m in self.schedule[number])
        return Job(self.ruleset, agents, self.config, self.seed, self._seats(first, games), first)

    def _seats(self, first: int, games: int) -> np.ndarray:
        return self._seatings.take(range(first, first + games), axis=0, mode="wrap")


def fingerprint(ruleset: str, agent: Agent, options: dict[str, Any]) -> str:
    """A digest of an agent's behaviour: the results of a few games against random players.

    It identifies an agent across runs.  It changes when the agent, a network or a rule plays differently, and stays the
    same when only source text changes.
    """
    players = Games(ruleset, 1, observe=False, **options).players
    match = Match(ruleset, [agent, *[as_agent(ruleset, "random")] * (players - 1)], 0, **options)
    results = match.play(rotation(0, FINGERPRINT_GAMES_SLOW if is_slow(agent) else FINGERPRINT_GAMES, players))
    return hashlib.sha256(results.ranks.tobytes() + results.money.tobytes()).hexdigest()[:12]
