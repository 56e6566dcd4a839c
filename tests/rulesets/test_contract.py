"""The contract of every ruleset, in every test configuration; see `vegas_env.testing`."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import stats

from tests.conftest import random_legal
from tests.support import configs
from tests.support.paths import ROOT
from vegas_env import RULESETS, Games, Position, testing
from vegas_env.kernel import cache
from vegas_env.testing.chance import chi_square_tail


def test_declaration(ruleset: str, options: dict[str, Any]) -> None:
    testing.check_declaration(ruleset, options)


def test_observations(ruleset: str, options: dict[str, Any]) -> None:
    testing.check_observations(ruleset, options)


def test_legality(ruleset: str, options: dict[str, Any]) -> None:
    testing.check_legality(ruleset, options)


def test_conservation(ruleset: str, options: dict[str, Any]) -> None:
    testing.check_conservation(ruleset, options)


def test_hidden_information(ruleset: str, options: dict[str, Any]) -> None:
    testing.check_hidden_information(ruleset, options)


def test_chance(ruleset: str, options: dict[str, Any]) -> None:
    """All our rulesets have chance events, and in every configuration some are tested by their frequencies."""
    assert testing.check_chance(ruleset, options)


def test_rewards(ruleset: str, options: dict[str, Any]) -> None:
    testing.check_rewards(ruleset, options, zero_sum=configs.is_zero_sum(ruleset, "money"))


def test_rounds(ruleset: str, options: dict[str, Any]) -> None:
    testing.check_rounds(ruleset, options)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_valid_options_and_any_actions_play_to_the_end(ruleset: str, data: st.DataObject) -> None:
    options = data.draw(configs.of(ruleset).options())
    spec = RULESETS[ruleset]
    position = Position(ruleset, **options)
    random = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    choices = data.draw(st.lists(st.integers(0, 10**6), max_size=40))
    steps = 0
    while not position.over:
        if position.event:
            position.apply_chance(position.sample_chance(random))
            continue
        legal = position.legal()
        pick = choices[steps] if steps < len(choices) else int(random.integers(10**6))
        position.apply(legal[pick % len(legal)])
        steps += 1
        if steps % 10 == 0:
            if position.event is None:
                spec.check(position.facts(), position.config)
            assert position.text()
    spec.check(position.facts(), position.config)


def test_one_compiled_signature_per_kernel(ruleset: str) -> None:
    """No kernel is compiled twice, whatever the options and the form of the input."""
    code = f"from tests.rulesets.test_contract import count_signatures; count_signatures({ruleset!r})"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)  # a process in which nothing is compiled yet


def count_signatures(ruleset: str) -> None:
    rng = np.random.default_rng(0)
    for options in configs.of(ruleset).CONFIGS:
        for observe in (True, False):
            games = Games(ruleset, 4, seed=1, threads=2, buffers=2, observe=observe, **options)
            for form in (np.int64, np.int32, np.uint8):
                games.step(random_legal(games.mask, rng).astype(form))
                games.reset(where=games.over)
            read_only = random_legal(games.mask, rng)[::-1].copy()[::-1]
            read_only.flags.writeable = False
            games.step(read_only.tolist() if observe else read_only)
            games.observe(0)
            games.restore(games.save())
    counts = {kernel.py_func.__qualname__: len(kernel.signatures) for kernel in cache.RULES.kernels}
    assert max(counts.values()) == 1, counts
    assert sum(counts.values()) >= 5, f"dealing, stepping, checking, observing and refreshing are compiled: {counts}"


# --- the checks find what they are for ----------------------------------------------------------------------


@pytest.mark.parametrize("freedom", [1, 2, 3, 10, 101, 2_000])
def test_tail_of_the_chi_square_distribution(freedom: int) -> None:
    for statistic in (0.0, 0.5, freedom, freedom + 10, 3 * freedom):
        assert chi_square_tail(statistic, freedom) == pytest.approx(stats.chi2.sf(statistic, freedom), rel=1e-6)


def broken(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, wrapped: Any) -> None:
    """Replace a method by `wrapped(original, self, …)`."""
    original = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda self, *args, **kwargs: wrapped(original, self, *args, **kwargs))


def test_a_mask_that_is_not_exact_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def narrower(original: Any, self: Position) -> np.ndarray:
        mask = original(self).copy()
        if mask.sum() > 1:
            mask[mask.argmax()] = False
        return mask

    broken(monkeypatch, Position, "mask", narrower)
    with pytest.raises(AssertionError, match=r"check_legality: gambler with \{\}: "):
        testing.check_legality("gambler", {})


def test_a_loaded_die_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def loaded(original: Any, self: Position, rng: np.random.Generator) -> int:
        return max(original(self, rng), original(self, rng)) if rng.random() < 0.2 else original(self, rng)

    broken(monkeypatch, Position, "sample_chance", loaded)
    with pytest.raises(AssertionError, match="is not sampled as listed"):
        testing.check_chance("gambler", {})


def test_an_observation_of_hidden_values_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def peeking(original: Any, self: Position, seat: int) -> np.ndarray:
        seen = original(self, seat)
        seen[0] = np.sum(self.facts()["values"][0])
        return seen

    broken(monkeypatch, Position, "observe", peeking)
    with pytest.raises(AssertionError, match="observes something that resample_hidden"):
        testing.check_hidden_information("auction", {"reward": "money"})


def test_a_text_of_hidden_values_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    open_book = dataclasses.replace(RULESETS["auction"], hide=lambda facts, config, viewer: facts)

    def shown(original: Any, self: Position, *args: Any, **kwargs: Any) -> None:
        original(self, *args, **kwargs)
        self.ruleset = open_book

    broken(monkeypatch, Position, "__init__", shown)
    with pytest.raises(AssertionError, match="is shown what seat"):
        testing.check_rendering("auction", {})


def test_the_use_of_global_random_state_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(original: Any, self: Games, *args: Any, **kwargs: Any) -> None:
        np.random.random()  # noqa: NPY002 - the global state is the point
        original(self, *args, **kwargs)

    broken(monkeypatch, Games, "step", careless)
    with pytest.raises(AssertionError, match="global random state was used"):
        testing.check_repeatability("gambler", {})


def test_a_copy_that_shares_memory_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vegas_env.testing.copies.COPIES", (("no copy", lambda games: games),))
    with pytest.raises(AssertionError, match="no copy shares memory with its original"):
        testing.check_copies("gambler", {})


def test_rewards_that_do_not_add_up_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Games, "reward", property(lambda self: np.zeros_like(self.payoff)))
    with pytest.raises(AssertionError, match="rewards do not add up"):
        testing.check_rewards("gambler", {})
