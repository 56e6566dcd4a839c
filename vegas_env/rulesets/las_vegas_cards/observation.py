"""The observation of a seat in Las Vegas, the card game.

Seats are relative: the observer first, then the others clockwise.  Before the reveal of a turn, nothing depends on what
other seats have chosen, nor on which of them has already chosen.
"""

from __future__ import annotations

from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule
from vegas_env.kernel.simd import copy8
from vegas_env.rulesets.las_vegas_cards.cards import KINDS
from vegas_env.rulesets.las_vegas_cards.rules import CASINOS, DECK, LAID, NOTE_KINDS, SEATS
from vegas_env.rulesets.shared import banknotes, chips, las_vegas_common
from vegas_env.rulesets.shared.seats import clockwise
from vegas_env.spec import Slice, layout, starts

EIGHTH, FIFTH, SIXTH, TENTH = 0.125, 0.2, 1 / 6, 0.1
BY_KIND = "by kind: single 1, double 1, single 2, double 2, …"
MOST_DICE = 3 * multisets.MOST  # of a player at one casino: all single and double cards of its value

SLICES = layout(
    las_vegas_common.ROUNDS_LEFT,
    las_vegas_common.PLAYERS,
    Slice("sequential", (1,), "1 in the sequential variant"),
    Slice(
        "deciding", (1,), "seats from the observer to the deciding seat / 5; 0 if all choose at once", FIFTH, high=SEATS
    ),
    las_vegas_common.STARTING,
    Slice("offer", (2,), "numbers of the casinos that offer chip cards now, next / 6; 0 for none", SIXTH, high=CASINOS),
    banknotes.NOTES_SLICE,
    Slice("laid", (SEATS, 2, CASINOS), "dice, cards of each seat at each casino / 8", EIGHTH, high=MOST_DICE),
    Slice("hand", (KINDS,), f"own cards in hand, {BY_KIND}", high=multisets.MOST),
    Slice("chosen", (KINDS,), "own cards chosen but not yet revealed, by kind", high=multisets.MOST),
    Slice("pile", (KINDS,), "own cards to draw / 5, by kind", FIFTH, high=multisets.MOST),
    Slice("discards", (KINDS,), "own cards out of play for this round / 5, by kind", FIFTH, high=multisets.MOST),
    Slice("turns_left", (SEATS,), "turns left in this round / 6; 0 for a seat that is out", SIXTH, high=100),
    Slice("cards_left", (SEATS,), "cards that the seat can place before it is out / 8", EIGHTH, high=DECK),
    Slice(
        "hand_count",
        (SEATS,),
        "cards in hand, including those chosen but not yet revealed / 5",
        FIFTH,
        high=multisets.MOST,
    ),
    Slice("pile_count", (SEATS,), "cards to draw / 30", 1 / 30, high=DECK),
    banknotes.MONEY_SLICE,
    banknotes.NOTE_COUNT_SLICE,
    banknotes.STACK_SLICE,
    Slice("box", (NOTE_KINDS,), "notes that no player won / 10, by kind, lowest first", TENTH, high=multisets.MOST),
    chips.CHIPS_SLICE,
    chips.CHIPS_HELD_SLICE,
)
AT = starts(SLICES)


@hot_rule
def observe(game, rules, seat, seen):
    deciding = game.seat if rules.sequential and game.seat >= 0 else seat
    las_vegas_common.observe_progress(game, rules, seat, deciding, seen, AT)
    seen[AT.offer + 1] = game.next_casino + 1
    seen[AT.sequential] = rules.sequential
    _observe_own_cards(game, seat, seen)
    for relative in range(SEATS):
        if relative < rules.players:
            _observe_seat(game, rules, relative, clockwise(seat, relative, rules.players), seen)
        else:
            _observe_empty_seat(relative, seen)
    banknotes.observe_notes(game, seen, AT.notes)
    banknotes.observe_kinds(game.stack, seen, AT.stack)
    banknotes.observe_kinds(game.box, seen, AT.box)
    chips.observe_chips(game, rules, seat, seen, AT.chips, AT.chips_held)


@hot_rule
def _observe_own_cards(game, seat, seen):
    _observe_multiset(game.hand[seat], seen, AT.hand)
    _observe_multiset(game.chosen[seat], seen, AT.chosen)
    _observe_multiset(game.pile[seat], seen, AT.pile)
    _observe_multiset(game.discards[seat], seen, AT.discards)


@hot_rule
def _observe_multiset(cards, seen, place):
    for kind in range(KINDS):
        seen[place + kind] = multisets.count(cards, kind)


@hot_rule
def _observe_seat(game, rules, relative, other, seen):
    laid = game.laid[other]
    copy8(laid, 0, seen, AT.laid + relative * LAID)
    copy8(laid, LAID - 8, seen, AT.laid + relative * LAID + LAID - 8)
    seen[AT.turns_left + relative] = (rules.turns - game.turns[other]) * game.active[other]
    seen[AT.cards_left + relative] = max(0, rules.limit - game.placed_count[other])
    seen[AT.hand_count + relative] = game.hand_count[other]
    seen[AT.pile_count + relative] = game.pile_count[other]
    seen[AT.money + relative] = banknotes.observed_money(game, rules, relative, other)
    seen[AT.note_count + relative] = game.note_count[other]


@hot_rule
def _observe_empty_seat(relative, seen):
    for place in range(LAID):
        seen[AT.laid + relative * LAID + place] = 0
    seen[AT.turns_left + relative] = 0
    seen[AT.cards_left + relative] = 0
    seen[AT.hand_count + relative] = 0
    seen[AT.pile_count + relative] = 0
    seen[AT.money + relative] = 0
    seen[AT.note_count + relative] = 0
