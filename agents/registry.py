"""Which agents there are, by ruleset and name."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import sys
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import Any

from vegas_env.agent import Agent, split_names
from vegas_env.checks import suggest
from vegas_env.rulesets import RULESETS

ANY = "*"  # agents that play every ruleset
ENTRY_POINTS = "vegas_env.agents"
FOR_ALL = ("uniform", "search", "ppo")  # modules of agents that play every ruleset, or many


@dataclasses.dataclass(frozen=True)
class Entry:
    make: Callable[..., Agent]
    idea: str
    origin: str  # the module that registered it
    special: bool  # plays some configurations only

    @property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        return inspect.signature(self.make).parameters


_entries: dict[tuple[str, str], Entry] = {}
_loaded: set[str] = set()


def register(ruleset: str, name: str, make: Callable[..., Agent], idea: str = "", special: bool = False) -> None:
    """Add an agent: `make(**options)` gives it.  A ruleset of "*" means all; `make` then gets ruleset=… if it takes it.
    A `special` agent plays some configurations only, and takes part where it is named, not where all are asked for.

    A module, or a notebook, may register an agent again and so replace it, but not one that came from elsewhere.
    """
    if not name.isidentifier():
        raise ValueError(f"an agent's name must be a word of letters, digits and _, not {name!r}")
    if ruleset != ANY and ruleset not in RULESETS:
        raise KeyError(f"unknown ruleset {ruleset!r}: {suggest(ruleset, [*RULESETS, ANY])}")
    origin = str(getattr(make, "__module__", ""))
    known = _entries.get((ruleset, name))
    if known is not None and known.origin != origin:
        raise ValueError(f"an agent {name!r} of {ruleset!r} is registered already, by {known.origin}")
    _entries[ruleset, name] = Entry(make, idea, origin, special)


def names(ruleset: str, special: bool = True) -> list[str]:
    """The names of all agents that play a ruleset, with those for some configurations only or without."""
    _load(ruleset)
    found = {name for place, name in _entries if place in (ruleset, ANY)}
    return sorted(name for name in found if special or not _find(ruleset, name).special)


def description(ruleset: str, name: str) -> str:
    """What an agent does, in a sentence."""
    return _find(ruleset, name).idea


def options(ruleset: str, name: str) -> dict[str, Any]:
    """The options of an agent and their defaults."""
    parameters = _find(ruleset, name).parameters.values()
    return {
        parameter.name: parameter.default
        for parameter in parameters
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY) and parameter.name != "ruleset"
    }


def make(ruleset: str, name: str, **given: Any) -> Agent:
    """An agent by name, with options as keywords or in the name itself: "flat(rollouts=200, rollout_policy=greedy)".

    The name may also be the file of a network (.npz) or of a model (.zip) saved by experiments.train.
    """
    name, written = parse(name)
    twice = sorted(set(written) & set(given))
    if twice:
        raise ValueError(f"options of the agent {name} are given twice: {', '.join(twice)}")
    given = {**written, **given}
    if name.endswith((".npz", ".zip")):
        from vegas_env.agents.ppo.agents import NetworkAgent, Sb3Agent

        kind = NetworkAgent if name.endswith(".npz") else Sb3Agent
        return kind(name, **{"name": name, **given})  # called what it is asked for by
    return _make(ruleset, name, given)


def _make(ruleset: str, name: str, given: dict[str, Any]) -> Agent:
    entry = _find(ruleset, name)
    parameters = entry.parameters
    if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        allowed = options(ruleset, name)
        for option in given:
            if option not in allowed:
                known = suggest(option, allowed) if allowed else "it has none"
                raise ValueError(f"unknown option {option!r} of the agent {name}: {known}")
    if "ruleset" in parameters:
        given = {"ruleset": ruleset, **given}
    return entry.make(**given)


def parse(text: str) -> tuple[str, dict[str, Any]]:
    """A name with options in parentheses: "flat(rollouts=200)" → ("flat", {"rollouts": 200})."""
    text = text.strip()
    if not text.endswith(")"):
        return text, {}
    name, _, inside = text[:-1].partition("(")
    written: dict[str, Any] = {}
    for part in split_names(inside):
        option, equals, value = part.partition("=")
        if not equals or not option.strip().isidentifier():
            raise ValueError(
                f"options are written as in 'flat(rollouts=200, rollout_policy=random)', not {part!r} in {text!r}"
            )
        if option.strip() in written:
            raise ValueError(f"the option {option.strip()!r} is given twice in {text!r}")
        written[option.strip()] = _value(value.strip())
    return name.strip(), written


def _value(text: str) -> Any:
    """A Python literal, or else the text itself."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def _find(ruleset: str, name: str) -> Entry:
    _load(ruleset)
    for place in (ruleset, ANY):
        if (place, name) in _entries:
            return _entries[place, name]
    raise ValueError(f"unknown agent {name!r} for {ruleset}: {suggest(name, names(ruleset))}")


def _load(ruleset: str) -> None:
    """Import the modules that register the agents of a ruleset, and let installed extensions register theirs."""
    known = RULESETS[ruleset].name
    for module in (*FOR_ALL, known):
        if module not in _loaded:
            _loaded.add(module)
            if find_spec(f".{module}", __package__) is not None:
                import_module(f"{__package__}.{module}")
    if ENTRY_POINTS not in _loaded:
        _loaded.add(ENTRY_POINTS)
        for point in entry_points(group=ENTRY_POINTS):
            _load_extension(point)


def _load_extension(point: EntryPoint) -> None:
    """An extension is a function that gets this package and registers its agents there; a broken one is left out."""
    try:
        point.load()(sys.modules[__package__])
    except Exception as error:
        warnings.warn(f"the agents of the extension {point.value} are left out: {error!r}", stacklevel=2)
