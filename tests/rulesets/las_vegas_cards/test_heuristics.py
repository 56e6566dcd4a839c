"""Heuristics of the card game: the idea of each in a constructed position, and forecasts against full enumeration."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.rulesets.las_vegas_cards.test_examples import DOUBLE, NAMES, bag, draw, play, to_the_draws, with_chips
from tests.support.agents import decision
from vegas_env import Position, agents
from vegas_env.agent import as_agent, as_agents
from vegas_env.agents.las_vegas_cards.expected_value import cards_to_come
from vegas_env.agents.shared.forecast import LEVELS, add_random_cards, expected_payouts
from vegas_env.arena.match import evaluate
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import agent_kernel
from vegas_env.rulesets.las_vegas_cards import cards
from vegas_env.rulesets.las_vegas_cards import rules as lc
from vegas_env.rulesets.shared.banknotes import CASINOS, NOTES_PER_CASINO, SEATS

HEURISTICS = ("greedy", "spoiler", "patience", "most_cards", "double_down", "expected_value")


def table(
    notes: dict[int, tuple[int, ...]],
    hand: tuple[int, ...],
    laid: dict[int, tuple[int, ...]] | None = None,
    turn: int = 0,
    out: tuple[int, ...] = (),
    **options: Any,
) -> Position:
    """Seat 0 decides with this hand; casinos (1 to 6) have these notes in thousands; seats have placed these cards."""
    position = to_the_draws(**{"players": 3, **options})
    records = np.array([position.record])
    records["notes"] = 0
    for casino, values in notes.items():
        first = (casino - 1) * NOTES_PER_CASINO
        records["notes"][0, first : first + len(values)] = [value // 10 for value in values]
    records["turns"][0, : position.players] = turn
    for seat, placed in (laid or {}).items():
        lc.place(records[0], seat, bag(*placed))
        records["hand_count"][0, seat] = 0
        records["pile"][0, seat] -= bag(*placed)
        records["pile_count"][0, seat] -= len(placed)
    records["active"][0, list(out)] = 0
    position.record = records[0]
    draw(position, hand)
    while position.event:
        position.apply_chance(position.sample_chance(np.random.default_rng(0)))
    return position


def choice(agent: str, position: Position) -> str:
    return cards.ACTION_NAMES[decision(agent, position)]


# --- the ideas ------------------------------------------------------------------------------------------------


def test_greedy_takes_what_pays_most_now_with_the_fewest_cards() -> None:
    notes = {1: (100, 30), 2: (90, 40), 3: (50,)}
    position = table(notes, (1, 2, 3, 4, 6), laid={1: (1, 1)})
    assert choice("greedy", position) == "2 + 3"  # 90 + 50, not 30 at casino 1
    assert choice("greedy", table({2: (90, 40)}, (2, 2, 2, 4, 6))) == "one 2"
    assert choice("greedy", table({2: (90, 40)}, (2, 2, 2, 4, 6), laid={1: (2, 2)})) == "three 2s"


def test_spoiler_draws_level_with_leaders() -> None:
    position = table({1: (100,), 2: (90,)}, (1, 1, 2, 4, 6), laid={1: (1, 1)})
    assert choice("spoiler", position) == "two 1s"
    assert choice("greedy", position) == "one 2"


def test_patience_lays_one_card_until_its_last_turn() -> None:
    notes = {2: (90,), 3: (50,)}
    assert choice("patience", table(notes, (1, 2, 3, 4, 6))) == "one 2"
    assert choice("patience", table(notes, (1, 2, 3, 4, 6), turn=5)) == "2 + 3"


def test_most_cards_lays_all_it_may() -> None:
    notes = {2: (90,), 4: (40,)}
    assert choice("most_cards", table(notes, (2, 3, 4, 4, 4))) == "three 4s"
    assert choice("most_cards", table(notes, (1, 2, 3, 4, 6))) == "2 + 4"


def test_double_down_adds_to_what_it_has_begun() -> None:
    position = table({2: (100, 30), 3: (40,)}, (2, 3, 4, 5, 6), laid={0: (2,)})
    assert choice("greedy", position) == "one 3"
    assert choice("double_down", position) == "2 + 3"


def test_expected_value_considers_which_players_are_still_in() -> None:
    """One 2 is enough against players who are out (LC-9); against active players, more dice are safer."""
    notes, hand = {2: (100,)}, (2, 2, 2, 4, 6)
    assert choice("expected_value(turn_worth=0,card_worth=0)", table(notes, hand, out=(1, 2))) == "one 2"
    assert choice("expected_value(turn_worth=0,card_worth=0)", table(notes, hand, turn=2)) == "three 2s"


def test_expected_value_keeps_room_for_turns_to_come() -> None:
    """Three 4s would put the player out with eight cards (LC-9), in the second of six turns."""
    notes = {1: (90, 80), 2: (90, 80), 3: (90, 80), 4: (50, 40)}
    position = table(notes, (4, 4, 4, 5, 6), laid={0: (1, 2, 5, 5, 6), 1: (4, 4)}, turn=1)
    chosen = multisets.total(int(cards.SELECTIONS[decision("expected_value", position)]))
    assert chosen < 3
    assert choice("expected_value(turn_worth=0,card_worth=0)", position) == "three 4s"


def test_expected_value_considers_what_others_win() -> None:
    """In the last turn, against players who are out, the forecast is certain: win 30, or cost another player 100."""
    position = table({1: (100,), 2: (30,)}, (1, 1, 2, 4, 6), laid={1: (1, 1)}, turn=5, out=(1,), players=2)
    assert choice("expected_value(spite=0)", position) == "one 2"
    assert choice("expected_value(spite=1)", position) == "two 1s"


@pytest.mark.parametrize("name", HEURISTICS)
def test_lc_13_everyone_takes_the_chip_that_adds_most(name: str) -> None:
    position = with_chips((DOUBLE + 2, 1, 3, 4, 5))
    play(position, "one double 2")
    record = np.array([position.record])
    record["chips"][0, 1] = bag_of_chips(pink=1, gold=1, red=1)
    record["chips_held"][0, 0] = bag_of_chips(pink=1, gold=3)
    position.record = record[0]
    assert decision(name, position) == NAMES["take a gold chip"]


def bag_of_chips(pink: int = 0, gold: int = 0, red: int = 0) -> int:
    return pink + (gold << multisets.BITS) + (red << (4 * multisets.BITS))


def test_lc_13_a_chip_is_worth_a_second_die() -> None:
    chips = {"sequential": True, "chips": True}
    hand = (2, DOUBLE + 2, 3, 4, 6)
    position = table({2: (90,)}, hand, **chips)
    record = np.array([position.record])
    for offered, chosen in ((bag_of_chips(gold=1), "one double 2"), (0, "one 2")):
        record["chips"] = 0
        record["chips"][0, 1] = offered
        position.record = record[0]
        assert choice("greedy", position) == chosen


# --- forecasts against full enumeration -----------------------------------------------------------------------


@agent_kernel
def _random_cards(chances, laid, singles, doubles, unseen, number):
    add_random_cards(chances, 0, laid, singles, doubles, unseen, number)


@agent_kernel
def _payouts(chances, players, notes, casino, payouts):
    expected_payouts(chances, players, notes, casino, payouts)


@agent_kernel
def _draws(bag, items):
    return multisets.all_draws(bag, items)


@agent_kernel
def _cards_to_come(records, rulebook, seat, pace):
    return cards_to_come(records[0], rulebook[0], seat, pace)


@pytest.mark.parametrize(("unseen", "number"), [((4, 1, 4, 1, 3), 4), ((0, 2, 5, 0, 1), 3), ((3, 1, 0, 0, 1), 5)])
def test_dice_of_random_cards(unseen: tuple[int, ...], number: int) -> None:
    """Cards of five kinds; the first two are singles and doubles of the casino, which has two dice."""
    chances = np.zeros((1, LEVELS))
    _random_cards(chances, 2, unseen[0], unseen[1], sum(unseen), number)
    expected = np.zeros(LEVELS)
    drawn, probabilities = _draws(sum(n << (multisets.BITS * kind) for kind, n in enumerate(unseen)), number)
    for code, probability in zip(drawn, probabilities, strict=True):
        singles, doubles = multisets.counts(int(code), 2)
        expected[2 + singles + 2 * doubles] += probability
    np.testing.assert_allclose(chances[0], expected, atol=1e-12)


def payouts_of(dice: tuple[int, ...], notes: list[int]) -> np.ndarray:
    """LC-10 in plain Python: seats without a tie, sorted by dice, win the notes, sorted by value."""
    alone = [seat for seat, number in enumerate(dice) if number > 0 and dice.count(number) == 1]
    paid = np.zeros(SEATS)
    for seat, note in zip(sorted(alone, key=lambda seat: -dice[seat]), notes, strict=False):
        paid[seat] = note
    return paid


@pytest.mark.parametrize(
    ("players", "levels", "notes"), [(2, 6, [9, 4]), (3, 5, [7]), (4, 5, [5, 5, 2]), (5, 4, [8, 3])]
)
def test_expected_payouts(players: int, levels: int, notes: list[int]) -> None:
    rng = np.random.default_rng(players)
    chances = np.zeros((SEATS, LEVELS))
    chances[:players, :levels] = rng.dirichlet(np.ones(levels), size=players)
    chances[0] = np.eye(LEVELS)[2]  # the dice of one seat are certain
    casino = 3
    lying = np.zeros(CASINOS * NOTES_PER_CASINO, np.int8)
    lying[casino * NOTES_PER_CASINO :][: len(notes)] = notes
    payouts = np.zeros(SEATS)
    _payouts(chances, players, lying, casino, payouts)
    expected = np.zeros(SEATS)
    for dice in product(range(levels), repeat=players):
        expected += np.prod(chances[range(players), dice]) * payouts_of(dice, notes)
    np.testing.assert_allclose(payouts, expected, atol=0.01)


def test_lc_9_how_many_cards_are_to_come() -> None:
    position = table({}, (1, 2, 3, 4, 6), laid={1: (1, 1, 2, 2, 3, 3, 4), 2: (5,)}, turn=3, players=4)
    record = np.array([position.record])
    record["active"][0, 3] = 0
    to_come = [_cards_to_come(record, position.ruleset.rules(position.config), seat, 2.0) for seat in range(4)]
    assert to_come == [6, 1, 6, 0]  # two in each of three turns; one to be out; the same; already out


# --- strength -------------------------------------------------------------------------------------------------


def test_the_heuristics_are_registered() -> None:
    assert set(HEURISTICS) <= set(agents.names("las_vegas_cards"))


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 5}, {"players": 4, "sequential": True, "chips": True}])
@pytest.mark.parametrize("against", ["greedy", "spoiler"])
def test_expected_value_leads(against: str, options: dict[str, Any]) -> None:
    name = "las_vegas_cards"
    result = evaluate(name, as_agent(name, "expected_value"), as_agents(name, against), 400, 1, **options)
    assert result.interval[0] > 1.2 / options["players"]
