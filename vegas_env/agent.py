"""What an agent is, what it gets to see, and how agents are found by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from vegas_env.kernel import batch
from vegas_env.kernel.luck import LUCK
from vegas_env.position import Position

if TYPE_CHECKING:
    from vegas_env.games import Games


@runtime_checkable
class Agent(Protocol):
    """Anything that decides for many games at once."""

    def act(self, view: View) -> np.ndarray:
        """One legal action for each game of the view."""
        ...


class View:
    """What an agent may use to decide: some games in which it is its turn.

    Nothing hidden can be read from it: `records` are copies in which everything that the deciding seat cannot know
    is dealt anew.  Parts are computed when they are first asked for.
    """

    def __init__(self, games: Games, index: np.ndarray) -> None:
        self._games = games
        self._index = index
        self.ruleset = games.ruleset
        self.config = games.config
        self.rules = games._rules

    def __len__(self) -> int:
        return len(self._index)

    @cached_property
    def seat(self) -> np.ndarray:
        """(m,) the deciding seat."""
        return self._games._records["seat"][self._index].astype(np.int64)

    @cached_property
    def mask(self) -> np.ndarray:
        """(m, A) the legal actions."""
        masks = np.zeros((len(self), self.ruleset.actions), np.bool_)
        batch.legal_many(self._games._records, self.rules, self._index, self.ruleset.mask_rows(masks))
        return masks

    @cached_property
    def observation(self) -> np.ndarray:
        """(m, D) what the deciding seat sees."""
        return self._games.observe(self.seat, where=self._index)

    @cached_property
    def luck(self) -> np.ndarray:
        """(m,) random streams of the agent's own, one for each game; compiled code advances them in place."""
        games = self._games
        streams = np.zeros(len(self), LUCK)
        batch.agent_streams(games._keys, games._episodes, games._moves, self._index, streams)
        return streams

    @cached_property
    def records(self) -> np.ndarray:
        """(m,) the positions, as far as the deciding seat can know them."""
        copies = np.zeros(len(self), self.ruleset.record)
        batch.resample_copies(self._games._records, self.rules, self._index, self.luck, copies)
        return copies

    def position(self, i: int) -> Position:
        """Game i as a `Position` to look at and to try things on, as far as the deciding seat can know it."""
        return Position.of(self.ruleset, self.config, self.rules, self.records[i])

    def uniform(self) -> np.ndarray:
        """(m,) random numbers in [0, 1) from the agent's own streams."""
        numbers = np.zeros(len(self), np.float64)
        batch.uniforms(self.luck, numbers)
        return numbers


def as_agent(ruleset: str, agent: str | Agent) -> Agent:
    """An agent from its name (options in parentheses) or from the file of a saved model, or the agent itself."""
    if isinstance(agent, str):
        from vegas_env import agents  # only now: whoever names no agent need not load them

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
