"""Worked examples of stand-alone auctions, by rule id (docs/rules/auction.md)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vegas_env import Games, Position, agents
from vegas_env.rulesets.auction import rules as au
from vegas_env.rulesets.shared import auctions
from vegas_env.seating import MatchRunner


def opened(values: list[int], **options: Any) -> Position:
    """A position in which these values have been drawn, lot by lot, and within a lot seat by seat."""
    game = Position("auction", **options)
    for value in values:
        assert game.event == "value"
        game.apply_chance(value)
    return game


def bids(game: Position, *amounts: int) -> Position:
    """Make sealed or open bids one after the other; 0 is a pass."""
    for amount in amounts:
        game.apply(amount // game.config.step)
    return game


def test_au_2_values_are_uniform_and_private() -> None:
    game = Position("auction", highest_value=4)
    outcomes, probabilities = game.outcomes()
    assert outcomes.tolist() == [0, 1, 2, 3, 4]
    assert probabilities.tolist() == pytest.approx([0.2] * 5)
    one, two = opened([50, 20, 80]), opened([50, 99, 1])
    np.testing.assert_array_equal(one.observe(0), two.observe(0))
    assert not np.array_equal(one.observe(1), two.observe(1))


def test_au_3_another_seat_is_first_each_time() -> None:
    game = opened([9] * 6, lots=2, auction="english", highest_value=10)
    assert game.seat == 0
    bids(game, 5, 0, 0)
    assert game.facts()["winners"] == [0, None]
    assert game.seat == 1


def test_au_4_bids_are_on_the_grid_between_reserve_and_budget() -> None:
    game = opened([9, 9, 9], bids=10, step=3, minimum=7, budget=20)
    assert game.legal() == [0, 3, 4, 5, 6]


def test_au_5_a_seat_that_cannot_bid_passes_automatically() -> None:
    game = opened([9] * 6, lots=2, budget=10, bids=10, minimum=4, ties="order")
    bids(game, 8, 0, 0)
    assert game.facts()["cash"] == [2, 10, 10]
    assert game.seat == 1
    bids(game, 0, 5)
    assert game.over


def test_au_6_open_auction() -> None:
    game = opened([60, 50, 70], auction="english")
    bids(game, 10, 20, 0, 30, 0)
    assert game.facts()["winners"] == [0]
    assert game.facts()["prices"] == [30]
    assert game.shares.tolist() == [1, 0, 0]


def test_au_6_a_lot_without_a_bid_stays_unsold() -> None:
    for form in auctions.FORMATS:
        game = bids(opened([60, 50, 70], auction=form), 0, 0, 0)
        assert game.over
        assert game.facts()["winners"] == [None]


CASES = {
    "first price": ("sealed_first", (30, 40, 20), 1, 40),
    "second price": ("sealed_second", (30, 40, 20), 1, 30),
    "alone, second price": ("sealed_second", (0, 40, 0), 1, 5),
    "tie in order": ("sealed_first", (20, 40, 40), 1, 40),
    "tie at second price": ("sealed_second", (40, 10, 40), 0, 40),
}


@pytest.mark.parametrize("case", CASES)
def test_au_7_sealed_bids(case: str) -> None:
    form, amounts, winner, price = CASES[case]
    game = bids(opened([60, 50, 70], auction=form, ties="order", minimum=5, reward="money"), *amounts)
    assert (game.facts()["winners"], game.facts()["prices"]) == ([winner], [price])
    assert game.payoff[winner] == pytest.approx(([60, 50, 70][winner] - price) / 100)


def test_au_7_random_ties() -> None:
    game = bids(opened([60, 50, 70]), 40, 10, 40)
    assert game.event == "tie"
    assert game.outcomes()[0].tolist() == [0, 2]
    game.apply_chance(2)
    assert game.facts()["winners"] == [2]


def test_au_7_sealed_bids_are_hidden_and_withdrawn_by_resampling() -> None:
    low, high = bids(opened([60, 50, 70]), 10), bids(opened([60, 50, 70]), 90)
    for seat in (1, 2):
        np.testing.assert_array_equal(low.observe(seat), high.observe(seat))
    assert low.must_decide() == [1, 2]
    low.resample_hidden(2, np.random.default_rng(0))
    assert low.seat == 2
    assert low.facts()["bids"] == [None] * 3
    assert low.facts()["values"][0][2] == 70
    high.resample_hidden(0, np.random.default_rng(0))
    assert high.seat == 1
    assert high.facts()["bids"] == [90, None, None]


def test_au_8_losses_count() -> None:
    game = bids(opened([10, 50, 70], reward="rank"), 30, 20, 0)
    assert game.payoff.tolist() == pytest.approx([-1, 0.5, 0.5])


def play(names: list[str], games: int, **options: Any) -> Games:
    played = Games("auction", games, seed=5, observe=False, reward="money", players=len(names), **options)
    runner = MatchRunner(played, [agents.make("auction", name) for name in names])
    runner.owners[:] = np.arange(len(names))
    runner.play_to_the_end()
    return played


AUCTIONS, GRID = 100_000, 200


def exact_revenue(form: str, players: int) -> float:
    """The seller's expected revenue from equilibrium bids on the grid, by order statistics and without simulation.

    Equilibrium bids are (n - 1) / n of the value, rounded down to the grid, at first price, and the value at second
    price.  A bid of 0 is a pass, and a single bidder at second price pays the lowest bid.
    """
    values = np.arange(GRID + 1)
    bids = values * (players - 1) // players if form == "sealed_first" else values
    below = np.array([(bids <= bid).mean() for bid in range(GRID + 1)])
    nobody = below[0] ** players
    if form == "sealed_first":
        highest = np.diff(below**players, prepend=0.0)
        return float(highest @ values)
    second = np.diff(below**players + players * below ** (players - 1) * (1 - below), prepend=0.0)
    return float(second[1:] @ values[1:] + (second[0] - nobody) * 1)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_revenue_of_the_textbook_and_its_equivalence(players: int) -> None:
    """Revenue equals the exact expectation on the grid, and in all formats roughly (n - 1) / (n + 1)."""
    revenue = {}
    for form in auctions.FORMATS:
        bidders = ["equilibrium"] * players
        games = play(bidders, AUCTIONS, auction=form, highest_value=GRID, budget=GRID, bids=GRID)
        prices = games.records["prices"][:, 0]
        revenue[form] = prices.mean()
        error = prices.std() / np.sqrt(AUCTIONS)
        if form != "english":
            assert revenue[form] == pytest.approx(exact_revenue(form, players), abs=4 * error)
        assert revenue[form] / GRID == pytest.approx((players - 1) / (players + 1), abs=1 / GRID + 4 * error / GRID)
    assert revenue["sealed_first"] == pytest.approx(revenue["sealed_second"], abs=1 + 6 * error)


def test_truth_does_not_pay_at_first_price_but_shading_does() -> None:
    games = play(["equilibrium", "truthful", "equilibrium"], 5_000)
    assert games.payoff[:, 1].max() <= 0.0
    assert games.payoff[:, 0].mean() > 0.02


def test_at_least_201_bids() -> None:
    assert au.BIDS >= 201
    game = opened([9, 9, 9], bids=201, budget=500)
    assert len(game.legal()) == 202
