"""Agents for Pig: a compiled heuristic, and optimal play for two players."""

from __future__ import annotations

from types import ModuleType

import numpy as np

from vegas_env import View
from vegas_pig.rules import HOLD, ROLL_AGAIN
from vegas_pig.solver import solve


def hold_at_20(policy, game, rules, mask, luck):  # type: ignore[no-untyped-def]  # compiled
    """Rolls until the turn is worth 20 points or wins the game."""
    return HOLD if game.turn_total >= 20 else ROLL_AGAIN


class Optimal:
    """Optimal play of games for two players."""

    name = "optimal"

    def act(self, view: View) -> np.ndarray:
        """One action for each game of the view."""
        if view.config.players != 2:
            raise ValueError(f"the optimal agent plays games of 2 players, not {view.config.players}")
        roll = solve(view.config.target, view.config.faces).roll
        records, seat, games = view.records, view.seat, np.arange(len(view))
        mine, theirs = records["scores"][games, seat], records["scores"][games, 1 - seat]
        return np.where(roll[mine, theirs, records["turn_total"]], ROLL_AGAIN, HOLD)

    def __repr__(self) -> str:
        return self.name


def register_agents(agents: ModuleType) -> None:
    """Called by vegas_env, with the package `vegas_env.agents`, when agents are first asked for."""
    agents.compiled("pig", "hold_at_20")(hold_at_20)
    agents.register("pig", "optimal", Optimal, "Optimal play of games for two players.", restricted=True)
