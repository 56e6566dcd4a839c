"""Who decides in which seat, and how agents play on in many games at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from vegas_env.agent import Agent, View
from vegas_env.games import Games


class MatchRunner:
    """Lets agents play in many games until a seat that is played from outside must decide.

    `owners[game, seat]` is the number of an agent in `agents`, or -1 for a seat that is played from outside.
    """

    def __init__(self, games: Games, agents: Sequence[Agent]) -> None:
        self.games = games
        self.engine = games.engine
        self.agents = list(agents)
        policies: list[Any] = [getattr(agent, "policy", None) for agent in self.agents]
        self._compiled = [(number, policy) for number, policy in enumerate(policies) if policy is not None]
        self._batched = [number for number, policy in enumerate(policies) if policy is None]
        self.owners = np.full((games.n, games.players), -1, np.int8)
        self._found = np.zeros(games.n, np.int64)
        self._ends = np.zeros(len(self.agents) + 1, np.int64)

    def seat_draws(self, rows: np.ndarray, count: int) -> np.ndarray:
        """(m, count) numbers in [0, 1) that decide who sits where, functions of each game and its episode alone."""
        return self.engine.seat_draws(rows, count)

    def advance(self, rows: np.ndarray | None = None, leave: int = 0) -> None:
        """Let agents play until each of these games is over or waits for a seat that is played from outside.

        A round costs batched agents (networks, searches) nearly the same for few games as for many.  `leave` games may
        therefore be left waiting for compiled agents, and as many for batched ones.
        """
        rows = self.engine.all_rows if rows is None else rows
        while True:
            self.engine.group_by_owner(rows, self.owners, self._ends, self._found)
            if self._ends[-1] == 0:
                return
            waiting = [self._found[first:last] for first, last in pairwise(self._ends.tolist())]
            if sum(len(waiting[number]) for number, _ in self._compiled) > leave:
                for number, policy in self._compiled:
                    if len(waiting[number]):
                        self.engine.play_policy(waiting[number], policy, self.owners, number)
                continue
            if sum(len(waiting[number]) for number in self._batched) <= leave:
                return
            # Batched agents are slow: they are not called for a decision without a choice.
            if self.engine.play_forced(np.concatenate([waiting[number] for number in self._batched]), self.owners):
                continue
            for number in self._batched:
                if len(waiting[number]):
                    self._act(self.agents[number], waiting[number])

    def play_to_the_end(self) -> None:
        """Let agents who hold all seats play all games to their end."""
        if (self.owners < 0).any():
            raise ValueError("every seat needs an agent to play to the end")
        self.advance()
        self.engine.refresh(self.engine.all_rows)

    def waiting_for(self, owner: int) -> np.ndarray:
        """The games that wait for an agent, or with -1 for a seat that is played from outside."""
        return self.engine.waiting_for(self.engine.all_rows, self.owners, owner)

    def _act(self, agent: Agent, rows: np.ndarray) -> None:
        """Let a batched agent take one decision in each of these games."""
        view = View(self.games, rows)
        actions = self.games.check_actions(agent.act(view), len(rows))
        legal = (actions >= 0) & (actions < view.ruleset.actions)
        legal &= view.mask[np.arange(len(rows)), np.where(legal, actions, 0)]
        if not legal.all():
            raise ValueError(f"the agent {agent!r} chose action {actions[~legal][0]}, which is not legal there")
        self.engine.play(rows, actions)
