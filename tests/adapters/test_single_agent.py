"""One learner among agents: its own rewards, all of them, whoever's move they come from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tests.conftest import random_legal
from vegas_env import Games, View
from vegas_env.current_player import CurrentPlayerGames
from vegas_env.engine import Engine
from vegas_env.single_agent import SingleAgentGames


class Recorder:
    """A batched agent that takes the first legal action and remembers what it was shown."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def act(self, view: View) -> np.ndarray:
        self.views.append(view)
        return view.mask.argmax(axis=1)


@pytest.mark.parametrize("learner", [0, 1, "random"])
def test_rewards_are_the_learners_own(ruleset: str, learner: Any) -> None:
    """Replay each game move by move in plain Games: the learner's return is its seat's payoff."""
    n = 16
    learning = SingleAgentGames(ruleset, n, seed=4, learner=learner, opponents=Recorder(), reward="rank")
    plain = Games(ruleset, n, seed=4, reward="rank")
    while not plain.over.all():
        where = np.flatnonzero(~plain.over)
        plain.step(plain.mask.argmax(axis=1)[where], where=where)
    returns = np.zeros(n)
    compared = np.zeros(n, bool)
    for _ in range(5_000):
        seats = learning.seat.copy()
        episode = learning.games.episode.copy()
        learning.step(learning.mask.argmax(axis=1))
        returns += learning.reward
        for i in np.flatnonzero(learning.done):
            assert returns[i] == pytest.approx(learning.games.payoff[i, seats[i]], abs=1e-5)
            if episode[i] == 0:  # not dealt again
                assert returns[i] == pytest.approx(plain.payoff[i, seats[i]], abs=1e-5)
            compared[i] = True
            returns[i] = 0.0
        learning.reset(where=learning.done)
        if compared.all():
            break
    assert compared.all()


class Unfused(CurrentPlayerGames):
    """Current players step by step: rules, rewards, final observations and resets one after the other."""

    def _step(self, actions: np.ndarray) -> None:
        SingleAgentGames._step(self, actions)  # noqa: SLF001 - what the subclass shortens


@pytest.mark.parametrize("autoreset", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_one_pass_of_current_players_equals_the_separate_steps(ruleset: str, autoreset: AutoresetMode) -> None:
    fused, unfused = (
        kind(ruleset, 24, seed=7, autoreset=autoreset, reward="rank") for kind in (CurrentPlayerGames, Unfused)
    )
    rng = np.random.default_rng(0)
    ended_games = 0
    for _ in range(1_000):
        np.testing.assert_array_equal(fused.observation, unfused.observation)
        np.testing.assert_array_equal(fused.mask, unfused.mask)
        np.testing.assert_array_equal(fused.seat, unfused.seat)
        # A game that is done has an empty mask until it restarts; its action is ignored.
        actions = np.where(fused.mask.any(axis=1), random_legal(fused.mask, rng), 0)
        fused.step(actions)
        unfused.step(actions)
        np.testing.assert_array_equal(fused.done, unfused.done)
        np.testing.assert_array_equal(fused.reward, unfused.reward)
        np.testing.assert_array_equal(fused.ended, unfused.ended)
        if len(fused.ended):
            np.testing.assert_array_equal(fused.final_observation, unfused.final_observation)
        ended_games += len(fused.ended)
        if ended_games > 20:
            break
    assert ended_games > 20


@pytest.mark.parametrize("autoreset", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_illegal_actions_of_current_players_forfeit(ruleset: str, autoreset: AutoresetMode) -> None:
    learning = CurrentPlayerGames(ruleset, 6, seed=7, autoreset=autoreset)
    before = learning.games.records.copy()
    actions = learning.mask.argmax(axis=1)
    actions[2] = (~learning.mask[2]).argmax()
    learning.step(actions)
    assert learning.illegal.tolist() == learning.done.tolist() == [False, False, True, False, False, False]
    assert learning.reward[2] == -1.0
    assert learning.games.episode[2] == (autoreset is AutoresetMode.SAME_STEP)
    if autoreset is AutoresetMode.NEXT_STEP:
        assert learning.games.records[2] == before[2]
    learning.step(np.where(learning.mask.any(axis=1), learning.mask.argmax(axis=1), 0))
    assert not learning.illegal.any()
    assert learning.games.episode[2] == 1


def test_random_learner_seats_are_even(ruleset: str) -> None:
    learning = SingleAgentGames(ruleset, 4_000, seed=1)
    counts = np.bincount(learning.seat, minlength=learning.games.players)
    assert len(counts) == learning.games.players
    assert counts.min() > 4_000 / learning.games.players * 0.85


def test_the_learner_is_always_the_one_who_decides(ruleset: str) -> None:
    learning = SingleAgentGames(ruleset, 32, seed=2, opponents=["random", Recorder()])
    rng = np.random.default_rng(0)
    for _ in range(100):
        np.testing.assert_array_equal(learning.games.seat, learning.seat)
        learning.step(random_legal(learning.mask, rng))
        learning.reset(where=learning.done)


def test_agents_compiled_or_not_play_the_same(ruleset: str) -> None:
    """The random agent through its compiled loop and through its batched `act` makes the same choices."""
    from vegas_env.agent import as_agent

    class Plain:
        def __init__(self, agent: Any) -> None:
            self.agent = agent

        def act(self, view: View) -> np.ndarray:
            return self.agent.act(view)

    agent = as_agent(ruleset, "random")
    fast = SingleAgentGames(ruleset, 64, seed=3, opponents=agent)
    slow = SingleAgentGames(ruleset, 64, seed=3, opponents=Plain(agent))
    for _ in range(60):
        np.testing.assert_array_equal(fast.observation, slow.observation)
        actions = fast.mask.argmax(axis=1)
        for learning in (fast, slow):
            learning.step(actions)
            learning.reset(where=learning.done)


def test_a_view_shows_nothing_hidden(ruleset: str) -> None:
    """Positions that differ only in what the deciding seat cannot know give it the same observation, mask and luck."""
    agent = Recorder()
    learning = SingleAgentGames(ruleset, 8, seed=6, opponents=agent)
    for _ in range(5):
        learning.step(learning.mask.argmax(axis=1))
        learning.reset(where=learning.done)
    learning.runner.owners[:] = 0
    games = learning.games
    view = View(games, np.arange(8))
    records = view.records.copy()
    seen, mask, luck = view.observation.copy(), view.mask.copy(), View(games, np.arange(8)).luck.copy()
    games.restore(records)
    again = View(games, np.arange(8))
    np.testing.assert_array_equal(again.observation, seen)
    np.testing.assert_array_equal(again.mask, mask)
    np.testing.assert_array_equal(again.luck, luck)
    assert ((again.uniform() >= 0) & (again.uniform() < 1)).all()


def test_illegal_choices_of_agents_are_named(ruleset: str) -> None:
    class Cheat:
        def act(self, view: View) -> np.ndarray:
            return (~view.mask).argmax(axis=1)

        def __repr__(self) -> str:
            return "Cheat"

    def play() -> None:
        learning = SingleAgentGames(ruleset, 4, seed=0, learner=0, opponents=Cheat())
        for _ in range(50):
            learning.step(learning.mask.argmax(axis=1))

    with pytest.raises(ValueError, match="Cheat chose action"):
        play()


def test_deals_that_end_before_the_learner_decides_are_dealt_again(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every other deal is made to end at once: the learner never sees those."""
    real = Engine.deal

    def short(engine: Engine, rows: np.ndarray) -> None:
        real(engine, rows)
        engine.state.records["over"][rows[engine.state.episodes[rows] % 2 == 0]] = 1

    monkeypatch.setattr(Engine, "deal", short)
    learning = SingleAgentGames(ruleset, 6, seed=0, learner=1)
    assert (learning.games.episode % 2 == 1).all()
    assert not learning.games.over.any()
