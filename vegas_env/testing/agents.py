"""Checks of an agent: legal, repeatable, and honest: it decides by what its seat knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from vegas_env.agent import Agent, View, as_agent
from vegas_env.games import Games
from vegas_env.testing.copies import arrays_of
from vegas_env.testing.play import (
    Options,
    disturb_global_random_states,
    games_under_way,
    kept_global_random_states,
    ruleset_check,
)

PARTS = ("seat", "mask", "observation", "records", "luck")  # of a view


def view_of(games: Games) -> View:
    """All games as an agent sees them."""
    return View(games, np.arange(games.n))


def with_hidden_resampled(games: Games, seed: int) -> Games:
    """The same games with the same luck, but everything that the deciding seats cannot know is resampled."""
    reseeded = games.clone()
    reseeded.reseed(seed)
    twin = games.clone()
    twin.restore(view_of(reseeded).records)
    return twin


@ruleset_check
def check_agent_legality(ruleset: str, options: Options, agent: Agent) -> None:
    """The agent returns one legal action for each game, and changes neither the view nor the games."""
    games = games_under_way(ruleset, options)
    before = arrays_of(games.save())
    view = view_of(games)
    kept = {part: getattr(view, part).copy() for part in PARTS if part != "luck"}
    actions = np.asarray(agent.act(view))
    assert actions.dtype.kind in "iu", f"{agent!r}: actions must be whole numbers, not {actions.dtype}"
    assert actions.shape == (games.n,), f"{agent!r}: {games.n} games need as many actions, not {actions.shape}"
    legal = [0 <= action < len(mask) and mask[action] for mask, action in zip(games.mask, actions, strict=True)]
    assert all(legal), f"{agent!r} chose an illegal action"
    for part, array in kept.items():
        assert np.array_equal(getattr(view, part), array), f"{agent!r} changed the {part} of its view"
    for now, then in zip(arrays_of(games.save()), before, strict=True):
        assert np.array_equal(now, then), f"{agent!r} changed the games"


@ruleset_check
def check_agent_repeatability(ruleset: str, options: Options, agent: Agent) -> None:
    """The agent decides the same when asked again, alone or beside other games, whatever the global random state."""
    games = games_under_way(ruleset, options)
    together = agent.act(view_of(games))
    with kept_global_random_states():
        disturb_global_random_states()
        np.testing.assert_array_equal(agent.act(view_of(games)), together, f"{agent!r} does not repeat itself")
    some = np.arange(0, games.n, 4)
    alone = [agent.act(View(games, np.array([i])))[0] for i in some]
    np.testing.assert_array_equal(together[some], alone, f"{agent!r} decides otherwise beside other games")


@ruleset_check
def check_agent_honesty(ruleset: str, options: Options, agent: Agent) -> None:
    """The agent decides the same when everything is resampled that its seat cannot know."""
    games = games_under_way(ruleset, options)
    check_same_decisions(agent, games, with_hidden_resampled(games, seed=3))


def check_same_decisions(agent: Agent, games: Games, twin: Games) -> None:
    one, other = agent.act(view_of(games)), agent.act(view_of(twin))
    np.testing.assert_array_equal(one, other, f"{agent!r} decides by what its seat cannot know")


@ruleset_check
def check_agent_ratings(ruleset: str, options: Options, agent: Agent) -> None:
    """An agent that rates actions rates the one it takes 0, other legal ones no higher, illegal ones 0."""
    rate: Callable[[View], np.ndarray] | None = getattr(agent, "rate", None)
    if rate is None:
        return
    games = games_under_way(ruleset, options)
    ratings, actions = rate(view_of(games)), agent.act(view_of(games))
    assert ratings.shape == games.mask.shape, f"{agent!r}: ratings have the shape {ratings.shape}"
    assert (ratings[~games.mask] == 0).all(), f"{agent!r} rates illegal actions"
    assert (ratings <= 0).all(), f"{agent!r} rates an action higher than the one it takes"
    assert (ratings[np.arange(games.n), actions] == 0).all(), f"{agent!r} does not take the action it rates highest"
    choices = games.mask.sum(axis=1) > 1
    assert not choices.any() or (ratings[choices] < 0).any(), f"{agent!r} rates all actions alike"


# Checks of an agent in one configuration: check(ruleset, options, agent).
AGENT_CHECKS: tuple[Callable[..., Any], ...] = (
    check_agent_legality,
    check_agent_repeatability,
    check_agent_honesty,
    check_agent_ratings,
)


def check_agent(ruleset: str, agent: str | Agent, configs: Iterable[Options] = ({},)) -> None:
    """Everything that an agent must keep, checked with each configuration that it plays (a dict of options).

    `agent` is a name, with options such as "flat(rollouts=8)", or the agent itself.  A search with a time budget does
    not repeat itself and fails: check it with a number of rollouts.
    """
    player = as_agent(ruleset, agent)
    for options in configs:
        for check in AGENT_CHECKS:
            check(ruleset, options, player)
