"""Entries in the registries of Gymnasium and PettingZoo, and the PettingZoo-style modules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import pettingzoo

from vegas_env.spec import env_id


def register_environments(ruleset: str, version: int = 0) -> None:
    """Make a ruleset known as "vegas_env/<Name>-v<version>"; nothing is imported before it is used."""
    name = env_id(ruleset, version)
    gymnasium.register(
        name,
        entry_point="vegas_env.adapters.gym:make_env",
        vector_entry_point="vegas_env.adapters.vector:make_vec",
        kwargs={"ruleset": ruleset},
    )
    pettingzoo.register("aec", name, "vegas_env.adapters.aec:env", kwargs={"ruleset": ruleset})
    pettingzoo.register("parallel", name, "vegas_env.adapters.parallel:parallel_env", kwargs={"ruleset": ruleset})


def environments(ruleset: str) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """(env, raw_env, parallel_env) of a ruleset."""
    from vegas_env.adapters import aec, parallel

    return partial(aec.env, ruleset), partial(aec.raw_env, ruleset), partial(parallel.parallel_env, ruleset)
