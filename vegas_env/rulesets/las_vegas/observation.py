"""What a seat sees in Las Vegas: whole numbers in a row, itself first, then the others clockwise."""

from __future__ import annotations

from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule
from vegas_env.kernel.simd import copy8
from vegas_env.rulesets.las_vegas.rules import CASINOS, NOTES, PLACES, SEATS, WHITE
from vegas_env.rulesets.shared import banknotes, chips
from vegas_env.spec import Slice, layout

DICE = multisets.MOST
EIGHTH, FIFTH, TENTH = 0.125, 0.2, 0.1

SLICES = layout(
    Slice("rounds_left", (1,), "rounds left, this one included / 4", 0.25, high=100),
    Slice("players", (1,), "players / 5", FIFTH, high=SEATS),
    Slice("deciding", (1,), "seats from the observer to the deciding seat / 5", FIFTH, high=SEATS),
    Slice("start", (1,), "seats from the observer to the seat that started the round / 5", FIFTH, high=SEATS),
    Slice("offer", (1,), "number of the casino whose chip cards are offered now / 6; 0 if none", 1 / 6, high=CASINOS),
    banknotes.NOTES_SLICE,
    Slice(
        "dice", (SEATS, PLACES), "dice of each seat: at each casino, own in hand, white in hand; / 8", EIGHTH, high=DICE
    ),
    Slice("white", (CASINOS,), "white dice at each casino / 8", EIGHTH, high=SEATS * DICE),
    Slice("own_roll", (CASINOS,), "own dice of the deciding seat showing each face / 8", EIGHTH, high=DICE),
    Slice("white_roll", (CASINOS,), "white dice of the deciding seat showing each face / 8", EIGHTH, high=DICE),
    banknotes.MONEY_SLICE,
    banknotes.NOTE_COUNT_SLICE,
    banknotes.STACK_SLICE,
    Slice("bottom", (1,), "notes under the stack / 10", TENTH, high=NOTES),
    chips.CHIPS_SLICE,
    chips.CHIPS_HELD_SLICE,
)

_ROUNDS_LEFT = SLICES["rounds_left"].start
_PLAYERS = SLICES["players"].start
_DECIDING = SLICES["deciding"].start
_START = SLICES["start"].start
_OFFER = SLICES["offer"].start
_NOTES = SLICES["notes"].start
_DICE = SLICES["dice"].start
_WHITE = SLICES["white"].start
_OWN_ROLL = SLICES["own_roll"].start
_WHITE_ROLL = SLICES["white_roll"].start
_MONEY = SLICES["money"].start
_NOTE_COUNT = SLICES["note_count"].start
_STACK = SLICES["stack"].start
_BOTTOM = SLICES["bottom"].start
_CHIPS = SLICES["chips"].start
_CHIPS_HELD = SLICES["chips_held"].start


@hot_rule
def observe(game, rules, seat, seen):
    _observe_progress(game, rules, seat, seen)
    _observe_casinos(game, seen)
    _observe_stack(game, seen)
    for relative in range(SEATS):
        if relative < rules.players:
            other = seat + relative
            _observe_seat(game, rules, relative, other - rules.players if other >= rules.players else other, seen)
        else:
            _observe_empty_seat(relative, seen)
    chips.observe_chips(game, rules, seat, seen, _CHIPS, _CHIPS_HELD)


@hot_rule
def _observe_progress(game, rules, seat, seen):
    deciding = game.seat if game.seat >= 0 else seat
    seen[_ROUNDS_LEFT] = rules.rounds - game.round
    seen[_PLAYERS] = rules.players
    seen[_DECIDING] = deciding - seat + (rules.players if deciding < seat else 0)
    seen[_START] = game.start - seat + (rules.players if game.start < seat else 0)
    seen[_OFFER] = game.casino + 1


@hot_rule
def _observe_casinos(game, seen):
    banknotes.observe_notes(game, seen, _NOTES)
    white = game.dice[WHITE]
    own_roll, white_roll = game.own_roll, game.white_roll
    for casino in range(CASINOS):
        seen[_WHITE + casino] = white[casino]
        seen[_OWN_ROLL + casino] = multisets.count(own_roll, casino)
        seen[_WHITE_ROLL + casino] = multisets.count(white_roll, casino)


@hot_rule
def _observe_stack(game, seen):
    banknotes.observe_kinds(game.stack, seen, _STACK)
    seen[_BOTTOM] = game.bottom_count


@hot_rule
def _observe_seat(game, rules, relative, other, seen):
    copy8(game.dice[other], 0, seen, _DICE + relative * PLACES)
    seen[_MONEY + relative] = banknotes.observed_money(game, rules, relative, other)
    seen[_NOTE_COUNT + relative] = game.note_count[other]


@hot_rule
def _observe_empty_seat(relative, seen):
    for place in range(PLACES):
        seen[_DICE + relative * PLACES + place] = 0
    seen[_MONEY + relative] = 0
    seen[_NOTE_COUNT + relative] = 0
