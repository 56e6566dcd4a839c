"""Checks of options.  Every error says which values are allowed."""

from __future__ import annotations

import dataclasses
import difflib
import operator
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from vegas_env.config import Config, ConfigT
from vegas_env.kernel.rewards import REWARDS


def suggest(word: str, allowed: Iterable[str]) -> str:
    """The end of an error message: the names most similar to `word`, then all allowed names."""
    names = sorted(allowed)
    close = difflib.get_close_matches(str(word), names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(repr(name) for name in close)}? " if close else ""
    return f"{hint}Known: {', '.join(names)}"


def make_config(config_class: type[ConfigT], options: dict[str, Any]) -> ConfigT:
    """A config from keyword options.  Raises ValueError with suggestions for an unknown option."""
    known = {field.name for field in dataclasses.fields(config_class)}
    for name in options:
        if name not in known:
            raise ValueError(f"unknown option {name!r} of {config_class.__name__}: {suggest(name, known)}")
    return config_class(**options)


# --- the value of one option --------------------------------------------------------------------------------


def check_int(name: str, value: Any, low: int, high: int, why: str = "") -> int:
    """`value` as an int from `low` to `high`; `why` explains the bounds in the error message."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not low <= number <= high:
        raise ValueError(f"{name} must be a whole number from {low} to {high}{why and f' ({why})'}, not {value!r}")
    return number


def check_bool(name: str, value: Any) -> bool:
    """`value` as a bool; 0 and 1 count as False and True."""
    if value not in (True, False):
        raise ValueError(f"{name} must be True or False, not {value!r}")
    return bool(value)


def check_choice(name: str, value: Any, allowed: Iterable[str]) -> str:
    """`value`, which must be one of the allowed words."""
    allowed = tuple(allowed)
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, not {value!r}")
    return str(value)


# --- configs ------------------------------------------------------------------------------------------------


def choice(default: str, allowed: Iterable[str]) -> Any:
    """A dataclass field for an option that must be one of the allowed words.

    `allowed` is kept as `metadata["choices"]`, for `check_common` and for documentation; it may be a mapping from words
    to texts.
    """
    return dataclasses.field(default=default, metadata={"choices": allowed})


def reward_option(default: str = "win") -> Any:
    """The dataclass field of the option `reward`."""
    return choice(default, REWARDS)


def choices_text(field: dataclasses.Field[Any]) -> str:
    """The allowed words of an option made by `choice`, for documentation; "" for other options."""
    allowed = field.metadata.get("choices", ())
    texts = allowed if isinstance(allowed, Mapping) else {}
    return "; ".join(f'"{word}"' + (f": {texts[word]}" if word in texts else "") for word in allowed)


def check_common(config: Config, fewest: int, most: int) -> None:
    """Check `players` and all options made by `choice`, so also `reward` (for use in `__post_init__`)."""
    set_frozen(config, players=check_int("players", config.players, fewest, most))
    for field in dataclasses.fields(config):
        if "choices" in field.metadata:
            check_choice(field.name, getattr(config, field.name), field.metadata["choices"])


def check_bools(config: Config, *names: str) -> None:
    """Check options that are True or False (for use in `__post_init__`)."""
    set_frozen(config, **{name: check_bool(name, getattr(config, name)) for name in names})


def set_frozen(config: Any, **values: Any) -> None:
    """Set checked values of a frozen dataclass (for use in its `__post_init__`)."""
    for name, value in values.items():
        object.__setattr__(config, name, value)


def reward_number(config: Config) -> int:
    """Number of the reward option in compiled code."""
    return list(REWARDS).index(config.reward)


def make_rulebook(dtype: np.dtype, config: Config, *names: str) -> np.ndarray:
    """(1,) record for the compiled rules, with `players`, `reward` and the named options copied from the config."""
    rules = np.zeros(1, dtype)
    for name in ("players", *names):
        rules[name] = getattr(config, name)
    rules["reward"] = reward_number(config)
    return rules


def plain_options(config: type[Config]) -> dict[str, Any]:
    """Options with a number, string or bool as their default → that default: those that other programs can set."""
    fields = dataclasses.fields(config)
    return {field.name: field.default for field in fields if isinstance(field.default, (bool, int, str))}
