"""The compiled rules against an independent plain-Python oracle, move by move, chance outcomes injected."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import configs
from tests.support.recorder import Recorder
from vegas_env import Position

CHUNKS = 8


def compare_game(recorder: Recorder, oracle: Any, seed: int) -> None:
    """One random game: the same events, masks, positions, payoffs and winners at every step."""
    reward = recorder.config.reward
    for step in recorder.play(seed):
        assert step.over == oracle.over
        assert step.event == oracle.pending
        if step.event:
            oracle.apply_chance(step.happened)
            continue
        assert step.legal == oracle.legal()
        assert recorder.facts(step) == oracle.facts()
        assert_close(step.payoff, oracle.payoffs(reward))
        if not step.over:
            assert step.seat == oracle.seat
            oracle.apply(step.happened)
    assert_close(recorder.shares(), oracle.shares())
    assert sum(recorder.shares()) == pytest.approx(1.0)


def assert_close(mine: list[float], theirs: list[float]) -> None:
    """Equal up to the precision of float32."""
    assert len(mine) == len(theirs)
    assert all(abs(a - b) < 1e-5 for a, b in zip(mine, theirs, strict=True)), f"{mine} is not {theirs}"


def compare_games(ruleset: str, games: range) -> None:
    tests = configs.of(ruleset)
    recorders = [Recorder(ruleset, options) for options in tests.CONFIGS]
    oracle_configs = [tests.oracle_config(recorder.config) for recorder in recorders]
    for number in games:
        case = number % len(recorders)
        try:
            compare_game(recorders[case], tests.ORACLE(oracle_configs[case]), seed=number)
        except AssertionError as error:
            raise AssertionError(f"game {number} of {ruleset} with {tests.CONFIGS[case]}: {error}") from error


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


def test_a_position_tells_of_the_recorded_games(ruleset: str, options: dict[str, Any]) -> None:
    """What is compared with the oracles is also what a `Position` says, step by step."""
    recorder, position = Recorder(ruleset, options), Position(ruleset, **options)
    for step in recorder.play(seed=29):
        assert position.record.tobytes() == step.record.tobytes()
        assert (position.over, position.event, position.seat) == (step.over, step.event, step.seat)
        assert position.legal() == step.legal
        assert position.facts() == recorder.facts(step)
        assert position.payoff.tolist() == step.payoff
        if step.event:
            position.apply_chance(step.happened)
        elif not step.over:
            position.apply(step.happened)
    assert position.over
    assert position.shares.tolist() == recorder.shares()
