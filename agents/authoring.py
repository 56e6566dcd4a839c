"""Ways to make an agent: from a compiled function on one record, or from a plain function on one position."""

from __future__ import annotations

import hashlib
import inspect
import numbers
import operator
from collections.abc import Callable
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numpy as np

from vegas_env.agent import View
from vegas_env.agents.registry import register
from vegas_env.kernel import cache, dispatch, policies

ARGUMENTS = ("policy", "game", "rules", "mask", "luck")  # of compiled functions
OUR_FOLDERS = (cache.PACKAGE, Path(__file__).resolve().parent)


# --- from a compiled function -------------------------------------------------------------------------------


class CompiledAgent:
    """An agent made of a compiled function choose(policy, game, rules, mask, luck) → action."""

    def __init__(self, name: str, dtype: np.dtype, **settings: Any) -> None:
        self.name = name
        self.policy = np.zeros(1, dtype)
        for setting, value in settings.items():
            self.policy[setting] = value

    def act(self, view: View) -> np.ndarray:
        actions = np.zeros(len(view), np.int64)
        policies.choose_many(
            self.policy, view.records, view.rules, view.ruleset.mask_rows(view.mask), view.luck, actions
        )
        return actions

    def rate(self, view: View) -> np.ndarray:
        """(m, A) what it thinks of all actions: 0 of the one that it takes, less of worse ones; 0 of illegal ones."""
        ratings = np.zeros((len(view), view.ruleset.actions), np.float32)
        policies.rate_many(self.policy, view.records, view.rules, view.ruleset.mask_rows(view.mask), view.luck, ratings)
        return ratings

    def __repr__(self) -> str:
        return self.name


def policy_type(
    tag: str, choose: Callable[..., Any], *settings: tuple[str, Any], blind: bool = False, rate: Any = None
) -> np.dtype:
    """The record type of a compiled agent: a tag of its own, then its settings; compiled code finds `choose` by it.

    A `blind` agent looks at nothing but the mask, which spares rollouts the work of hiding the rest from it.  `rate` is
    what the agent says of all actions (see `policies.rate`), if it does.
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
    ruleset: str, name: str, idea: str = "", rate: Any = None, **settings: float
) -> Callable[[Any], CompiledAgent]:
    """Make an agent of a function choose(policy, game, rules, mask, luck) → action, and register it by name.

    The function is compiled; it may change `game`, which is a copy in which all that the seat cannot know is dealt
    anew.  `settings` are numbers that it finds as policy.NAME, with their defaults: options of `agents.make`.
    `rate`, if there is one, is a function that says what it thinks of all actions, compiled too; see `policies.rate`.
    Defining it again, changed or not, is fine: the new one takes the place of the old.

    >>> @agents.compiled("las_vegas", "last")
    ... def last(policy, game, rules, mask, luck):
    ...     return np.flatnonzero(mask)[-1]
    """
    for setting, default in settings.items():
        if not isinstance(default, (bool, int, float)):
            raise TypeError(f"settings of compiled agents are numbers; {setting} is {default!r}")

    def decorate(function: Any) -> CompiledAgent:
        choose = _as_rule(function)
        rates = None if rate is None else _as_rule(rate)
        _check_arguments(choose.py_func)
        kinds = [
            (setting, np.int64 if isinstance(default, int) else np.float64) for setting, default in settings.items()
        ]
        # The version tells functions of the same name apart, also in the compile cache.
        version = (f"version_{fingerprint(choose, rates)}", np.int8)
        dtype = np.dtype([(f"{name}_agent", np.int8), version, *kinds], align=True)
        if not dispatch.known(dtype):
            policy_type(f"{name}_agent", choose, version, *kinds, rate=rates)

        def make(**options: float) -> CompiledAgent:
            for option, value in options.items():
                if not isinstance(value, numbers.Real) or (isinstance(settings[option], int) and value != int(value)):
                    kind = "whole number" if isinstance(settings[option], int) else "number"
                    raise ValueError(f"the option {option} of the agent {name} must be a {kind}, not {value!r}")
            return CompiledAgent(name, dtype, **{**settings, **options})

        make.__module__ = choose.py_func.__module__
        keyword = inspect.Parameter.KEYWORD_ONLY
        make.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # what the options are
            [inspect.Parameter(setting, keyword, default=default) for setting, default in settings.items()]
        )
        register(ruleset, name, make, idea or inspect.getdoc(choose.py_func) or "")
        return make()

    return decorate


def _as_rule(function: Any) -> Any:
    """A function that compiled code can call."""
    return function if hasattr(function, "py_func") else cache.rule(function)


def _check_arguments(function: Callable[..., Any]) -> None:
    if len(inspect.signature(function).parameters) != len(ARGUMENTS):
        raise TypeError(f"a compiled agent is a function ({', '.join(ARGUMENTS)}) → action, not {function.__name__}")


def fingerprint(*functions: Any) -> str:
    """A hash of compiled functions (None for one that is missing) and of all that they use, except what keys the
    compile cache anyway.
    """
    digest = hashlib.sha256()
    for function in functions:
        _feed(digest, function, set())
    return digest.hexdigest()[:16]


def _feed(digest: Any, value: Any, seen: set[int]) -> None:
    value = getattr(value, "py_func", value)
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, ModuleType):
        digest.update(value.__name__.encode())
        file = Path(getattr(value, "__file__", None) or "")  # built-in modules have none
        if file.suffix == ".py" and not _is_ours(file):
            digest.update(file.read_bytes())
    elif inspect.isfunction(value):
        digest.update(f"{value.__module__}.{value.__qualname__}".encode())
        if len(seen) == 1 or not _is_ours(Path(value.__code__.co_filename)):
            _feed_code(digest, value.__code__)
            used = inspect.getclosurevars(value)
            for name, one in sorted({**used.globals, **used.nonlocals}.items()):
                digest.update(name.encode())
                _feed(digest, one, seen)
    elif isinstance(value, np.ndarray):
        digest.update(repr((value.dtype, value.shape)).encode() + value.tobytes())
    else:
        digest.update(repr(value).encode())


def _is_ours(file: Path) -> bool:
    return any(file.resolve().is_relative_to(folder) for folder in OUR_FOLDERS)


def _feed_code(digest: Any, code: CodeType) -> None:
    digest.update(code.co_code + repr((code.co_names, code.co_varnames)).encode())
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            _feed_code(digest, constant)
        else:
            digest.update(repr(constant).encode())


# --- from a plain function ----------------------------------------------------------------------------------


class FunctionAgent:
    """An agent made of a plain Python function; see `from_function`."""

    def __init__(self, function: Callable[..., int], name: str) -> None:
        parameters = inspect.signature(function).parameters.values()
        positional = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
        if not 1 <= len(positional) <= 2:
            raise TypeError(f"an agent's function takes (position) or (position, random), not {function!r}")
        self.function = function
        self.name = name
        self.takes_random = len(positional) == 2

    def act(self, view: View) -> np.ndarray:
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
    """An agent from a plain Python function that gets a `Position` and returns one of its legal() actions.

    It is slow and friendly: the position is the function's own, to read, to copy and to play on; all that the deciding
    seat cannot know is dealt anew in it.  A function of two arguments gets a NumPy random generator too, so that its
    games can be repeated.  Usable as a decorator.
    """
    return FunctionAgent(function, name or str(getattr(function, "__name__", "function")))
