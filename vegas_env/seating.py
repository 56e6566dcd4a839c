"""Who decides in which seat, and how agents play on in many games at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from vegas_env.kernel import batch, policies, turn_order
from vegas_env.kernel.batch import ALL

if TYPE_CHECKING:
    from vegas_env.games import Games
from vegas_env.agent import Agent, View


class MatchRunner:
    """Who decides where: `owners[game, seat]` is the number of an agent, or -1 for somebody outside."""

    def __init__(self, games: Games, agents: Sequence[Agent]) -> None:
        self.games = games
        self.agents = list(agents)
        numbered = list(enumerate(self.agents))
        policies_of = [(me, getattr(agent, "policy", None)) for me, agent in numbered]
        self._compiled = [(me, policy) for me, policy in policies_of if policy is not None]
        self._others = [(me, agent) for me, agent in numbered if getattr(agent, "policy", None) is None]
        self.owners = np.full((games.n, games.players), -1, np.int8)
        self._mask = games.ruleset.mask_rows(np.zeros((1, games.ruleset.actions), np.bool_))
        self._found = np.zeros(games.n, np.int64)
        self._ends = np.zeros(len(self.agents) + 1, np.int64)

    def seat_draws(self, rows: np.ndarray, count: int) -> np.ndarray:
        """(len(rows), count) numbers in [0, 1) to draw who sits where: functions of each game and its deal alone."""
        drawn = np.zeros((len(rows), count))
        batch.seating_numbers(self.games._keys, self.games._episodes, rows, drawn)
        return drawn

    def advance(self, index: np.ndarray, m: int, leave: int = 0) -> None:
        """Let agents play on until each game is over or waits for somebody outside.

        The last few games take as many rounds as many do, and agents that are not compiled decide for many games in
        little more time than for one: `leave` games may be left waiting for compiled agents, and as many for others.
        """
        while True:
            rows = self._by_agent(index, m)
            if sum(len(rows[me]) for me, _ in self._compiled) > leave:
                for me, policy in self._compiled:
                    if len(rows[me]):
                        self._play(policy, me, rows[me])
                continue
            asked = np.concatenate([rows[me] for me, _ in self._others]) if self._others else ALL
            if len(asked) <= leave:
                return
            if self._move_forced(asked):  # they are slow: where there is nothing to choose, nobody is asked
                continue
            for me, agent in self._others:
                if len(rows[me]):
                    self._ask(agent, rows[me])

    def play_to_the_end(self) -> None:
        """Let agents who hold all seats play all games to their end."""
        if (self.owners < 0).any():
            raise ValueError("every seat needs an agent to play to the end")
        self.advance(ALL, self.games.n)
        self.games._refresh(ALL, self.games.n)

    def _by_agent(self, index: np.ndarray, m: int) -> list[np.ndarray]:
        """For each agent, which games wait for it."""
        found = np.empty(m, np.int64)
        turn_order.by_agent(index, 0, m, self.games._records, self.owners, self._ends, found)
        return [found[first:last] for first, last in pairwise(self._ends.tolist())]

    def _play(self, policy: np.ndarray, me: int, rows: np.ndarray) -> None:
        games = self.games
        policies.play(
            rows, policy, me, self.owners, games._records, games._rules, games._luck, games._keys, games._episodes,
            games._moves, self._mask,
        )  # fmt: skip

    def _move_forced(self, rows: np.ndarray) -> int:
        """Returns how many actions were taken."""
        games = self.games
        taken: int = turn_order.move_forced(
            rows, games._records, games._rules, games._luck, games._moves, self.owners, self._mask
        )
        return taken

    def waiting_for(self, me: int, index: np.ndarray, m: int) -> np.ndarray:
        """Which games wait for an agent, or for somebody outside."""
        found = turn_order.waiting_for(index, 0, m, self.games._records, self.owners, me, self._found)
        return self._found[:found].copy()

    def _ask(self, agent: Agent, rows: np.ndarray) -> None:
        """Let an agent decide in games that wait for it."""
        games = self.games
        view = View(games, rows)
        actions = games._checked_actions(agent.act(view), len(rows))
        refused = batch.first_illegal(actions, view.ruleset.mask_rows(view.mask), ALL)
        if refused >= 0:
            raise ValueError(f"the agent {agent!r} chose action {actions[refused]}, which is not legal there")
        batch.move(rows, 0, len(rows), games._records, games._rules, games._luck, games._moves, actions)
