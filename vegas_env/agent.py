"""Agents: what they are, what they may know, and how they are found by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from vegas_env.kernel import streams
from vegas_env.position import Position

if TYPE_CHECKING:
    from vegas_env.games import Games


@runtime_checkable
class Agent(Protocol):
    """Anything that decides in many games at once."""

    def act(self, view: View) -> np.ndarray:
        """(m,) a legal action for each game of the view."""
        ...


class View:
    """What an agent may know of m games in which it is to decide.

    Nothing hidden can be read from it: in the copies in `records`, everything that the deciding seat cannot know has
    been resampled.  All parts are computed on first use.

    Parameters
    ----------
    games: the games
    rows: (m,) the numbers of those in which the agent is to decide
    """

    def __init__(self, games: Games, rows: np.ndarray) -> None:
        self._engine = games.engine
        self._rows = rows
        self.ruleset = games.ruleset
        self.config = games.config
        self.rules = games.engine.rulebook

    def __len__(self) -> int:
        return len(self._rows)

    @cached_property
    def seat(self) -> np.ndarray:
        """(m,) the deciding seats."""
        return self._engine.state.records["seat"][self._rows].astype(np.int64)

    @cached_property
    def mask(self) -> np.ndarray:
        """(m, A) the legal actions."""
        return self._engine.legal(self._rows)

    @cached_property
    def observation(self) -> np.ndarray:
        """(m, D) the observations of the deciding seats."""
        return self._engine.observe(self._rows, self.seat)

    @cached_property
    def luck(self) -> np.ndarray:
        """(m,) a random stream of the agent's own for each game; compiled code advances them in place."""
        return self._engine.agent_luck(self._rows)

    @cached_property
    def records(self) -> np.ndarray:
        """(m,) copies of the positions, with hidden information resampled."""
        return self._engine.resampled(self._rows, self.luck)

    def position(self, i: int) -> Position:
        """Game i as a `Position` to read and to play on, with hidden information resampled."""
        return Position.of(self.ruleset, self.config, self.rules, self.records[i])

    def uniform(self) -> np.ndarray:
        """(m,) random numbers in [0, 1) from the agent's own streams."""
        numbers = np.zeros(len(self), np.float64)
        streams.uniforms(self.luck, numbers)
        return numbers


def as_agent(ruleset: str, agent: str | Agent) -> Agent:
    """An agent from its name, with options in parentheses, or from the file of a saved model; an agent as it is."""
    if isinstance(agent, str):
        from vegas_env import agents  # on first use: agents are not needed to play

        return agents.make(ruleset, agent)
    if not callable(getattr(agent, "act", None)):
        raise TypeError(f"an agent is a name or has a method act(view), not {agent!r}")
    return agent


def as_agents(ruleset: str, agents: Any) -> list[Agent]:
    """Agents from one name or agent, a comma-separated list of names ("greedy,flat(rollouts=50)"), or a sequence."""
    if isinstance(agents, str):
        agents = split_names(agents)
    elif not isinstance(agents, Sequence):
        agents = [agents]
    return [as_agent(ruleset, agent) for agent in agents]


# Quoted strings (which hide what is in them), brackets and commas.
_MARKS = re.compile(r"""(?<=[=,:\s(\[{])(?:'[^']*'|"[^"]*")|[,()\[\]{}]""")


def split_names(text: str) -> list[str]:
    """Split a comma-separated list: "greedy, flat(rollouts=50, rounds=1)" → ["greedy", "flat(rollouts=50, rounds=1)"].

    Commas within brackets or quotes do not separate.  (File names are not valid Python, so `ast` cannot do this.)
    """
    parts, depth, first = [], 0, 0
    for found in _MARKS.finditer(text):
        mark = found[0]
        depth += (mark in "([{") - (mark in ")]}")
        if depth < 0:
            break
        if mark == "," and depth == 0:
            parts.append(text[first : found.start()].strip())
            first = found.end()
    if depth != 0:
        raise ValueError(f"the parentheses in {text!r} do not match")
    parts.append(text[first:].strip())
    if "" in parts:
        raise ValueError(f"the list {text!r} has an empty entry")
    return parts
