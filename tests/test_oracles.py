"""The compiled rules against an independent plain-Python oracle, move by move, chance outcomes injected."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests import configs
from vegas_env import Position

CHUNKS = 8


def compare_game(ruleset: str, options: dict[str, Any], seed: int) -> None:
    """One random game: the same events, masks, positions, payoffs and winners at every step."""
    rng = np.random.default_rng(seed)
    position = Position(ruleset, **options)
    tests = configs.of(ruleset)
    oracle = tests.ORACLE(tests.oracle_config(position.config))
    while not position.over:
        assert not oracle.over
        assert position.event == oracle.pending
        if position.event:
            outcome = position.sample(rng)
            position.happen(outcome)
            oracle.happen(outcome)
            continue
        assert position.seat == oracle.seat
        legal = position.legal()
        assert legal == oracle.legal()
        assert position.facts() == oracle.facts()
        assert_close(position.payoff, oracle.payoffs(position.config.reward))
        action = legal[int(rng.integers(len(legal)))]
        position.apply(action)
        oracle.apply(action)
    assert oracle.over
    assert oracle.legal() == []
    assert position.facts() == oracle.facts()
    assert_close(position.payoff, oracle.payoffs(position.config.reward))
    assert_close(position.shares, oracle.shares())
    assert position.shares.sum() == pytest.approx(1.0)


def assert_close(mine: np.ndarray, theirs: list[float]) -> None:
    """Equal up to the precision of float32 (many times faster than NumPy's own test, and this runs at every move)."""
    assert len(mine) == len(theirs)
    assert all(abs(a - b) < 1e-5 for a, b in zip(mine.tolist(), theirs, strict=True)), f"{mine} is not {theirs}"


def compare_games(ruleset: str, games: range) -> None:
    cases = configs.of(ruleset).CONFIGS
    for number in games:
        options = cases[number % len(cases)]
        try:
            compare_game(ruleset, options, seed=number)
        except AssertionError as error:
            raise AssertionError(f"game {number} of {ruleset} with {options}: {error}") from error


def part(ruleset: str, total: int, chunk: int, chunks: int, first: int = 0) -> range:
    return range(first + total * chunk // chunks, first + total * (chunk + 1) // chunks)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_rules_agree_with_the_oracle(ruleset: str, chunk: int) -> None:
    few, _ = configs.of(ruleset).ORACLE_GAMES
    compare_games(ruleset, part(ruleset, few, chunk, CHUNKS))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(5 * CHUNKS))
def test_rules_agree_with_the_oracle_in_many_games(ruleset: str, chunk: int) -> None:
    few, many = configs.of(ruleset).ORACLE_GAMES
    compare_games(ruleset, part(ruleset, many, chunk, 5 * CHUNKS, first=few))


def test_an_oracle_that_errs_is_noticed(ruleset: str) -> None:
    """The comparison itself can fail: with another config the games differ."""
    tests = configs.of(ruleset)
    honest = tests.oracle_config

    def other(config: Any) -> dict[str, Any]:
        return {**honest(config), **tests.OTHER}

    tests.oracle_config = other
    try:
        with pytest.raises((AssertionError, ValueError)):
            compare_games(ruleset, range(3))
    finally:
        tests.oracle_config = honest
