"""Nested situations: each returns to where it arose."""

from __future__ import annotations

from tests.rulesets.cash_and_run.table import BLANK, Table
from vegas_env.rulesets.cash_and_run import record as cr


def test_auction_in_a_turn_comes_back_to_the_start_of_the_turn() -> None:
    table = Table(owners={0: [0, 4]}).act(0, cr.CASINO + 4)
    assert table.stack == "turn auction"
    table.act(1, cr.RAISE + 1).pass_all(2, 3)
    assert (table.stack, table.phase, table.game.seat) == ("turn", "turn_start", 0)
    assert table.cash(0) == 43
    assert cr.CASINO in table.legal  # another auction is allowed
    assert cr.CASINO + 4 not in table.legal


def test_auction_in_a_visit_comes_back_to_the_game() -> None:
    """CR-13: a visitor without cash auctions casinos; the owner may bid."""
    table = Table(owners={0: [4, 8], 1: [0]}, cash={0: 0}, at={0: 34}).roll(1, 2)
    assert (table.stack, table.phase) == ("turn visit", "sell")
    table.act(0, cr.CASINO + 4)
    assert table.stack == "turn visit auction"
    table.act(1, cr.RAISE).pass_all(2, 3)
    assert (table.stack, table.phase, table.game.seat) == ("turn visit", "pick_game", 0)
    assert table.cash(0) == 2


def test_auction_in_a_visit_that_brings_nothing_is_followed_by_another() -> None:
    table = Table(owners={0: [4, 8], 1: [0]}, cash={0: 0}, at={0: 34}, bank=0).roll(1, 2).act(0, cr.CASINO + 4)
    table.pass_all(1, 2, 3)
    assert table.stack == "turn visit auction"  # the only casino left is auctioned automatically
    assert table.facts["auction"]["casino"] == 8


def test_auction_in_a_debt_in_a_visit_after_a_double_comes_back_to_the_extra_roll() -> None:
    table = Table(owners={1: [0, 4]}, cash={1: 1}, at={0: 35}).roll(1, 1).gamble(game=1, stake=4, won=1)
    assert table.stack == "turn visit debt auction"
    table.act(2, cr.RAISE + 4).pass_all(3, 0)
    assert (table.stack, table.phase, table.game.seat) == ("turn", "extra_roll", 0)
    assert (table.cash(0), table.cash(1)) == (48, 10)


def test_auction_in_a_debt_in_an_all_play_in_a_turn_after_a_double_comes_back_to_the_extra_roll() -> None:
    table = Table(at={0: 6}, bank=2, cash={3: 0}, owners={3: [5, 6, 7]}).roll(1, 1)
    for result in (35, 20, 20, 0):
        table.apply_chance("throw", result)
    assert (table.stack, table.phase, table.game.seat) == ("turn all_play debt", "sell", 3)
    table.act(3, cr.CASINO + 5)
    assert table.stack == "turn all_play debt auction"
    table.pass_all(0, 1).act(2, cr.RAISE + 1)
    assert (table.stack, table.phase, table.game.seat) == ("turn all_play debt", "sell", 3)
    assert table.facts["debt"]["amount"] == 5
    table.act(3, cr.CASINO + 6).pass_all(0, 1).act(2, cr.RAISE + 3)
    assert (table.stack, table.phase, table.game.seat) == ("turn", "extra_roll", 0)
    assert table.cash(0) == 50
    assert table.cash(3) == 4


def test_bankruptcy_in_an_all_play_comes_back_to_the_turn() -> None:
    table = Table(at={0: 6}, bank=2, cash={3: 1}, hands={3: [BLANK]}).roll(1, 1)
    for result in (35, 20, 20, 0):
        table.apply_chance("throw", result)
    assert table.stack == "turn all_play bankruptcy"
    assert table.facts["leaving"] == 3
    table.apply_chance("under", BLANK)
    assert (table.stack, table.phase, table.game.seat) == ("turn", "extra_roll", 0)
    assert table.cash(0) == 43


def test_bankruptcy_of_the_turn_player_ends_the_turn_even_after_a_double() -> None:
    table = Table(at={0: 6}, bank=2, cash={0: 1}, owners={1: [3]}).roll(1, 1)
    for result in (0, 20, 20, 35):
        table.apply_chance("throw", result)
    assert (table.stack, table.facts["turn_seat"]) == ("turn", 1)
    assert table.facts["players"][0]["bankrupt"] == 1


def test_a_visitor_with_nothing_is_bankrupt() -> None:
    table = Table(owners={1: [0]}, cash={0: 0}, at={0: 35}).roll(1, 1)
    assert table.facts["players"][0]["bankrupt"] == 1
    assert table.facts["contest"] is None
    assert table.facts["turn_seat"] == 1


def test_a_creditor_who_bids_in_a_debt_in_a_visit_pays_the_rest_in_cash() -> None:
    table = Table(owners={1: [0]}, cash={0: 20, 1: 0}, at={0: 34}).roll(1, 2).gamble(game=0, stake=6, won=1)
    assert table.facts["debt"]["amount"] == 6
    table.pass_all(2, 3).act(0, cr.RAISE + 3)
    assert (table.cash(0), table.cash(1)) == (20 - 3, 3)
    assert table.owned(0) == [0]


def test_takeover_comes_back_to_the_extra_roll() -> None:
    table = Table(owners={0: [1], 2: [3]}, at={0: 9}).roll(1, 1).act(0, cr.CASINO + 3)
    assert table.stack == "turn takeover"
    table.apply_chance("takeover", 0)  # the only casino is taken automatically
    assert table.owned(2) == [1, 3]
    assert (table.stack, table.phase) == ("turn", "extra_roll")
    assert table.facts["pot"] == 2


def test_the_last_player_left_wins_inside_all_situations() -> None:
    table = Table(players=3, at={0: 6}, bank=0, cash={0: 40, 1: 0, 2: 0}).change(bankrupt=[0, 0, 1, 0, 0, 0])
    table.change(position=[6, 0, -1, -1, -1, -1]).roll(1, 1).apply_chance("throw", 30).apply_chance("throw", 5)
    assert table.game.over
    assert table.facts["ended"] == "survivor"
    assert table.facts["stack"] == []
    assert table.game.shares.tolist() == [1, 0, 0]
