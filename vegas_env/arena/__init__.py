"""Evaluation of agents: matches, tournaments, ratings and confidence intervals.

`evaluate` measures one agent in one seat, `Tournament` compares many agents in mixed line-ups:

>>> from vegas_env.agent import as_agent, as_agents
>>> from vegas_env.arena import Tournament, evaluate
>>> greedy, opponents = as_agent("las_vegas", "greedy"), as_agents("las_vegas", "random")
>>> result = evaluate("las_vegas", greedy, opponents, games=1000, seed=1, players=4)
>>> result.win_share, result.interval
>>> tournament = Tournament("las_vegas", "greedy,patience,random", games=300, seed=1, players=3)
>>> tournament.play()
>>> tournament.standings.win_share(0)

The names below are loaded on first use, so that a match does not import what only a tournament needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vegas_env.arena.match import GameResults, Match, evaluate, play
    from vegas_env.arena.ray import RayExecutor
    from vegas_env.arena.roster import entrants
    from vegas_env.arena.standings import Estimate, Standings
    from vegas_env.arena.statistics import Result, SeatResult, wilson
    from vegas_env.arena.store import GameStore
    from vegas_env.arena.tournament import Tournament

__all__ = [
    "Estimate",
    "GameResults",
    "GameStore",
    "Match",
    "RayExecutor",
    "Result",
    "SeatResult",
    "Standings",
    "Tournament",
    "entrants",
    "evaluate",
    "play",
    "wilson",
]

_MODULES = {
    "Estimate": "standings",
    "GameResults": "match",
    "GameStore": "store",
    "Match": "match",
    "RayExecutor": "ray",
    "Result": "statistics",
    "SeatResult": "statistics",
    "Standings": "standings",
    "Tournament": "tournament",
    "entrants": "roster",
    "evaluate": "match",
    "play": "match",
    "wilson": "statistics",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
