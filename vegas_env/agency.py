"""Agents inside games: what an agent gets to see, and how agents are found by name."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from vegas_env.kernel import batch, cache, policies, turns
from vegas_env.kernel.batch import ALL
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
        batch.redeal_copies(self._games._records, self.rules, self._index, self.luck, copies)
        return copies

    def position(self, i: int) -> Position:
        """Game i as a `Position` to look at and to try things on, as far as the deciding seat can know it."""
        return Position.of(self.ruleset, self.config, self.rules, self.records[i])

    def uniform(self) -> np.ndarray:
        """(m,) random numbers in [0, 1) from the agent's own streams."""
        numbers = np.zeros(len(self), np.float64)
        batch.uniforms(self.luck, numbers)
        return numbers


class Seating:
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

    def numbers(self, rows: np.ndarray, count: int) -> np.ndarray:
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
        turns.by_agent(index, 0, m, self.games._records, self.owners, self._ends, found)
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
        taken: int = turns.move_forced(
            rows, games._records, games._rules, games._luck, games._moves, self.owners, self._mask
        )
        return taken

    def waiting_for(self, me: int, index: np.ndarray, m: int) -> np.ndarray:
        """Which games wait for an agent, or for somebody outside."""
        found = turns.waiting_for(index, 0, m, self.games._records, self.owners, me, self._found)
        return self._found[:found].copy()

    def _ask(self, agent: Agent, rows: np.ndarray) -> None:
        """Let an agent decide in games that wait for it."""
        games = self.games
        view = View(games, rows)
        actions = games._checked_actions(agent.act(view), len(rows))
        refused = batch.first_refused(actions, view.ruleset.mask_rows(view.mask), ALL)
        if refused >= 0:
            raise ValueError(f"the agent {agent!r} chose action {actions[refused]}, which is not legal there")
        batch.move(rows, 0, len(rows), games._records, games._rules, games._luck, games._moves, actions)


def agents_package() -> ModuleType:
    """The `agents` package that came with vegas_env, even where a folder of the user's own is called agents."""
    ours = Path(__file__).resolve().parent.parent / "agents" / "__init__.py"
    for name in ("agents", "vegas_env_agents"):
        module = sys.modules.get(name)
        if module is not None and _file_of(module) == ours:
            return module
    if "agents" not in sys.modules:
        found = importlib.util.find_spec("agents")
        if found is not None and found.origin and Path(found.origin).resolve() == ours:
            return importlib.import_module("agents")
    spec = importlib.util.spec_from_file_location(
        "vegas_env_agents", ours, submodule_search_locations=[str(ours.parent)]
    )
    if spec is None or spec.loader is None or not ours.exists():
        raise ImportError("the agents package of vegas_env is not installed beside it")
    cache.mark(spec.name)
    module = importlib.util.module_from_spec(spec)
    sys.modules["vegas_env_agents"] = module
    spec.loader.exec_module(module)
    return module


def _file_of(module: ModuleType) -> Path | None:
    file = getattr(module, "__file__", None)
    return Path(file).resolve() if file else None


def as_agent(ruleset: str, agent: str | Agent) -> Agent:
    """An agent from its name (options in parentheses) or from the file of a saved model, or the agent itself."""
    if isinstance(agent, str):
        made: Agent = agents_package().make(ruleset, agent)
        return made
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


def split_names(text: str) -> list[str]:
    """The parts of a comma-separated list; commas within parentheses or brackets separate nothing."""
    parts, depth, begin = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if depth < 0:
            break
        if letter == "," and depth == 0:
            parts.append(text[begin:place].strip())
            begin = place + 1
    if depth != 0:
        raise ValueError(f"the parentheses in {text!r} do not match")
    return [*parts, text[begin:].strip()]
