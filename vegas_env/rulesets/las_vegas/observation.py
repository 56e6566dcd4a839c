"""The observation of a seat in Las Vegas.  Seats are relative: the observer first, then the others clockwise."""

from __future__ import annotations

from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule
from vegas_env.kernel.simd import copy8
from vegas_env.rulesets.las_vegas.rules import CASINOS, NOTES, PLACES, SEATS, WHITE
from vegas_env.rulesets.shared import banknotes, chips, las_vegas_common
from vegas_env.rulesets.shared.seats import clockwise
from vegas_env.spec import Slice, layout, starts

DICE = multisets.MOST
EIGHTH, FIFTH, TENTH = 0.125, 0.2, 0.1

SLICES = layout(
    las_vegas_common.ROUNDS_LEFT,
    las_vegas_common.PLAYERS,
    Slice("deciding", (1,), "seats from the observer to the deciding seat / 5", FIFTH, high=SEATS),
    las_vegas_common.STARTING,
    Slice("offer", (1,), "number of the casino that offers its chip cards now / 6; 0 for none", 1 / 6, high=CASINOS),
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
AT = starts(SLICES)


@hot_rule
def observe(game, rules, seat, seen):
    deciding = game.seat if game.seat >= 0 else seat
    las_vegas_common.observe_progress(game, rules, seat, deciding, seen, AT)
    _observe_casinos(game, seen)
    _observe_stack(game, seen)
    for relative in range(SEATS):
        if relative < rules.players:
            _observe_seat(game, rules, relative, clockwise(seat, relative, rules.players), seen)
        else:
            _observe_empty_seat(relative, seen)
    chips.observe_chips(game, rules, seat, seen, AT.chips, AT.chips_held)


@hot_rule
def _observe_casinos(game, seen):
    banknotes.observe_notes(game, seen, AT.notes)
    white = game.dice[WHITE]
    own_roll, white_roll = game.own_roll, game.white_roll
    for casino in range(CASINOS):
        seen[AT.white + casino] = white[casino]
        seen[AT.own_roll + casino] = multisets.count(own_roll, casino)
        seen[AT.white_roll + casino] = multisets.count(white_roll, casino)


@hot_rule
def _observe_stack(game, seen):
    banknotes.observe_kinds(game.stack, seen, AT.stack)
    seen[AT.bottom] = game.bottom_count


@hot_rule
def _observe_seat(game, rules, relative, other, seen):
    copy8(game.dice[other], 0, seen, AT.dice + relative * PLACES)
    seen[AT.money + relative] = banknotes.observed_money(game, rules, relative, other)
    seen[AT.note_count + relative] = game.note_count[other]


@hot_rule
def _observe_empty_seat(relative, seen):
    for place in range(PLACES):
        seen[AT.dice + relative * PLACES + place] = 0
    seen[AT.money + relative] = 0
    seen[AT.note_count + relative] = 0
