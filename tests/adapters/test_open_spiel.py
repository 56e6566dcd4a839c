"""Every ruleset as an OpenSpiel game."""

from __future__ import annotations

import pickle
import unittest
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms.sample_some_states import sample_some_states  # noqa: E402 - only where it is installed

from vegas_env.adapters.open_spiel import load_game, register_games, short_name  # noqa: E402
from vegas_env.experiments.interop import open_spiel as examples  # noqa: E402

SHORT: dict[str, dict[str, Any]] = {
    "las_vegas": {"players": 2, "rounds": 1, "dice": 3},
    "las_vegas_cards": {"players": 2, "rounds": 1},
    "cash_and_run": {"players": 3, "turn_limit": 4},
    "gambler": {"players": 2, "target": 100},
    "auction": {"players": 2},
}


def test_random_simulation_of_open_spiel(ruleset: str) -> None:
    """OpenSpiel's own test: clones, returns, strings and tensors along random games."""
    pyspiel.random_sim_test(load_game(ruleset, **SHORT[ruleset]), 2, False, True)


def by_name(ruleset: str) -> Any:
    """The short game from OpenSpiel's registry, which its serialisation depends on."""
    register_games()
    options = ",".join(f"{name}={value}" for name, value in SHORT[ruleset].items())
    return pyspiel.load_game(f"{short_name(ruleset)}({options})")


def test_python_simulation_of_open_spiel(ruleset: str) -> None:
    """The simulation of OpenSpiel's Python tests, which also serialises and pickles games and states."""
    tests = pytest.importorskip("open_spiel.python.tests.games_sim_test")
    np.random.seed(3)  # noqa: NPY002 - the generator that the simulation uses
    tests.GamesSimTest().sim_game(by_name(ruleset))


def test_api_tests_of_open_spiel(ruleset: str) -> None:
    """OpenSpiel's tests of every registered game, on fewer states."""
    tests = pytest.importorskip("open_spiel.integration_tests.api_test")

    class ShortGame(tests.EnforceAPIOnPartialTreeBase):
        game_name = short_name(ruleset)

        @classmethod
        def setUpClass(cls) -> None:
            cls.game = by_name(ruleset)
            cls.game_type = cls.game.get_type()
            cls.some_states = sample_some_states(cls.game, max_states=30)

    suite = unittest.defaultTestLoader.loadTestsFromTestCase(ShortGame)
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun >= 4
    assert result.wasSuccessful(), [text for _, text in result.errors + result.failures]


def test_pickles_keep_options_without_plain_values() -> None:
    game = load_game("las_vegas", **examples.SMALL)
    state = examples.positions(game, games=1, seed=4)[-1]
    again = pickle.loads(pickle.dumps(state))
    assert again.get_game().config == game.config
    assert again.position.facts() == state.position.facts()
    assert [again.information_state_string(seat) for seat in range(2)] == [
        state.information_state_string(seat) for seat in range(2)
    ]


def test_games_are_found_by_name(ruleset: str) -> None:
    register_games()
    register_games()  # a second call does no harm
    players = SHORT[ruleset]["players"]
    game = pyspiel.load_game(f"{short_name(ruleset)}(players={players},reward=rank)")
    assert game.num_players() == players
    assert game.config.reward == "rank"
    state = game.new_initial_state()
    assert state.is_chance_node() or state.legal_actions()


def test_chance_is_explicit_and_observations_are_those_of_the_position(ruleset: str) -> None:
    game = load_game(ruleset, **SHORT[ruleset])
    rng = np.random.default_rng(2)
    state = game.new_initial_state()
    recalled: dict[int, str] = {}
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            assert sum(probabilities) == pytest.approx(1.0)
            state.apply_action(int(rng.choice(outcomes, p=np.array(probabilities) / sum(probabilities))))
            continue
        player = state.current_player()
        np.testing.assert_array_equal(state.observation_tensor(player), state.position.observe(player))
        known = state.information_state_string(player)
        before = recalled.get(player)
        assert before is None or known.startswith(before)  # perfect recall
        assert state.legal_actions() == state.position.legal()
        action = int(rng.choice(state.legal_actions()))
        recalled[player] = f"{known}:{action}"
        twin = state.clone()
        state.apply_action(action)
        assert twin.information_state_string(player) == known  # a clone is independent
    assert state.returns() == pytest.approx(state.position.payoff.tolist(), abs=1e-6)


def test_cfr_agrees_with_the_exact_solver() -> None:
    found = examples.solve(iterations=6)
    assert found.nash_conv == pytest.approx(0.0, abs=0.02)
    assert found.difference < 0.02
    assert max(map(abs, found.exact)) > 0.1


@pytest.mark.slow
def test_the_mcts_bot_beats_a_random_one() -> None:
    """By chance alone it would win that often once in fifty runs."""
    assert examples.mcts_wins(examples.Args(games=12, simulations=10, target=100)) >= 10
