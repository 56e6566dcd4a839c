"""The worked examples of the rules, LC-E1 to LC-E4, and further rules that are easy to get wrong."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from vegas_env import Games, Position, las_vegas_cards_v0
from vegas_env.rulesets.las_vegas_cards import cards
from vegas_env.rulesets.las_vegas_cards import rules as lc
from vegas_env.rulesets.las_vegas_cards.config import LasVegasCardsConfig, compile_rules

NAMES = {name: action for action, name in enumerate(cards.ACTION_NAMES)}
LEO, HENRI, REBECCA, SANDRA = 0, 1, 2, 3
DOUBLE = 10  # DOUBLE + 5 is the card with two fives


def kind(card: int) -> int:
    return 2 * (card % DOUBLE - 1) + card // DOUBLE


def bag(*chosen: int) -> int:
    """The multiset of cards with these values (1 to 6)."""
    return sum(1 << (4 * kind(card)) for card in chosen)


def to_the_draws(**options: Any) -> Position:
    """A game in which the first hand is drawn next."""
    position = Position("las_vegas_cards", **options)
    rng = np.random.default_rng(0)
    while position.event != "draw":
        position.apply_chance(position.sample_chance(rng))
    return position


def draw(position: Position, *hands: tuple[int, ...]) -> None:
    for hand in hands:
        assert position.event == "draw"
        position.apply_chance(bag(*hand))


def play(position: Position, *names: str) -> None:
    for name in names:
        assert position.mask()[NAMES[name]], name
        position.apply(NAMES[name])


def legal_names(position: Position) -> set[str]:
    return {cards.ACTION_NAMES[action] for action in position.legal()}


def pay(laid: dict[int, list[int]], notes: list[int], casino: int) -> tuple[list[int], list[int]]:
    """(winnings of each seat in thousands, notes that go into the box) with these cards at a casino (1 to 6)."""
    config = LasVegasCardsConfig()
    rulebook = compile_rules(config)
    records = np.zeros(1, lc.GAME)
    for seat, placed in laid.items():
        lc.place(records[0], seat, bag(*placed))
    first = (casino - 1) * lc.NOTES_PER_CASINO
    records["notes"][0, first : first + len(notes)] = [note // 10 for note in notes]
    lc.pay_casino(records[0], rulebook[0], casino - 1)
    values = [value for value, _ in config.notes]
    boxed = [value for value, n in zip(values, records["box"][0], strict=False) for _ in range(n)]
    return (records["money"][0, : config.players] * 10).tolist(), boxed


# --- the examples -------------------------------------------------------------------------------------------


def test_lc_e1_dice_count_not_cards() -> None:
    laid = {LEO: [5, 5, DOUBLE + 5], HENRI: [5, 5, 5, 5], REBECCA: [DOUBLE + 5], SANDRA: [5, 5]}
    assert pay(laid, [80, 30], casino=5) == ([0, 0, 0, 0], [30, 80])


def test_lc_e2_selections() -> None:
    position = to_the_draws(players=4)
    draw(position, (5, 5, 5, 1, 2), (6, 6, 1, 2, 3), (1, 4, 2, 3, 6), (5, 4, 4, 2, 3))
    for name in ("three 5s", "two 6s", "1 + 4", "one 5"):
        position.apply(NAMES[name])
    placed = [sum(player["placed"]) for player in position.facts()["players"]]
    assert placed == [3, 2, 2, 1]
    assert bag(4, 4, 2) not in cards.SELECTIONS.tolist()  # not an action


def test_lc_e3_out_with_eight_cards() -> None:
    """Seat 0 is the Rebecca of the example."""
    position = to_the_draws(players=2)
    draw(position, (5, 5, 5, 3, 4), (1, 1, 1, 1, 2))
    play(position, "three 5s", "one 1")
    draw(position, (6, 6, 6, 1, 1), (2, 2, 2, 3, 3))
    play(position, "two 6s", "one 2")
    draw(position, (1, 4, 4, 5, 3), (3, 3, 4, 4, 4))
    play(position, "4 + 5", "one 3")
    assert position.facts()["players"][0]["cards_placed"] == 7
    draw(position, (2, 2, 2, 2, 3), (4, 5, 5, 5, 5))
    play(position, "four 2s", "one 4")
    assert position.facts()["players"][0]["cards_placed"] == 11
    assert [player["in"] for player in position.facts()["players"]] == [False, True]
    draw(position, (6, 6, 6, 6, DOUBLE + 6))
    assert position.seat == 1
    play(position, "one 6")
    draw(position, tuple(DOUBLE + value for value in range(1, 6)))
    assert position.seat == 1
    play(position, "one double 1")
    assert position.facts()["round"] == 1


def test_lc_e4_chips() -> None:
    position = to_the_draws(players=2, sequential=True, chips=True, rounds=1)
    record = np.array([position.record])
    record["chips_held"][0, LEO] = 2 + (4 << 4)  # 2 pink, 4 gold
    record["chips_held"][0, HENRI] = 0
    record["chip_stack"] = 0
    record["chips"] = 0
    position.record = record[0]
    rng = np.random.default_rng(0)
    while not position.over:
        position.apply_chance(position.sample_chance(rng)) if position.event else position.apply(position.legal()[0])
    leo = position.facts()["players"][LEO]
    assert leo["money"] == 130 + sum(value * n for value, n in leo["held"].items())


# --- choosing -----------------------------------------------------------------------------------------------


def test_lc_7_masks_are_all_selections_of_a_hand_and_no_others() -> None:
    rng = np.random.default_rng(0)
    deck = [value + DOUBLE * double for value in range(1, 7) for double in (0, 0, 0, 0, 1)]
    for _ in range(300):
        hand = tuple(int(card) for card in rng.permutation(deck)[:5])
        position = to_the_draws(players=2)
        draw(position, hand, (1, 1, 1, 1, 2))
        allowed = {
            bag(*chosen)
            for size in range(1, 6)
            for chosen in combinations(hand, size)
            if size <= 2 or len({card % DOUBLE for card in chosen}) == 1
        }
        assert {int(cards.SELECTIONS[action]) for action in position.legal()} == allowed
        assert len(position.legal()) == len(allowed)


def test_lc_7_at_most_five_cards_of_a_value_from_a_larger_hand() -> None:
    position = to_the_draws(players=2, hand=8, singles=[7, 1, 0, 0, 0, 0], doubles=0)
    draw(position, (1, 1, 1, 1, 1, 1, 1, 2))
    names = {"one 1", "two 1s", "three 1s", "four 1s", "five 1s", "one 2", "1 + 2"}
    position.apply_chance(position.outcomes()[0][0])
    assert legal_names(position) == names


def test_action_names_are_readable_and_distinct() -> None:
    assert len(cards.ACTION_NAMES) == cards.ACTIONS == 186
    assert len(NAMES) == 186
    for place, name in {
        0: "one 1", 1: "one double 1", 102: "two 6s", 120: "1 + 2", 134: "double 1 + 5", 180: "take a pink chip",
    }.items():  # fmt: skip
        assert cards.ACTION_NAMES[place] == name


# --- turns and rounds ---------------------------------------------------------------------------------------


def test_lc_5_lc_9_six_hands_use_the_pile_up() -> None:
    position = to_the_draws(players=2, limit=30)
    rng = np.random.default_rng(1)
    for turn in range(6):
        for seat in range(2):
            assert position.event == "draw"
            assert sum(position.facts()["players"][seat]["pile"]) == 30 - 5 * turn
            position.apply_chance(position.sample_chance(rng))
        for _ in range(2):
            assert position.facts()["turn"] == turn
            position.apply(position.legal()[0])
    assert position.facts()["round"] == 1


def test_lc_9_one_player_goes_on_alone() -> None:
    position = to_the_draws(players=3)
    twos, rest = (2, 2, 2, 2, DOUBLE + 2), (1, 3, 4, 5, 6)
    draw(position, twos, (3, 3, 3, 3, DOUBLE + 3), rest)
    play(position, "four 2s + one double 2", "four 3s + one double 3", "one 1")
    draw(position, (4, 4, 4, 4, 5), (5, 5, 5, 5, 4), rest)
    play(position, "four 4s", "three 5s", "one 1")  # 9, 8 and 2 cards
    assert [player["in"] for player in position.facts()["players"]] == [False, False, True]
    assert sum(position.facts()["players"][0]["discards"]) == 30 - 9
    for _ in range(4):
        assert position.event == "draw"
        position.apply_chance(position.sample_chance(np.random.default_rng(2)))
        assert position.seat == 2
        position.apply(position.legal()[0])
    assert position.facts()["round"] == 1


def test_lc_4_the_stack_is_used_up_and_lc_10_notes_not_won_are_gone() -> None:
    games = Games("las_vegas_cards", 50, seed=1)
    rng = np.random.default_rng(0)
    while not games.over.all():
        where = np.flatnonzero(~games.over)
        games.step(np.argmax(rng.random(games.mask.shape) * games.mask, axis=1)[where], where=where)
    for i in range(games.n):
        facts = games.facts(i)
        assert not any(facts["stack"].values())
        won = Counter(facts["box"])
        for player in facts["players"]:
            won.update(player["held"])
        assert won == dict.fromkeys(range(30, 110, 10), 6)


def test_lc_10_the_second_most_dice_take_the_other_note() -> None:
    laid = {LEO: [2], HENRI: [DOUBLE + 2, 2], REBECCA: [2], SANDRA: [2, 2]}
    assert pay(laid, [90, 40], casino=2) == ([0, 90, 0, 40], [])
    assert pay({HENRI: [2]}, [90, 40], casino=2) == ([0, 90, 0, 0], [40])


def test_lc_12_start_moves_left_and_hands_are_drawn_in_order_of_seats() -> None:
    position = to_the_draws(players=3, sequential=True, rounds=2, limit=1)
    rng = np.random.default_rng(3)
    for start in range(2):
        for seat in range(3):
            while position.event != "draw":
                position.apply_chance(position.sample_chance(rng))
            assert position.record["seat"] == seat
            position.apply_chance(position.sample_chance(rng))
        for turn in range(3):
            assert position.facts()["start"] == start
            assert position.seat == (start + turn) % 3
            position.apply(position.legal()[0])


# --- chip cards ---------------------------------------------------------------------------------------------


def with_chips(hand: tuple[int, ...]) -> Position:
    position = to_the_draws(players=2, sequential=True, chips=True)
    record = np.array([position.record])
    record["chips"][0] = [1, 1 << 4, 0, 1, 1 << 8, 1]
    position.record = record[0]
    draw(position, hand, (1, 2, 3, 4, 5))
    return position


def test_lc_13_a_double_card_is_two_dice() -> None:
    position = with_chips((DOUBLE + 2, 1, 3, 4, 5))
    play(position, "one double 2")
    assert position.facts()["offer"] == 1
    assert sum(position.facts()["players"][0]["hand"]) == 4  # not yet under the glass
    assert legal_names(position) == {"take a gold chip", "take no chip"}
    play(position, "take a gold chip")
    assert position.facts()["players"][0]["chips"] == [0, 1, 0, 0, 0]
    assert position.event == "draw"


def test_lc_13_two_casinos_may_offer_lower_first() -> None:
    position = with_chips((DOUBLE + 5, DOUBLE + 1, 3, 4, 4))
    play(position, "double 1 + double 5")
    offers = position.observe(0)[position.ruleset.slices["offer"].start :][:2]
    np.testing.assert_allclose(offers * 6, [1, 5], atol=1e-5)
    assert position.facts()["offer"] == 0
    play(position, "take no chip")
    assert position.facts()["offer"] == 4
    play(position, "take a green chip")
    assert position.event == "draw"


@pytest.mark.parametrize("name", ["one 1", "1 + 5", "two 3s", "one double 3"])
def test_lc_13_no_offer_for_one_die_or_without_chips(name: str) -> None:
    position = with_chips((DOUBLE + 3, 1, 3, 3, 5))
    play(position, name)
    assert position.event == "draw"


# --- hidden information -------------------------------------------------------------------------------------


def test_choices_stay_hidden_before_the_reveal() -> None:
    games = Games("las_vegas_cards", 64, seed=2)
    rng = np.random.default_rng(4)
    for _ in range(300):
        deciding = games.seat.copy()
        before = np.stack([games.observe(seat) for seat in range(4)])
        moves = games.records["turns"].copy()
        chosen = np.argmax(rng.random(games.mask.shape) * games.mask, axis=1)
        games.step(chosen)
        after = np.stack([games.observe(seat) for seat in range(4)])
        open_choice = (games.records["turns"] == moves).all(axis=1)
        for seat in range(4):
            unaware = open_choice & (deciding != seat)
            np.testing.assert_array_equal(before[seat][unaware], after[seat][unaware])
            aware = open_choice & (deciding == seat)
            assert (before[seat][aware] != after[seat][aware]).any(axis=1).all()
        if games.over.any():
            games.reset(where=games.over)


def test_resampling_takes_hidden_choices_back() -> None:
    position = to_the_draws(players=4)
    rng = np.random.default_rng(5)
    while position.event:
        position.apply_chance(position.sample_chance(rng))
    position.apply(position.legal()[0])
    position.apply(position.legal()[0])
    twin = position.copy()
    twin.resample_hidden(3, rng)  # has not chosen: chooses next, then the others
    order = []
    while twin.event is None:
        order.append(twin.seat)
        twin.apply(twin.legal()[0])
    assert order == [3, 0, 1, 2]
    twin = position.copy()
    twin.resample_hidden(0, rng)  # knows its own choice
    assert twin.facts()["players"][0] == position.facts()["players"][0]
    assert not any(any(player["chosen"]) for player in twin.facts()["players"][1:])
    order = []
    while twin.event is None:
        order.append(twin.seat)
        twin.apply(twin.legal()[0])
    assert order == [1, 2, 3]


def test_resampling_distributes_unseen_cards_uniformly() -> None:
    """A card not at a casino is in hand, pile or discards with probabilities proportional to their sizes."""
    position = to_the_draws(players=2)
    rng = np.random.default_rng(6)
    draw(position, (1, 1, 2, 3, 4), (6, 6, 6, 5, 5))
    play(position, "two 1s", "three 6s")
    draw(position, (1, 1, 2, 3, 4), (5, 5, 1, 1, 1))
    unseen = np.array([4, 1, 4, 1, 4, 1, 4, 1, 4, 1, 1, 1])
    sizes = {"hand": 5, "pile": 20, "discards": 2}
    total = {place: np.zeros(12) for place in sizes}
    many = 4_000
    for _ in range(many):
        twin = position.copy()
        twin.resample_hidden(0, rng)
        other = twin.facts()["players"][1]
        assert other["placed"] == position.facts()["players"][1]["placed"]
        for place, size in sizes.items():
            assert sum(other[place]) == size
            total[place] += other[place]
    for place, size in sizes.items():
        np.testing.assert_allclose(total[place] / many, unseen * size / 27, atol=0.08)


def test_parallel_seats_choose_at_once_and_those_out_wait() -> None:
    env = las_vegas_cards_v0.parallel_env(players=3)
    seen, _ = env.reset(seed=3)
    rng = np.random.default_rng(7)
    waited, rounds = 0, 0
    while env.agents:
        masks = {agent: seen[agent]["action_mask"] for agent in env.agents}
        waiting = [agent for agent in env.agents if masks[agent][env.wait]]
        waited += len(waiting)
        assert len(waiting) < 3
        actions = {agent: int(rng.choice(np.flatnonzero(masks[agent]))) for agent in env.agents}
        seen, *_ = env.step(actions)
        rounds += 1
    assert waited > 0
    assert rounds <= 24
