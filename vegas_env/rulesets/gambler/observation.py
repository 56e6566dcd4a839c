"""The observation of a seat in Gambler.

Seats are relative: the observer first, then the others clockwise.  The tableau in play is described row by row, so that
one policy plays any tableau.
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
from vegas_env.rulesets.shared.seats import clockwise, distance
from vegas_env.spec import Slice, layout, starts

TENTH, FIFTH, SIXTH, FIFTEENTH = 0.1, 0.2, 1 / 6, 1 / 15
UNIT_OF_500 = 0.02  # points are counted in tens
HIGHEST_POINTS = MOST_POINTS + ROWS * MOST_ROW_POINTS  # points can exceed the target in the last round

SLICES = layout(
    Slice("rounds_left", (1,), "rounds left before the round limit, this one included / 100", 0.01, high=MOST_ROUNDS),
    Slice("players", (1,), "players / 6", SIXTH, high=SEATS),
    Slice("deciding", (1,), "seats from the observer to the deciding seat / 6", SIXTH, high=SEATS),
    Slice("starter", (1,), "seats from the observer to the seat that started the round / 6", SIXTH, high=SEATS),
    Slice("target", (1,), "points that end the game / 500", UNIT_OF_500, high=MOST_POINTS),
    Slice("distinct", (1,), "1 if the star rows of a tableau must show different faces"),
    Slice("dice_each", (1,), "dice of each player at the start of a round / 15", FIFTEENTH, high=MOST_DICE),
    Slice("roll_dice", (1,), "dice taken for a turn / 5", FIFTH, high=multisets.MOST),
    Slice("stack", (1,), "tableaus not yet played / 20", 0.05, high=MOST_TABLEAUS),
    Slice("rolls_left", (1,), "rolls left in this turn / 5", FIFTH, high=100),
    Slice("placed", (1,), "placed dice of this roll / 5", FIFTH, high=multisets.MOST),
    Slice("turn_dice", (1,), "unplaced dice of this turn / 5", FIFTH, high=multisets.MOST),
    Slice("roll", (FACES,), "unplaced dice of this roll showing each face / 5", FIFTH, high=multisets.MOST),
    Slice("dice", (SEATS,), "unplaced dice of each seat in this round / 15", FIFTEENTH, high=MOST_DICE),
    Slice("points", (SEATS,), "points of each seat / 500", UNIT_OF_500, high=HIGHEST_POINTS),
    Slice("kind", (ROWS, KIND_COUNT), "kind of each row: given faces, stars, full house"),
    Slice("length", (ROWS,), "squares of each row / 6", SIXTH, high=LONGEST),
    Slice("filled", (ROWS,), "filled squares of each row / 6", SIXTH, high=LONGEST),
    Slice(
        "row_points",
        (ROWS,),
        "points of each row / 100; negative ones are paid",
        TENTH,
        high=MOST_ROW_POINTS,
        low=-MOST_ROW_POINTS,
    ),
    Slice(
        "squares",
        (ROWS, LONGEST),
        "face that each square shows or requires / 6; 0 if still free, or if there is no square",
        SIXTH,
        high=FACES,
    ),
    Slice("fits", (ROWS, FACES), "1 if a die of the face fits the leftmost empty square of the row"),
)
AT = starts(SLICES)


@hot_rule
def observe(game, rules, seat, seen):
    _observe_progress(game, rules, seat, seen)
    _observe_turn(game, rules, seen)
    _observe_seats(game, rules, seat, seen)
    _observe_tableau(game, seen)


@hot_rule
def _observe_progress(game, rules, seat, seen):
    deciding = game.seat if game.seat >= 0 else seat
    seen[AT.rounds_left] = rules.round_limit - game.round
    seen[AT.players] = rules.players
    seen[AT.deciding] = distance(seat, deciding, rules.players)
    seen[AT.starter] = distance(seat, game.starter, rules.players)
    seen[AT.target] = rules.target
    seen[AT.distinct] = rules.distinct
    seen[AT.dice_each] = rules.dice
    seen[AT.roll_dice] = rules.roll_dice
    seen[AT.stack] = len(rules.tableaus) - game.used


@hot_rule
def _observe_turn(game, rules, seen):
    seen[AT.rolls_left] = rules.rolls - game.rolls_made
    seen[AT.placed] = game.placed
    seen[AT.turn_dice] = game.turn_dice
    roll = game.roll
    for face in range(FACES):
        seen[AT.roll + face] = multisets.count(roll, face)


@hot_rule
def _observe_seats(game, rules, seat, seen):
    dice, points = game.dice, game.points
    for relative in range(SEATS):
        taken = relative < rules.players
        other = clockwise(seat, relative, rules.players) if taken else 0
        seen[AT.dice + relative] = dice[other] if taken else 0
        seen[AT.points + relative] = points[other] if taken else 0


@hot_rule
def _observe_tableau(game, seen):
    kind, squares = game.kind, game.squares
    for start in (0, 8, len(kind) - 8):
        copy8(kind, start, seen, AT.kind + start)
    for start in (0, 8, 16, 24, len(squares) - 8):
        copy8(squares, start, seen, AT.squares + start)
    length, filled, row_points = game.length, game.filled, game.row_points
    for row in range(ROWS):
        seen[AT.length + row] = length[row]
        seen[AT.filled + row] = filled[row]
        seen[AT.row_points + row] = row_points[row]
    fits = game.fits
    for placement in range(ROWS * FACES):
        seen[AT.fits + placement] = (fits >> placement) & 1
