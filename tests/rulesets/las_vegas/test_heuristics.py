"""Heuristics of Las Vegas: the idea of each in a constructed position, tables of odds, and strength."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from tests.rulesets.las_vegas.test_examples import WHITE, A, B, C, bag, dealt, set_record
from vegas_env import Games, Position, agents
from vegas_env.agent import View, as_agents
from vegas_env.agents.las_vegas.odds import FALLS, RARE, REACH, group_sizes
from vegas_env.agents.las_vegas.payouts import LANES, LEVELS, RIVALS, ROOM, weigh_levels
from vegas_env.arena.match import evaluate
from vegas_env.kernel.cache import kernel
from vegas_env.rulesets.las_vegas import rules as lv

SIMPLE = ("greedy", "most_dice", "fewest_dice", "gap", "profit_per_die", "spoiler", "patience")


def table(
    notes: list[list[int]],
    roll: tuple[int, ...],
    dice: dict[tuple[int, int], int] | None = None,
    white: tuple[int, ...] = (),
    hand: int = 8,
    **options: Any,
) -> Position:
    """Seat A has rolled: notes (thousands) at casinos 1, 2, …; dice by (claimant, casino); the others' dice in hand."""
    options.setdefault("players", 3)
    position = dealt(neutral_dice=bool(white) or WHITE in {who for who, _ in dice or {}}, **options)
    flat = np.zeros(lv.CASINOS * lv.NOTES_PER_CASINO, np.int8)
    for casino, lying in enumerate(notes):
        start = casino * lv.NOTES_PER_CASINO
        flat[start : start + len(lying)] = [note // 10 for note in lying]
    placed = np.zeros((lv.CLAIMANTS, lv.PLACES), np.int8)
    for (claimant, casino), number in (dice or {}).items():
        placed[claimant, casino - 1] = number
    placed[A, lv.OWN_HAND], placed[A, lv.WHITE_HAND] = len(roll), len(white)
    placed[1 : options["players"], lv.OWN_HAND] = hand
    set_record(position, notes=flat, dice=placed)
    position.apply_chance(bag(*roll) | bag(*white) << lv.WHITE_ROLL_SHIFT)
    return position


def choice(name: str, position: Position) -> int:
    """The face (1 to 6) that an agent places."""
    games = Games("las_vegas", 1, config=position.config)
    games.restore(np.array([position.record]))
    return int(agents.make("las_vegas", name).act(View(games, np.zeros(1, np.int64)))[0]) + 1


# --- ideas ----------------------------------------------------------------------------------------------------


def test_most_and_fewest_dice_count_white_ones_too() -> None:
    notes = [[50], [60], [90], [70], [80], [50]]
    position = table(notes, (1, 1, 2, 3, 5), white=(2, 2, 5))
    assert choice("most_dice", position) == 2
    assert choice("fewest_dice", position) == 3
    even = table(notes, (1, 1, 3, 3, 4, 4))
    assert choice("most_dice", even) == choice("fewest_dice", even) == 3  # in a tie, the highest note


def test_greedy_takes_the_highest_payout_of_now() -> None:
    position = table([[60], [90], [50]], (1, 2, 2, 3, 3, 3), {(B, 2): 2})
    assert choice("greedy", position) == 1  # the twos would tie with B (LV-7)


def test_gap_minds_the_richest_where_greedy_looks_at_itself() -> None:
    """Placing the 2 takes 60 from the richest and wins nothing; placing the 1 wins 50."""
    position = table([[50], [60]], (1, 2), {(C, 2): 1})
    set_record(position, money={C: 20, B: 1})
    assert choice("greedy", position) == 1
    assert choice("gap", position) == 2


def test_profit_per_die_is_sparing() -> None:
    """Three dice win 90, one die wins 60; a tie that costs another player 70 is a profit too."""
    notes = [[60], [90], [70]]
    assert choice("greedy", table(notes, (1, 2, 2, 2))) == 2
    assert choice("profit_per_die", table(notes, (1, 2, 2, 2))) == 1
    assert choice("profit_per_die", table(notes, (1, 2, 2, 3), {(B, 3): 1})) == 3


def test_spoiler_ties_the_leader_and_uses_white_dice_for_it() -> None:
    notes = [[90], [50], [50]]
    assert choice("spoiler", table(notes, (1, 2, 2), {(B, 2): 2})) == 2
    with_white = table(notes, (1, 3), {(B, 2): 2}, white=(2, 2))
    assert choice("spoiler", with_white) == 2  # LV-14: the white dice tie with B
    assert choice("greedy", with_white) == 1


@pytest.mark.parametrize(("hand", "expected"), [(8, 1), (1, 2)])
def test_patience_keeps_its_dice_until_the_others_have_few(hand: int, expected: int) -> None:
    position = table([[50], [90]], (1, 2, 2, 2), hand=hand)
    assert choice("patience", position) == expected


def test_expected_value_sees_the_dice_that_are_still_to_come() -> None:
    """One die leads for the 90, but rarely wins if the others have all their dice; a third die at the 70 may win."""
    notes = [[90], [70], [50], [50], [50], [50]]
    dice = {(A, 2): 2, (B, 2): 2}
    assert choice("expected_value", table(notes, (1, 2), dice, hand=0)) == 1
    assert choice("expected_value", table(notes, (1, 2), dice, hand=8)) == 2
    assert choice("greedy", table(notes, (1, 2), dice, hand=8)) == 1


def test_of_equals_expected_value_places_the_lowest_face() -> None:
    """All casinos and all rolled dice are equivalent: rounding errors must not decide."""
    assert choice("expected_value", table([[50, 30]] * 6, (2, 3, 4, 5, 6), players=5)) == 2


def test_expected_value_places_white_dice_against_others() -> None:
    """LV-14: two white dice cancel B's two; at casino 4 they would harm no player."""
    notes = [[90], [50], [50], [50], [50], [50]]
    position = table(notes, (2, 3), {(B, 1): 2, (A, 2): 1, (A, 3): 1}, white=(1, 1, 4, 4), hand=0, players=2)
    assert choice("expected_value", position) == 1


def test_expected_value_goes_for_chips() -> None:
    """LV-16: a pair earns the chip card of its casino, which makes three of a colour (LV-17)."""
    notes = [[50], [50], [50], [50], [50], [50]]
    position = table(notes, (1, 1, 2, 2, 3), chips=True)
    pink = dict.fromkeys(range(lv.CASINOS), 0)
    for casino in (0, 1):
        set_record(position, chips={**pink, casino: 1}, chips_held={A: 2})
        assert choice("expected_value", position) == casino + 1


# --- the odds -------------------------------------------------------------------------------------------------


@kernel
def _weigh_levels(chances, weights, notes, top, worths):
    weigh_levels(chances, weights, notes, lv.CASINOS, top, np.empty(ROOM), worths)


def payouts(counts: list[int], notes: list[int]) -> list[int]:
    """LV-7, LV-8 for one casino, in plain Python."""
    winners = sorted((number for number in counts if number and counts.count(number) == 1), reverse=True)
    prizes = dict(zip(winners, notes, strict=False))
    return [prizes.get(number, 0) for number in counts]


@pytest.mark.parametrize("selfish", [True, False])
@pytest.mark.parametrize("rivals", range(RIVALS + 1))
def test_worth_of_casinos_agrees_with_counting_all_cases(rivals: int, selfish: bool) -> None:
    """LV-7, LV-8: casinos with one to five notes; missing rivals have no dice."""
    rng = np.random.default_rng(rivals)
    top = 4
    chances = np.zeros((LEVELS, RIVALS, LANES))
    chances[0, rivals:] = 1.0
    chances[: top + 1, :rivals] = rng.dirichlet(np.full(top + 1, 0.7), size=(rivals, LANES)).transpose(2, 0, 1)
    weights = np.zeros(RIVALS) if selfish else rng.random(RIVALS)
    lying = np.zeros((lv.CASINOS, lv.NOTES_PER_CASINO), np.int8)
    for casino, notes in enumerate([[9], [6, 4], [5, 5, 2], [4, 3, 3, 2, 1], [9, 9, 9, 9, 9], [8, 1]]):
        lying[casino, : len(notes)] = notes
    worths = np.zeros((LEVELS, LANES))
    _weigh_levels(chances, weights, lying.ravel(), top, worths)
    expected = np.zeros((top + 2, lv.CASINOS))
    for casino, notes in enumerate(lying.tolist()):
        for counts in itertools.product(range(top + 1), repeat=rivals):
            likely = np.prod([chances[number, rival, casino] for rival, number in enumerate(counts)])
            for mine in range(top + 2):
                paid = payouts([mine, *counts], notes)
                expected[mine, casino] += likely * (paid[0] - weights[:rivals] @ np.array(paid[1:]))
    np.testing.assert_allclose(worths[: top + 2, : lv.CASINOS], expected, atol=1e-12)
    np.testing.assert_allclose(worths[top + 2 :, : lv.CASINOS] - expected[-1], 0.0, atol=1e-12)


def test_groups_agree_with_counting_all_rolls() -> None:
    for dice, faces in ((1, 6), (4, 3), (5, 4), (3, 1)):
        sizes = np.zeros(dice + 1)
        for roll in itertools.product(range(faces), repeat=dice):
            shown = set(roll)
            for face in shown:
                sizes[roll.count(face)] += 1 / len(shown) / faces**dice
        np.testing.assert_allclose(group_sizes(dice, faces), sizes, atol=1e-12)


def test_dice_fall_as_random_players_let_them_fall() -> None:
    """The table agrees with where the eight dice of a random player are at the end of a round."""
    games = Games("las_vegas", 4096, seed=3, players=2, rounds=2, observe=False)
    rng = np.random.default_rng(0)
    last = np.zeros((games.n, lv.CASINOS), np.int64)
    waiting = np.full(games.n, True)
    while waiting.any():
        where = np.flatnonzero(waiting)
        actions = (rng.random(games.mask.shape) * games.mask).argmax(axis=1)[where]
        records = games.records[where]
        one_roll = records["own_roll"][:, None] >> (4 * actions[:, None]) & 15
        mine = records["seat"] == 0
        last[where[mine], actions[mine]] += one_roll[mine, 0]
        games.step(actions, where=where)
        waiting &= games.records["round"] == 0
    counts = np.bincount(last.ravel(), minlength=9) / last.size
    assert last.sum() == 8 * games.n
    assert REACH[6, 8] == 5
    np.testing.assert_allclose(counts[:5], FALLS[6, 8, :5], atol=0.01)
    assert counts[6:].sum() < RARE
    np.testing.assert_allclose(FALLS[1:].sum(axis=2), 1.0)


# --- strength -------------------------------------------------------------------------------------------------


def win_share(name: str, against: str, games: int, **options: Any) -> float:
    agent = agents.make("las_vegas", name)
    return evaluate("las_vegas", agent, as_agents("las_vegas", against), games, seed=5, **options).win_share


def test_expected_value_wins_more_than_the_best_published_heuristic() -> None:
    """That one wins 0.70 of games for five from one seat against four random players."""
    assert win_share("expected_value", "random", 4000, players=5) > 0.72


@pytest.mark.parametrize(("players", "against", "least"), [(2, SIMPLE, 0.53), (5, SIMPLE, 0.28)])
def test_expected_value_beats_every_other_heuristic(players: int, against: tuple[str, ...], least: float) -> None:
    for name in against:
        assert win_share("expected_value", name, 600, players=players) > least, name


@pytest.mark.parametrize("options", [{"neutral_dice": True}, {"chips": True}, {"neutral_dice": True, "chips": True}])
def test_expected_value_knows_the_variants(options: dict[str, Any]) -> None:
    assert win_share("expected_value", "greedy", 600, players=4, **options) > 0.3


@pytest.mark.parametrize("name", ["greedy", "expected_value"])
def test_searches_can_imagine_games_with_it(name: str) -> None:
    flat = agents.make("las_vegas", "flat", rollouts=12, rollout_policy=name)
    games = Games("las_vegas", 4, seed=1, players=3)
    view = View(games, np.arange(4))
    assert games.mask[np.arange(4), flat.act(view)].all()
    assert (flat.evaluate(view).visits.sum(axis=1) >= 12).all()
