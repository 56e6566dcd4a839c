"""Agents in mixed line-ups: `python -m experiments.tournament las_vegas --players 4 --agents all --games 1000`.

Every line-up plays the same deals, with every member in every seat equally often.  What has been played is kept: a
tournament that was interrupted goes on when the same command is given again.  Options of the ruleset are flags of the
same names (--players 5, --neutral-dice, …).
"""

from __future__ import annotations

import dataclasses
import hashlib
import shlex
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import tyro
from rich.console import Console

from experiments.arena import PRECISION, Played, Table, entrants, is_slow, roster, rotation
from experiments.game_store import GameStore
from experiments.line_ups import line_ups, seatings
from experiments.options import with_ruleset_options
from experiments.progress import games_bar
from experiments.standings import Standings, Sums
from experiments.tournament_report import screen_table, write
from experiments.workers import Job, OnRay, asked_for
from vegas_env import Games
from vegas_env.agency import Agent, as_agent, split_names

CHUNK = 8192
TRIALS, SLOW_TRIALS = 64, 4  # games by which an agent is known again


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """Which game to play."""
    agents: str = "all"
    """Who takes part: a comma list of names (or saved models), or "all"."""
    games: int = 1_000
    """Deals that every line-up plays, rounded up so that everybody has every seat equally often."""
    line_ups: int = 300
    """The most line-ups: of more, a balanced sample plays."""
    precision: float | None = None
    """Line-ups with an agent that searches stop when half the width of the 95 % interval of the win share of each such
    agent is below this: 0.02 unless told otherwise; 0 plays all games."""
    seed: int = 0
    """The deals, and which line-ups are drawn if there are too many."""
    output: Path | None = None
    """Folder for the games and the results; results/tournament/RULESET-PLAYERS unless told otherwise."""
    fresh: bool = False
    """Forget what the folder holds and begin anew."""
    chunk: int = CHUNK
    """Games between two writes to the disk; results do not depend on it."""
    ray: bool = False
    """Play on several processes by Ray; results are the same."""
    ray_address: str = ""
    """A Ray cluster to play on ("auto": the one of this machine)."""

    def __post_init__(self) -> None:
        for name in ("games", "line_ups", "chunk"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.precision is not None and not 0 <= self.precision < 1:
            raise ValueError(f"precision must be from 0 to below 1, not {self.precision}")


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
        self.line_ups = line_ups(len(self.agents), self.players, args.line_ups, args.seed)
        self.most_line_ups = args.line_ups
        self.chunk = args.chunk
        self.fingerprints = [fingerprint(ruleset, agent, options) for agent in self.agents]
        self.sums = Sums(self.line_ups, self.games)
        self.standings = Standings(self.sums, len(self.agents), args.seed)
        self.workers = workers
        self.texts = split_names(roster(ruleset, args.agents))  # by which other processes know the agents
        self._seatings = seatings(self.players)
        self._done = [0] * len(self.line_ups)

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
        searching = {n for n, line_up in enumerate(self.line_ups) if set(line_up) & set(self.slow)}
        quick = [n for n in range(len(self.line_ups)) if n not in searching]
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
            store.save(self._key(number, store), [self.names[m] for m in self.line_ups[number]], part)
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
        members = self.line_ups[number]
        return store.key([self.names[m] for m in members], [self.fingerprints[m] for m in members])

    def _played(self, missing: Iterator[tuple[int, int, int]]) -> Iterator[tuple[int, Played]]:
        """Play, here or on other processes, and hand over the results in order."""
        if self.workers is None:
            return ((number, self._play(number, first, games)) for number, first, games in missing)
        return self.workers.play((number, self._job(number, first, games)) for number, first, games in missing)

    def _play(self, number: int, first: int, games: int) -> Played:
        table = Table(self.ruleset, [self.agents[m] for m in self.line_ups[number]], self.seed, config=self.config)
        return table.play(self._seats(first, games), first)

    def _job(self, number: int, first: int, games: int) -> Job:
        agents = tuple(self.texts[m] for m in self.line_ups[number])
        return Job(self.ruleset, agents, self.config, self.seed, self._seats(first, games), first)

    def _seats(self, first: int, games: int) -> np.ndarray:
        return self._seatings.take(range(first, first + games), axis=0, mode="wrap")


def fingerprint(ruleset: str, agent: Agent, options: dict[str, Any]) -> str:
    """Tells agents apart by what they do: a digest of some games against random players.

    It stays the same when only the text of a program changes, and does not when an agent, a model or a rule plays
    differently.
    """
    players = Games(ruleset, 1, observe=False, **options).players
    table = Table(ruleset, [agent, *[as_agent(ruleset, "random")] * (players - 1)], 0, **options)
    played = table.play(rotation(0, SLOW_TRIALS if is_slow(agent) else TRIALS, players))
    return hashlib.sha256(played.ranks.tobytes() + played.money.tobytes()).hexdigest()[:12]


def prepare(args: Args, options: dict[str, Any]) -> tuple[Tournament, GameStore]:
    """A tournament and the folder of its games, which may hold some already."""
    workers = asked_for(args.ray, args.ray_address)
    tournament = Tournament(args.ruleset, entrants(args.ruleset, args.agents), args, options, workers)
    folder = args.output or Path("results/tournament") / f"{args.ruleset}-{tournament.players}"
    return tournament, GameStore(folder, tournament.arguments(), args.fresh)


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = with_ruleset_options(Args, words, "vegas tournament")
    try:
        tournament, store = prepare(args, options)
    except (KeyError, ValueError) as error:
        sys.exit(str(error.args[0]))
    tournament.play(store)
    write(store.folder, tournament, shlex.join(["vegas", "tournament", *words]))
    console = Console()
    console.print(screen_table(tournament))
    console.print(f"written: {store.folder}", soft_wrap=True)


if __name__ == "__main__":
    main()
