"""Search: strength, advisers, budgets and reports."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from tests.agents.test_agents import in_the_middle, view_of
from tests.conftest import play_on, random_legal
from vegas_env import Games, Position, agents
from vegas_env.agent import View, as_agents
from vegas_env.agents.search import Evaluation
from vegas_env.arena import match

# Uniformly random rollouts to the end of the game, without an adviser.
PLAIN = "rollout_policy=random,value=win,rounds=game,adviser=none"

# One round with four dice each and three notes: small enough to solve.
TINY: dict[str, Any] = {"players": 2, "dice": 4, "casinos": 3, "rounds": 1, "notes": {50: 2, 90: 1}, "minimum": 50}


def solve(position: Position, known: dict[bytes, np.ndarray]) -> np.ndarray:
    """(P,) the value of a position if every seat maximises its own share of the win."""
    key = position.record.tobytes()
    if key not in known:
        if position.over:
            known[key] = position.shares.astype(float)
        elif position.event:
            outcomes, probabilities = position.outcomes()
            known[key] = sum(p * solve(after(position, o), known) for o, p in zip(outcomes, probabilities, strict=True))
        else:
            values = action_values(position, known)
            known[key] = max(values.values(), key=lambda value: value[position.seat])
    return known[key]


def action_values(position: Position, known: dict[bytes, np.ndarray]) -> dict[int, np.ndarray]:
    return {action: solve(after(position, action), known) for action in position.legal()}


def after(position: Position, number: int) -> Position:
    twin = position.copy()
    if position.event:
        twin.apply_chance(int(number))
    else:
        twin.apply(int(number))
    return twin


def tiny_games(n: int, steps: int) -> Games:
    games = Games("las_vegas", n, seed=7, **TINY)
    rng = np.random.default_rng(1)
    for _ in range(steps):
        where = np.flatnonzero(~games.over)
        games.step(random_legal(games.mask, rng)[where], where=where)
    return games


def losses(agent: Any, games: Games, known: dict[bytes, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """The losses of the agent's actions and of the worst actions against the best, where these differ notably."""
    open_games = np.flatnonzero((games.mask.sum(axis=1) > 1) & ~games.over)
    chosen = agent.act(View(games, open_games))
    lost, most = [], []
    for i, action in zip(open_games, chosen, strict=True):
        position = Position("las_vegas", **TINY)
        position.record = games.records[i]
        values = {a: value[position.seat] for a, value in action_values(position, known).items()}
        best, worst = max(values.values()), min(values.values())
        if best - worst > 0.02:
            lost.append(best - values[int(action)])
            most.append(best - worst)
    return np.array(lost), np.array(most)


@pytest.mark.parametrize(
    "name",
    [f"flat(rollouts=600,{PLAIN})", f"flat(rollouts=600,allocation=even,{PLAIN})", f"mcts(rollouts=1500,{PLAIN})"],
)
def test_the_best_move_near_the_end_is_found(name: str) -> None:
    known: dict[bytes, np.ndarray] = {}
    for steps in (2, 3):
        lost, most = losses(agents.make("las_vegas", name), tiny_games(60, steps), known)
        assert len(lost) >= 10
        assert most.mean() > 0.15, "the choices do not matter, so this tests nothing"
        assert lost.mean() < 0.1 * most.mean()


def test_trees_account_for_the_best_reply_of_the_others() -> None:
    """Flat search expects random replies, against which other moves are best than against good ones."""
    known: dict[bytes, np.ndarray] = {}
    games = tiny_games(60, 1)
    flat, _ = losses(agents.make("las_vegas", f"flat(rollouts=3000,{PLAIN})"), games, known)
    mcts, most = losses(agents.make("las_vegas", f"mcts(rollouts=3000,{PLAIN})"), games, known)
    assert len(mcts) >= 30
    assert mcts.mean() < 0.05 * most.mean()
    assert flat.mean() > 0.08 * most.mean()


def test_search_bids_truthfully_in_a_sealed_second_price_auction() -> None:
    """It finds the dominant strategy although the others' values and bids are hidden."""
    games = Games("auction", 40, seed=3, auction="sealed_second", bids=11, step=10, reward="money")
    agent = agents.make("auction", "flat", rollouts=3_000, value="money", adviser="none")
    actions = agent.act(view_of(games))
    truthful = agents.make("auction", "truthful").act(view_of(games))
    assert (np.abs(actions - truthful) <= 1).mean() > 0.8
    assert (np.abs(random_legal(games.mask, np.random.default_rng(0)) - truthful) <= 1).mean() < 0.6


# --- strength -------------------------------------------------------------------------------------------------

OPTIONS: dict[str, dict[str, Any]] = {
    "las_vegas": {"players": 3, "rounds": 2},
    "las_vegas_cards": {"players": 2, "rounds": 2},
    "cash_and_run": {"players": 3},
    "gambler": {"players": 2},
    "auction": {"players": 3},
}
BUDGET = {"cash_and_run": "rollouts=24", "auction": "rollouts=1000"}


@pytest.mark.parametrize("name", ["flat", "mcts"])
def test_a_small_budget_beats_random_play(ruleset: str, name: str) -> None:
    agent = agents.make(ruleset, f"{name}({BUDGET.get(ruleset, 'rollouts=100')})")
    result = match.evaluate(ruleset, agent, as_agents(ruleset, "random"), 120, seed=1, **OPTIONS[ruleset])
    assert result.interval[0] > 1 / OPTIONS[ruleset]["players"]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("ruleset_name", ["las_vegas", "las_vegas_cards", "gambler"])
def test_the_defaults_are_stronger_than_plain_rollouts(ruleset_name: str, players: int) -> None:
    """The defaults: heuristic rollouts to the end of the round."""
    usual, plain = as_agents(ruleset_name, f"flat(rollouts=60), flat(rollouts=60,{PLAIN})")
    result = match.evaluate(ruleset_name, usual, [plain], 120, seed=1, precision=0.0, players=players)
    assert result.interval[0] > 1 / players


# --- advisers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["flat", "mcts"])
def test_an_adviser_is_followed_without_evidence(ruleset: str, name: str) -> None:
    games = in_the_middle(ruleset, {})
    wanted = agents.make(ruleset, "greedy" if ruleset != "auction" else "truthful")
    agent = agents.make(ruleset, name, rollouts=30, horizon=20, adviser=wanted, confidence=1e9)
    np.testing.assert_array_equal(agent.act(view_of(games)), wanted.act(view_of(games)))


@pytest.mark.parametrize("name", ["flat(rollouts=600", "mcts(rollouts=1500"])
def test_evidence_overrules_a_bad_adviser(name: str) -> None:
    known: dict[bytes, np.ndarray] = {}
    games = tiny_games(60, 2)
    bad, most = losses(agents.make("las_vegas", "most_dice"), games, known)
    plain = PLAIN.replace("adviser=none", "adviser=most_dice")
    advised, _ = losses(agents.make("las_vegas", f"{name},{plain})"), games, known)
    assert bad.mean() > 0.2 * most.mean(), "the adviser is too good to be overruled"
    assert advised.mean() < 0.5 * bad.mean()


@pytest.mark.parametrize("ruleset_name", ["las_vegas", "gambler"])
def test_an_adviser_helps_a_small_budget(ruleset_name: str) -> None:
    advised, alone = as_agents(ruleset_name, "flat(rollouts=40), flat(rollouts=40,adviser=none)")
    result = match.evaluate(ruleset_name, advised, [alone], 200, seed=1, precision=0.0, players=2)
    assert result.interval[0] > 0.5


def test_rollouts_end_with_the_round() -> None:
    """Rollouts of one round have fewer decisions than those of two, and these fewer than those of the whole game."""
    decisions = []
    for rounds in (1, 2, "game"):
        agent = agents.make("las_vegas", "flat", rollouts=50, rounds=rounds)
        agent.act(view_of(Games("las_vegas", 4, seed=1)))
        decisions.append(agent.decisions)
    assert decisions[0] * 1.5 < decisions[1] < decisions[2] / 1.5


def test_the_own_seat_may_have_another_rollout_policy() -> None:
    """A stronger policy for the own seat raises the values."""
    games = in_the_middle("las_vegas", {})
    means = [
        agents.make("las_vegas", "flat", rollouts=40, rollout_policy="random", own_policy=own)
        .evaluate(view_of(games))
        .mean
        for own in (None, "random", "greedy")
    ]
    np.testing.assert_array_equal(means[0], means[1])
    assert np.nanmean(means[2]) > np.nanmean(means[0])


@pytest.mark.parametrize("name", ["flat", "mcts"])
def test_more_rollouts_win_more(name: str) -> None:
    many, few = as_agents("las_vegas", f"{name}(rollouts=400,adviser=none), {name}(rollouts=8,adviser=none)")
    result = match.evaluate("las_vegas", many, [few], 300, seed=1, players=2, rounds=2)
    assert result.interval[0] > 0.5


# --- budgets and reports --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["flat", "flat(allocation=even)", "mcts"])
def test_rollouts_are_counted(ruleset: str, name: str) -> None:
    games = in_the_middle(ruleset, {})
    agent = agents.make(ruleset, name, rollouts=50, horizon=12, value="win")
    visits, mean, error = found = agent.evaluate(view_of(games))
    assert isinstance(found, Evaluation)
    assert visits.shape == mean.shape == error.shape == games.mask.shape
    legal = games.mask.sum(axis=1)
    spent = visits.sum(axis=1)
    assert (visits[~games.mask] == 0).all()
    assert np.isnan(mean[visits == 0]).all()
    assert ((mean[visits > 0] >= 0.0) & (mean[visits > 0] <= 1.0)).all()
    assert np.isnan(error[visits < 2]).all()
    assert (error[visits >= 2] <= 0.71).all()
    if name == "mcts":
        assert (spent == 50).all()
    else:
        assert (visits[games.mask] > 0).all()
        assert (spent <= np.maximum(50, legal)).all()
        assert (spent > np.maximum(50, legal) - np.maximum(legal, 2)).all()
    assert 0 < agent.decisions <= 12 * spent.sum()


@pytest.mark.parametrize("name", ["flat", "mcts"])
def test_a_time_budget_is_kept(name: str) -> None:
    games = in_the_middle("las_vegas", {}, n=2)
    visits = {}
    agents.make("las_vegas", name, milliseconds=1).act(view_of(games))  # compiles
    for milliseconds in (4, 200):
        agent = agents.make("las_vegas", name, milliseconds=milliseconds)
        begun = time.perf_counter()
        found = agent.evaluate(view_of(games))
        took = time.perf_counter() - begun
        visits[milliseconds] = found.visits.sum(axis=1)
        assert took >= games.n * milliseconds / 1000
        assert took < games.n * milliseconds / 1000 + 2.0, "even on a busy machine"
    assert (found.visits[games.mask] > 0).all()
    assert (visits[200] > 2 * visits[4]).all()


@pytest.mark.parametrize("name", ["flat(rollouts=64)", "mcts(rollouts=64)"])
def test_evaluation_and_action_agree(ruleset: str, name: str) -> None:
    games = in_the_middle(ruleset, {})
    agent = agents.make(ruleset, name, horizon=20, adviser="none")
    actions = agent.act(view_of(games))
    visits = agent.evaluate(view_of(games)).visits
    chosen = visits[np.arange(games.n), actions]
    np.testing.assert_array_equal(chosen, visits.max(axis=1))


def test_forced_moves_are_not_searched() -> None:
    games = tiny_games(60, 2)
    agent = agents.make("las_vegas", "flat", rollouts=20)
    forced = np.flatnonzero((games.mask.sum(axis=1) == 1) & ~games.over)
    assert len(forced) > 3
    np.testing.assert_array_equal(agent.act(View(games, forced)), games.mask[forced].argmax(axis=1))
    assert agent.decisions == 0
    assert (agent.evaluate(View(games, forced)).visits.sum(axis=1) == 20).all()


@pytest.mark.parametrize("value", ["win", "rank", "money"])
def test_values_are_payoffs(value: str) -> None:
    """The value of an action that ends the game is the payoff."""
    games = Games("gambler", 256, seed=4, players=3, reward=value)
    agent = agents.make("gambler", "flat", value=value, rollouts=40)
    rng = np.random.default_rng(2)
    ends = 0
    for _ in range(150):
        play_on(games, 1, rng)
        actions = games.mask.argmax(axis=1)
        next_games = games.clone()
        next_games.step(actions)
        for i in np.flatnonzero(next_games.over):
            position = Position("gambler", config=games.config)
            position.record = games.records[i]
            seat = int(games.seat[i])
            end = after(position, int(actions[i]))
            if end.over:  # by the action itself, not by a chance event after it
                ends += 1
                mean = agent.evaluate(View(games, np.array([i]))).mean[0, actions[i]]
                share_of_all = 1 / 3 if value == "win" else 0.0  # which the payoff subtracts
                assert mean == pytest.approx(float(end.payoff[seat]) + share_of_all, abs=1e-5)
    assert ends >= 5


def test_a_search_refuses_other_rulesets() -> None:
    with pytest.raises(ValueError, match="searches gambler, not auction"):
        agents.make("gambler", "flat").act(view_of(Games("auction", 2)))


def test_finished_games_are_refused() -> None:
    games = tiny_games(4, 8)
    assert games.over.all()
    for name in ("flat", "mcts"):
        with pytest.raises(ValueError, match="over cannot be searched"):
            agents.make("las_vegas", name).evaluate(view_of(games))


def test_the_repr_of_a_search_is_its_text() -> None:
    for text in ("flat(rollouts=30)", "mcts(milliseconds=5, rollout_policy=greedy, value=money)"):
        assert repr(agents.make("las_vegas", text)) == text
    assert repr(agents.make("las_vegas", "flat")) == "flat(rollouts=200)"


def test_rollouts_may_use_a_heuristic() -> None:
    """The policy may change the game that it gets, which must not affect the rollout."""
    games = in_the_middle("las_vegas", {"hidden_money": True})
    for name in ("flat", "mcts"):
        agent = agents.make("las_vegas", name, rollouts=30, rollout_policy="greedy")
        actions = agent.act(view_of(games))
        assert games.mask[np.arange(games.n), actions].all()
        other = agents.make("las_vegas", name, rollouts=30, rollout_policy="random")
        assert (agent.evaluate(view_of(games)).mean != other.evaluate(view_of(games)).mean).any()
