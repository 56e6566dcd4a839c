"""The rules of Gambler, on one record, in the order in which the rulebook tells them.

Rule ids (GA-1 …) are explained in docs/rules/gambler.md.  Points are counted in units of 10, faces from 0 (a one) to 5;
where squares show faces they are numbers 1 to 6, and 0 stands for none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule, rule

# Capacities: one compiled game serves every configuration within them.
SEATS = 6
ROWS = 6
FACES = 6
LONGEST = 6  # squares of a row
STACK = 100  # different tableaus that can come up in one game; there may be more to draw from
MOST_TABLEAUS = 10_000
MOST_ROUNDS = 10_000
MOST_DICE = 90  # of all players
MOST_ROW_POINTS = 100  # units of 10, won or paid
MOST_POINTS = 1_000  # units of 10, as target or to start with

# Kinds of rows (GA-2): given faces; stars, all alike; a full house.
KINDS = ("faces", "stars", "full_house")
GIVEN, STARS, FULL_HOUSE = range(3)
KIND_COUNT = len(KINDS)
TRIPLE = 3  # squares of the first group of a full house
HOUSE = 5  # all its squares

# Actions: row * FACES + face places a die; then the two that end a roll.
ROLL_AGAIN = ROWS * FACES
STOP = ROLL_AGAIN + 1
ACTIONS = STOP + 1

# Chance events (game.chance) and how their outcome is coded.
TABLEAU, ROLL = 1, 2  # index of a tableau; bag of faces

# What fits where is a set of placements in one number: bit row * FACES + face.
EVERY_FACE = (1 << FACES) - 1
EVERY_ROW = sum(1 << (FACES * row) for row in range(ROWS))

# What lies on the table of a round, in the rulebook and in the game alike.
TABLEAU_FIELDS = [
    ("kind", np.int8, ROWS * KIND_COUNT),  # one of each three is 1
    ("length", np.int8, ROWS),  # squares
    ("row_points", np.int8, ROWS),  # units of 10; below zero: paid
    ("squares", np.int8, ROWS * LONGEST),  # face 1 … 6 that each square shows or demands by now; 0: not yet known, none
    ("fits", np.int64),  # the placements that the leftmost empty squares allow
]
TABLEAU_TYPE = np.dtype(TABLEAU_FIELDS, align=True)

GAME = np.dtype(
    [
        ("gambler", np.int8),  # the tag of this ruleset
        ("over", np.int8),
        ("chance", np.int8),
        ("seat", np.int8),
        ("starter", np.int8),  # the seat that starts or started this round
        ("last_placer", np.int8),  # the seat that placed the latest die of this round; -1 before the first
        ("rolls_made", np.int8),  # in this turn
        ("placed", np.int8),  # dice of this roll that were placed
        ("turn_dice", np.int8),  # dice of this turn not yet placed
        ("squares_left", np.int8),  # empty squares of the tableau
        ("dice", np.int8, SEATS),  # not yet placed in this round, those of the present roll included
        ("filled", np.int8, ROWS),  # squares with a die
        *TABLEAU_FIELDS,
        ("points", np.int16, SEATS),  # units of 10
        ("round", np.int16),  # 0-based; the last one played when the game is over
        ("tableau", np.int16),  # index of the one in play; -1 before it is drawn
        ("used", np.int16),  # different tableaus that came up so far
        ("order", np.int16, STACK),  # which, in order of first use
        ("roll", np.int32),  # bag of faces: dice of this roll not yet placed
    ],
    align=True,
)


class Rules(NamedTuple):
    """What the compiled rules read: a named tuple, because there may be any number of tableaus."""

    players: int
    reward: int
    dice: int  # of each player
    roll_dice: int  # taken for a turn
    rolls: int  # at most, in a turn
    start_points: int  # units of 10
    target: int  # units of 10
    round_limit: int
    distinct: int  # 0 or 1: star rows of a tableau show different faces (GA-17)
    shuffled: int  # 0 or 1: tableaus are drawn, not taken in the given order
    opening: int  # index of the tableau that the first round takes undrawn; -1: none
    tableaus: np.ndarray  # of TABLEAU_TYPE


# --- the game and its rounds are set up ---------------------------------------------------------------------


@rule
def deal(game, rules):
    """GA-1: everyone has the same points; GA-6: seat 0 starts."""
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
    """GA-5: the dice are split anew; GA-4, GA-16: the next tableau, drawn while there are some that nobody saw."""
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
    """GA-4: a tableau comes up for the first time."""
    game.order[game.used] = index
    game.used += 1
    lay_out(game, rules, index)


@rule
def lay_out(game, rules, index):
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
    """GA-7: five dice, or all if there are fewer; the rest is not used in this turn."""
    game.seat = seat
    game.turn_dice = min(np.int64(game.dice[seat]), rules.roll_dice)
    game.rolls_made = 0
    roll_dice(game)


@hot_rule
def roll_dice(game):
    """GA-10, GA-11: all dice of the turn that are not placed are rolled."""
    game.roll = 0
    game.placed = 0
    game.chance = ROLL


@rule
def rolled(game, rules, faces):
    """GA-9: if nothing fits the turn is over."""
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
    """GA-8: one die onto the leftmost empty square of a row; GA-12: whoever fills the row settles it at once."""
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
        end_round(game, rules)  # GA-14, GA-E5: at once, and the turn with it
    elif game.turn_dice == 0 or (game.rolls_made == rules.rolls and placements(game) == 0):
        end_turn(game, rules)  # GA-10: nothing left to do but to stop


@hot_rule
def _cover_square(game, rules, row, face):
    """GA-2: the first die of a group of stars tells what the others must show."""
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
    """GA-2: the set of faces that the next square of a row that was begun allows."""
    if filled == game.length[row]:
        return np.int64(0)
    demanded = np.int64(game.squares[row * LONGEST + filled])
    if demanded != 0:
        return np.int64(1) << (demanded - 1)
    triple = np.int64(game.squares[row * LONGEST])
    return EVERY_FACE & ~(np.int64(1) << (triple - 1))  # the pair of a full house (GA-E3)


@rule
def _block_stars(game, face):
    """GA-17, option "distinct": no other star row of this tableau may begin with the face."""
    for row in range(ROWS):
        if game.kind[row * KIND_COUNT + STARS] != 0 and game.filled[row] == 0:
            game.fits &= ~(np.int64(1) << (row * FACES + face))


@hot_rule
def settle_row(game, row, seat):
    """GA-12, GA-E2: the points of a finished row, won or paid; nobody goes below zero."""
    game.points[seat] = max(np.int64(game.points[seat]) + np.int64(game.row_points[row]), np.int64(0))


@rule
def end_turn(game, rules):
    """GA-9, GA-10: unplaced dice are reserve again; GA-13: the next player clockwise who has dice."""
    seat = np.int64(game.seat)
    for _ in range(rules.players):
        seat = seat + 1 if seat + 1 < rules.players else np.int64(0)
        if game.dice[seat] > 0:
            break
    begin_turn(game, rules, seat)  # there are no more squares than dice, so somebody has some


@hot_rule
def _clear_turn(game):
    game.roll = 0
    game.placed = 0
    game.rolls_made = 0
    game.turn_dice = 0


# --- the end ------------------------------------------------------------------------------------------------


@rule
def end_round(game, rules):
    """GA-15, GA-18: over with enough points or rounds; GA-6: else the last placer's left neighbour starts the next."""
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
    others = np.int64(0)
    for other in range(rules.players):
        others += game.points[other]
    others -= game.points[seat]
    return (game.points[seat] - others / (rules.players - 1)) / 10.0


@rule
def round_of(game, rules):
    return np.int64(game.round)


# --- decisions and chance, as the kernel asks for them ------------------------------------------------------


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
    """GA-8: placements; GA-10: having placed a die of this roll, roll again or stop."""
    possible = placements(game)
    for action in range(ROLL_AGAIN):
        mask[action] = (possible >> action) & 1
    placed = game.placed > 0
    mask[ROLL_AGAIN] = placed and game.turn_dice > 0 and game.rolls_made < rules.rolls
    mask[STOP] = placed


@rule
def must_decide(game, rules, seat):
    """One seat at a time decides."""
    return game.seat == seat


@hot_rule
def sample_chance(game, rules, luck):
    if game.chance == ROLL:
        return lucks.roll(luck, np.int64(game.turn_dice), FACES)
    return _unseen_tableau(game, lucks.below(luck, len(rules.tableaus) - game.used))


@rule
def _unseen_tableau(game, number):
    """The index of an unseen tableau, counted from 0 among the unseen ones."""
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
    unseen = len(rules.tableaus) - game.used
    codes = np.empty(unseen, np.int64)
    for number in range(unseen):
        codes[number] = _unseen_tableau(game, number)
    return codes, np.full(unseen, 1.0 / unseen)


@rule
def resample_hidden(game, rules, seat, luck):
    """Nothing is hidden, and the order of the stack is not in the record before it is seen."""
