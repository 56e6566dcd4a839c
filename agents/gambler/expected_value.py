"""The strongest heuristic for Gambler: expected points of every way to place the dice of a roll.

A plan places dice of the present roll in some rows, and then stops or rolls again.  All plans are evaluated; the agent
takes the first step of the best one.
"""

from __future__ import annotations

import numpy as np

from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.gambler.odds import (
    DICE,
    FINISH,
    HOUSE,
    LEFT_TO_OTHERS,
    OPEN,
    ROLLING,
    ROLLS,
    chance_forced,
    chance_of_any,
)
from vegas_env.agents.registry import register
from vegas_env.kernel import multisets
from vegas_env.kernel.bitsets import bit, contains, members
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.gambler import rules as ga

# An option is one way to place dice in a row.  Its fields: the dice that it takes, the row afterwards (shape, empty
# squares, faces that fit next), and the face of its first die.
TAKEN, SHAPE, LEFT, NEXT, FIRST = range(5)
MOST_OPTIONS = 24  # of a row
MOST_PLANS = 2_000  # evaluated for a decision; five dice never have so many
NOTHING = -1

# In units of 10 points.
WIN = 30.0  # the value of winning the game with the last die
FEAR = 0.1  # probability that a player must soon finish a row that costs points, even if other dice fit now
SLACK = 0.2  # smaller losses do not count as harm

# Default options.
PRICE = 1.5  # of a die, in units of 10 points
OTHERS = 0.8  # weight of what a further roll promises in rows other than the best


# --- the options of a row -------------------------------------------------------------------------------------


@rule
def shape_at(game, row, filled):
    """The shape (see odds.py) of a row that holds this many dice."""
    if game.kind[row * ga.KIND_COUNT + ga.STARS]:
        return OPEN if filled == 0 else 1
    if game.kind[row * ga.KIND_COUNT + ga.FULL_HOUSE]:
        if filled == ga.TRIPLE:
            return OPEN
        return HOUSE if filled == 0 else (2 if filled < ga.TRIPLE else 1)
    demanded = np.int64(0)
    for square in range(filled, game.length[row]):
        demanded |= bit(game.squares[row * ga.LONGEST + square])
    return members(demanded)


@rule
def next_faces(game, row, filled, latest):
    """The set of faces that fit a row that holds this many dice, the last of which shows `latest` (GA-2)."""
    if filled == game.length[row]:
        return np.int64(0)
    demanded = np.int64(game.squares[row * ga.LONGEST + filled])
    if demanded != 0:
        return bit(demanded - 1)
    if filled == ga.TRIPLE and game.kind[row * ga.KIND_COUNT + ga.FULL_HOUSE]:
        return ga.EVERY_FACE & ~bit(latest)
    return bit(latest)


@rule
def add_option(game, row, options, count, taken, placed, latest, first):
    """Append an option; returns the new number of options."""
    if count < MOST_OPTIONS:
        filled = np.int64(game.filled[row]) + placed
        option = options[row, count]
        option[TAKEN] = taken
        option[SHAPE] = shape_at(game, row, filled)
        option[LEFT] = game.length[row] - filled
        option[NEXT] = next_faces(game, row, filled, latest)
        option[FIRST] = first
        count += 1
    return count


@rule
def list_options(game, row, options):
    """Write all options of a row, placing nothing first; returns their number."""
    option = options[row, 0]
    option[TAKEN] = 0
    option[SHAPE] = shape_at(game, row, np.int64(game.filled[row]))
    option[LEFT] = game.length[row] - game.filled[row]
    option[NEXT] = (game.fits >> (row * ga.FACES)) & ga.EVERY_FACE
    option[FIRST] = NOTHING
    count = np.int64(1)
    for face in range(ga.FACES):
        if contains(option[NEXT], face) and multisets.count(game.roll, face) > 0:
            count = follow(game, row, np.int64(face), options, count)
    return count


@rule
def follow(game, row, first, options, count):
    """Append the options that start with the face `first`: one die, two, … as long as the roll has dice that fit."""
    latest, taken, placed = first, np.int64(0), np.int64(0)
    roll = np.int64(game.roll)
    while True:
        taken += multisets.one(latest)
        placed += 1
        count = add_option(game, row, options, count, taken, placed, latest, first)
        wanted = next_faces(game, row, np.int64(game.filled[row]) + placed, latest)
        if members(wanted) > 1:
            return follow_pairs(game, row, first, options, count, wanted, taken, placed)
        if wanted == 0:
            return count
        latest = members(wanted - 1)
        if multisets.count(roll, latest) <= multisets.count(taken, latest):
            return count


@rule
def follow_pairs(game, row, first, options, count, wanted, taken, placed):
    """Append the options that follow the complete triple of a full house: one or two dice of any other face."""
    for face in range(ga.FACES):
        shown = multisets.count(game.roll, face)
        if contains(wanted, face) and shown > 0:
            count = add_option(game, row, options, count, taken + multisets.one(face), placed + 1, face, first)
            if shown > 1:
                count = add_option(game, row, options, count, taken + 2 * multisets.one(face), placed + 2, face, first)
    return count


# --- the value of a plan, in units of 10 points ---------------------------------------------------------------


@rule
def share_of(chance, players):
    """The seat's own share minus that of each other player, if all in turn, the left neighbour first, succeed with this
    probability; see odds.shares.
    """
    if chance <= 0.0:
        return 0.0
    own = chance * (1.0 - chance) ** (players - 1) / (1.0 - (1.0 - chance) ** players)
    return own - (1.0 - own) / (players - 1)


@rule
def own_points(game, row):
    """The points of finishing a row; a player never pays more than they have (GA-12)."""
    points = np.float64(game.row_points[row])
    return max(points, -np.float64(game.points[game.seat]))


@rule
def dangerous(game, row, left):
    """Whether the next die here costs points."""
    return game.row_points[row] < 0 and left == 1


@rule
def harmless_faces(game, options, choice):
    """The set of faces that fit some row without costing points."""
    faces = np.int64(0)
    for row in range(ga.ROWS):
        option = options[row, choice[row]]
        if not dangerous(game, row, option[LEFT]):
            faces |= option[NEXT]
    return faces


@rule
def trap(game, row, option, harmless, players):
    """The expected value of a row that costs points, which the seat or another player must finish one day."""
    left = option[LEFT]
    bad = members(option[NEXT] & ~harmless)
    chance = FEAR + (1.0 - FEAR) * chance_forced(members(harmless), bad, np.float64(DICE))
    return game.row_points[row] * share_of(chance / left**2, players)


@rule
def passed_on(game, rules, option):
    """The probability that no other player finishes the row in their next turn, with the dice that they have."""
    chance = 1.0
    for seat in range(rules.players):
        if seat != game.seat:
            chance *= 1.0 - FINISH[option[SHAPE], option[LEFT], min(np.int64(game.dice[seat]), DICE), ROLLS]
    return chance


@rule
def value_left_to_others(game, rules, row, option, passed, reserve, all_dice):
    """The value of an unfinished row that pays, for the seat if it stops now: the others have one turn each, then the
    seat has one; after that any player may finish it, with probabilities proportional to the dice they have left.
    """
    own = passed * FINISH[option[SHAPE], option[LEFT], min(reserve, DICE), ROLLS]
    others = 1.0 - passed
    own += (1.0 - own - others) * reserve / all_dice
    return game.row_points[row] * (own - (1.0 - own) / (rules.players - 1))


@rule
def after_one_more(shape, left):
    """The shape of a row after one more die (odds.shape_after)."""
    if shape == HOUSE:
        return np.int64(2)
    return np.int64(1) if shape == OPEN else min(shape, left - 1)


@rule
def rolling(policy, game, rules, options, choice, dice, rolls, harmless):
    """What a further roll adds: rows that it may finish, minus the risk of having to place a die that harms, minus the
    price of the die that it costs in any case (players with dice left finish the long rows).
    """
    most, others, least_harm = 0.0, 0.0, 1000.0
    good, bad = np.int64(0), np.int64(0)
    dice, rolls = min(dice, DICE), min(rolls, ROLLS)
    for row in range(ga.ROWS):
        option = options[row, choice[row]]
        left, shape = option[LEFT], option[SHAPE]
        if left == 0:
            continue
        harm = 0.0
        if game.row_points[row] > 0:
            stopped = LEFT_TO_OTHERS[rules.players, shape, left]
            gain = game.row_points[row] * (ROLLING[rules.players, shape, left, dice, rolls] - stopped)
            others += min(gain, most)  # rows compete for the same dice
            most = max(gain, most)
            one_more = ROLLING[rules.players, after_one_more(shape, left), left - 1, dice - 1, rolls - 1]
            harm = game.row_points[row] * (stopped - one_more)
        elif left == 1:
            harm = trap(game, row, option, harmless, rules.players) - own_points(game, row)
        if harm > SLACK:
            bad |= option[NEXT]
            least_harm = min(least_harm, harm)
        else:
            good |= option[NEXT]
    forced = chance_forced(members(good), members(bad & ~good), np.float64(dice))
    price = policy.price * chance_of_any(members(good | bad), np.float64(dice))
    return most + policy.others * others - forced * least_harm - price


@rule
def end_of_round(game, rules, gained):
    """GA-15: the value of ending the round, which may end the game."""
    own = game.points[game.seat] + gained
    best = 0.0
    for seat in range(rules.players):
        if seat != game.seat:
            best = max(best, np.float64(game.points[seat]))
    if max(own, best) < rules.target and game.round + 1 < rules.round_limit:
        return 0.0
    return WIN * np.sign(own - best)


@rule
def evaluate(policy, game, rules, options, passed, choice, dice):
    """The value of a plan, and whether to roll again after it."""
    value, gained, squares = 0.0, 0.0, np.int64(0)
    used = game.turn_dice - dice
    reserve = game.dice[game.seat] - used
    all_dice = np.int64(-used)
    for seat in range(rules.players):
        all_dice += game.dice[seat]
    harmless = harmless_faces(game, options, choice)
    for row in range(ga.ROWS):
        option = options[row, choice[row]]
        squares += option[LEFT]
        if option[LEFT] > 0:
            if game.row_points[row] > 0:
                value += value_left_to_others(game, rules, row, option, passed[row, choice[row]], reserve, all_dice)
            else:
                value += trap(game, row, option, harmless, rules.players)
        elif choice[row] > 0:
            gained += own_points(game, row)
    value += gained
    if squares == 0:
        return value + end_of_round(game, rules, gained), False
    rolls = rules.rolls - np.int64(game.rolls_made)
    if dice > 0 and rolls > 0:
        more = rolling(policy, game, rules, options, choice, dice, rolls, harmless)
        if more > 0.0:
            return value + more, True
    return value, False


# --- the best plan --------------------------------------------------------------------------------------------


@rule
def is_within(dice, other):
    """Whether one multiset of dice is part of another."""
    missing = 0
    for face in range(ga.FACES):
        missing += multisets.count(dice, face) > multisets.count(other, face)
    return missing == 0


@rule
def first_action(options, choice, again):
    """The first action of a plan."""
    for row in range(ga.ROWS):
        if choice[row] > 0:
            return row * ga.FACES + options[row, choice[row], FIRST]
    return np.int64(ga.ROLL_AGAIN if again else ga.STOP)


@rule
def choose_expected_value(policy, game, rules, mask, luck):
    """The first action of the best plan, found by trying all combinations of options of the rows."""
    options = np.empty((ga.ROWS, MOST_OPTIONS, 5), np.int64)
    count = np.empty(ga.ROWS, np.int64)
    passed = np.empty((ga.ROWS, MOST_OPTIONS))
    for row in range(ga.ROWS):
        count[row] = list_options(game, row, options)
        for option in range(count[row]):
            passed[row, option] = passed_on(game, rules, options[row, option])
    choice = np.zeros(ga.ROWS, np.int64)
    roll = np.empty(ga.ROWS + 1, np.int64)  # the dice left before each row
    roll[0] = game.roll
    must_place = game.placed == 0
    best, most = np.int64(NOTHING), -1e9
    plans = 0
    row = 0
    choice[0] = NOTHING
    while row >= 0 and plans < MOST_PLANS:
        choice[row] += 1
        if choice[row] == count[row]:
            row -= 1
        elif is_within(options[row, choice[row], TAKEN], roll[row]):
            roll[row + 1] = roll[row] - options[row, choice[row], TAKEN]
            if row + 1 < ga.ROWS:
                row += 1
                choice[row] = NOTHING
            elif not must_place or roll[ga.ROWS] != roll[0]:
                plans += 1
                value, again = evaluate(policy, game, rules, options, passed, choice, multisets.total(roll[ga.ROWS]))
                if value > most:
                    best, most = first_action(options, choice, again), value
    return best


EXPECTED_VALUE = policy_type(
    "gambler_expected_value", choose_expected_value, ("price", np.float64), ("others", np.float64)
)

register(
    "gambler",
    "expected_value",
    lambda price=PRICE, others=OTHERS: CompiledAgent("expected_value", EXPECTED_VALUE, price=price, others=others),
    "Places, stops and rolls again by expected points, its own minus those of the others, with a price on every die.",
)
