"""Hidden information is not observed, and resampling keeps everything that a seat knows."""

from __future__ import annotations

from collections import Counter

import numpy as np

from tests.rulesets.cash_and_run.table import BLANK, CARD, DIE, ROULETTE, Table
from vegas_env import cash_and_run_v0
from vegas_env.rulesets.cash_and_run import record as cr

SEALED = {"owners": {0: [4]}, "auction": "sealed_first"}


def must_decide(table: Table) -> list[int]:
    return table.game.must_decide()


def test_others_see_how_many_cards_but_not_which() -> None:
    one = Table(hands={0: [DIE, BLANK], 1: [CARD]}).game
    two = Table(hands={0: [ROULETTE, ROULETTE], 1: [CARD]}).game
    np.testing.assert_array_equal(one.observe(1), two.observe(1))
    assert not np.array_equal(one.observe(0), two.observe(0))
    more = Table(hands={0: [DIE], 1: [CARD]}).game
    assert not np.array_equal(one.observe(1), more.observe(1))


def test_a_face_down_card_is_observed_by_its_player_only() -> None:
    seen = []
    for kind in (DIE, BLANK):
        table = Table(owners={1: [1]}, hands={0: [DIE, BLANK]}).roll(1, 2).gamble(game=0, stake=4, won=0)
        seen.append(table.act(0, cr.LAY + kind).game)
    np.testing.assert_array_equal(seen[0].observe(1), seen[1].observe(1))
    np.testing.assert_array_equal(seen[0].observe(2), seen[1].observe(2))
    assert not np.array_equal(seen[0].observe(0), seen[1].observe(0))


def test_resampling_of_a_face_down_card() -> None:
    table = Table(owners={1: [1]}, hands={0: [DIE, BLANK]}).roll(1, 2).gamble(game=0, stake=4, won=0)
    table.act(0, cr.LAY + DIE)
    rng = np.random.default_rng(0)
    kinds = Counter()
    for _ in range(3_000):
        twin = table.game.copy()
        twin.resample_hidden(1, rng)
        kinds[twin.facts()["contest"]["laid"]] += 1
        twin.resample_hidden(0, rng)
    shares = [kinds[kind] / 3_000 for kind in range(4)]
    np.testing.assert_allclose(shares, [6 / 25, 6 / 25, 6 / 25, 7 / 25], atol=0.04)
    twin = table.game.copy()
    for _ in range(50):
        twin.resample_hidden(0, rng)
        assert twin.facts()["contest"]["laid"] == DIE


def test_resampling_keeps_the_cards_under_the_stack_that_a_seat_knows() -> None:
    table = Table(bluff_cards=(2, 2, 2, 2), hands={1: [BLANK], 2: [BLANK]})
    table.change(bottom_count=3, bottom=[DIE, CARD, ROULETTE] + [0] * 29, bottom_known=[15, 1, 2] + [0] * 29)
    table.change(bluff_stack=[1, 1, 1, 0], bluff_count=3)
    table.check()
    rng = np.random.default_rng(1)
    seen: dict[int, set[int]] = {place: set() for place in range(3)}
    hands = Counter()
    for _ in range(2_000):
        twin = table.game.copy()
        twin.resample_hidden(0, rng)
        facts = twin.facts()
        twin.ruleset.check(facts, twin.config)
        for place in range(3):
            seen[place].add(facts["bottom"][place])
        hands[tuple(facts["players"][1]["bluff"])] += 1
        assert sum(facts["bluff_stack"]) == 3
    assert seen[0] == {DIE}
    assert seen[1] == {CARD}
    assert seen[2] == {ROULETTE, DIE, CARD, BLANK}
    # Seat 0 does not know the places of two roulette, one die, one card and two blank cards.
    expected = {(1, 0, 0, 0): 2 / 6, (0, 1, 0, 0): 1 / 6, (0, 0, 1, 0): 1 / 6, (0, 0, 0, 1): 2 / 6}
    for hand, share in expected.items():
        assert abs(hands[hand] / 2_000 - share) < 0.05


def test_all_seats_that_can_make_a_sealed_bid_must_decide() -> None:
    table = Table(cash={2: 1}, **SEALED).act(0, cr.CASINO + 4)
    assert must_decide(table) == [1, 3]
    assert must_decide(table.act(1, cr.BID + 3)) == [3]


def test_sealed_bids_are_not_observed_by_others() -> None:
    games = [Table(**SEALED).act(0, cr.CASINO + 4).act(1, action).game for action in (cr.BID, cr.BID + 5, cr.PASS)]
    for game in games[1:]:
        for seat in (0, 2, 3):
            np.testing.assert_array_equal(game.observe(seat), games[0].observe(seat))
        assert not np.array_equal(game.observe(1), games[0].observe(1))


def test_resampling_withdraws_sealed_bids_and_lets_the_seat_decide_first() -> None:
    rng = np.random.default_rng(0)
    table = Table(**SEALED).act(0, cr.CASINO + 4).act(1, cr.BID + 3).act(2, cr.BID + 1)
    twin = table.game.copy()
    twin.resample_hidden(3, rng)
    assert twin.seat == 3
    assert twin.facts()["auction"]["bids"] == [None] * 4
    twin.apply(cr.BID)
    assert twin.seat == 1
    twin.apply(cr.PASS)
    twin.apply(cr.BID + 4)
    assert twin.facts()["owner"][4] == 2


def test_resampling_keeps_the_own_sealed_bid() -> None:
    rng = np.random.default_rng(0)
    table = Table(**SEALED).act(0, cr.CASINO + 4).act(1, cr.BID + 3).act(2, cr.BID + 1)
    twin = table.game.copy()
    twin.resample_hidden(2, rng)
    assert twin.facts()["auction"]["bids"] == [None, None, 3, None]
    assert twin.seat == 1
    np.testing.assert_array_equal(twin.observe(2), table.game.observe(2))


def test_resampling_keeps_the_pass_of_a_seat_that_cannot_bid() -> None:
    table = Table(cash={1: 1}, **SEALED).act(0, cr.CASINO + 4).act(2, cr.BID + 1)
    twin = table.game.copy()
    twin.resample_hidden(0, np.random.default_rng(0))
    assert twin.seat == 2
    assert twin.facts()["auction"]["bids"] == [None, 0, None, None]


def test_sealed_bids_of_the_parallel_environment_are_made_at_once() -> None:
    env = cash_and_run_v0.parallel_env(auction="sealed_second", start_money=12, bank=10, turn_limit=150)
    seen, _ = env.reset(seed=3)
    rng = np.random.default_rng(0)
    together = 0
    while env.agents:
        asked_now = [agent for agent in env.agents if not seen[agent]["action_mask"][-1]]
        together += len(asked_now) > 1
        assert asked_now
        actions = {agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents}
        seen, *_ = env.step(actions)
    assert together > 5
