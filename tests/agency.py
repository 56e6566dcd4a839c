"""What tests of agents share."""

from __future__ import annotations

import numpy as np

import agents
from vegas_env import Games, Position
from vegas_env.agency import View


def decision(agent: str, position: Position) -> int:
    """The action that an agent, by its name and options, chooses in a position."""
    games = Games(position.ruleset.name, 1, config=position.config)
    games.restore(np.array([position.record]))
    return int(agents.make(position.ruleset.name, agent).act(View(games, np.zeros(1, np.int64)))[0])
