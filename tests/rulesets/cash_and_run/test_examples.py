"""The worked examples of the rules, CR-E1 to CR-E8.  Money is in units of 50,000."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rulesets.cash_and_run.table import BLANK, CARD, DIE, ROULETTE, Table, random_game
from tests.support.configs.cash_and_run import CONFIGS
from vegas_env import RULESETS
from vegas_env.rulesets.cash_and_run import record as cr

# The wheel, the die and the card deck, number by number.
WHEEL = range(1, 37)
RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
DECK = [(rank, suit) for suit in "♠♥♦♣" for rank in (*range(2, 11), "J", "Q", "K", "A")]
COUNTS = {
    (ROULETTE, 0): [number in RED for number in WHEEL],
    (ROULETTE, 1): [number <= 12 for number in WHEEL],
    (ROULETTE, 2): [number <= 6 for number in WHEEL],
    (DIE, 0): [number % 2 == 0 for number in range(1, 7)],
    (DIE, 1): [number <= 2 for number in range(1, 7)],
    (DIE, 2): [number == 1 for number in range(1, 7)],
    (CARD, 0): [suit in "♥♦" for _, suit in DECK],
    (CARD, 1): [rank in ("J", "Q", "K", "A") for rank, _ in DECK],
    (CARD, 2): [suit == "♠" for _, suit in DECK],
}
ODDS = {
    (ROULETTE, 0): Fraction(18, 36), (ROULETTE, 1): Fraction(12, 36), (ROULETTE, 2): Fraction(6, 36),
    (DIE, 0): Fraction(3, 6), (DIE, 1): Fraction(2, 6), (DIE, 2): Fraction(1, 6),
    (CARD, 0): Fraction(26, 52), (CARD, 1): Fraction(16, 52), (CARD, 2): Fraction(13, 52),
}  # fmt: skip
PAYS = {ROULETTE: (1, 2, 5), DIE: (1, 2, 5), CARD: (1, 2, 3)}


def chance_to_win(table: Table) -> Fraction:
    outcomes, probabilities = table.game.outcomes()
    assert outcomes.tolist() == [0, 1]
    return Fraction(float(probabilities[1])).limit_denominator(100)


@pytest.mark.parametrize(("symbol", "game"), list(ODDS))
def test_cr_e1_odds_of_the_games_at_casinos(symbol: int, game: int) -> None:
    counted = COUNTS[symbol, game]
    assert Fraction(sum(counted), len(counted)) == ODDS[symbol, game]
    table = Table(owners={1: [symbol]}, at={0: [35, 1, 3][symbol]})  # casinos 0, 1, 2 are on the spaces 1, 3, 5
    table.roll(1, 1).act(0, cr.PICK + game).act(0, cr.STAKE)
    assert chance_to_win(table) == ODDS[symbol, game]
    table.apply_chance("game", 1)
    assert table.cash(0) == 40 + PAYS[symbol][game]
    assert table.cash(1) == 40 - PAYS[symbol][game]


@pytest.mark.parametrize(("symbol", "space"), [(ROULETTE, 4), (DIE, 15), (CARD, 29)])
def test_cr_e1_odds_of_the_pot(symbol: int, space: int) -> None:
    table = Table(at={0: space - 3}).roll(1, 2)
    assert table.game.event == "pot"
    assert chance_to_win(table) == ODDS[symbol, 1]


@pytest.mark.parametrize("space", [11, 23, 34])
def test_cr_e1_odds_of_takeovers_grand_slam_and_announcement(space: int) -> None:
    table = Table(at={0: space - 3}, owners={0: [0], 1: [1]}).roll(1, 2).act(0, cr.CASINO + 1)
    assert chance_to_win(table) == Fraction(1, 2)
    table = Table(at={0: 3}).roll(1, 2).act(0, cr.PLAY)
    assert chance_to_win(table) == Fraction(1, 2)
    table = Table(owners={0: [0, 3, 6]}).act(0, cr.ANNOUNCE)
    assert chance_to_win(table) == Fraction(39, 52)


def test_cr_e2_the_creditor_bids_with_the_money_owed() -> None:
    table = Table(owners={1: [0, 4]}, cash={0: 5, 1: 6}, at={0: 34})
    table.roll(1, 2).gamble(game=2, stake=2, won=1)
    assert table.facts["debt"] == {"debtor": 1, "creditor": 0, "amount": 4, "first": None}
    assert table.stack == "turn visit debt auction"
    assert table.facts["auction"]["casino"] == 0  # this casino first, although the owner has another
    assert (table.cash(0), table.cash(1)) == (11, 0)  # the visitor has the stake back and all of the owner's cash
    table.pass_all(2, 3)
    # The price is 1 and the limit 11 + 4 = 15: raises of 1, 2, 4 and 8, but not of 16.
    assert table.legal == [cr.PASS, *range(cr.RAISE, cr.RAISE + 4)]
    table.act(0, cr.RAISE + 3)
    assert table.owned(0) == [0]
    assert (table.cash(0), table.cash(1)) == (11 - 5, 5)  # of the 9 bid, 4 are set off
    assert table.facts["debt"] is None
    assert table.game.seat == 1  # the debt is paid, the turn is over


def test_cr_e2_a_bid_below_the_claim_leaves_the_rest_open() -> None:
    table = Table(owners={1: [0, 4]}, cash={0: 2, 1: 6}, at={0: 34}).roll(1, 2).gamble(game=2, stake=2, won=1)
    table.pass_all(2, 3).act(0, cr.RAISE)
    assert table.cash(0) == 8
    assert table.stack == "turn visit debt auction"  # two of four are set off; the last casino is next
    assert table.facts["debt"]["amount"] == 2
    assert table.facts["auction"]["casino"] == 4


def test_cr_e2_without_creditor_bids_cash_is_the_limit() -> None:
    table = Table(owners={1: [0, 4]}, cash={0: 5, 1: 6}, at={0: 34}, creditor_bids=False)
    table.roll(1, 2).gamble(game=2, stake=2, won=1).pass_all(2, 3)
    assert table.legal == [cr.PASS, *range(cr.RAISE, cr.RAISE + 4)]  # 1 + 8 ≤ 11
    table.change(cash=[8, 0, 40, 40, 0, 0], bank=table.facts["bank"] + 3)
    assert table.legal == [cr.PASS, *range(cr.RAISE, cr.RAISE + 3)]  # 1 + 8 > 8


def lost_game(hand: list[int], others: list[int] | None = None) -> Table:
    """Seat 0 has lost a stake of 4 on the die casino of seat 1."""
    table = Table(owners={1: [1]}, at={0: 0}, hands={0: hand, 1: others or []})
    return table.roll(1, 2).gamble(game=0, stake=4, won=0)


def test_cr_e3_accepted_then_lost_again_then_a_second_card() -> None:
    table = lost_game([BLANK, CARD])
    table.act(0, cr.LAY + BLANK).act(1, cr.ACCEPT)
    assert table.facts["bottom"] == [BLANK]
    assert table.facts["bottom_known"] == [1 << 0]
    assert table.facts["contest"]["stake"] == 4
    table.apply_chance("game", 0)
    assert (table.phase, table.game.seat) == ("bluff_lay", 0)
    table.act(0, cr.LAY + CARD).act(1, cr.ACCEPT).apply_chance("game", 0)
    assert table.facts["contest"] is None  # no cards left: settled
    assert (table.cash(0), table.cash(1)) == (36, 44)


def test_cr_e3_accepted_then_won_the_new_loser_may_bluff() -> None:
    table = lost_game([BLANK], others=[DIE]).act(0, cr.LAY + BLANK).act(1, cr.ACCEPT).apply_chance("game", 1)
    assert (table.phase, table.game.seat) == ("bluff_lay", 1)
    table.act(1, cr.LAY + DIE).act(0, cr.CHALLENGE)
    assert (table.cash(0), table.cash(1)) == (36, 44)  # the owner's card was true: the owner has won


def test_cr_e3_a_challenged_true_card_turns_the_game() -> None:
    table = lost_game([DIE, DIE], others=[DIE]).act(0, cr.LAY + DIE).act(1, cr.CHALLENGE)
    assert table.facts["bottom_known"] == [0b1111]
    assert (table.cash(0), table.cash(1)) == (44, 36)  # and the owner may not bluff any more
    assert table.facts["contest"] is None


def test_cr_e3_a_challenged_false_card_loses() -> None:
    table = lost_game([BLANK, DIE]).act(0, cr.LAY + BLANK).act(1, cr.CHALLENGE)
    assert (table.cash(0), table.cash(1)) == (36, 44)
    assert table.facts["contest"] is None


def test_cr_e4_the_lowest_thrower_pays_the_rest() -> None:
    table = Table(at={0: 5}, bank=4).roll(1, 2)
    for result in (10, 20, 3, 30):
        table.apply_chance("throw", result)
    assert [table.cash(seat) for seat in range(4)] == [40, 40, 34, 50]
    assert table.facts["bank"] == 0


def test_cr_e4_the_lowest_sells_casinos_if_he_must() -> None:
    table = Table(at={0: 5}, bank=4, cash={2: 1}, owners={2: [3, 8]}).roll(1, 2)
    for result in (10, 20, 3, 30):
        table.apply_chance("throw", result)
    assert (table.stack, table.phase, table.game.seat) == ("turn all_play debt", "sell", 2)
    assert table.facts["debt"] == {"debtor": 2, "creditor": 3, "amount": 5, "first": None}
    table.act(2, cr.CASINO + 8)
    assert (table.stack, table.game.seat) == ("turn all_play debt auction", 3)
    table.pass_all(3).act(0, cr.RAISE + 3).pass_all(1)
    assert table.owned(0) == [8]
    assert [table.cash(seat) for seat in range(4)] == [31, 40, 4, 50]
    assert (table.stack, table.facts["turn_seat"]) == ("turn", 1)


def test_cr_e5_a_runner_loses_a_laid_casino_by_takeover() -> None:
    table = Table(owners={0: [1], 2: [0, 3, 6, 9]}, laps={2: (9, 12, [0, 3, 6])}, at={0: 8, 2: 21})
    table.roll(1, 2).act(0, cr.CASINO + 3).apply_chance("takeover", 1)
    assert table.owned(0) == [1, 3]
    assert table.lap(2) is None
    assert table.owned(2) == [0, 6, 9]
    assert table.facts["players"][2]["position"] == 21


def test_cr_e5_losing_another_casino_does_not_end_the_lap() -> None:
    table = Table(owners={0: [1], 2: [0, 3, 6, 9]}, laps={2: (9, 12, [0, 3, 6])}, at={0: 8, 2: 21})
    table.roll(1, 2).act(0, cr.CASINO + 9).apply_chance("takeover", 1)
    assert table.lap(2) == {"start": 9, "steps": 12, "laid": [0, 3, 6]}


@pytest.mark.parametrize(
    ("players", "casinos", "announce"),
    [(3, [0, 1, 2], False), (3, [0, 3, 6], False), (3, [0, 3, 6, 9], True), (4, [0, 1, 2], True), (6, [2, 5, 8], True),
     (4, [0, 1, 3, 4, 8, 11], False)],
)  # fmt: skip
def test_cr_e6_combinations(players: int, casinos: list[int], announce: bool) -> None:
    table = Table(players=players, owners={0: casinos})
    assert (cr.ANNOUNCE in table.legal) == announce


def test_cr_e7_a_lost_grand_slam_after_a_double_ends_the_turn() -> None:
    table = Table(at={0: 4}, owners={1: [14]}).roll(1, 1).act(0, cr.PLAY).apply_chance("slam", 1)
    table.act(0, cr.GO_ON).apply_chance("slam", 1)
    assert table.facts["slam"] == 2  # 500,000 so far
    assert table.facts["extra"]
    table.act(0, cr.GO_ON).apply_chance("slam", 0)
    assert table.cash(0) == 40
    assert table.facts["turn_seat"] == 1


def test_cr_e7_the_same_won_leads_to_the_extra_roll() -> None:
    table = Table(at={0: 4}).roll(1, 1).act(0, cr.PLAY).apply_chance("slam", 1).act(0, cr.GO_ON).apply_chance("slam", 1)
    table.act(0, cr.STOP)
    assert table.cash(0) == 50  # totals, not added up
    assert (table.phase, table.game.seat) == ("extra_roll", 0)


@pytest.mark.parametrize("number", range(len(CONFIGS)))
def test_cr_e8_money_is_conserved_at_every_step(number: int) -> None:
    check = RULESETS["cash_and_run"].check
    for game in random_game(
        number, **{**CONFIGS[number], "turn_limit": min(200, CONFIGS[number].get("turn_limit", 200))}
    ):
        check(game.facts(), game.config)


def test_cr_e8_a_void_debt_makes_and_destroys_nothing() -> None:
    table = Table(owners={1: [0]}, cash={0: 10, 1: 3, 2: 0, 3: 0}, at={0: 34}, hands={1: [BLANK, DIE]})
    before = sum(table.cash(seat) for seat in range(4)) + table.facts["bank"]
    table.roll(1, 2).gamble(game=2, stake=8, won=1).act(1, cr.NO_BLUFF)
    assert table.facts["debt"]["amount"] == 37
    table.act(0, cr.PASS)  # no other player has money, so the bank buys the casino for one
    assert table.stack == "turn visit bankruptcy"
    table.apply_chance("under", BLANK).apply_chance("under", DIE)
    assert table.cash(0) == 10 + 3 + 1  # the cash before, and the payments of the bank
    assert table.facts["players"][1] == {"cash": 0, "position": None, "bluff": [0] * 4, "bankrupt": 1, "lap": None}
    assert sum(table.cash(seat) for seat in range(4)) + table.facts["bank"] == before
    assert table.owned(None) == list(range(15))
