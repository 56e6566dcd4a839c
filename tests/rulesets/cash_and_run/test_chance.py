"""At chance events, the oracle and the compiled rules agree on the position, the outcomes and their probabilities."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.configs.cash_and_run import CONFIGS, ORACLE, oracle_config
from vegas_env import Position


@pytest.mark.parametrize("number", range(len(CONFIGS)))
def test_chance_events_are_the_oracles(number: int) -> None:
    rng = np.random.default_rng(number)
    game = Position("cash_and_run", **CONFIGS[number])
    oracle = ORACLE(oracle_config(game.config))
    while not game.over:
        if not game.event:
            action = int(rng.choice(game.legal()))
            game.apply(action)
            oracle.apply(action)
            continue
        assert game.event == oracle.pending
        assert game.facts() == oracle.facts()
        outcomes, probabilities = game.outcomes()
        expected = oracle.outcomes()
        assert outcomes.tolist() == sorted(expected)
        np.testing.assert_allclose(probabilities, [float(expected[code]) for code in sorted(expected)], rtol=1e-12)
        outcome = int(rng.choice(outcomes))  # uniformly, so that rare outcomes are tested more often
        game.apply_chance(outcome)
        oracle.apply_chance(outcome)
    assert game.facts() == oracle.facts()
