"""A tournament: line-ups of agents that play the same deals."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from vegas_env import Games
from vegas_env.agent import Agent, as_agent, split_names
from vegas_env.arena.match import Match, Played, rotation
from vegas_env.arena.progress import games_bar
from vegas_env.arena.ray import Job, OnRay
from vegas_env.arena.roster import PRECISION, is_slow, roster
from vegas_env.arena.schedule import schedule, seatings
from vegas_env.arena.standings import Standings, Tally
from vegas_env.arena.store import GameStore

if TYPE_CHECKING:
    from vegas_env.experiments.tournament import Args

CHUNK = 8192
TRIALS, SLOW_TRIALS = 64, 4  # games by which an agent is known again


class Tournament:
    """Line-ups of agents that play the same deals, and their standings."""

    def __init__(
        self, ruleset: str, agents: dict[str, Agent], args: Args, options: dict[str, Any], workers: OnRay | None = None
    ) -> None:
        self.ruleset, self.options, self.seed = ruleset, options, args.seed
        self.names, self.agents = list(agents), list(agents.values())
        if len(self.agents) < 2:
            raise ValueError(f"a tournament needs two agents or more, not only {', '.join(self.names) or 'none'}")
        trial = Games(ruleset, 1, observe=False, **options)
        self.config, self.players, self.layout = trial.config, trial.players, trial.ruleset.layout_version
        self.games = -(-args.games // self.players) * self.players
        self.precision = PRECISION if args.precision is None else args.precision
        self.schedule = schedule(len(self.agents), self.players, args.max_line_ups, args.seed)
        self.most_line_ups = args.max_line_ups
        self.chunk = args.chunk
        self.fingerprints = [fingerprint(ruleset, agent, options) for agent in self.agents]
        self.sums = Tally(self.schedule, self.games)
        self.standings = Standings(self.sums, len(self.agents), args.seed)
        self.workers = workers
        self.texts = split_names(roster(ruleset, args.agents))  # by which other processes know the agents
        self._seatings = seatings(self.players)
        self._done = [0] * len(self.schedule)

    @property
    def slow(self) -> list[int]:
        """The agents that search."""
        return [number for number, agent in enumerate(self.agents) if is_slow(agent)]

    def identity(self) -> dict[str, Any]:
        """What the games depend on, apart from who plays them."""
        return {"ruleset": self.layout, "options": repr(self.config), "seed": self.seed}

    def arguments(self) -> dict[str, Any]:
        """All that the results depend on."""
        return {
            **self.identity(),
            "agents": dict(zip(self.names, self.fingerprints, strict=True)),
            "games": self.games,
            "line_ups": self.most_line_ups,
            "precision": self.precision if self.slow else None,
        }

    def play(self, store: GameStore, quiet: bool = False) -> None:
        """Play what the store does not hold yet: quick line-ups first, then, round by round, those that search."""
        searching = {n for n, line_up in enumerate(self.schedule) if set(line_up) & set(self.slow)}
        quick = [n for n in range(len(self.schedule)) if n not in searching]
        with games_bar(quiet) as bar:
            task = bar.add_task("quick line-ups", total=len(quick) * self.games, visible=bool(quick))
            self._bring_to(quick, self.games, store, partial(bar.advance, task))
            task = bar.add_task("with search", total=None, visible=bool(searching))
            for deals in range(self.players, self.games + 1, self.players) if searching else ():
                self._bring_to(sorted(searching), deals, store, partial(bar.advance, task))
                needed = self._deals_needed(deals)
                if needed <= deals:
                    break
                bar.update(task, total=needed * len(searching))

    def _deals_needed(self, deals: int) -> float:
        """After so many deals: how many it will take until the win shares of all that search are precise enough."""
        half = max(self.standings.win_share(agent).half for agent in self.slow)
        if not self.precision:
            return self.games
        return min(self.games, deals * (half / self.precision) ** 2)

    def _bring_to(self, numbers: list[int], deals: int, store: GameStore, progress: Callable[[int], Any]) -> None:
        """See to it that some line-ups have played so many deals."""
        for number, part in self._played(self._missing(numbers, deals, store, progress)):
            store.save(self._key(number, store), [self.names[m] for m in self.schedule[number]], part)
            self.sums.add(number, part)
            progress(len(part))

    def _missing(
        self, numbers: list[int], deals: int, store: GameStore, progress: Callable[[int], Any]
    ) -> Iterator[tuple[int, int, int]]:
        """What the store does not hold: line-up, first deal, number of deals.  What it holds is counted at once."""
        for number in numbers:
            while self._done[number] < deals:
                first = self._done[number]
                part = store.load(self._key(number, store), first, deals - first)
                if part is None:
                    wanted = min(self.chunk, deals - first)
                    self._done[number] += wanted
                    yield number, first, wanted
                else:
                    self.sums.add(number, part)
                    self._done[number] += len(part)
                    progress(len(part))

    def _key(self, number: int, store: GameStore) -> str:
        members = self.schedule[number]
        return store.key([self.names[m] for m in members], [self.fingerprints[m] for m in members])

    def _played(self, missing: Iterator[tuple[int, int, int]]) -> Iterator[tuple[int, Played]]:
        """Play, here or on other processes, and hand over the results in order."""
        if self.workers is None:
            return ((number, self._play(number, first, games)) for number, first, games in missing)
        return self.workers.play((number, self._job(number, first, games)) for number, first, games in missing)

    def _play(self, number: int, first: int, games: int) -> Played:
        table = Match(self.ruleset, [self.agents[m] for m in self.schedule[number]], self.seed, config=self.config)
        return table.play(self._seats(first, games), first)

    def _job(self, number: int, first: int, games: int) -> Job:
        agents = tuple(self.texts[m] for m in self.schedule[number])
        return Job(self.ruleset, agents, self.config, self.seed, self._seats(first, games), first)

    def _seats(self, first: int, games: int) -> np.ndarray:
        return self._seatings.take(range(first, first + games), axis=0, mode="wrap")


def fingerprint(ruleset: str, agent: Agent, options: dict[str, Any]) -> str:
    """Tells agents apart by what they do: a digest of some games against random players.

    It stays the same when only the text of a program changes, and does not when an agent, a model or a rule plays
    differently.
    """
    players = Games(ruleset, 1, observe=False, **options).players
    table = Match(ruleset, [agent, *[as_agent(ruleset, "random")] * (players - 1)], 0, **options)
    played = table.play(rotation(0, SLOW_TRIALS if is_slow(agent) else TRIALS, players))
    return hashlib.sha256(played.ranks.tobytes() + played.money.tobytes()).hexdigest()[:12]
