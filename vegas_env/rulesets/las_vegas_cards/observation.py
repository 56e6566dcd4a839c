"""What a seat sees in Las Vegas, the card game: whole numbers in a row, itself first, then the others clockwise.

Nothing here depends on what others chose in a turn before the reveal, nor on who happened to choose first.
"""

from __future__ import annotations

from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule
from vegas_env.kernel.simd import copy8
from vegas_env.rulesets.las_vegas_cards.cards import KINDS
from vegas_env.rulesets.las_vegas_cards.rules import CASINOS, DECK, LAID, NOTE_KINDS, SEATS
from vegas_env.rulesets.shared import banknotes, chips
from vegas_env.spec import Slice, layout

EIGHTH, FIFTH, SIXTH, TENTH = 0.125, 0.2, 1 / 6, 0.1
BY_KIND = "by kind: one 1, double 1, one 2, double 2, …"
MOST_DICE = 3 * multisets.MOST  # of a player on one casino: single and double cards of its value

SLICES = layout(
    Slice("rounds_left", (1,), "rounds left, this one included / 4", 0.25, high=100),
    Slice("players", (1,), "players / 5", FIFTH, high=SEATS),
    Slice("sequential", (1,), "1 if players choose one after the other"),
    Slice(
        "deciding", (1,), "seats from the observer to the deciding seat / 5; 0 if all choose at once", FIFTH, high=SEATS
    ),
    Slice("start", (1,), "seats from the observer to the seat that started the round / 5", FIFTH, high=SEATS),
    Slice("offer", (2,), "numbers of the casinos whose chip cards are offered now, next / 6", SIXTH, high=CASINOS),
    banknotes.NOTES_SLICE,
    Slice("laid", (SEATS, 2, CASINOS), "dice, cards of each seat on each casino / 8", EIGHTH, high=MOST_DICE),
    Slice("hand", (KINDS,), f"own cards in hand, {BY_KIND}", high=multisets.MOST),
    Slice("chosen", (KINDS,), "own cards chosen but not yet revealed, by kind", high=multisets.MOST),
    Slice("pile", (KINDS,), "own cards still to be drawn / 5, by kind", FIFTH, high=multisets.MOST),
    Slice("discards", (KINDS,), "own cards out of play for this round / 5, by kind", FIFTH, high=multisets.MOST),
    Slice("turns_left", (SEATS,), "turns left in this round / 6; 0 for a seat that is out", SIXTH, high=100),
    Slice("cards_left", (SEATS,), "cards to be placed before the seat is out / 8", EIGHTH, high=DECK),
    Slice(
        "hand_count", (SEATS,), "cards in hand, with those chosen and not yet revealed / 5", FIFTH, high=multisets.MOST
    ),
    Slice("pile_count", (SEATS,), "cards still to be drawn / 30", 1 / 30, high=DECK),
    banknotes.MONEY_SLICE,
    banknotes.NOTE_COUNT_SLICE,
    banknotes.STACK_SLICE,
    Slice("box", (NOTE_KINDS,), "notes that nobody won / 10, by kind, lowest first", TENTH, high=multisets.MOST),
    chips.CHIPS_SLICE,
    chips.CHIPS_HELD_SLICE,
)

_ROUNDS_LEFT = SLICES["rounds_left"].start
_PLAYERS = SLICES["players"].start
_SEQUENTIAL = SLICES["sequential"].start
_DECIDING = SLICES["deciding"].start
_START = SLICES["start"].start
_OFFER = SLICES["offer"].start
_NOTES = SLICES["notes"].start
_LAID = SLICES["laid"].start
_HAND = SLICES["hand"].start
_CHOSEN = SLICES["chosen"].start
_PILE = SLICES["pile"].start
_DISCARDS = SLICES["discards"].start
_TURNS_LEFT = SLICES["turns_left"].start
_CARDS_LEFT = SLICES["cards_left"].start
_HAND_COUNT = SLICES["hand_count"].start
_PILE_COUNT = SLICES["pile_count"].start
_MONEY = SLICES["money"].start
_NOTE_COUNT = SLICES["note_count"].start
_STACK = SLICES["stack"].start
_BOX = SLICES["box"].start
_CHIPS = SLICES["chips"].start
_CHIPS_HELD = SLICES["chips_held"].start


@hot_rule
def observe(game, rules, seat, seen):
    _observe_progress(game, rules, seat, seen)
    _observe_own_cards(game, seat, seen)
    for relative in range(SEATS):
        if relative < rules.players:
            other = seat + relative
            _observe_seat(game, rules, relative, other - rules.players if other >= rules.players else other, seen)
        else:
            _observe_empty_seat(relative, seen)
    banknotes.observe_notes(game, seen, _NOTES)
    banknotes.observe_kinds(game.stack, seen, _STACK)
    banknotes.observe_kinds(game.box, seen, _BOX)
    chips.observe_chips(game, rules, seat, seen, _CHIPS, _CHIPS_HELD)


@hot_rule
def _observe_progress(game, rules, seat, seen):
    deciding = game.seat if rules.sequential and game.seat >= 0 else seat
    seen[_ROUNDS_LEFT] = rules.rounds - game.round
    seen[_PLAYERS] = rules.players
    seen[_SEQUENTIAL] = rules.sequential
    seen[_DECIDING] = deciding - seat + (rules.players if deciding < seat else 0)
    seen[_START] = game.start - seat + (rules.players if game.start < seat else 0)
    seen[_OFFER] = game.casino + 1
    seen[_OFFER + 1] = game.next_casino + 1


@hot_rule
def _observe_own_cards(game, seat, seen):
    _observe_bag(game.hand[seat], seen, _HAND)
    _observe_bag(game.chosen[seat], seen, _CHOSEN)
    _observe_bag(game.pile[seat], seen, _PILE)
    _observe_bag(game.discards[seat], seen, _DISCARDS)


@hot_rule
def _observe_bag(bag, seen, place):
    for kind in range(KINDS):
        seen[place + kind] = multisets.count(bag, kind)


@hot_rule
def _observe_seat(game, rules, relative, other, seen):
    laid = game.laid[other]
    copy8(laid, 0, seen, _LAID + relative * LAID)
    copy8(laid, LAID - 8, seen, _LAID + relative * LAID + LAID - 8)
    seen[_TURNS_LEFT + relative] = (rules.turns - game.turns[other]) * game.active[other]
    seen[_CARDS_LEFT + relative] = max(0, rules.limit - game.placed_count[other])
    seen[_HAND_COUNT + relative] = game.hand_count[other]
    seen[_PILE_COUNT + relative] = game.pile_count[other]
    seen[_MONEY + relative] = banknotes.observed_money(game, rules, relative, other)
    seen[_NOTE_COUNT + relative] = game.note_count[other]


@hot_rule
def _observe_empty_seat(relative, seen):
    for place in range(LAID):
        seen[_LAID + relative * LAID + place] = 0
    seen[_TURNS_LEFT + relative] = 0
    seen[_CARDS_LEFT + relative] = 0
    seen[_HAND_COUNT + relative] = 0
    seen[_PILE_COUNT + relative] = 0
    seen[_MONEY + relative] = 0
    seen[_NOTE_COUNT + relative] = 0
