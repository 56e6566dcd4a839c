"""Auction heuristics: the idea of each in a constructed position, and the gain of the best response."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.rulesets.auction.test_examples import bids, opened, play
from tests.support.agents import decision
from tests.support.configs.auction import FORMATS
from vegas_env import Position, agents
from vegas_env.agent import as_agent, as_agents
from vegas_env.arena.match import evaluate

HEURISTICS = ("truthful", "shader", "eager", "equilibrium", "budgeter", "best_response")


def bid(agent: str, position: Position) -> int:
    """The bid of an agent; 0 is a pass."""
    return decision(agent, position) * position.config.step


# --- the ideas ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agent", "open_bid", "first_price", "second_price"),
    [("truthful", 1, 60, 60), ("shader", 1, 48, 48), ("shader(share=0.5)", 1, 30, 30), ("equilibrium", 1, 40, 60)],
)
def test_bids_by_the_value_alone(agent: str, open_bid: int, first_price: int, second_price: int) -> None:
    for form, expected in zip(FORMATS, (open_bid, first_price, second_price), strict=True):
        assert bid(agent, opened([60, 50, 70], auction=form)) == expected


def test_shader_leaves_an_open_auction_at_its_share() -> None:
    for price, truthful, shader in ((47, 48, 48), (48, 49, 0), (59, 60, 0), (60, 0, 0)):
        position = bids(opened([90, 60, 70], auction="english"), price)
        assert (bid("truthful", position), bid("shader", position)) == (truthful, shader)


def test_eager_bids_high_early() -> None:
    lots = [80, 50, 50, 80, 80, 50]  # seat 0 values both lots at 80; lot 2 begins with seat 1 (AU-3)
    first = opened(lots, lots=2, budget=200)
    assert bid("eager(first=1,last=0.5)", first) == 80
    second = bids(opened(lots, lots=2, budget=200), 0, 1, 0)
    assert bid("eager(first=1,last=0.5)", second) == 40


def test_eager_jumps_in_an_open_auction_and_then_goes_up_to_its_value() -> None:
    position = opened([80, 90, 70], auction="english")
    assert bid("eager(first=0.5)", position) == 40
    assert bid("eager(first=0.5)", bids(position, 40, 60, 0)) == 61
    assert bid("eager(first=0.5)", bids(position, 61, 80)) == 0


def test_budgeter_splits_its_money_by_its_values() -> None:
    """AU-2: the agent knows its values of all lots.  The first is 30 of 30 + 60, so it bids up to a third of its 60."""
    values = [30, 50, 50, 60, 50, 50]
    assert bid("budgeter", opened(values, lots=2, budget=60, auction="sealed_second")) == 20
    assert bid("truthful", opened(values, lots=2, budget=60, auction="sealed_second")) == 30
    assert bid("budgeter", opened(values[:3], budget=60, auction="sealed_second")) == 30  # no later lots to save for
    position = bids(opened([90, *values[1:]], lots=2, budget=60, auction="english"), 20, 35)
    assert position.seat == 2
    position = bids(position, 0)
    assert (bid("budgeter", position), bid("truthful", position)) == (36, 36)  # 90 / 150 of 60
    assert (bid("budgeter", bids(position, 36, 37)), bid("truthful", position)) == (0, 38)


# --- the best response ----------------------------------------------------------------------------------------


def others_bid(position: Position, value: int, cash: int) -> int:
    """The bid of `equilibrium`, in plain Python."""
    config = position.config
    limit = value * (config.players - 1) // config.players if config.auction == "sealed_first" else value
    fitting = [b for b in config.step * np.arange(1, config.bids + 1) if config.minimum <= b <= min(limit, cash)]
    return int(max(fitting, default=0))


def expected_profit(position: Position, own: int) -> float:
    """Expected profit of a bid by seat 0 over all values of the others, from the winners and prices of AU-7."""
    config, value = position.config, position.facts()["values"][0][0]
    total = 0.0
    others = [[others_bid(position, v, cash) for v in range(config.highest_value + 1)]
              for cash in position.facts()["cash"][1:]]  # fmt: skip
    for amounts in product(*others):
        highest = max(amounts)
        if own >= max(highest, 1):
            equal = amounts.count(own)
            share = 1.0 if config.ties == "order" else 1 / (1 + equal)  # seat 0 bids first in lot 1
            price = own if config.auction == "sealed_first" else max(highest, config.minimum)
            total += share * (value - price)
    return total / (config.highest_value + 1) ** len(others)


@pytest.mark.parametrize("ties", ["random", "order"])
@pytest.mark.parametrize("form", ["sealed_first", "sealed_second"])
@pytest.mark.parametrize("purses", [(40, 40), (40, 9), (6, 2)])
def test_best_response_is_the_best_of_all_bids(form: str, ties: str, purses: tuple[int, int]) -> None:
    options: dict[str, Any] = {"auction": form, "ties": ties, "highest_value": 20, "budget": 40, "minimum": 3}
    for value, step in product((0, 2, 7, 13, 20), (1, 3)):
        position = opened([value, 9, 9], bids=12, step=step, **options)
        record = np.array([position.record])
        record["cash"][0, 1:3] = purses
        position.record = record[0]
        profits = {own: expected_profit(position, own * step) for own in position.legal()}
        assert profits[decision("best_response", position)] == pytest.approx(max(profits.values()), abs=1e-6)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("players", [2, 4])
def test_nothing_gains_more_against_the_equilibrium(form: str, players: int) -> None:
    """On the same deals, the best response earns at least as much as the equilibrium, and hardly more."""
    gains = {}
    for name in HEURISTICS:
        others = as_agents("auction", "equilibrium")
        options: dict[str, Any] = {"auction": form, "players": players, "reward": "money"}
        gains[name] = evaluate("auction", as_agent("auction", name), others, 20_000, 3, **options)
    best = gains.pop("best_response")
    noise = best.payoff_interval[1] - best.payoff
    assert all(best.payoff > result.payoff - noise for result in gains.values())
    assert best.payoff < gains["equilibrium"].payoff + 0.01


@pytest.mark.parametrize(("budget", "form", "sign"), [(40, "sealed_first", 1), (160, "sealed_second", -1)])
def test_saving_pays_only_when_money_is_short(budget: int, form: str, sign: int) -> None:
    """Six lots: with an ample budget, saving money loses lots that the agent could have won."""
    options: dict[str, Any] = {"lots": 6, "budget": budget, "auction": form, "players": 3, "reward": "money"}
    others = as_agents("auction", "equilibrium")
    saving, spending = (
        evaluate("auction", as_agent("auction", name), others, 4_000, 4, **options)
        for name in ("budgeter", "equilibrium")
    )
    noise = spending.payoff_interval[1] - spending.payoff + saving.payoff_interval[1] - saving.payoff
    assert sign * (saving.payoff - spending.payoff) > noise


@pytest.mark.parametrize("form", FORMATS)
def test_au_4_nobody_spends_more_than_the_budget(form: str) -> None:
    assert set(HEURISTICS) <= set(agents.names("auction"))
    games = play(list(HEURISTICS), 500, auction=form, lots=8, budget=90, highest_value=60)
    assert (games.records["cash"][:, : len(HEURISTICS)] >= 0).all()
    for seat in range(len(HEURISTICS)):
        spent = (games.records["prices"] * (games.records["winners"] == seat)).sum(axis=1)
        np.testing.assert_array_equal(spent, 90 - games.records["cash"][:, seat])
        assert spent.any()
