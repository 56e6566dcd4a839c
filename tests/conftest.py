"""Fixtures: every generic test runs on every registered ruleset."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import numpy as np
import pytest

os.environ.setdefault("OMP_NUM_THREADS", "1")  # tests run side by side: threads of torch would only wait for each other

from tests.support.configs import CASES, NAMES, case_name
from vegas_env import Games


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `ruleset` runs on each ruleset; one that also takes `options`, on each configuration."""
    if {"ruleset", "options"} <= set(metafunc.fixturenames):
        metafunc.parametrize(("ruleset", "options"), CASES, ids=case_name)
    elif "ruleset" in metafunc.fixturenames:
        metafunc.parametrize("ruleset", NAMES)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of a ruleset one after another: the two workers of `make test` begin at the start and in the middle,
    so that on a fresh machine they do not compile the same game at the same time.
    """
    items.sort(key=lambda item: (ruleset_of(item) is None, ruleset_of(item) or ""))


def ruleset_of(item: pytest.Item) -> str | None:
    """The ruleset that a test is about, by its parameter or its folder; None if it is about no special one."""
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    named = parameters.get("ruleset", item.path.parent.name)
    return named if named in NAMES else None


@pytest.fixture
def burn() -> Callable[[], None]:
    """Disturbs the global random states: code that uses them by mistake will not repeat itself."""

    def disturb() -> None:
        random.seed()
        np.random.seed(random.randrange(2**32))  # noqa: NPY002 - the global state is just what is meant

    return disturb


def random_legal(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """One legal action for each row of a mask (0 where there is none)."""
    return np.argmax(rng.random(mask.shape) * mask, axis=1)


def play_on(games: Games, steps: int, rng: np.random.Generator) -> None:
    """Some random steps, with finished games dealt anew."""
    for _ in range(steps):
        games.step(random_legal(games.mask, rng))
        if games.over.any():
            games.reset(where=games.over)
