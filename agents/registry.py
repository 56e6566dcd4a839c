"""The registry of agents: by ruleset and name.

The agents of a ruleset live in the subpackage of its name and register themselves when it is imported, which happens
when one of them is first asked for.  Installed extensions add theirs through the entry point group "vegas_env.agents".
"""

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

ANY_RULESET = "*"  # the ruleset of agents that play every ruleset
ENTRY_POINT_GROUP = "vegas_env.agents"
GENERAL_MODULES = ("uniform", "search", "ppo")  # modules with agents for every ruleset, or for many
NETWORK_FILES = (".npz", ".zip")


@dataclasses.dataclass(frozen=True)
class Entry:
    """One registered agent."""

    factory: Callable[..., Agent]
    description: str
    origin: str  # the module that registered it
    restricted: bool  # plays some configurations only

    @property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        return inspect.signature(self.factory).parameters


_entries: dict[tuple[str, str], Entry] = {}
_loaded: set[str] = set()


# --- adding and removing ------------------------------------------------------------------------------------


def register(
    ruleset: str, name: str, factory: Callable[..., Agent], description: str = "", restricted: bool = False
) -> None:
    """Add an agent.  A module (or a notebook) may register its own agents again, which replaces them.

    Parameters
    ----------
    ruleset: the name of a ruleset, or "*" for all of them
    name: the agent's name, a Python identifier
    factory: called as factory(**options) to make the agent; its keyword parameters are the agent's options.  A
        parameter `ruleset` is not an option: it gets the name of the ruleset.
    description: one or two sentences on what the agent does
    restricted: True for an agent that plays some configurations only: it takes part where it is named, but not
        where all agents of the ruleset are asked for
    """
    if not name.isidentifier():
        raise ValueError(f"the name of an agent must be a word of letters, digits and _, not {name!r}")
    if ruleset != ANY_RULESET and ruleset not in RULESETS:
        raise KeyError(f"unknown ruleset {ruleset!r}: {suggest(ruleset, [*RULESETS, ANY_RULESET])}")
    origin = str(getattr(factory, "__module__", ""))
    existing = _entries.get((ruleset, name))
    if existing is not None and existing.origin != origin:
        raise ValueError(f"an agent {name!r} for {ruleset!r} is registered already, by {existing.origin}")
    _entries[ruleset, name] = Entry(factory, description, origin, restricted)


def unregister(ruleset: str, name: str) -> None:
    """Remove an agent that was registered for exactly this ruleset (or for "*")."""
    if (ruleset, name) not in _entries:
        registered = [known for place, known in _entries if place == ruleset]
        raise ValueError(f"no agent {name!r} is registered for {ruleset!r}: {suggest(name, registered)}")
    del _entries[ruleset, name]


# --- looking up ---------------------------------------------------------------------------------------------


def names(ruleset: str, restricted: bool = True) -> list[str]:
    """The names of all agents that play a ruleset; restricted=False leaves out those for some configurations only."""
    _load(ruleset)
    found = {name for place, name in _entries if place in (ruleset, ANY_RULESET)}
    return sorted(name for name in found if restricted or not _find(ruleset, name).restricted)


def description(ruleset: str, name: str) -> str:
    """What an agent does, in a sentence or two."""
    return _find(ruleset, name).description


def options(ruleset: str, name: str) -> dict[str, Any]:
    """The options of an agent with their default values."""
    parameters = _find(ruleset, name).parameters.values()
    return {
        parameter.name: parameter.default
        for parameter in parameters
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY) and parameter.name != "ruleset"
    }


def make(ruleset: str, name: str, **given: Any) -> Agent:
    """Make an agent from its name.

    Options are keyword arguments or part of the name: "flat(rollouts=200, rollout_policy=greedy)".  Instead of a name,
    the file of a trained network (.npz) or of a Stable-Baselines3 model (.zip) is accepted too.

    >>> agents.make("las_vegas", "flat", rollouts=200)
    flat(rollouts=200)
    """
    name, written = parse(name)
    twice = sorted(set(written) & set(given))
    if twice:
        raise ValueError(f"options of the agent {name} are given twice: {', '.join(twice)}")
    given = {**written, **given}
    if name.endswith(NETWORK_FILES):
        from vegas_env.agents.ppo.agents import NetworkAgent, Sb3Agent

        kind = NetworkAgent if name.endswith(".npz") else Sb3Agent
        return kind(name, **{"name": name, **given})  # the path doubles as the agent's name
    return _make_registered(ruleset, name, given)


def _make_registered(ruleset: str, name: str, given: dict[str, Any]) -> Agent:
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
    return entry.factory(**given)


def _find(ruleset: str, name: str) -> Entry:
    _load(ruleset)
    for place in (ruleset, ANY_RULESET):
        if (place, name) in _entries:
            return _entries[place, name]
    raise ValueError(f"unknown agent {name!r} for {ruleset}: {suggest(name, names(ruleset))}")


# --- names with options -------------------------------------------------------------------------------------


def parse(text: str) -> tuple[str, dict[str, Any]]:
    """Split an agent's text into its name and options: "flat(rollouts=200)" → ("flat", {"rollouts": 200}).

    Options are written like keyword arguments in Python.  A value that is not a Python literal stays text: a word, a
    formula such as win+0.1*money, the name of a file, another agent with its options.
    """
    text = text.strip()
    if not text.endswith(")"):
        return text, {}
    name, _, arguments = text[:-1].partition("(")
    found: dict[str, Any] = {}
    for argument in split_names(arguments) if arguments.strip() else []:
        option, equals, value = (part.strip() for part in argument.partition("="))
        if not equals or not option.isidentifier():
            raise ValueError(
                f"options are written as in 'flat(rollouts=200, rollout_policy=random)', not {argument!r} in {text!r}"
            )
        if option in found:
            raise ValueError(f"the option {option!r} is given twice in {text!r}")
        found[option] = _literal_or_text(value)
    return name.strip(), found


def _literal_or_text(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


# --- loading ------------------------------------------------------------------------------------------------


def _load(ruleset: str) -> None:
    """Import the modules that register the agents of a ruleset, and let installed extensions register theirs."""
    subpackage = RULESETS[ruleset].name
    for module in (*GENERAL_MODULES, subpackage):
        if module not in _loaded:
            _loaded.add(module)
            if find_spec(f".{module}", __package__) is not None:
                import_module(f"{__package__}.{module}")
    if ENTRY_POINT_GROUP not in _loaded:
        _loaded.add(ENTRY_POINT_GROUP)
        for point in entry_points(group=ENTRY_POINT_GROUP):
            _load_extension(point)


def _load_extension(point: EntryPoint) -> None:
    """Call the extension's function with this package, so that it registers its agents; skip it if it fails."""
    try:
        point.load()(sys.modules[__package__])
    except Exception as error:
        warnings.warn(f"skipped the agents of the extension {point.value}: {error!r}", stacklevel=2)
