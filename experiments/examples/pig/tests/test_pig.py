"""The ruleset keeps the contract of vegas_env, the agents theirs, and the optimum is the published one."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from oracle import PigOracle
from vegas_pig.solver import hold_at, solve, win_chances

from vegas_env import RULESETS, Games, agents
from vegas_env.agent import as_agent, as_agents
from vegas_env.arena.match import evaluate
from vegas_env.testing import check_agent, check_oracle, check_ruleset

CONFIGS = [
    {},
    {"players": 3, "reward": "rank"},
    {"players": 6, "target": 1000, "faces": 20, "reward": "money"},
    {"target": 4, "faces": 2},
]


def test_the_ruleset_keeps_the_contract() -> None:
    check_ruleset("pig", CONFIGS)


def test_the_rules_agree_with_the_oracle() -> None:
    check_oracle("pig", PigOracle, CONFIGS, games=400)


def test_the_agents_keep_the_contract() -> None:
    check_agent("pig", "hold_at_20", CONFIGS)
    check_agent("pig", "optimal", [{}, {"target": 4, "faces": 2}])
    with pytest.raises(ValueError, match="games of 2 players"):
        check_agent("pig", "optimal", [{"players": 3}])


def test_entry_points_bring_the_ruleset_and_its_agents() -> None:
    assert "pig" in RULESETS
    assert {"hold_at_20", "optimal", "random", "flat", "mcts"} <= set(agents.names("pig"))
    assert agents.description("pig", "hold_at_20") == "Rolls until the turn is worth 20 points or wins the game."


def test_invalid_options_say_what_is_allowed() -> None:
    with pytest.raises(ValueError, match="faces must be a whole number from 2 to 20, not 1"):
        Games("pig", faces=1)


def test_it_is_a_gymnasium_environment() -> None:
    env = gymnasium.make("vegas_pig:vegas_env/Pig-v0", opponents="hold_at_20", players=2)
    _, info = env.reset(seed=1)
    done = False
    while not done:
        _, reward, done, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    assert reward in (-0.5, 0.5)


def test_the_optimum_of_piglet() -> None:
    """Neller and Presser's small game: a coin, one point for heads, two points win.  Here a point counts 2."""
    win = solve(target=4, faces=2).win
    found = [win[0, 0, 0], win[0, 0, 2], win[0, 2, 0], win[0, 2, 2], win[2, 0, 0], win[2, 2, 0]]
    np.testing.assert_allclose(found, [4 / 7, 5 / 7, 2 / 5, 3 / 5, 4 / 5, 2 / 3], atol=1e-9)


def test_the_optimum_is_the_published_one() -> None:
    win, roll = solve()
    assert round(win[0, 0, 0], 4) == 0.5306
    assert win_chances(roll, roll)[0] == pytest.approx(win[0, 0, 0], abs=1e-9)
    first, second = win_chances(roll, hold_at(20))
    assert first > win[0, 0, 0] > 0.5 > 1 - win[0, 0, 0]
    assert second > 1 - win[0, 0, 0]


def test_a_turn_held_at_20_scores_what_is_published() -> None:
    """In 62.45% of such turns there is something to score: Knizia's table of turn totals."""
    probability = np.zeros(26)
    probability[0] = 1.0
    for total in range(20):
        for face in range(2, 7):
            probability[total + face] += probability[total] / 6
    assert round(1 - probability[20:].sum(), 4) == 0.6245
    assert round(float(probability[20:] @ np.arange(20, 26)), 2) == 8.14


def test_the_optimal_agent_wins_as_often_as_computed() -> None:
    first, second = win_chances(solve().roll, hold_at(20))
    result = evaluate("pig", as_agent("pig", "optimal"), as_agents("pig", "hold_at_20"), games=20_000, seed=1)
    low, high = result.interval
    assert low <= (first + second) / 2 <= high
    assert low > 0.5
