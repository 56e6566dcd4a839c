"""Many games in which one learner holds several seats: the core of learning by self-play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from vegas_env.agent import Agent, View
from vegas_env.games import Games
from vegas_env.seating import MatchRunner

LEARNER = -1  # in owners: the learner's seats
NOBODY = -1  # as the deciding seat: none of the learner's seats is to decide
LEAVE_ONE_IN = 16  # one game in so many may be left waiting for a batched agent; see MatchRunner.advance


class Matchmaker(Protocol):
    """Decides who plays in which seat of every new episode; it may take earlier results into account."""

    def assign(self, runner: MatchRunner, rows: np.ndarray) -> np.ndarray:
        """(m, P) numbers of agents for the seats of these games; LEARNER for the learner, at least once a game."""
        ...

    def record(self, owners: np.ndarray, shares: np.ndarray) -> None:
        """Games have ended: (m, P) who held which seat, and each seat's share of the win."""
        ...


class AllLearner:
    """The learner holds all seats."""

    def assign(self, runner: MatchRunner, rows: np.ndarray) -> np.ndarray:
        return np.full((len(rows), runner.games.players), LEARNER, np.int8)

    def record(self, owners: np.ndarray, shares: np.ndarray) -> None:
        pass


class SelfPlayGames:
    """`n` games in which one learner holds one, some or all seats, and agents hold the others.

    `seat` is the learner's seat that decides in each game; observation and mask belong to it.  A step plays the
    learner's actions, lets the agents play up to the learner's next decision with whichever seat, and starts the next
    episode of games that ended.  It leaves what is needed to credit each seat with its own rewards:

    paid: (n, capacity of seats) what the step paid every seat
    done: (n,) whether the game ended; the observation is then the first of the next episode

    In a few games the agents may not have come that far, because calling a network for few games does not pay.  There
    `seat` is NOBODY and the action is ignored.

    Rewards are those of the ruleset's option times `reward_weight`, plus `win_weight` times the seat's share of the
    win at the end.
    """

    def __init__(
        self,
        ruleset: str,
        n: int,
        seed: Any = 0,
        *,
        agents: Sequence[Agent] = (),
        matchmaker: Matchmaker | None = None,
        reward_weight: float = 1.0,
        win_weight: float = 0.0,
        **options: Any,
    ) -> None:
        self.games = Games(ruleset, n, seed, **options)
        self.engine = self.games.engine
        self.n = n
        self.runner = MatchRunner(self.games, agents)
        self.matchmaker = matchmaker or AllLearner()
        self.reward_weight = reward_weight
        self.win_weight = win_weight
        self.paid = np.zeros((n, self.games.ruleset.seats), np.float32)
        self.done = np.zeros(n, np.bool_)
        self.seat = np.zeros(n, np.int8)
        self._payoff_before = np.zeros_like(self.paid)
        self._deciding = self.engine.all_rows  # the games in which the learner is to decide
        self._start(self.engine.all_rows)

    @property
    def observation(self) -> np.ndarray:
        """(n, D) the observations of the learner's deciding seats."""
        return self.engine.arrays.observation

    @property
    def mask(self) -> np.ndarray:
        """(n, A) their legal actions."""
        return self.engine.arrays.mask

    def step(self, actions: Any) -> None:
        """Play the learner's actions in all games; illegal ones are refused, and then no game changes."""
        rows = self._deciding
        actions = self.games.check_actions(actions, self.n)[rows]
        self.games.refuse_illegal(rows, actions)
        arrays = self.engine.arrays
        np.copyto(self._payoff_before, arrays.payoff)
        self.engine.play(rows, actions)
        self.runner.advance(leave=self.n // LEAVE_ONE_IN)
        self.engine.refresh(self.engine.all_rows)
        np.subtract(arrays.payoff, self._payoff_before, out=self.paid)
        self.paid *= self.reward_weight
        np.copyto(self.done, arrays.over)
        ended = np.flatnonzero(self.done)
        if len(ended):
            self._pay_wins(ended)
            self.engine.deal(ended)
            self._start(ended)
        else:
            self._find_decisions()

    def ask(self, agent: Agent) -> np.ndarray:
        """(n,) the actions of an agent in the learner's place; -1 where the learner is not to decide."""
        actions = np.full(self.n, -1, np.int64)
        actions[self._deciding] = agent.act(View(self.games, self._deciding))
        return actions

    def ratings(self, agent: Any) -> np.ndarray:
        """(n, A) a compiled agent's ratings of the learner's actions; 0 where the learner is not to decide."""
        view = View(self.games, self._deciding)
        if len(view) == self.n:
            return agent.rate(view)
        ratings = np.zeros((self.n, self.games.ruleset.actions), np.float32)
        ratings[self._deciding] = agent.rate(view)
        return ratings

    def _pay_wins(self, ended: np.ndarray) -> None:
        shares = self.engine.shares(ended)
        self.paid[ended, : self.games.players] += self.win_weight * shares
        self.matchmaker.record(self.runner.owners[ended], shares)

    def _start(self, rows: np.ndarray) -> None:
        """Assign the seats of new episodes and play up to the learner's first decision.

        An episode that ends before that is followed by the next one.
        """
        new = rows
        while len(new):
            owners = self.matchmaker.assign(self.runner, new)
            if not (owners == LEARNER).any(axis=1).all():
                raise ValueError("a matchmaker must leave the learner a seat in every game")
            self.runner.owners[new] = owners
            self.runner.advance(new, self.n // LEAVE_ONE_IN)
            new = new[self.engine.state.records["over"][new] != 0]
            self.engine.deal(new)
        self.engine.refresh(rows)
        self._find_decisions()

    def _find_decisions(self) -> None:
        self._deciding = self.runner.waiting_for(LEARNER)
        self.seat.fill(NOBODY)
        self.seat[self._deciding] = self.engine.arrays.seat[self._deciding]
