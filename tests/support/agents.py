"""Helpers for tests of agents: a decision in a given position, and a win share."""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env import Games, Position, agents
from vegas_env.agent import View, as_agent, as_agents
from vegas_env.arena.match import evaluate


def decision(agent: str, position: Position) -> int:
    """The action that an agent, by its name and options, chooses in a position."""
    games = Games(position.ruleset.name, 1, config=position.config)
    games.restore(np.array([position.record]))
    return int(agents.make(position.ruleset.name, agent).act(View(games, np.zeros(1, np.int64)))[0])


def win_share(ruleset: str, name: str, against: str, games: int, **options: Any) -> float:
    """The win share of one seat against copies of another agent."""
    return evaluate(ruleset, as_agent(ruleset, name), as_agents(ruleset, against), games, seed=1, **options).win_share
