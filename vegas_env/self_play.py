"""Many games in which one learner holds several seats: the core of learning by self-play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from vegas_env.agent import Agent, View
from vegas_env.games import Games
from vegas_env.kernel import batch
from vegas_env.kernel.batch import ALL
from vegas_env.seating import MatchRunner

LEARNER = -1  # in owners: the learner's seats
NOBODY = -1  # as the deciding seat: no seat of the learner's
LEFT = 16  # one game in so many may be left waiting for an agent that decides for many games at once


class Matchmaker(Protocol):
    """Who sits where in a new deal; it may take into account how games ended."""

    def assign(self, runner: MatchRunner, rows: np.ndarray) -> np.ndarray:
        """(len(rows), players) the numbers of the agents in some games (indices); LEARNER for the learner's seats,
        of which every game needs one.
        """
        ...

    def record(self, owners: np.ndarray, shares: np.ndarray) -> None:
        """Games have ended: (m, players) who sat where, and who won how much."""
        ...


class AllLearner:
    """The learner holds all seats."""

    def assign(self, runner: MatchRunner, rows: np.ndarray) -> np.ndarray:
        return np.full((len(rows), runner.games.players), LEARNER, np.int8)

    def record(self, owners: np.ndarray, shares: np.ndarray) -> None:
        pass


class SelfPlayGames:
    """`n` games in which one learner holds one, some or all seats, and agents the others.

    `seat` is the learner's seat that decides in each game; observation and mask are its.  A step plays the learner's
    actions, lets everyone else play on up to the learner's next decision, with whichever seat, and deals ended games
    anew.  It leaves behind what is needed to give each seat what is its own:

    paid: (n, capacity of seats) what every seat was paid by the step
    done: (n,) whether the game ended; the observation is then the first of the next deal

    In a few games the others may not have come that far, because it does not pay to ask a network for few games: there
    `seat` is NOBODY, and the action given for the game is not looked at.

    Rewards are those of the ruleset's option times `reward_weight`, and at the end `win_weight` times the seat's share
    of the win.
    """

    def __init__(
        self, ruleset: str, n: int, seed: Any = 0, *, agents: Sequence[Agent] = (), matchmaker: Matchmaker | None = None,
        reward_weight: float = 1.0, win_weight: float = 0.0, **options: Any,
    ) -> None:  # fmt: skip
        self.games = Games(ruleset, n, seed, **options)
        self.n = n
        self.runner = MatchRunner(self.games, agents)
        self.matchmaker = matchmaker or AllLearner()
        self.reward_weight = reward_weight
        self.win_weight = win_weight
        self.paid = np.zeros((n, self.games.ruleset.seats), np.float32)
        self.done = np.zeros(n, np.bool_)
        self.seat = np.zeros(n, np.int8)
        self._before = np.zeros_like(self.paid)  # payoffs before the step
        self._decides = ALL  # the games that wait for the learner; ALL, if all do
        self._begin(np.arange(n))

    @property
    def observation(self) -> np.ndarray:
        return self.games._observations[0]

    @property
    def mask(self) -> np.ndarray:
        return self.games._masks[0]

    def step(self, actions: Any) -> None:
        """The learner's actions in all games; illegal ones are refused and nothing is changed."""
        games = self.games
        actions = games._checked_actions(actions, self.n)
        decides = self._decides
        if len(decides):
            actions = actions[decides]
        refused = batch.first_illegal(actions, games._mask_rows[0], decides)
        if refused >= 0:
            games._refuse(actions, refused, int(decides[refused]) if len(decides) else refused)
        np.copyto(self._before, games._payoffs)
        batch.move(decides, 0, len(actions), games._records, games._rules, games._luck, games._moves, actions)
        self.runner.advance(ALL, self.n, self.n // LEFT)
        games._refresh(ALL, self.n)
        np.subtract(games._payoffs, self._before, out=self.paid)
        self.paid *= self.reward_weight
        np.copyto(self.done, games._over)
        ended = np.flatnonzero(self.done)
        if len(ended):
            self._settle(ended)
            games._deal(ended, len(ended))
            self._begin(ended)
        else:
            self._look()

    def ask(self, agent: Agent) -> np.ndarray:
        """(n,) what an agent would do for the learner; -1 in games where the learner does not decide."""
        decides = self._decides if len(self._decides) else np.arange(self.n)
        actions = np.full(self.n, -1, np.int64)
        actions[decides] = agent.act(View(self.games, decides))
        return actions

    def ratings(self, agent: Any) -> np.ndarray:
        """(n, A) what a compiled agent thinks of the learner's actions; 0 where the learner does not decide."""
        if not len(self._decides):
            return agent.rate(View(self.games, np.arange(self.n)))
        ratings = np.zeros((self.n, self.games.ruleset.actions), np.float32)
        ratings[self._decides] = agent.rate(View(self.games, self._decides))
        return ratings

    def _settle(self, ended: np.ndarray) -> None:
        """Pay for wins, and let the matchmaker know."""
        shares = np.zeros((len(ended), self.games.players), np.float32)
        batch.shares(self.games._records[ended], self.games._rules, shares)
        self.paid[ended, : self.games.players] += self.win_weight * shares
        self.matchmaker.record(self.runner.owners[ended], shares)

    def _begin(self, rows: np.ndarray) -> None:
        """Seat everyone in new deals and play up to the learner's first decision; deals that end before are dealt
        again.
        """
        games, new = self.games, rows
        while len(new):
            owners = self.matchmaker.assign(self.runner, new)
            if not (owners == LEARNER).any(axis=1).all():
                raise ValueError("a matchmaker must leave the learner a seat in every game")
            self.runner.owners[new] = owners
            self.runner.advance(new, len(new), self.n // LEFT)
            new = new[games._records["over"][new] != 0]
            if len(new):
                games._deal(new, len(new))
        games._refresh(rows, len(rows))
        self._look()

    def _look(self) -> None:
        """See where the learner is to decide."""
        decides = self.runner.waiting_for(LEARNER, ALL, self.n)
        self._decides = ALL if len(decides) == self.n else decides
        self.seat.fill(NOBODY)
        self.seat[decides] = self.games._seat[decides]
