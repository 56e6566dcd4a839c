"""Heuristics of Cash & Run: estimates, the idea of each in a constructed position, and strength."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tests.rulesets.cash_and_run.table import BLANK, CARD, DIE, ROULETTE, Table
from tests.support.agents import decision, win_share
from vegas_env import agents
from vegas_env.agents.cash_and_run.estimates import chance_among, chance_card_is_true, game_to_break, worth_to
from vegas_env.agents.cash_and_run.styles import DEFAULTS
from vegas_env.experiments.site.cash_and_run_facts import CHARACTERS, Sample
from vegas_env.kernel.cache import agent_kernel
from vegas_env.rulesets.cash_and_run import record as cr

# Casino c has the colour c // 3 and the symbol c % 3 (CR-2); casino 0 is on space 1, casino 1 on space 3.
LIMIT = 2  # index of the turn limit in Sample.ends


@agent_kernel
def _estimates(records, rulebook, seat, casino, most, lies, out):
    game, rules = records[0], rulebook[0]
    out[0] = worth_to(game, rules, seat, casino)
    out[1] = game_to_break(game, np.int64(1), np.int64(casino % cr.SYMBOLS), most)
    out[2] = chance_card_is_true(game, rules, seat, lies) if game.card >= 0 else -1.0


def estimates(table: Table, casino: int = 0, most: float = 0.0, lies: float = 1.0) -> np.ndarray:
    out = np.zeros(3)
    game = table.game
    _estimates(np.array([game.record]), game.ruleset.rules(game.config), 0, casino, most, lies, out)
    return out


# --- estimates ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind_left", "left", "cards"), [(2, 6, 1), (2, 6, 3), (6, 9, 2), (0, 5, 3), (1, 2, 3)])
def test_the_chance_that_a_hand_holds_a_kind(kind_left: int, left: int, cards: int) -> None:
    """Compared with all hands that can be dealt."""
    hands = list(combinations(range(left), min(cards, left)))
    counted = sum(any(card < kind_left for card in hand) for hand in hands) / len(hands)
    assert chance_among(kind_left, left, cards) == pytest.approx(counted)


def lost_takeover(card: int, owner: int = 1) -> Table:
    """Seat 0 has won a takeover of casino 3 at the roulette space 11, and its owner has laid a card."""
    table = Table(owners={0: [0], owner: [3, 7]}, at={0: 4}, hands={owner: [card, BLANK]}, cash={0: 40})
    table.roll(3, 4).act(0, cr.CASINO + 3).apply_chance("takeover", 1)
    return table.act(owner, cr.LAY + card)


def test_the_probability_of_a_true_card_depends_on_the_unseen_cards() -> None:
    """CR-14: two cards of 25 unseen ones, six of them roulette; a liar lays anything, an honest player true cards."""
    has = 1 - (19 / 25) * (18 / 24)
    assert estimates(lost_takeover(ROULETTE), lies=1.0)[2] == pytest.approx(has)
    assert estimates(lost_takeover(BLANK), lies=1.0)[2] == pytest.approx(has)  # the kind of the card is hidden
    assert estimates(lost_takeover(ROULETTE), lies=0.0)[2] == 1.0
    assert estimates(lost_takeover(ROULETTE), lies=0.5)[2] == pytest.approx(has / (has + 0.5 * (1 - has)))


def test_a_casino_is_worth_more_the_nearer_the_combination() -> None:
    """CR-6: three of a colour or of a symbol; with three players, four of a symbol."""
    worths = [estimates(Table(owners={0: owned}), casino=2)[0] for owned in ([], [5], [0, 1], [3, 4])]
    assert worths[0] < worths[1] < worths[2]
    assert worths[3] == worths[0]
    assert estimates(Table(players=3, owners={0: [0, 1]}), casino=2)[0] == worths[0]


def test_the_likeliest_game_that_breaks_the_owner() -> None:
    """CR-11, CR-41: 20 against 15 at even odds, 6 at two to one pays 12, 4 at five to one pays 20."""
    table = Table(owners={1: [0]}, cash={1: 15})
    assert [estimates(table, most=most)[1] for most in (16, 15, 8, 7, 4, 3)] == [0, 1, 1, 2, 2, -1]


# --- ideas --------------------------------------------------------------------------------------------------


def test_the_options_of_a_character_are_its_settings() -> None:
    assert set(agents.options("cash_and_run", "breaker")) == set(DEFAULTS)
    with pytest.raises(ValueError, match="did you mean 'reserve'"):
        agents.make("cash_and_run", "breaker(reserv=3)")


def test_tight_keeps_its_cash() -> None:
    """CR-11, CR-24: the cautious agent does not buy, bid or risk the Grand Slam where others do."""
    purchase = Table(cash={0: 20}).roll(1, 2)  # casino 1 on space 3
    assert purchase.phase == "buy_casino"
    assert decision("tight", purchase.game) == cr.DECLINE
    assert decision("value_bidder", purchase.game) == cr.BUY
    slam = Table().roll(2, 4)  # space 6
    assert decision("tight", slam.game) == cr.TAKE
    assert decision("value_bidder", slam.game) == cr.PLAY


def test_value_bidder_bids_up_to_the_worth() -> None:
    """CR-24: seat 1 needs casino 2 for three of a colour, and outbids others up to its worth."""
    table = Table(owners={0: [2], 1: [0, 1], 2: [12]})
    table.act(0, cr.CASINO + 2)
    assert table.phase == "bid"
    assert decision("value_bidder", table.game) == cr.RAISE
    assert decision("tight", table.game) == cr.PASS
    table.change(price=38)
    assert decision("value_bidder", table.game) == cr.PASS  # more than its cash without the reserve


def test_breaker_stakes_what_breaks_the_owner() -> None:
    """CR-41: the owner has 7; a stake of 8 at even odds breaks the owner, and half of 40 covers it."""
    table = Table(owners={1: [1, 4]}, cash={1: 7}).roll(1, 2)
    assert table.phase == "pick_game"
    assert decision("breaker", table.game) == cr.PICK
    table.act(0, cr.PICK)
    stakes = table.game.config.stakes
    assert decision("breaker", table.game) == cr.STAKE + stakes.index(8)
    assert decision("tight", table.game) == cr.STAKE
    table.change(cash=[40, 9, 40, 40, 0, 0], bank=table.facts["bank"] - 2)
    assert decision("breaker", table.game) == cr.BREAK  # 10 is not on the ladder


def test_breaker_takes_the_longer_odds_with_less_cash() -> None:
    table = Table(owners={1: [1, 4]}, cash={0: 10, 1: 20}).roll(1, 2)
    assert decision("breaker", table.game) == cr.PICK + 2  # 5 at five to one


def test_bluffer_lays_false_cards_and_others_do_not() -> None:
    """CR-14: the game is lost anyway, and a blank card has no other use."""
    table = Table(owners={1: [1]}, hands={0: [CARD, BLANK]}).roll(1, 2)
    table.gamble(0, 1, won=0)
    assert table.phase == "bluff_lay"
    assert decision("bluffer", table.game) == cr.LAY + BLANK
    assert decision("value_bidder", table.game) == cr.NO_BLUFF
    true = Table(owners={1: [1]}, hands={0: [DIE, BLANK]}).roll(1, 2)
    true.gamble(0, 1, won=0)  # casino 1 is a die casino
    for name in ("bluffer", "value_bidder", "expected_value"):
        assert decision(name, true.game) == cr.LAY + DIE


def test_cards_are_challenged_by_the_odds() -> None:
    """CR-14: an agent that assumes honesty accepts; one that does not challenges."""
    table = lost_takeover(BLANK)
    assert decision("expected_value", table.game) == cr.ACCEPT
    assert decision("expected_value(suspects=1.0)", table.game) == cr.CHALLENGE
    seen = Table(owners={0: [0], 1: [3, 7]}, at={0: 4}, hands={0: [ROULETTE] * 5, 1: [BLANK]}, hand_limit=5)
    seen.roll(3, 4).act(0, cr.CASINO + 3).apply_chance("takeover", 1).act(1, cr.LAY + BLANK)
    assert decision("bluffer", seen.game) == cr.CHALLENGE  # it holds nearly all cards that could make it true


def test_a_runner_is_stopped_by_takeover() -> None:
    """CR-19, CR-32: the laid casinos of a runner come first."""
    table = Table(owners={0: [3], 1: [0, 1, 2, 13]}, at={0: 4}, laps={1: (0, 20, [0, 1, 2])})
    table.roll(3, 4)
    assert table.phase == "takeover_offer"
    for name in ("expected_value", "racer", "breaker", "tight"):
        assert decision(name, table.game) - cr.CASINO in (0, 1, 2)


def test_small_promises_are_taken_by_the_eager_only() -> None:
    """CR-19: risk the only casino that can be lost for a second one of a symbol."""
    table = Table(owners={0: [3], 1: [0]}, at={0: 4})
    table.roll(3, 4)
    assert decision("racer", table.game) == cr.CASINO + 0
    assert decision("tight", table.game) == cr.DECLINE


def test_racer_announces_and_goes_where_a_combination_is_complete() -> None:
    """CR-8, CR-10: a free casino that completes three of a colour."""
    table = Table(owners={0: [0, 1]}, at={0: 4}, cash={0: 2})
    table.roll(2, 3)  # Cash & Run, space 9
    assert table.phase == "move"
    assert decision("racer", table.game) == cr.MOVE + 5  # casino 2
    ready = Table(owners={0: [0, 1, 2]})
    assert decision("racer", ready.game) == cr.ANNOUNCE


# --- complete games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHARACTERS)
@pytest.mark.parametrize("players", [3, 4, 6])
def test_characters_finish_their_games(name: str, players: int) -> None:
    """CR-29, CR-31: nearly all games end with a lap or with one player left."""
    ends = list(Sample(name, 100, seed=1, players=players).ends().values())
    assert ends[LIMIT] < 0.1


@pytest.mark.parametrize(("against", "least"), [("greedy", 0.45), ("breaker", 0.29), ("value_bidder", 0.33)])
def test_expected_value_leads(against: str, least: float) -> None:
    assert win_share("cash_and_run", "expected_value", against, 1_000, players=4) > least


@pytest.mark.parametrize(("players", "least"), [(3, 0.6), (6, 0.4)])
def test_expected_value_leads_at_other_tables(players: int, least: float) -> None:
    assert win_share("cash_and_run", "expected_value", "greedy", 600, players=players) > least
