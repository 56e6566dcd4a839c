"""Parametrisation and fixtures: a test that takes `ruleset` runs on every registered ruleset."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

os.environ.setdefault("OMP_NUM_THREADS", "1")  # tests run in parallel: more threads in torch would only compete

from tests.support.configs import CASES, NAMES, case_name
from vegas_env.testing.play import (
    disturb_global_random_states,
    kept_global_random_states,
    play_on,
    random_legal,
)

__all__ = ["play_on", "random_legal"]  # imported from here by tests


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `ruleset` runs on each ruleset; one that also takes `options`, on each configuration."""
    if {"ruleset", "options"} <= set(metafunc.fixturenames):
        metafunc.parametrize(("ruleset", "options"), CASES, ids=case_name)
    elif "ruleset" in metafunc.fixturenames:
        metafunc.parametrize("ruleset", NAMES)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run all tests of a ruleset one after another.

    The two workers of `make test` start at the beginning and in the middle.  On a fresh machine they then compile
    different games, not the same one at the same time.
    """
    items.sort(key=lambda item: (ruleset_of(item) is None, ruleset_of(item) or ""))


def ruleset_of(item: pytest.Item) -> str | None:
    """The ruleset of a test, from its parameter or its folder; None for other tests."""
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    named = parameters.get("ruleset", item.path.parent.name)
    return named if named in NAMES else None


@pytest.fixture
def burn() -> Iterator[Callable[[], None]]:
    """A function that reseeds the global random states: code that uses them does not repeat itself."""
    with kept_global_random_states():
        yield disturb_global_random_states
