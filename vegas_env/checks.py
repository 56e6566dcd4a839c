"""Helpers with which every ruleset checks its options: all say what is allowed."""

from __future__ import annotations

import dataclasses
import difflib
import operator
from collections.abc import Iterable
from typing import Any

from vegas_env.spec import REWARDS


def suggest(word: str, allowed: Iterable[str]) -> str:
    """For error messages: the names close to `word`, and all that there are."""
    names = sorted(allowed)
    close = difflib.get_close_matches(str(word), names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(repr(name) for name in close)}? " if close else ""
    return f"{hint}There are: {', '.join(names)}"


def make_config(config_class: type, options: dict[str, Any]) -> Any:
    """A config from keyword options; an unknown option is an error that names the nearest ones."""
    known = {field.name for field in dataclasses.fields(config_class)}
    for name in options:
        if name not in known:
            raise ValueError(f"unknown option {name!r} of {config_class.__name__}: {suggest(name, known)}")
    return config_class(**options)


def check_int(name: str, value: Any, low: int, high: int, why: str = "") -> int:
    """`value` as a whole number from `low` to `high`."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not low <= number <= high:
        raise ValueError(f"{name} must be a whole number from {low} to {high}{why and f' ({why})'}, not {value!r}")
    return number


def check_bool(name: str, value: Any) -> bool:
    if value not in (True, False):
        raise ValueError(f"{name} must be True or False, not {value!r}")
    return bool(value)


def check_choice(name: str, value: Any, allowed: Iterable[str]) -> str:
    allowed = tuple(allowed)
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, not {value!r}")
    return str(value)


def reward_number(config: Any) -> int:
    """How the compiled code knows the reward option."""
    return list(REWARDS).index(config.reward)


def set_frozen(config: Any, **values: Any) -> None:
    """Set checked values of a frozen dataclass (for use in its __post_init__)."""
    for name, value in values.items():
        object.__setattr__(config, name, value)


def plain_options(config: type) -> dict[str, Any]:
    """The options that are numbers, words, yes or no, with their defaults: what other programs can hand over."""
    fields = dataclasses.fields(config)
    return {field.name: field.default for field in fields if isinstance(field.default, (bool, int, str))}
