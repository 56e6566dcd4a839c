"""The worked examples of the rules, LV-E1 to LV-E9, and further rules that are easy to get wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vegas_env import Games, Position
from vegas_env.rulesets.las_vegas import rules as lv
from vegas_env.rulesets.las_vegas.config import LasVegasConfig, compile_rules

A, B, C, D = 0, 1, 2, 3
WHITE = lv.WHITE


def bag(*faces: int) -> int:
    """The multiset of dice with these faces (1 to 6)."""
    return sum(1 << (4 * (face - 1)) for face in faces)


def dealt(**options: Any) -> Position:
    """A game after the deal of the first round: the start player rolls next."""
    position = Position("las_vegas", **options)
    rng = np.random.default_rng(0)
    while position.event != "roll":
        position.apply_chance(position.sample_chance(rng))
    return position


def set_record(position: Position, **fields: Any) -> None:
    """Set fields of the position; a dict sets single elements of a field."""
    records = np.array([position.record])
    for name, value in fields.items():
        if isinstance(value, dict):
            for place, element in value.items():
                records[name][0][place] = element
        else:
            records[name][0] = value
    position.record = records[0]


def pay(dice: dict[int, int], notes: list[int], **options: Any) -> tuple[list[int], list[int]]:
    """(winnings of each seat in thousands, notes that go under the stack) at a casino with these dice and notes."""
    config = LasVegasConfig(**options)
    rulebook = compile_rules(config)
    records = np.zeros(1, lv.GAME)
    for claimant, number in dice.items():
        records["dice"][0, claimant, 2] = number
    records["notes"][0, 2 * lv.NOTES_PER_CASINO : 2 * lv.NOTES_PER_CASINO + len(notes)] = [note // 10 for note in notes]
    lv.pay_casino(records[0], rulebook[0], 2)
    values = [value for value, _ in config.notes]
    bottom = int(records["bottom"][0, 0])
    under = [values[(bottom >> (4 * place)) & 15] for place in range(int(records["bottom_count"][0]))]
    return (records["money"][0, : config.players] * 10).tolist(), under


def test_lv_e1_all_dice_of_the_chosen_face_are_placed() -> None:
    position = dealt(players=2)
    set_record(position, dice={(A, lv.OWN_HAND): 5, (A, 0): 3})
    position.apply_chance(bag(3, 3, 3, 3, 5))
    assert position.legal() == [2, 4]
    position.apply(2)
    assert position.facts()["casinos"][2]["dice"] == [4, 0]
    assert position.facts()["players"][A]["own_dice"] == 1
    position.apply_chance(bag(1, 1, 1, 1, 1, 1, 1, 1))
    position.apply(0)
    assert position.facts()["players"][B]["own_dice"] == 0
    assert position.event == "roll"
    outcomes, probabilities = position.outcomes()
    assert len(outcomes) == 6  # exactly one die
    assert probabilities == pytest.approx(1 / 6)


def test_lv_e2_equal_numbers_cancel() -> None:
    money, under = pay({A: 5, B: 3, C: 3, D: 1}, [80, 30, 10])
    assert money == [80, 0, 0, 30]
    assert under == [10]


def test_lv_e3_all_cancel() -> None:
    money, under = pay({A: 2, C: 2, B: 1, D: 1}, [70, 20])
    assert money == [0, 0, 0, 0]
    assert under == [70, 20]


def test_lv_e4_one_is_left() -> None:
    money, under = pay({A: 3, C: 3, B: 1}, [40, 10])
    assert money == [0, 40, 0, 0]
    assert under == [10]


def test_lv_e5_fewer_notes_than_winners() -> None:
    money, under = pay({C: 4, B: 2, D: 1}, [70, 20])
    assert money == [0, 20, 70, 0]
    assert under == []


def test_lv_e6_white_dice_are_rolled_and_placed_with_ones_own() -> None:
    position = dealt(players=4, neutral_dice=True)
    set_record(position, dice={(A, lv.OWN_HAND): 3, (A, lv.WHITE_HAND): 2, (A, 3): 5})
    position.apply_chance(bag(1, 1, 5) + (bag(1, 6) << 24))
    assert position.legal() == [0, 4, 5]
    placed = {}
    for action in position.legal():
        twin = position.copy()
        twin.apply(action)
        casino = twin.facts()["casinos"][action]
        placed[action] = (casino["dice"][A], casino["white"])
    assert placed == {0: (2, 1), 4: (1, 0), 5: (0, 1)}


def test_lv_e7_white_wins_the_first_note() -> None:
    money, under = pay({WHITE: 4, B: 2}, [80, 30], neutral_dice=True)
    assert money == [0, 30, 0, 0]
    assert under == [80]


def test_lv_e8_white_is_second() -> None:
    money, under = pay({C: 4, WHITE: 3, A: 1}, [70, 40], neutral_dice=True)
    assert money == [0, 0, 70, 0]
    assert under == [40]


def test_lv_e9_chips() -> None:
    """2 pink and 4 gold are worth 30 + 100."""
    position = dealt(players=2, chips=True, rounds=1, dice=1)
    held = 2 + (4 << 4)
    set_record(position, chips_held={A: held}, chip_stack=0, chips=0)
    position.apply_chance(bag(1))
    position.apply(0)
    position.apply_chance(bag(1))
    position.apply(0)
    assert position.over
    assert position.facts()["players"][A]["money"] == 130  # the dice cancel, so no notes are won
    assert position.shares.tolist() == [1.0, 0.0]


def test_a_player_with_only_white_dice_still_takes_turns() -> None:
    """LV-13."""
    position = dealt(players=2, neutral_dice=True)
    set_record(position, dice={(A, lv.OWN_HAND): 0, (A, 0): 8, (A, lv.WHITE_HAND): 1, (WHITE, 0): 3})
    position.apply_chance(bag(2) << 24)
    assert position.seat == A
    assert position.legal() == [1]


def test_players_without_dice_are_skipped_and_the_last_goes_on_alone() -> None:
    """LV-6."""
    position = dealt(players=3)
    set_record(
        position,
        dice={(A, lv.OWN_HAND): 2, (A, 0): 6, (B, lv.OWN_HAND): 0, (B, 1): 8, (C, lv.OWN_HAND): 0, (C, 2): 8},
    )
    position.apply_chance(bag(1, 2))
    position.apply(0)
    assert position.event == "roll"
    position.apply_chance(bag(6))
    assert position.seat == A


def test_ties_in_money_are_broken_by_notes_then_shared() -> None:
    """LV-11."""
    position = dealt(players=3, rounds=1, dice=1)
    for _ in range(3):
        position.apply_chance(bag(1))
        twin = position.copy()
        position.apply(0)
    set_record(twin, money=np.array([5, 5, 1, 0, 0]), note_count=np.array([1, 2, 1, 0, 0]))
    twin.apply(0)
    assert twin.shares.tolist() == [0.0, 1.0, 0.0]
    set_record(twin, money=np.array([5, 5, 1, 0, 0]), note_count=np.array([2, 2, 1, 0, 0]))
    assert twin.shares.tolist() == [0.5, 0.5, 0.0]


def test_the_start_moves_to_the_left_each_round() -> None:
    """LV-4."""
    games = Games("las_vegas", 1, seed=0, players=3)
    starts = []
    while not games.over[0]:
        starts.append((int(games.records["round"][0]), int(games.records["start"][0])))
        games.step([int(games.mask[0].argmax())])
    assert sorted(set(starts)) == [(0, 0), (1, 1), (2, 2), (3, 0)]


def test_left_over_white_dice_are_thrown_before_each_round_with_three_players() -> None:
    """LV-12; LV-16: left white dice earn no chip card."""
    position = Position("las_vegas", players=3, neutral_dice=True, chips=True)
    rng = np.random.default_rng(1)
    while position.event != "left_white":
        position.apply_chance(position.sample_chance(rng))
    position.apply_chance(bag(4, 4))
    assert position.event == "roll"
    assert position.facts()["casinos"][3]["white"] == 2
    assert sum(position.facts()["casinos"][3]["chips"]) == 1


def test_two_dice_earn_the_choice_of_a_chip() -> None:
    """LV-16."""
    position = dealt(players=2, chips=True)
    set_record(position, chips={0: 1 + (1 << 8)})
    twin = position.copy()
    position.apply_chance(bag(1, 1, 2, 3, 4, 5, 6, 6))
    position.apply(0)
    assert position.legal() == [lv.TAKE_CHIP, lv.TAKE_CHIP + 2, lv.NO_CHIP]
    position.apply(lv.TAKE_CHIP + 2)
    assert position.facts()["players"][A]["chips"] == [0, 0, 1, 0, 0]
    assert position.event == "roll"
    twin.apply_chance(bag(1, 2, 2, 3, 4, 5, 6, 6))
    twin.apply(0)
    assert twin.event == "roll"  # one die only


def test_the_standard_stack_never_runs_dry_and_deals_as_known() -> None:
    """About 38.9 notes are dealt in a game, 75.4 thousand at each casino; never more than 52 notes."""
    dealt_notes, shown = [], []
    games = Games("las_vegas", 2_000, seed=5, players=2, observe=False)
    seen_round = np.full(2_000, -1)
    total = np.zeros(2_000)
    while not games.over.all():
        new = (games.records["round"] != seen_round) & ~games.over
        seen_round[new] = games.records["round"][new]
        notes = games.records["notes"][new].reshape(-1, 6, 5)
        shown.append(notes.sum(axis=2).ravel() * 10)
        total[new] += (notes > 0).sum(axis=(1, 2))
        assert (notes.sum(axis=2) >= 5).all()
        where = np.flatnonzero(~games.over)
        games.step(games.mask.argmax(axis=1)[where], where=where)
    dealt_notes = total
    assert dealt_notes.max() <= 52
    assert dealt_notes.mean() == pytest.approx(38.9, abs=0.2)
    assert np.concatenate(shown).mean() == pytest.approx(75.4, abs=0.5)


def test_hidden_money_hides_only_the_others_money() -> None:
    """LV-10."""
    open_games = Games("las_vegas", 64, seed=3, players=3)
    hidden = Games("las_vegas", 64, seed=3, players=3, hidden_money=True)
    money = open_games.observation_slices["money"]
    while not open_games.over.any():
        actions = open_games.mask.argmax(axis=1)
        open_games.step(actions)
        hidden.step(actions)
    running = np.flatnonzero(~open_games.over)
    mine, theirs = money.of(open_games.observation[running]), money.of(hidden.observation[running])
    np.testing.assert_array_equal(mine[:, 0], theirs[:, 0])
    assert mine[:, 1:].any()
    assert not theirs[:, 1:].any()


def test_reward_money_is_paid_at_each_payout() -> None:
    games = Games("las_vegas", 1, seed=0, players=2, reward="money")
    paid_rounds = 0
    while not games.over[0]:
        before = int(games.records["round"][0])
        games.step([int(games.mask[0].argmax())])
        if games.records["round"][0] > before:
            paid_rounds += 1
            money = games.records["money"][0, :2] / 10
            assert games.payoff[0] == pytest.approx([money[0] - money[1], money[1] - money[0]])
        else:
            assert not games.reward.any()
    assert paid_rounds == 4
