"""The rules of Gambler, in the order of the rulebook.

Rule ids (GA-1 …) are explained in docs/rules/gambler.md.  The unit of points is 10.  Faces are numbered 0 (a one) to 5,
except in `squares`, where they are 1 to 6 and 0 means no face.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.rulesets.shared.chance import weighted_outcomes
from vegas_env.rulesets.shared.seats import margin

# Capacities: one compiled game serves every configuration within them.
SEATS = 6
ROWS = 6
FACES = 6
LONGEST = 6  # squares of a row
STACK = 100  # different tableaus played in one game; the config may have more
MOST_TABLEAUS = 10_000
MOST_ROUNDS = 10_000
MOST_DICE = 90  # of all players
MOST_ROW_POINTS = 100  # units of 10, won or paid
MOST_POINTS = 1_000  # units of 10; the highest target

# Kinds of rows (GA-2): given faces; stars, which are all the same face; a full house.
KINDS = ("faces", "stars", "full_house")
GIVEN, STARS, FULL_HOUSE = range(3)
KIND_COUNT = len(KINDS)
TRIPLE = 3  # squares of the first group of a full house
HOUSE = 5  # squares of a full house

# Actions: row * FACES + face places a die; then the two actions that end a roll.
ROLL_AGAIN = ROWS * FACES
STOP = ROLL_AGAIN + 1
ACTIONS = STOP + 1

# Chance events (game.chance) and their outcomes: the index of a tableau; a multiset of faces.
TABLEAU, ROLL = 1, 2

# Sets of placements are bit masks: bit row * FACES + face.
EVERY_FACE = (1 << FACES) - 1
EVERY_ROW = sum(1 << (FACES * row) for row in range(ROWS))

# The tableau of a round, both in the rulebook and in the game state.
TABLEAU_FIELDS = [
    ("kind", np.int8, ROWS * KIND_COUNT),  # one-hot for each row
    ("length", np.int8, ROWS),  # squares
    ("row_points", np.int8, ROWS),  # units of 10; negative ones are paid
    ("squares", np.int8, ROWS * LONGEST),  # face 1 … 6 that each square shows or requires; 0: free, or no square
    ("fits", np.int64),  # set of placements that the leftmost empty squares allow
]
TABLEAU_TYPE = np.dtype(TABLEAU_FIELDS, align=True)

GAME = np.dtype(
    [
        ("gambler", np.int8),  # the tag of this ruleset
        ("over", np.int8),
        ("chance", np.int8),
        ("seat", np.int8),
        ("starter", np.int8),  # the seat that starts this round
        ("last_placer", np.int8),  # the seat that placed the last die of this round; -1 before the first
        ("rolls_made", np.int8),  # in this turn
        ("placed", np.int8),  # placed dice of this roll
        ("turn_dice", np.int8),  # unplaced dice of this turn
        ("squares_left", np.int8),  # empty squares of the tableau
        ("dice", np.int8, SEATS),  # unplaced dice in this round, including those of the current roll
        ("filled", np.int8, ROWS),  # filled squares of each row
        *TABLEAU_FIELDS,
        ("points", np.int16, SEATS),  # units of 10
        ("round", np.int16),  # 0-based; the last round when the game is over
        ("tableau", np.int16),  # index of the tableau in play; -1 before it is drawn
        ("used", np.int16),  # different tableaus played so far
        ("order", np.int16, STACK),  # their indices, in order of first use
        ("roll", np.int32),  # multiset of faces: unplaced dice of this roll
    ],
    align=True,
)


class Rules(NamedTuple):
    """The rulebook: a named tuple, because the number of tableaus varies."""

    players: int
    reward: int
    dice: int  # of each player
    roll_dice: int  # dice taken for a turn
    rolls: int  # of a turn, at most
    start_points: int  # units of 10
    target: int  # units of 10
    round_limit: int
    distinct: int  # 0 or 1: star rows of a tableau must show different faces (GA-17)
    shuffled: int  # 0 or 1: tableaus are drawn, not taken in the given order
    opening: int  # index of the tableau of the first round; -1: drawn
    tableaus: np.ndarray  # of TABLEAU_TYPE


# --- set-up of the game and of a round ----------------------------------------------------------------------


@rule
def deal(game, rules):
    """GA-1: all players start with the same points; GA-6: seat 0 starts."""
    game.over = 0
    game.chance = 0
    for seat in range(SEATS):
        game.points[seat] = rules.start_points if seat < rules.players else 0
        game.dice[seat] = 0
    game.round = 0
    game.used = 0
    game.order[:] = 0
    game.starter = 0
    begin_round(game, rules)


@rule
def begin_round(game, rules):
    """GA-5: split the dice; GA-4, GA-16: take the next tableau, a new one as long as there are any."""
    for seat in range(rules.players):
        game.dice[seat] = rules.dice
    game.seat = game.starter
    game.last_placer = -1
    game.tableau = -1
    game.filled[:] = 0
    _clear_turn(game)
    tableaus = len(rules.tableaus)
    if game.used == tableaus:
        lay_out(game, rules, game.order[game.round % tableaus])
    elif rules.shuffled == 0:
        take_tableau(game, rules, game.used)
    elif game.used == 0 and rules.opening >= 0:
        take_tableau(game, rules, rules.opening)
    else:
        game.chance = TABLEAU


@rule
def take_tableau(game, rules, index):
    """GA-4: play a tableau for the first time."""
    game.order[game.used] = index
    game.used += 1
    lay_out(game, rules, index)


@rule
def lay_out(game, rules, index):
    """Copy the tableau into the game state and begin the first turn."""
    tableau = rules.tableaus[index]
    game.tableau = index
    game.kind[:] = tableau.kind
    game.length[:] = tableau.length
    game.row_points[:] = tableau.row_points
    game.squares[:] = tableau.squares
    game.fits = tableau.fits
    game.squares_left = 0
    for row in range(ROWS):
        game.squares_left += tableau.length[row]
    begin_turn(game, rules, game.starter)


# --- a turn -------------------------------------------------------------------------------------------------


@rule
def begin_turn(game, rules, seat):
    """GA-7: take five dice (option `roll_dice`), or all if there are fewer."""
    game.seat = seat
    game.turn_dice = min(np.int64(game.dice[seat]), rules.roll_dice)
    game.rolls_made = 0
    roll_dice(game)


@hot_rule
def roll_dice(game):
    """GA-10, GA-11: roll all unplaced dice of the turn."""
    game.roll = 0
    game.placed = 0
    game.chance = ROLL


@rule
def rolled(game, rules, faces):
    """GA-9: if no die fits, the turn ends."""
    game.roll = faces
    game.rolls_made += 1
    if placements(game) == 0:
        end_turn(game, rules)


@hot_rule
def placements(game):
    """GA-8: the set of placements that the dice of this roll allow."""
    roll = np.int64(game.roll)
    shown = np.int64(0)
    for face in range(FACES):
        shown |= np.int64(multisets.count(roll, face) != 0) << face
    return game.fits & (shown * EVERY_ROW)


@rule
def place(game, rules, row, face):
    """GA-8: place a die on the leftmost empty square of a row; GA-12: a full row is settled at once."""
    seat = np.int64(game.seat)
    _cover_square(game, rules, row, face)
    game.roll -= multisets.one(face)
    game.placed += 1
    game.turn_dice -= 1
    game.dice[seat] -= 1
    game.last_placer = seat
    if game.filled[row] == game.length[row]:
        settle_row(game, row, seat)
    if game.squares_left == 0:
        end_round(game, rules)  # GA-14, GA-E5: at once, which also ends the turn
    elif game.turn_dice == 0 or (game.rolls_made == rules.rolls and placements(game) == 0):
        end_turn(game, rules)  # GA-10: stopping is the only choice


@hot_rule
def _cover_square(game, rules, row, face):
    """GA-2: the first die in a group of free squares sets the face of the others."""
    filled = np.int64(game.filled[row])
    first = row * LONGEST
    squares = game.squares
    if squares[first + filled] == 0:
        stars = game.kind[row * KIND_COUNT + STARS] != 0
        end = np.int64(game.length[row]) if stars or filled >= TRIPLE else np.int64(TRIPLE)
        for square in range(filled, end):
            squares[first + square] = face + 1
        if stars and rules.distinct:
            _block_stars(game, face)
    filled += 1
    game.filled[row] = filled
    game.squares_left -= 1
    game.fits = (game.fits & ~(EVERY_FACE << (row * FACES))) | (_wanted(game, row, filled) << (row * FACES))


@hot_rule
def _wanted(game, row, filled):
    """GA-2: the set of faces that the next square of a row allows, after its first die."""
    if filled == game.length[row]:
        return np.int64(0)
    required = np.int64(game.squares[row * LONGEST + filled])
    if required != 0:
        return np.int64(1) << (required - 1)
    triple = np.int64(game.squares[row * LONGEST])
    return EVERY_FACE & ~(np.int64(1) << (triple - 1))  # the pair of a full house (GA-E3)


@rule
def _block_stars(game, face):
    """GA-17, star_rows="distinct": no other star row of this tableau may start with the face."""
    for row in range(ROWS):
        if game.kind[row * KIND_COUNT + STARS] != 0 and game.filled[row] == 0:
            game.fits &= ~(np.int64(1) << (row * FACES + face))


@hot_rule
def settle_row(game, row, seat):
    """GA-12, GA-E2: the seat wins or pays the points of the row, but never falls below zero."""
    game.points[seat] = max(np.int64(game.points[seat]) + np.int64(game.row_points[row]), np.int64(0))


@rule
def end_turn(game, rules):
    """GA-9, GA-10: unplaced dice return to the reserve; GA-13: the next player clockwise with dice."""
    seat = np.int64(game.seat)
    for _ in range(rules.players):
        seat = seat + 1 if seat + 1 < rules.players else np.int64(0)
        if game.dice[seat] > 0:
            break
    begin_turn(game, rules, seat)  # a player with dice exists, because there are at least as many dice as squares


@hot_rule
def _clear_turn(game):
    game.roll = 0
    game.placed = 0
    game.rolls_made = 0
    game.turn_dice = 0


# --- the end ------------------------------------------------------------------------------------------------


@rule
def end_round(game, rules):
    """GA-15, GA-18: the game ends at the target or the round limit; GA-6: otherwise the left neighbour of the seat that
    placed the last die starts the next round.
    """
    most = np.int64(0)
    for seat in range(rules.players):
        most = max(most, np.int64(game.points[seat]))
    if most >= rules.target or game.round + 1 == rules.round_limit:
        _clear_turn(game)
        game.over = 1
        game.seat = -1
    else:
        game.round += 1
        game.starter = game.last_placer + 1 if game.last_placer + 1 < rules.players else 0
        begin_round(game, rules)


@rule
def score(game, rules, seat):
    """GA-15: points."""
    return np.int64(game.points[seat])


@rule
def money(game, rules, seat):
    """Own points minus the mean of the others', in units of 100."""
    total = np.int64(0)
    for other in range(rules.players):
        total += game.points[other]
    return margin(game.points[seat], total, rules.players) / 10.0


@rule
def round_of(game, rules):
    return np.int64(game.round)


# --- interface of the kernel --------------------------------------------------------------------------------


@hot_rule
def apply(game, rules, action):
    if action < ROLL_AGAIN:
        place(game, rules, action // FACES, action % FACES)
    elif action == ROLL_AGAIN:
        roll_dice(game)
    else:
        end_turn(game, rules)


@hot_rule
def legal(game, rules, mask):
    """GA-8: placements; GA-10: after placing a die of this roll, also roll again or stop."""
    possible = placements(game)
    for action in range(ROLL_AGAIN):
        mask[action] = (possible >> action) & 1
    placed = game.placed > 0
    mask[ROLL_AGAIN] = placed and game.turn_dice > 0 and game.rolls_made < rules.rolls
    mask[STOP] = placed


@rule
def must_decide(game, rules, seat):
    """Seats decide one at a time."""
    return game.seat == seat


@hot_rule
def sample_chance(game, rules, luck):
    if game.chance == ROLL:
        return lucks.roll(luck, np.int64(game.turn_dice), FACES)
    return _unseen_tableau(game, lucks.below(luck, len(rules.tableaus) - game.used))


@rule
def _unseen_tableau(game, number):
    """The index of the tableau that is at place `number` among those not yet played."""
    index = np.int64(-1)
    reached = number
    while index != reached:
        index = reached
        reached = number
        for place in range(game.used):
            reached += game.order[place] <= index
    return index


@hot_rule
def apply_chance(game, rules, outcome):
    event = game.chance
    game.chance = 0
    if event == ROLL:
        rolled(game, rules, outcome)
    else:
        take_tableau(game, rules, outcome)


@rule
def outcomes(game, rules):
    if game.chance == ROLL:
        return multisets.all_of_size(np.int64(game.turn_dice), FACES)
    weights = np.ones(len(rules.tableaus), np.int64)
    for place in range(game.used):
        weights[game.order[place]] = 0
    return weighted_outcomes(weights)


@rule
def resample_hidden(game, rules, seat, luck):
    """Nothing is hidden: the record does not hold the order of the tableaus to come."""
