"""The ways to write an agent.

1. A compiled function on one record, `@compiled(ruleset, name)`: as fast as the rules, so that it can also play the
   rollouts of a search.  `policy_type` and `CompiledAgent` are the parts that it is made of; the agents of this
   package use them directly.
2. A plain Python function on one `Position`, `@from_function`: slow, but easy to write and to debug.
3. A class with a method act(view) → actions, for many games at once (`vegas_env.agent.Agent`): for networks, and for
   whatever is best done with arrays.  It needs nothing from this module; `agents.register` gives it a name.
"""

from __future__ import annotations

import inspect
import numbers
import operator
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from vegas_env.agent import View
from vegas_env.agents.fingerprint import fingerprint
from vegas_env.agents.registry import register
from vegas_env.kernel import cache, dispatch, policies

ARGUMENTS = ("policy", "game", "rules", "mask", "luck")  # of a compiled policy

# --- a compiled function on one record ----------------------------------------------------------------------


class CompiledAgent:
    """An agent with a compiled policy.

    Parameters
    ----------
    name: what the agent is called
    dtype: the policy's record type, from `policy_type`
    settings: values for the fields of that record

    Attributes
    ----------
    policy: (1,) the record that compiled code takes as `policy`
    """

    def __init__(self, name: str, dtype: np.dtype, **settings: Any) -> None:
        self.name = name
        self.policy = np.zeros(1, dtype)
        for setting, value in settings.items():
            self.policy[setting] = value

    def act(self, view: View) -> np.ndarray:
        """(m,) one action for each game."""
        actions = np.zeros(len(view), np.int64)
        policies.choose_many(
            self.policy, view.records, view.rules, view.ruleset.mask_rows(view.mask), view.luck, actions
        )
        return actions

    def rate(self, view: View) -> np.ndarray:
        """(m, A) the agent's rating of each action: 0 for the one it would take, negative for worse ones, and 0 for
        illegal ones.
        """
        ratings = np.zeros((len(view), view.ruleset.actions), np.float32)
        policies.rate_many(self.policy, view.records, view.rules, view.ruleset.mask_rows(view.mask), view.luck, ratings)
        return ratings

    def __repr__(self) -> str:
        return self.name


def policy_type(
    tag: str, choose: Callable[..., Any], *settings: tuple[str, Any], blind: bool = False, rate: Any = None
) -> np.dtype:
    """The record type of a compiled policy; compiled code finds `choose` and `rate` by it.

    Parameters
    ----------
    tag: the name of the first field; it must be unique among all policies, since numba identifies record types by
        their fields
    choose: a compiled function (policy, game, rules, mask, luck) → action
    settings: further fields, (name, type) each, which `choose` reads as policy.NAME
    blind: True for a policy that reads nothing but the mask, so that rollouts need not hide information from it
    rate: a compiled function (policy, game, rules, mask, luck, ratings) that rates each action, see
        `policies.rate`; without it all actions but the chosen one are rated -1
    """
    dtype = np.dtype([(tag, np.int8), *settings], align=True)
    optional = {"blind": choose if blind else None, "rate": rate}
    dispatch.register(dtype, {"choose": choose, **{name: one for name, one in optional.items() if one is not None}})
    source = Path(choose.py_func.__code__.co_filename)  # type: ignore[attr-defined]  # of a compiled function
    if source.exists():
        cache.include(source, agent=True)
    else:  # typed into a notebook or a shell
        cache.mark(fingerprint(choose, rate))
    return dtype


def compiled(
    ruleset: str, name: str, description: str = "", rate: Any = None, **settings: float
) -> Callable[[Any], CompiledAgent]:
    """Decorator: make an agent from a function choose(policy, game, rules, mask, luck) → action, and register it.

    The function is compiled.  It may change `game`, which is a copy whose hidden information has been resampled.
    `settings` are numbers with their default values: the function reads them as policy.NAME, and `agents.make` takes
    them as options.  `rate` is an optional function that rates each action; see `policies.rate`.  Running the
    definition again, changed or not, replaces the agent.

    >>> @agents.compiled("las_vegas", "last", "Plays the last legal action.")
    ... def last(policy, game, rules, mask, luck):
    ...     return np.flatnonzero(mask)[-1]
    """
    for setting, default in settings.items():
        if not isinstance(default, (bool, int, float)):
            raise TypeError(f"settings of compiled agents are numbers; {setting} is {default!r}")

    def decorate(function: Any) -> CompiledAgent:
        choose = _compile(function)
        rates = None if rate is None else _compile(rate)
        _check_arguments(choose.py_func)
        fields = [
            (setting, np.int64 if isinstance(default, int) else np.float64) for setting, default in settings.items()
        ]
        # The hash gives every version of a function its own record type, and its own place in the compile cache.
        version = (f"version_{fingerprint(choose, rates)}", np.int8)
        dtype = np.dtype([(f"{name}_agent", np.int8), version, *fields], align=True)
        if not dispatch.known(dtype):
            policy_type(f"{name}_agent", choose, version, *fields, rate=rates)
        factory = compiled_factory(name, dtype, settings, choose.py_func.__module__)
        register(ruleset, name, factory, description or inspect.getdoc(choose.py_func) or "")
        return factory()

    return decorate


def compiled_factory(
    name: str, dtype: np.dtype, settings: Mapping[str, float], module: str
) -> Callable[..., CompiledAgent]:
    """A factory of compiled agents for `register`; its options are the settings, with these default values.

    Whole numbers as defaults ask for whole numbers.  `module` is the one that registers the agent.
    """

    def factory(**options: float) -> CompiledAgent:
        for option, value in options.items():
            whole = isinstance(settings[option], int)
            if not isinstance(value, numbers.Real) or (whole and value != int(value)):
                kind = "whole number" if whole else "number"
                raise ValueError(f"the option {option} of the agent {name} must be a {kind}, not {value!r}")
        return CompiledAgent(name, dtype, **{**settings, **options})

    factory.__module__ = module
    keyword = inspect.Parameter.KEYWORD_ONLY
    factory.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # lists the options
        [inspect.Parameter(setting, keyword, default=default) for setting, default in settings.items()]
    )
    return factory


def _compile(function: Any) -> Any:
    """The function, compiled unless it is already."""
    return function if hasattr(function, "py_func") else cache.rule(function)


def _check_arguments(function: Callable[..., Any]) -> None:
    if len(inspect.signature(function).parameters) != len(ARGUMENTS):
        raise TypeError(f"a compiled agent is a function ({', '.join(ARGUMENTS)}) → action, not {function.__name__}")


# --- a plain function on one position -----------------------------------------------------------------------


class FunctionAgent:
    """An agent that calls a plain Python function for each game; see `from_function`."""

    def __init__(self, function: Callable[..., int], name: str) -> None:
        parameters = inspect.signature(function).parameters.values()
        positional = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
        if not 1 <= len(positional) <= 2:
            raise TypeError(f"the function of an agent takes (position) or (position, random), not {function!r}")
        self.function = function
        self.name = name
        self.takes_random = len(positional) == 2

    def act(self, view: View) -> np.ndarray:
        """(m,) one action for each game."""
        return np.array([self._decide(view, i) for i in range(len(view))], np.int64)

    def _decide(self, view: View, i: int) -> int:
        position = view.position(i)
        if self.takes_random:
            action = self.function(position, np.random.default_rng(int(view.luck["luck"][i])))
        else:
            action = self.function(position)
        try:
            return operator.index(action)
        except TypeError:
            raise TypeError(f"the agent {self.name} must return the number of an action, not {action!r}") from None

    def __repr__(self) -> str:
        return self.name


def from_function(function: Callable[..., int], name: str | None = None) -> FunctionAgent:
    """Make an agent from a plain Python function that takes a `Position` and returns one of its legal() actions.

    The position is a copy whose hidden information has been resampled; the function may read it, copy it and play on
    in it.  A function of two arguments also gets a NumPy random generator, seeded by the game, so that its games can be
    repeated.  Usable as a decorator.

    >>> @agents.from_function
    ... def first(position):
    ...     return position.legal()[0]
    """
    return FunctionAgent(function, name or str(getattr(function, "__name__", "function")))
