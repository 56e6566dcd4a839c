"""What a seat sees in Gambler: whole numbers in a row, itself first, then the others clockwise.

The tableau in play is described row by row, so that one policy plays any tableau.
"""

from __future__ import annotations

from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule
from vegas_env.kernel.simd import copy8
from vegas_env.rulesets.gambler.rules import (
    FACES,
    KIND_COUNT,
    LONGEST,
    MOST_DICE,
    MOST_POINTS,
    MOST_ROUNDS,
    MOST_ROW_POINTS,
    MOST_TABLEAUS,
    ROWS,
    SEATS,
)
from vegas_env.spec import Slice, layout

TENTH, FIFTH, SIXTH, FIFTEENTH = 0.1, 0.2, 1 / 6, 1 / 15
UNIT_OF_500 = 0.02  # points are counted in tens
HIGHEST_POINTS = MOST_POINTS + ROWS * MOST_ROW_POINTS  # the last round goes beyond the target

SLICES = layout(
    Slice("rounds_left", (1,), "rounds left before the round limit, this one included / 100", 0.01, high=MOST_ROUNDS),
    Slice("players", (1,), "players / 6", SIXTH, high=SEATS),
    Slice("deciding", (1,), "seats from the observer to the deciding seat / 6", SIXTH, high=SEATS),
    Slice("starter", (1,), "seats from the observer to the seat that started the round / 6", SIXTH, high=SEATS),
    Slice("target", (1,), "points that end the game / 500", UNIT_OF_500, high=MOST_POINTS),
    Slice("distinct", (1,), "1 if star rows of a tableau must show different faces"),
    Slice("dice_each", (1,), "dice of each player at the start of a round / 15", FIFTEENTH, high=MOST_DICE),
    Slice("roll_dice", (1,), "dice taken for a turn / 5", FIFTH, high=multisets.MOST),
    Slice("stack", (1,), "tableaus that did not come up yet / 20", 0.05, high=MOST_TABLEAUS),
    Slice("rolls_left", (1,), "rolls left in this turn / 5", FIFTH, high=100),
    Slice("placed", (1,), "dice placed of this roll / 5", FIFTH, high=multisets.MOST),
    Slice("turn_dice", (1,), "dice of this turn not yet placed / 5", FIFTH, high=multisets.MOST),
    Slice("roll", (FACES,), "unplaced dice of this roll showing each face / 5", FIFTH, high=multisets.MOST),
    Slice("dice", (SEATS,), "dice of each seat not yet placed in this round / 15", FIFTEENTH, high=MOST_DICE),
    Slice("points", (SEATS,), "points of each seat / 500", UNIT_OF_500, high=HIGHEST_POINTS),
    Slice("kind", (ROWS, KIND_COUNT), "each row: given faces, stars or full house"),
    Slice("length", (ROWS,), "squares of each row / 6", SIXTH, high=LONGEST),
    Slice("filled", (ROWS,), "squares of each row that have a die / 6", SIXTH, high=LONGEST),
    Slice(
        "row_points",
        (ROWS,),
        "points of each row / 100; below zero if they are paid",
        TENTH,
        high=MOST_ROW_POINTS,
        low=-MOST_ROW_POINTS,
    ),
    Slice(
        "squares",
        (ROWS, LONGEST),
        "face that each square shows or demands by now / 6; 0 if it has none yet or there is no square",
        SIXTH,
        high=FACES,
    ),
    Slice("fits", (ROWS, FACES), "1 if a die of the face fits the leftmost empty square of the row"),
)
SIZE = SLICES["fits"].stop

_ROUNDS_LEFT = SLICES["rounds_left"].start
_PLAYERS = SLICES["players"].start
_DECIDING = SLICES["deciding"].start
_STARTER = SLICES["starter"].start
_TARGET = SLICES["target"].start
_DISTINCT = SLICES["distinct"].start
_DICE_EACH = SLICES["dice_each"].start
_ROLL_DICE = SLICES["roll_dice"].start
_STACK = SLICES["stack"].start
_ROLLS_LEFT = SLICES["rolls_left"].start
_PLACED = SLICES["placed"].start
_TURN_DICE = SLICES["turn_dice"].start
_ROLL = SLICES["roll"].start
_DICE = SLICES["dice"].start
_POINTS = SLICES["points"].start
_KIND = SLICES["kind"].start
_LENGTH = SLICES["length"].start
_FILLED = SLICES["filled"].start
_ROW_POINTS = SLICES["row_points"].start
_SQUARES = SLICES["squares"].start
_FITS = SLICES["fits"].start


@hot_rule
def observe(game, rules, seat, seen):
    _observe_progress(game, rules, seat, seen)
    _observe_turn(game, rules, seen)
    _observe_seats(game, rules, seat, seen)
    _observe_tableau(game, seen)


@hot_rule
def _observe_progress(game, rules, seat, seen):
    deciding = game.seat if game.seat >= 0 else seat
    seen[_ROUNDS_LEFT] = rules.round_limit - game.round
    seen[_PLAYERS] = rules.players
    seen[_DECIDING] = deciding - seat + (rules.players if deciding < seat else 0)
    seen[_STARTER] = game.starter - seat + (rules.players if game.starter < seat else 0)
    seen[_TARGET] = rules.target
    seen[_DISTINCT] = rules.distinct
    seen[_DICE_EACH] = rules.dice
    seen[_ROLL_DICE] = rules.roll_dice
    seen[_STACK] = len(rules.tableaus) - game.used


@hot_rule
def _observe_turn(game, rules, seen):
    seen[_ROLLS_LEFT] = rules.rolls - game.rolls_made
    seen[_PLACED] = game.placed
    seen[_TURN_DICE] = game.turn_dice
    roll = game.roll
    for face in range(FACES):
        seen[_ROLL + face] = multisets.count(roll, face)


@hot_rule
def _observe_seats(game, rules, seat, seen):
    dice, points = game.dice, game.points
    for relative in range(SEATS):
        other = seat + relative
        other = other - rules.players if other >= rules.players else other
        here = relative < rules.players
        other = other if here else 0
        seen[_DICE + relative] = dice[other] if here else 0
        seen[_POINTS + relative] = points[other] if here else 0


@hot_rule
def _observe_tableau(game, seen):
    kind, squares = game.kind, game.squares
    for start in (0, 8, len(kind) - 8):
        copy8(kind, start, seen, _KIND + start)
    for start in (0, 8, 16, 24, len(squares) - 8):
        copy8(squares, start, seen, _SQUARES + start)
    length, filled, row_points = game.length, game.filled, game.row_points
    for row in range(ROWS):
        seen[_LENGTH + row] = length[row]
        seen[_FILLED + row] = filled[row]
        seen[_ROW_POINTS + row] = row_points[row]
    fits = game.fits
    for placement in range(ROWS * FACES):
        seen[_FITS + placement] = (fits >> placement) & 1
