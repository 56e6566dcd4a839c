"""Optimal play of small Las Vegas games: the solver against a recursion over the oracle, the agent, and regret."""

from __future__ import annotations

import copy
import itertools
import json
import shlex
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support.configs.las_vegas import oracle_config
from tests.support.oracles.las_vegas import BAG_BITS, WHITE_SHIFT, LasVegasOracle
from vegas_env import RULESETS, Games, Position, View, agents
from vegas_env.agent import as_agent
from vegas_env.agents.las_vegas import regret, solutions
from vegas_env.agents.las_vegas.exact import ExactAgent, best_actions
from vegas_env.agents.las_vegas.solver import Solver
from vegas_env.arena import match
from vegas_env.experiments import regret as regret_command
from vegas_env.experiments import solve as solve_command
from vegas_env.rulesets.las_vegas.config import LasVegasConfig

TINY: list[dict[str, Any]] = [
    {"dice": 2, "casinos": 2, "rounds": 1, "notes": {10: 1, 20: 1, 50: 1}, "minimum": 30},
    {"dice": 2, "casinos": 2, "rounds": 1, "notes": {10: 1, 30: 1, 50: 1}, "minimum": 20, "reward": "money"},
    {"dice": 2, "casinos": 3, "rounds": 1, "notes": {20: 1, 50: 1}, "minimum": 20, "reward": "rank"},
    {"dice": 2, "casinos": 2, "rounds": 1, "notes": {30: 1, 50: 1}, "minimum": 30, "random_start": True},
    # Several rounds: notes that are not won come back from under the stack, in their order.
    {"dice": 2, "casinos": 2, "rounds": 2, "notes": {50: 1}, "minimum": 20},
    {"dice": 1, "casinos": 2, "rounds": 3, "notes": {20: 1, 50: 1}, "minimum": 20, "reward": "money"},
    {"dice": 1, "casinos": 2, "rounds": 2, "notes": {10: 4, 50: 2}, "minimum": 10},
    {"dice": 1, "casinos": 2, "rounds": 2, "notes": {10: 2, 20: 1, 40: 1}, "minimum": 30, "reward": "money"},
    # White dice, chip cards.
    {"dice": 1, "casinos": 2, "rounds": 1, "notes": {20: 1, 50: 1}, "minimum": 20, "white_dice": 1, "white_left": 1},
    {"dice": 1, "casinos": 2, "rounds": 2, "notes": {30: 1, 50: 1}, "minimum": 30, "white_dice": 0, "white_left": 2},
    {"dice": 2, "casinos": 2, "rounds": 1, "notes": {20: 1, 50: 1}, "minimum": 20, "chips": True, "chip_copies": 1},
    {"dice": 2, "casinos": 1, "rounds": 2, "notes": {20: 1, 50: 1}, "minimum": 20, "chips": True, "reward": "money"},
]
SMALL: dict[str, Any] = {"dice": 3, "casinos": 3, "rounds": 1, "notes": {10: 4, 30: 4, 50: 4}, "minimum": 30}
HEURISTICS = [name for name in agents.names("las_vegas") if name not in ("exact", "flat", "mcts")]


def config_of(options: dict[str, Any]) -> LasVegasConfig:
    return LasVegasConfig(players=2, neutral_dice="white_dice" in options, **options)


# --- an independent recursion --------------------------------------------------------------------------------


class Plain:
    """Seat 0's payoff under optimal play in every reachable position, by recursion over the oracle without a memo."""

    def __init__(self, config: LasVegasConfig) -> None:
        self.reward = config.reward
        self.records: list[np.void] = []  # of all positions, in the order of the recursion, with repetitions
        self.values: list[float] = []
        self.actions: dict[bytes, dict[int, float]] = {}  # by record: the value of each legal action
        self.value = self._value(Position("las_vegas", config=config), LasVegasOracle(oracle_config(config)))

    def _value(self, position: Position, oracle: LasVegasOracle) -> float:
        if oracle.over:
            return oracle.payoffs(self.reward)[0]
        if oracle.pending is None:
            values = {action: self._after("apply", action, position, oracle) for action in oracle.legal()}
            self.actions[position.record.tobytes()] = values
            value = max(values.values()) if oracle.seat == 0 else min(values.values())
        else:
            cases = plain_outcomes(oracle)
            total = sum(cases[outcome] * self._after("apply_chance", outcome, position, oracle) for outcome in cases)
            value = total / sum(cases.values())
        self.records.append(position.record)
        self.values.append(value)
        return value

    def _after(self, step: str, what: int, position: Position, oracle: LasVegasOracle) -> float:
        moved, twin = position.copy(), copy.deepcopy(oracle)
        getattr(moved, step)(what)
        getattr(twin, step)(what)
        return self._value(moved, twin)


def plain_outcomes(oracle: LasVegasOracle) -> Counter[int]:
    """The number of equally likely cases that lead to each outcome of the pending event."""
    config = oracle.config
    if oracle.pending == "start":
        return Counter(range(config["players"]))
    if oracle.pending == "note":
        return Counter(
            {kind: oracle.stack[value] for kind, value in enumerate(oracle.note_values) if oracle.stack[value]}
        )
    if oracle.pending == "chip":
        return Counter({colour: number for colour, number in enumerate(oracle.chip_stack) if number})
    if oracle.pending == "left_white":
        return Counter(map(multiset, itertools.product(range(config["casinos"]), repeat=config["white_left"])))
    player = oracle.players[oracle.seat]
    rolls = itertools.product(range(config["casinos"]), repeat=player.own_dice + player.white_dice)
    return Counter(
        multiset(roll[: player.own_dice]) | multiset(roll[player.own_dice :]) << WHITE_SHIFT for roll in rolls
    )


def multiset(faces: tuple[int, ...]) -> int:
    return sum(1 << (BAG_BITS * face) for face in faces)


# --- the solver's values -------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", TINY, ids=str)
def test_values_agree_with_a_plain_recursion(options: dict[str, Any]) -> None:
    """In every position of the game, before chance events and decisions, and for every action."""
    config = config_of(options)
    plain, solver = Plain(config), Solver(config)
    assert solver.values(np.array([Position("las_vegas", config=config).record]))[0] == pytest.approx(plain.value)
    np.testing.assert_allclose(solver.values(np.array(plain.records)), plain.values, rtol=0, atol=1e-9)
    assert len(set(np.round(plain.values, 9))) >= 5, "all positions have the same value, so this tests nothing"
    decisions = np.frombuffer(b"".join(plain.actions), RULESETS["las_vegas"].record)
    judged = solver.action_values(decisions)
    for record, values, expected in zip(decisions, judged, plain.actions.values(), strict=True):
        side = 1.0 if record["seat"] == 0 else -1.0
        assert {int(action) for action in np.flatnonzero(np.isfinite(values))} == set(expected)
        for action, value in expected.items():
            assert side * values[action] == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("reward", ["win", "money"])
@pytest.mark.parametrize("notes", [{30: 4, 50: 4}, {20: 1, 40: 1, 50: 1}, {10: 2, 20: 1, 50: 2}], ids=str)
def test_what_the_memo_leaves_out_does_not_matter(reward: str, notes: dict[int, int]) -> None:
    """A memo that distinguishes all records has many more entries, and the same values.

    The first two stacks run out, so that notes come back from under them; the last keeps some notes.
    """
    config = config_of({"dice": 2, "casinos": 3, "rounds": 2, "notes": notes, "minimum": 20, "reward": reward})
    memory: dict[bytes, float] = {}

    def value(position: Position) -> float:
        if position.over:
            return float(position.payoff[0])
        key = position.record.tobytes()
        if key not in memory:
            memory[key] = best(position) if position.event is None else mean(position)
        return memory[key]

    def best(position: Position) -> float:
        values = [value(after(position, action)) for action in position.legal()]
        return max(values) if position.seat == 0 else min(values)

    def mean(position: Position) -> float:
        outcomes, probabilities = position.outcomes()
        return sum(p * value(after(position, int(o))) for o, p in zip(outcomes, probabilities, strict=True))

    def after(position: Position, step: int) -> Position:
        twin = position.copy()
        twin.apply_chance(step) if twin.event else twin.apply(step)
        return twin

    value(Position("las_vegas", config=config))
    solver = Solver(config)
    records = np.frombuffer(b"".join(memory), RULESETS["las_vegas"].record)
    np.testing.assert_allclose(solver.values(records), list(memory.values()), atol=1e-6)  # payoffs are float32
    assert 5 * solver.remembered < len(memory)


def test_placing_last_is_an_advantage() -> None:
    start = Position("las_vegas", config=config_of(SMALL))
    assert Solver(start.config).values(np.array([start.record]))[0] < -0.01


def test_a_memo_that_is_too_small_is_emptied_or_refused() -> None:
    games = solutions.openings(20, seed=0, players=2, **SMALL)
    roomy, tight = Solver(games.config), Solver(games.config, states=600)
    np.testing.assert_allclose(tight.action_values(games.records), roomy.action_values(games.records), atol=1e-12)
    assert tight.remembered <= 600 < roomy.remembered
    for states in (1, 50):
        with pytest.raises(ValueError, match=f"too large to be solved with {states} states"):
            Solver(games.config, states=states).action_values(games.records)


def test_the_end_of_a_full_round() -> None:
    """In the last round with six casinos and up to three dice each, the best action has the value of the position."""
    games = solutions.endings(10, 3, seed=1, by=as_agent("las_vegas", "greedy"), players=2)
    assert games.n == 10
    solver = Solver(games.config)
    side = np.where(games.seat == 0, 1.0, -1.0)
    np.testing.assert_allclose(solver.action_values(games.records).max(axis=1), side * solver.values(games.records))
    hands = games.records["dice"][:, :2, 6]
    assert (games.records["round"] == 3).all()
    assert hands.max() == 3


# --- the agent -----------------------------------------------------------------------------------------------


def test_errors_say_what_can_be_solved() -> None:
    for options, message in (({"players": 3}, "two players"), ({"players": 2}, "too large")):
        games = Games("las_vegas", 1, seed=0, **options)
        with pytest.raises(ValueError, match=message):
            ExactAgent(states=1000).act(View(games, np.arange(1)))
    with pytest.raises(ValueError, match="only Las Vegas with dice"):
        Solver(Games("las_vegas_cards", 1, players=2).config)
    start = Position("las_vegas", config=config_of(SMALL))
    with pytest.raises(ValueError, match="has to decide"):
        Solver(start.config).action_values(np.array([start.record]))
    with pytest.raises(ValueError, match="records of Las Vegas"):
        Solver(start.config).values(Games("gambler", 1).records)
    with pytest.raises(ValueError, match="states must be a whole number"):
        ExactAgent(states=0).solver(config_of(SMALL))
    with pytest.raises(ValueError, match="dice_left must be"):
        solutions.endings(1, 9, seed=0, by=as_agent("las_vegas", "random"), players=2)


def test_it_is_found_by_name_and_is_repeatable() -> None:
    """It plays the same games whatever it has solved before."""
    agent = agents.make("las_vegas", "exact")
    pair = [agent, as_agent("las_vegas", "random")]
    first, _ = match.play("las_vegas", pair, 100, seed=5, players=2, **SMALL)
    again, _ = match.play("las_vegas", pair, 100, seed=5, players=2, **SMALL)
    np.testing.assert_array_equal(first, again)
    alone, _ = match.play("las_vegas", [ExactAgent(), pair[1]], 30, seed=5, players=2, **SMALL)
    np.testing.assert_array_equal(alone, first[:30])


@pytest.mark.parametrize("reward", ["win", "money"])
@pytest.mark.parametrize("name", HEURISTICS)
def test_no_agent_beats_it(name: str, reward: str) -> None:
    """Over both seats its mean payoff is at least zero, and above zero against weak agents."""
    options = {**SMALL, "players": 2, "reward": reward}
    _, payoffs = match.play("las_vegas", [ExactAgent(), as_agent("las_vegas", name)], 4_000, seed=2, **options)
    mean, error = payoffs[:, 0].mean(), payoffs[:, 0].std() / np.sqrt(len(payoffs))
    assert mean > -3 * error
    if name in ("random", "greedy"):
        assert mean > 3 * error


# --- regret --------------------------------------------------------------------------------------------------


def test_optimal_play_has_no_regret_and_random_play_has() -> None:
    starts = solutions.openings(400, seed=1, players=2, **SMALL)
    solver = Solver(starts.config)
    best = regret.measure(ExactAgent(), solver, starts)
    assert (best.per_decision, best.lost, best.best_share) == (0.0, 0.0, 1.0)
    worse = regret.measure(as_agent("las_vegas", "random"), solver, starts)
    assert worse.per_decision_interval[0] > 0.01
    assert worse.lost_interval[0] > 0.05
    assert worse.best_share < 0.9
    assert worse.games == 800
    assert worse.decisions > 800


@pytest.mark.parametrize("reward", ["win", "money"])
def test_regrets_add_up_to_the_loss(reward: str) -> None:
    """An agent's payoff against the optimal player is the value of the game minus its regrets."""
    starts = solutions.openings(3_000, seed=4, players=2, reward=reward, **SMALL)
    found = regret.measure(as_agent("las_vegas", "random"), Solver(starts.config), starts, seed=9)
    missing = found.value - found.payoff
    assert missing == pytest.approx(found.lost, abs=0.03 if reward == "win" else 0.015)
    assert missing > 2 * 0.03


def test_regret_counts_only_decisions_with_a_choice() -> None:
    """With one die there are none."""
    starts = solutions.openings(10, seed=1, players=2, **{**SMALL, "dice": 1})
    found = regret.measure(as_agent("las_vegas", "random"), Solver(starts.config), starts)
    assert (found.decisions, found.per_decision, found.lost) == (0, 0.0, 0.0)


@pytest.mark.parametrize("name", ["flat", "mcts"])
def test_search_comes_close_to_optimal_play(name: str) -> None:
    """Where no choice follows, rollouts are a fair sample of optimal play, and many of them leave no regret.  In whole
    games a search has less regret than greedy.
    """
    options = {**SMALL, "players": 2, "dice": 2}
    games = solutions.openings(150, seed=3, **options)
    solver = Solver(games.config)
    first = best_actions(solver.action_values(games.records))
    games.step(first)
    last_choices = np.flatnonzero(games.seat == 1)
    judged = solver.action_values(games.records[last_choices])
    regrets = []
    for rollouts in (10, 3_000):
        agent = agents.make("las_vegas", name, rollouts=rollouts, rollout_policy="random", value="win")
        chosen = agent.act(View(games, last_choices))
        regrets.append(float((judged.max(axis=1) - judged[np.arange(len(judged)), chosen]).mean()))
    assert regrets[1] < 0.003
    assert regrets[0] > 2 * regrets[1]
    starts = solutions.openings(150, seed=1, players=2, **SMALL)
    solver = Solver(starts.config)
    searching = regret.measure(agents.make("las_vegas", name, rollouts=500, value="win"), solver, starts)
    greedy = regret.measure(as_agent("las_vegas", "greedy"), solver, starts)
    assert searching.lost_interval[1] < greedy.lost_interval[0]


# --- on the command line -------------------------------------------------------------------------------------

WORDS = shlex.split("las_vegas --dice 2 --casinos 3 --rounds 1 --minimum 30 --notes '{10: 4, 30: 4, 50: 4}'")


def test_solving_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "sub" / "solved.json"
    solve_command.main([*WORDS, "--json", str(out)])
    assert "best" in capsys.readouterr().out
    found = json.loads(out.read_text())
    start = Position("las_vegas", config=config_of({**SMALL, "dice": 2}))
    assert found["value"] == pytest.approx(Solver(start.config).values(np.array([start.record]))[0])
    assert found["actions"]
    solve_command.main(["las_vegas", "--dice-left", "2", "--reward", "money"])
    assert "round 4 of 4" in capsys.readouterr().out
    with pytest.raises(ValueError, match="only las_vegas"):
        solve_command.main(["gambler"])


def test_regret_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "regret.json"
    regret_command.main([*WORDS, "--agents", "greedy,exact", "--starts", "50", "--json", str(out)])
    assert "lost per game" in capsys.readouterr().out
    found = json.loads(out.read_text())["agents"]
    assert set(found) == {"greedy", "exact"}
    assert found["exact"]["lost"] == 0.0
    regret_command.main(["las_vegas", "--dice-left", "2", "--agents", "random", "--starts", "20", "--json", str(out)])
    assert json.loads(out.read_text())["agents"]["random"]["games"] == 40
