"""The compiled rules against an independent oracle in plain Python, move by move; see `vegas_env.testing.oracles`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.support import configs
from vegas_env import Position
from vegas_env.testing import check_oracle
from vegas_env.testing.recorder import Recorder

CHUNKS = 8


def compare_games(ruleset: str, games: range) -> None:
    tests = configs.of(ruleset)
    check_oracle(ruleset, tests.ORACLE, tests.CONFIGS, games, tests.oracle_config)


def part(ruleset: str, total: int, chunk: int, chunks: int, first: int = 0) -> range:
    """The games of one of `chunks` tests that share `total` games."""
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
    """The comparison can fail: an oracle with other options plays other games."""
    tests = configs.of(ruleset)

    def other(config: Any) -> dict[str, Any]:
        return {**tests.oracle_config(config), **tests.OTHER}

    with pytest.raises((AssertionError, ValueError)):
        check_oracle(ruleset, tests.ORACLE, tests.CONFIGS, 3, other)


def test_positions_agree_with_recorded_games(ruleset: str, options: dict[str, Any]) -> None:
    """What is compared with the oracles is also what a `Position` gives, step by step."""
    recorder, position = Recorder(ruleset, options), Position(ruleset, **options)
    for step in recorder.play(seed=29):
        assert np.array_equal(position.record, step.record)  # not their bytes: padding is never copied
        assert (position.over, position.event, position.seat) == (step.over, step.event, step.seat)
        assert position.legal() == step.legal
        assert position.facts() == recorder.facts(step)
        assert position.payoff.tolist() == step.payoff
        if step.event:
            position.apply_chance(step.taken)
        elif not step.over:
            position.apply(step.taken)
    assert position.over
    assert position.shares.tolist() == recorder.shares()
