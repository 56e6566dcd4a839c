"""One learner in several seats: seating, rewards of each seat, and advantages along a seat's own decisions."""

from __future__ import annotations

import numpy as np
import pytest

from tests.conftest import random_legal
from vegas_env import Games
from vegas_env.agent import View, as_agents
from vegas_env.agents.ppo.buffer import seat_advantages
from vegas_env.agents.ppo.league import League, weights
from vegas_env.agents.ppo.rollout import RolloutGames
from vegas_env.seating import MatchRunner
from vegas_env.self_play import LEARNER, NOBODY, SelfPlayGames


class Fixed:
    """The learner in the first seats, one agent in the others; keeps what `record` is given."""

    def __init__(self, learner_seats: int) -> None:
        self.learner_seats = learner_seats
        self.recorded: list[tuple[np.ndarray, np.ndarray]] = []

    def assign(self, runner: MatchRunner, rows: np.ndarray) -> np.ndarray:
        owners = np.zeros((len(rows), runner.games.players), np.int8)
        owners[:, : self.learner_seats] = LEARNER
        return owners

    def record(self, owners: np.ndarray, shares: np.ndarray) -> None:
        self.recorded.append((owners.copy(), shares.copy()))


@pytest.mark.parametrize("learner_seats", [1, 2])
def test_every_seat_is_paid_its_own(ruleset: str, learner_seats: int) -> None:
    """The rewards of a seat add up to its payoff in plain Games, plus the bonus for the win."""
    n = 8
    matchmaker = Fixed(learner_seats)
    learning = SelfPlayGames(
        ruleset, n, 5, agents=as_agents(ruleset, "random"), matchmaker=matchmaker, win_weight=10.0, reward="rank"
    )
    rng = np.random.default_rng(0)
    players = learning.games.players
    sums = learning.games.payoff.copy()  # paid before the learner's first decision
    payoffs = {}
    for _ in range(5_000):
        episode = learning.games.episode.copy()
        assert (learning.seat < learner_seats).all()
        learning.step(random_legal(learning.mask, rng))
        assert (learning.paid[:, players:] == 0.0).all()
        sums += learning.paid[:, :players]
        for i in np.flatnonzero(learning.done):
            payoffs[i, int(episode[i])] = sums[i].copy()
            sums[i] = learning.games.payoff[i]
        if len({i for i, _ in payoffs}) == n:
            break
    assert len({i for i, _ in payoffs}) == n
    games = Games(ruleset, 1, reward="rank")
    for paid in payoffs.values():
        assert paid.sum() == pytest.approx(10.0 + _sum_of_ranks(games), abs=1e-3)
    shares = np.concatenate([shares for _, shares in matchmaker.recorded])
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, atol=1e-5)


def _sum_of_ranks(games: Games) -> float:
    rng = np.random.default_rng(1)
    while not games.over.all():
        games.step(random_legal(games.mask, rng))
    return float(games.payoff.sum())


def test_games_with_the_learner_everywhere_are_plain_games(ruleset: str) -> None:
    learning = SelfPlayGames(ruleset, 6, 3, reward="money")
    games = Games(ruleset, 6, 3, reward="money")
    for _ in range(60):
        np.testing.assert_array_equal(learning.observation, games.observation)
        np.testing.assert_array_equal(learning.mask, games.mask)
        np.testing.assert_array_equal(learning.seat, games.seat)
        actions = games.mask.argmax(axis=1)
        learning.step(actions)
        games.step(actions)
        np.testing.assert_allclose(learning.paid[:, : games.players], games.reward, atol=1e-5)
        np.testing.assert_array_equal(learning.done, games.over)
        if games.over.any():
            games.reset(where=games.over)


class Slow:
    """Takes the first legal action; not compiled, so it decides for many games at once."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def act(self, view: View) -> np.ndarray:
        self.asked.append(len(view))
        return view.mask.argmax(axis=1)


@pytest.mark.parametrize("learner_seats", [1, 2])
def test_games_that_wait_for_an_agent_are_the_same_games(ruleset: str, learner_seats: int) -> None:
    """Each game has the same decisions and rewards as it has alone, where it never waits."""
    n, episodes = 64, 2

    def play(games: int, first: int) -> dict[int, list[tuple[int, bytes, bytes]]]:
        slow = Slow()
        learning = SelfPlayGames(
            ruleset, games, 9, first=first, agents=[slow], matchmaker=Fixed(learner_seats), reward="rank"
        )
        decisions: dict[int, list[tuple[int, bytes, bytes]]] = {i: [] for i in range(games)}
        sums = learning.games.payoff.copy()
        ended = np.zeros(games, np.int64)
        while ended.min() < episodes:
            decides = learning.seat != NOBODY
            assert decides.mean() >= 0.5
            assert (learning.seat[decides] < learner_seats).all()
            actions = np.where(decides, learning.mask.argmax(axis=1), -7)  # ignored where the learner does not decide
            for i in np.flatnonzero(decides & (ended < episodes)):
                decisions[i].append(
                    (int(learning.seat[i]), learning.observation[i].tobytes(), sums[i].round(3).tobytes())
                )
            learning.step(actions)
            sums += learning.paid[:, : learning.games.players]
            sums[learning.done] = learning.games.payoff[learning.done]
            ended += learning.done
        if games > 1:
            assert np.mean(slow.asked) > games / 40  # in batches
        return decisions

    together = play(n, 0)
    for i in (0, 5, n - 1):
        assert together[i] == play(1, i)[0]


class First:
    """Takes the first legal action; counts its decisions."""

    def __init__(self) -> None:
        self.asked = 0

    def act(self, view: View) -> np.ndarray:
        assert (view.mask.sum(axis=1) > 1).all()
        self.asked += len(view)
        return view.mask.argmax(axis=1)


def test_forced_moves_are_made_without_the_agent(ruleset: str) -> None:
    """And the games are the same as if it were asked."""
    seated, plain, agent = Games(ruleset, 20, seed=4), Games(ruleset, 20, seed=4), First()
    runner = MatchRunner(seated, [agent])
    runner.owners[:] = 0
    runner.play_to_the_end()
    choices = 0
    while not plain.over.all():
        running = np.flatnonzero(~plain.over)
        choices += int((plain.mask[running].sum(axis=1) > 1).sum())
        plain.step(plain.mask.argmax(axis=1)[running], where=running)
    assert agent.asked == choices > 0
    np.testing.assert_array_equal(seated.payoff, plain.payoff)
    np.testing.assert_array_equal(seated.moves, plain.moves)


def test_illegal_actions_are_refused_and_the_learner_needs_a_seat(ruleset: str) -> None:
    learning = SelfPlayGames(ruleset, 2)
    before = learning.games.records.copy()
    with pytest.raises(ValueError, match="nothing was played"):
        learning.step((~learning.mask).argmax(axis=1))
    np.testing.assert_array_equal(learning.games.records, before)
    with pytest.raises(ValueError, match="leave the learner a seat"):
        SelfPlayGames(ruleset, 2, agents=as_agents(ruleset, "random"), matchmaker=Fixed(0))


def test_ask_gives_an_agents_action_for_the_learner(ruleset: str) -> None:
    agent = as_agents(ruleset, "random")[0]
    learning = SelfPlayGames(ruleset, 32, 3, agents=[Slow()], matchmaker=Fixed(1))
    for _ in range(20):
        before = learning.games.records.copy()
        suggested = learning.ask(agent)
        decides = learning.seat != NOBODY
        assert (suggested[~decides] == -1).all()
        assert learning.mask[decides, suggested[decides]].all()
        np.testing.assert_array_equal(learning.games.records, before)
        learning.step(np.where(decides, suggested, 0))


def test_several_player_counts_in_one_batch() -> None:
    games = RolloutGames([SelfPlayGames("las_vegas", 3, players=players) for players in (2, 5)])
    ruleset = games.parts[0].games.ruleset
    assert games.n == 6
    assert games.inputs.shape == (6, ruleset.observation_size)
    games.step(games.mask.argmax(axis=1))
    assert games.inputs.shape == (6, ruleset.observation_size)
    assert games.mask.shape == (6, ruleset.actions)
    assert games.paid.shape == (6, ruleset.seats)
    assert len(games.done) == len(games.seat) == 6
    assert (games.paid[:3, 2:] == 0).all()


# --- the league -----------------------------------------------------------------------------------------------


def test_the_league_seats_by_its_rule() -> None:
    league = League("las_vegas", "random,greedy", self_play_prob=0.4)
    games = Games("las_vegas", 20_000, players=4)
    owners = league.assign(MatchRunner(games, league.agents), np.arange(20_000))
    own = (owners == LEARNER).sum(axis=1)
    assert own.min() == 1
    # All seats: in 0.4 of the games, and in 0.4³ of the games in which each seat is drawn.
    assert (own == 4).mean() == pytest.approx(0.4 + 0.3 * 0.4**3, abs=0.015)
    others = [set(row[row != LEARNER].tolist()) for row in owners[own == 1]]
    assert np.mean([len(kinds) == 1 for kinds in others]) > 0.8  # mostly copies of one opponent
    none = League("las_vegas", "random", self_play_prob=0.0).assign(MatchRunner(games, league.agents), np.arange(500))
    assert ((none == LEARNER).sum(axis=1) == 1).all()
    where = np.bincount(np.nonzero(owners[own == 1] == LEARNER)[1], minlength=4)
    assert where.min() > 0.9 * where.mean()
    again = league.assign(MatchRunner(games, league.agents), np.arange(50))
    np.testing.assert_array_equal(again, owners[:50])


def test_the_league_prefers_opponents_that_win() -> None:
    league = League("las_vegas", "random,greedy")
    owners = np.array([[LEARNER, 0], [LEARNER, 1]], np.int8).repeat(200, axis=0)
    shares = np.array([[1.0, 0.0], [0.25, 0.75]]).repeat(200, axis=0)
    league.record(owners, shares)
    weak, strong = league.opponents
    assert weak.loss_rate < 0.02
    assert strong.loss_rate == pytest.approx(0.75, abs=0.01)
    assert weights(league.opponents, 0.25) == pytest.approx([0.125, 0.875], abs=0.01)


def test_an_opponent_named_twice_is_drawn_twice_as_often() -> None:
    league = League("las_vegas", "random,greedy,random")
    assert [one.name for one in league.opponents] == ["random", "greedy"]
    for uniform_prob in (0.0, 0.5, 1.0):  # both have the same record so far
        np.testing.assert_allclose(weights(league.opponents, uniform_prob), [2 / 3, 1 / 3])


def test_a_full_league_drops_the_easiest_snapshot() -> None:
    from vegas_env.agents.ppo.torch_net import StructuredNet

    league = League("las_vegas", "random", num_snapshots=2)
    network = StructuredNet("las_vegas", 8, 8).to_numpy()
    for name in ("a", "b"):
        league.add_snapshot(network, name)
    league.snapshots[0].won = 9.0
    league.fixed[0].lost = 5.0
    league.add_snapshot(network, "c")
    assert [one.name for one in league.snapshots] == ["a", "c"]
    other = League("las_vegas", "random", num_snapshots=2)
    other.load_state_dict(league.state_dict())
    for one in (league, other):
        one.draw_snapshot(3)
    assert [one.name for one in league.opponents] in (["random", "a"], ["random", "c"])
    assert [(one.name, one.loss_rate) for one in [*other.opponents, *other.snapshots]] == [
        (one.name, one.loss_rate) for one in [*league.opponents, *league.snapshots]
    ]
    without = League("las_vegas", num_snapshots=0)
    without.add_snapshot(network, "a")
    without.draw_snapshot(0)
    assert without.opponents == []


# --- advantages -----------------------------------------------------------------------------------------------


def trajectories(seats: np.ndarray, done: np.ndarray) -> list[tuple[list[int], bool]]:
    """The decisions of one environment, seat by seat and episode by episode, and whether the episode ended."""
    found, begin = [], 0
    ends = [*np.flatnonzero(done).tolist(), len(done) - 1]
    for end in dict.fromkeys(ends):
        for seat in range(3):
            places = [t for t in range(begin, end + 1) if seats[t] == seat]
            if places:
                found.append((places, bool(done[end])))
        begin = end + 1
    return found


def test_advantages_connect_only_decisions_of_one_seat() -> None:
    """Against the textbook formula on each seat's own trajectory."""
    rng = np.random.default_rng(0)
    steps, games, gamma, lam = 40, 7, 0.9, 0.8
    seats = rng.integers(NOBODY, 3, (steps, games)).astype(np.int8)
    paid = rng.normal(size=(steps, games, 3)).astype(np.float32)
    done = rng.random((steps, games)) < 0.15
    values = rng.normal(size=(steps, games)).astype(np.float32)
    advantages = np.zeros((steps, games), np.float32)
    known = np.zeros((steps, games), np.bool_)
    seat_advantages(seats, paid, done, values, gamma, lam, advantages, known)
    for game in range(games):
        ends = np.flatnonzero(done[:, game])
        for places, ended in trajectories(seats[:, game], done[:, game]):
            seat = seats[places[0], game]
            last = int(ends[ends >= places[-1]][0]) if ended else steps - 1
            assert known[places[-1], game] == ended
            expected = 0.0
            for place, following in reversed(list(zip(places, [*places[1:], None], strict=True))):
                if following is None:
                    if not ended:
                        continue
                    error = paid[place : last + 1, game, seat].sum() - values[place, game]
                else:
                    error = paid[place:following, game, seat].sum()
                    error += gamma * values[following, game] - values[place, game]
                expected = error + gamma * lam * expected
                assert known[place, game]
                assert advantages[place, game] == pytest.approx(expected, abs=1e-4)
    assert not known[seats == NOBODY].any()
