"""Rules of Cash & Run that are easy to get wrong.  Money is in units of 50,000."""

from __future__ import annotations

import pytest

from tests.rulesets.cash_and_run.table import BLANK, CARD, DIE, ROULETTE, Table
from vegas_env import Position
from vegas_env.rulesets.cash_and_run import record as cr

LOT = 4  # the casino that seat 0 auctions in the tests below


# --- a turn -------------------------------------------------------------------------------------------------


def test_cr_5_pawns_start_on_a_casino_of_ones_own() -> None:
    game = Position("cash_and_run")
    for casino in (3, 14, 0, 1, 2, 4, 5, 6):
        game.apply_chance(casino)
    for kind in (0, 1, 2, 3):
        game.apply_chance(kind)
    assert game.seat == 0
    assert game.legal() == [cr.CASINO + 3, cr.CASINO + 14]
    game.apply(cr.CASINO + 14)
    assert game.facts()["players"][0]["position"] == 33
    assert game.seat == 1


def test_cr_7_auctions_only_at_the_start_of_a_turn() -> None:
    table = Table(owners={0: [0, 4]}, at={0: 35}).roll(1, 1)  # an own casino and a double
    assert table.legal == [cr.ROLL, cr.END_TURN]


def test_cr_9_a_double_and_an_own_casino_give_one_extra_roll() -> None:
    table = Table(owners={0: [0]}, at={0: 35}).roll(1, 1).roll(1, 2)  # then to the pot
    assert table.apply_chance("pot", 0).facts["turn_seat"] == 1


def test_cr_9_an_own_casino_by_way_of_cash_and_run_counts() -> None:
    table = Table(owners={0: [0]}, at={0: 6}).roll(1, 2)
    assert table.phase == "move"
    assert table.act(0, cr.MOVE + 1).phase == "extra_roll"


def test_cr_9_a_casino_just_bought_does_not_count() -> None:
    table = Table(at={0: 34}).roll(1, 2).act(0, cr.BUY)
    assert table.owned(0) == [0]
    assert table.facts["pot"] == 2
    assert table.facts["turn_seat"] == 1


def test_cr_9_must_roll_again() -> None:
    table = Table(owners={0: [0]}, at={0: 34}, extra_roll="must").roll(1, 2)
    assert table.game.event == "dice"
    assert table.facts["turn_seat"] == 0


def test_cr_9_no_extra_roll_on_a_final_lap() -> None:
    table = Table(owners={0: [0, 3, 6], 1: [14]}, laps={0: (27, 5, [0, 3, 6])}, at={0: 35}).roll(1, 1)
    assert table.facts["turn_seat"] == 1


def test_cr_10_staying_on_the_cash_and_run_space_has_no_effect() -> None:
    table = Table(at={0: 6}, owners={1: [0]}).roll(1, 2)
    assert len(table.legal) == 32 + 1
    assert table.act(0, cr.MOVE + 9).facts["turn_seat"] == 1


def test_cr_10_nothing_happens_to_a_runner_there() -> None:
    table = Table(owners={0: [0, 3, 6], 1: [14]}, laps={0: (27, 5, [0, 3, 6])}, at={0: 6}).roll(1, 2)
    assert table.facts["turn_seat"] == 1
    assert table.lap(0)["steps"] == 8  # type: ignore[index]


# --- spaces -------------------------------------------------------------------------------------------------


def test_cr_11_without_the_price_nothing_is_offered() -> None:
    table = Table(cash={0: 1}, owners={1: [14]}, at={0: 34}).roll(1, 2)
    assert table.facts["turn_seat"] == 1


def test_cr_15_a_fourth_card_may_be_put_back_at_once() -> None:
    table = Table(at={0: 35}, hands={0: [DIE, DIE, CARD]}).roll(1, 2).act(0, cr.BUY).apply_chance("bluff", BLANK)
    assert table.legal == [cr.DISCARD + DIE, cr.DISCARD + CARD, cr.DISCARD + BLANK]
    table.act(0, cr.DISCARD + BLANK)
    assert table.facts["players"][0]["bluff"] == [0, 2, 1, 0]
    assert (table.facts["bottom"], table.facts["bottom_known"]) == ([BLANK], [1])


def test_cr_15_a_discard_is_a_decision_even_if_all_cards_are_of_one_kind() -> None:
    table = Table(at={0: 35}, hands={0: [DIE, DIE, DIE]}).roll(1, 2).act(0, cr.BUY).apply_chance("bluff", DIE)
    assert (table.phase, table.legal) == ("discard", [cr.DISCARD + DIE])


def test_cr_15_cards_put_under_come_up_in_order_when_all_others_are_gone() -> None:
    table = Table(at={0: 35}, bluff_cards=(1, 1, 1, 1))
    table.change(bluff_stack=[0, 0, 0, 0], bluff_count=0, bottom_count=4)
    table.change(bottom=[2, 0, 3, 1] + [0] * 28, bottom_known=[15, 2, 1, 4] + [0] * 28)
    table.roll(1, 2).act(0, cr.BUY)
    assert table.facts["players"][0]["bluff"] == [0, 0, 1, 0]
    assert (table.facts["bottom"], table.facts["bottom_known"]) == ([0, 3, 1], [2, 1, 4])


def test_cr_16_the_pot_is_won_as_a_whole() -> None:
    table = Table(at={0: 1}, bank=100).roll(1, 2)
    assert table.facts["pot"] == 100
    table.apply_chance("pot", 1)
    assert (table.cash(0), table.facts["pot"]) == (140, 0)


def test_cr_17_ties_for_the_highest_throw_again() -> None:
    table = Table(at={0: 18}).roll(1, 2)
    for result in (5, 5, 1, 5):
        table.apply_chance("throw", result)
    assert table.facts["all_play"]["candidates"] == [0, 1, 3]
    for result in (2, 4, 4):
        table.apply_chance("throw", result)
    assert table.facts["all_play"]["candidates"] == [1, 3]
    table.apply_chance("throw", 0).apply_chance("throw", 1)
    assert table.cash(3) == 50


def test_cr_17_ties_for_the_lowest_throw_again_only_if_the_bank_is_short() -> None:
    table = Table(at={0: 18}).roll(1, 2)
    for result in (2, 2, 2, 5):
        table.apply_chance("throw", result)
    assert table.cash(3) == 50
    table = Table(at={0: 18}, bank=0).roll(1, 2)
    for result in (2, 2, 2, 5):
        table.apply_chance("throw", result)
    assert table.facts["all_play"] | {"throws": None} == {
        "symbol": DIE, "stage": "low", "candidates": [0, 1, 2], "throws": None, "scores": [2, 2, 2, 5], "winner": 3,
    }  # fmt: skip
    for result in (4, 1, 1, 3, 2):
        table.apply_chance("throw", result)
    assert [table.cash(seat) for seat in range(4)] == [40, 40, 30, 50]


def test_cr_18_a_bank_with_too_little_pays_what_it_has() -> None:
    table = Table(at={0: 3}, bank=7).roll(1, 2).act(0, cr.PLAY).apply_chance("slam", 1).act(0, cr.GO_ON)
    table.apply_chance("slam", 1).act(0, cr.STOP)
    assert (table.cash(0), table.facts["bank"]) == (47, 0)


def test_cr_18_an_empty_bank_offers_nothing() -> None:
    assert Table(at={0: 3}, bank=0, owners={1: [14]}).roll(1, 2).facts["turn_seat"] == 1


def test_cr_18_three_steps_are_collected_at_once() -> None:
    table = Table(at={0: 3}).roll(1, 2).act(0, cr.PLAY).apply_chance("slam", 1).act(0, cr.GO_ON).apply_chance("slam", 1)
    assert table.act(0, cr.GO_ON).apply_chance("slam", 1).cash(0) == 60


def test_cr_19_the_opponent_chooses_a_casino_of_the_loser() -> None:
    table = Table(at={0: 8}, owners={0: [1, 2], 3: [9]}).roll(1, 2)
    assert table.legal == [cr.DECLINE, cr.CASINO + 9]
    table.act(0, cr.CASINO + 9).apply_chance("takeover", 0)
    assert (table.game.seat, table.legal) == (3, [cr.CASINO + 1, cr.CASINO + 2])
    assert table.act(3, cr.CASINO + 2).owned(3) == [2, 9]


def test_cr_19_bluff_cards_must_show_the_symbol_of_the_space() -> None:
    table = Table(at={0: 8}, owners={0: [1], 3: [11]}, hands={3: [ROULETTE, CARD]}).roll(1, 2)
    table.act(0, cr.CASINO + 11).apply_chance("takeover", 1).act(3, cr.LAY + ROULETTE).act(0, cr.CHALLENGE)
    assert table.owned(3) == [1, 11]  # a card casino, but a roulette space


@pytest.mark.parametrize("owners", [{3: [9]}, {0: [1]}, {}])
def test_cr_19_needs_casinos_on_both_sides(owners: dict[int, list[int]]) -> None:
    assert Table(at={0: 8}, owners=owners).roll(1, 2).facts["turn_seat"] == 1


# --- auctions -----------------------------------------------------------------------------------------------


def test_cr_24_clockwise_from_the_sellers_left_until_one_is_left() -> None:
    table = Table(owners={0: [LOT]}).act(0, cr.CASINO + LOT)
    table.act(1, cr.RAISE).act(2, cr.PASS).act(3, cr.RAISE + 2).act(1, cr.RAISE).act(3, cr.PASS)
    assert table.owned(1) == [LOT]
    assert table.cash(0) == 40 + 2 + 4 + 1


def test_cr_24_the_last_bidder_decides_if_nobody_has_bid() -> None:
    table = Table(owners={0: [LOT]}).act(0, cr.CASINO + LOT).pass_all(1, 2)
    assert (table.game.seat, table.legal[0]) == (3, cr.PASS)
    assert table.act(3, cr.RAISE).owned(3) == [LOT]


def test_cr_24_without_a_bidder_the_bank_takes_it_back() -> None:
    table = Table(owners={0: [LOT]}).act(0, cr.CASINO + LOT).pass_all(1, 2, 3)
    assert table.owned(None) == list(range(15))
    assert table.cash(0) == 41


def test_cr_26_a_seat_that_cannot_pay_passes_automatically() -> None:
    table = Table(owners={0: [LOT]}, cash={1: 1, 2: 3}).act(0, cr.CASINO + LOT)
    assert (table.game.seat, table.legal) == (2, [cr.PASS, cr.RAISE, cr.RAISE + 1])


SEALED = {
    "first price": ("sealed_first", [4, 0, 12], 3, 12),
    "second price": ("sealed_second", [4, 0, 12], 3, 4),
    "nobody else": ("sealed_second", [0, 8, 0], 2, 2),
    "tie, first price": ("sealed_first", [0, 6, 6], 2, 6),
    "tie, second price": ("sealed_second", [6, 6, 4], 1, 6),
}


@pytest.mark.parametrize("case", SEALED)
def test_cr_27_sealed_bids(case: str) -> None:
    form, bids, winner, price = SEALED[case]
    table = Table(owners={0: [LOT]}, auction=form).act(0, cr.CASINO + LOT)
    for seat, bid in enumerate(bids, start=1):
        table.act(seat, cr.BID + table.game.config.bids.index(bid) if bid else cr.PASS)
    assert table.owned(winner) == [LOT]
    assert (table.cash(winner), table.cash(0)) == (40 - price, 40 + price)


def test_cr_27_all_in_counts_the_claim() -> None:
    table = Table(owners={1: [0]}, cash={0: 5, 1: 0}, at={0: 34}, auction="sealed_first")
    table.roll(1, 2).gamble(game=0, stake=4, won=1)
    assert table.game.seat == 2
    table.pass_all(2, 3).act(0, cr.ALL_IN)
    assert (table.cash(0), table.cash(1)) == (0, 5)


# --- the final lap ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("space", "start"), [(0, 0), (4, 0), (5, 9), (13, 9), (14, 18), (34, 0), (31, 27)])
def test_cr_30_the_nearest_cash_and_run_space(space: int, start: int) -> None:
    table = Table(owners={0: [0, 3, 6]}, at={0: space}).act(0, cr.ANNOUNCE).apply_chance("announce", 1)
    assert table.facts["players"][0]["position"] == start
    assert table.lap(0) == {"start": start, "steps": 0, "laid": [0, 3, 6]}
    assert table.facts["turn_seat"] == 1


def test_cr_30_forward_on_a_tie() -> None:
    from tests.support.configs.cash_and_run import changed_board, changed_spaces

    spaces = changed_spaces(s9="bluff", s8="cash_and_run")  # from space 4 both 0 and 8 are four steps away
    table = Table(owners={0: [0, 3, 6]}, at={0: 4}, board=changed_board(spaces=spaces))
    table.act(0, cr.ANNOUNCE).apply_chance("announce", 1)
    assert table.facts["players"][0]["position"] == 8


def test_cr_30_a_spade_ends_the_turn() -> None:
    table = Table(owners={0: [0, 3, 6]}).act(0, cr.ANNOUNCE).apply_chance("announce", 0)
    assert (table.lap(0), table.facts["turn_seat"]) == (None, 1)


def test_cr_30_exactly_one_combination_is_laid_down() -> None:
    table = Table(owners={0: [0, 1, 2, 3, 6, 9, 12]}).act(0, cr.ANNOUNCE).apply_chance("announce", 1)
    assert table.legal == [cr.COMBINATION, cr.COMBINATION + 3]
    table.act(0, cr.COMBINATION)
    assert (table.phase, table.facts["laying"]) == ("leave_out", [0, 3, 6, 9, 12])
    table.act(0, cr.CASINO + 3).act(0, cr.CASINO + 12)
    assert table.lap(0)["laid"] == [0, 6, 9]  # type: ignore[index]


@pytest.mark.parametrize("dice", [(4, 5), (6, 5)])
def test_cr_31_reaching_or_passing_the_start_wins_before_the_space_is_resolved(dice: tuple[int, int]) -> None:
    table = Table(owners={0: [0, 3, 6], 1: [1]}, laps={0: (27, 27, [0, 3, 6])}, at={0: 18}).roll(*dice)
    assert table.game.over
    assert (table.facts["ended"], table.facts["lap_winner"]) == ("lap", 0)
    assert table.game.shares.tolist() == [1, 0, 0, 0]


def test_cr_32_after_losing_the_lap_in_the_own_turn_no_announcement_or_extra_roll() -> None:
    table = Table(owners={0: [0, 3, 6, 9]}, cash={0: 0}, laps={0: (27, 5, [0, 3, 6])}, at={0: 32})
    table.act(0, cr.CASINO).act(1, cr.RAISE).pass_all(2, 3)
    assert table.lap(0) is None
    assert cr.ANNOUNCE not in table.legal
    table.roll(2, 2)  # to the Cash & Run space, which has its effect again
    assert table.phase == "move"
    assert table.act(0, cr.MOVE + 4).apply_chance("pot", 0).facts["turn_seat"] == 1


def test_cr_33_during_a_final_lap_only_players_without_money_may_auction() -> None:
    owners, laps = {0: [1], 2: [0, 3, 6]}, {2: (9, 12, [0, 3, 6])}
    assert Table(owners=owners, laps=laps).game.event == "dice"  # nothing to decide
    assert Table(owners=owners, laps=laps, cash={0: 0}).legal == [cr.ROLL, cr.CASINO + 1]


# --- the end, and amounts -----------------------------------------------------------------------------------


def test_cr_28_the_combination_needed_stays_that_of_the_number_at_the_start() -> None:
    table = Table(players=4, owners={0: [0, 1, 2]})
    table.change(bankrupt=[0, 0, 0, 1, 0, 0])
    assert cr.ANNOUNCE in table.legal


def test_cr_40_the_turn_limit_ranks_by_net_worth() -> None:
    table = Table(owners={1: [0]}, cash={0: 41, 1: 40, 2: 42, 3: 40}, at={0: 1}, turn_limit=1, reward="rank")
    table.roll(1, 2).apply_chance("pot", 0)
    assert table.facts["ended"] == "turn_limit"
    assert table.game.shares.tolist() == [0, 0.5, 0.5, 0]  # 42 each: cash and a casino, or cash alone
    assert table.game.payoff.tolist() == pytest.approx([-1 / 3, 2 / 3, 2 / 3, -1])


def test_cr_41_break_and_all_in() -> None:
    table = Table(owners={1: [0]}, cash={0: 45, 1: 100}, at={0: 34}).roll(1, 2).act(0, cr.PICK + 2)
    # 21 × 5 is more than 100; 45 is not on the ladder
    assert table.legal == [cr.ALL_IN, cr.BREAK, *range(cr.STAKE, cr.STAKE + 10)]
    assert table.act(0, cr.BREAK).facts["contest"]["stake"] == 21


@pytest.mark.parametrize(
    ("cash", "owner", "expected"),
    [(32, 100, [cr.BREAK]), (20, 100, [cr.ALL_IN]), (21, 100, [cr.ALL_IN]), (45, 75, [cr.ALL_IN])],
)
def test_cr_41_no_amount_is_offered_twice(cash: int, owner: int, expected: list[int]) -> None:
    table = Table(owners={1: [0]}, cash={0: cash, 1: owner}, at={0: 34}).roll(1, 2).act(0, cr.PICK + 2)
    assert [action for action in table.legal if action in (cr.ALL_IN, cr.BREAK)] == expected


def test_reward_money_counts_the_stake_on_the_table() -> None:
    table = Table(owners={1: [0]}, at={0: 34}, reward="money").roll(1, 2).act(0, cr.PICK).act(0, cr.STAKE + 5)
    assert table.game.payoff.tolist() == pytest.approx([-2 / 60, 2 / 20, -2 / 60, -2 / 60])
