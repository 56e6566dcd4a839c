"""One learner among agents: its own rewards, all of them, whoever's move they come from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.conftest import random_legal
from vegas_env import Games, View
from vegas_env.kernel import batch
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
        learning.restart(np.flatnonzero(learning.done))
        if compared.all():
            break
    assert compared.all()


@pytest.mark.parametrize("same_step", [True, False])
def test_the_fast_way_of_hot_seats_is_the_long_way(ruleset: str, same_step: bool) -> None:
    """One compiled pass gives the same as step, last observation and restart one after the other."""
    fast = SingleAgentGames(ruleset, 24, seed=7, learner="hot", reward="rank")
    slow = SingleAgentGames(ruleset, 24, seed=7, learner="hot", reward="rank")
    rng = np.random.default_rng(0)
    renew = None
    ended_games = 0
    for _ in range(1_000):
        np.testing.assert_array_equal(fast.observation, slow.observation)
        np.testing.assert_array_equal(fast.mask, slow.mask)
        np.testing.assert_array_equal(fast.seat, slow.seat)
        actions = random_legal(slow.mask, rng)
        assert fast.step_hot(actions, same_step)
        slow.step(actions, renew=renew)
        np.testing.assert_array_equal(fast.done, slow.done)
        np.testing.assert_array_equal(fast.reward, slow.reward)
        ended = np.flatnonzero(slow.done)
        ended_games += len(ended)
        last = slow.final_observation(ended)
        if same_step:
            if len(ended):
                np.testing.assert_array_equal(fast.finals[ended], last)
            slow.restart(ended)
        else:
            slow.observation[ended] = last
            renew = ended if len(ended) else None
        if ended_games > 20:
            break
    assert ended_games > 20
    illegal = (~fast.mask).argmax(axis=1)
    before = fast.games.records.copy()
    if not fast.games.over.any():
        assert not fast.step_hot(illegal, same_step)
        np.testing.assert_array_equal(fast.games.records, before)


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
        learning.restart(np.flatnonzero(learning.done))


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
            learning.restart(np.flatnonzero(learning.done))


def test_a_view_shows_nothing_hidden(ruleset: str) -> None:
    """Positions that differ only in what the deciding seat cannot know give it the same observation, mask and luck."""
    agent = Recorder()
    learning = SingleAgentGames(ruleset, 8, seed=6, opponents=agent)
    for _ in range(5):
        learning.step(learning.mask.argmax(axis=1))
        learning.restart(np.flatnonzero(learning.done))
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
    real = batch.deal

    def short(index: np.ndarray, first: int, last: int, records: np.ndarray, *rest: Any) -> None:
        real(index, first, last, records, *rest)
        episodes = rest[4]
        for place in range(first, last):
            i = index[place] if len(index) else place
            if episodes[i] % 2 == 0:
                records["over"][i] = 1

    monkeypatch.setattr(batch, "deal", short)
    learning = SingleAgentGames(ruleset, 6, seed=0, learner=1)
    assert (learning.games.episode % 2 == 1).all()
    assert not learning.games.over.any()
