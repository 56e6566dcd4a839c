"""Compiled: backward induction over the rules of Las Vegas with dice for two players.

The solver runs the compiled rules themselves (`apply`, `apply_chance`, `outcomes`, `legal`), so it solves exactly the
game that is played, with every option: white dice, chip cards, several rounds.  For two players every reward is
zero-sum.

Before a roll it does not branch on the roll.  A placement depends on a roll only through the dice of the chosen face
(LV-5, LV-13), so the successors of all rolls are "k own and j white dice placed at casino f": few positions instead of
one for each of the many rolls.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from vegas_env.agents.las_vegas.solver.memo import find_slot, position_key, store
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import agent_kernel, rule
from vegas_env.kernel.dispatch import apply, apply_chance, legal, opened, outcomes
from vegas_env.kernel.rewards import payoff_of
from vegas_env.rulesets.las_vegas import rules as lv
from vegas_env.rulesets.las_vegas.config import LasVegasConfig

FRAME = np.dtype(
    [
        ("frame", np.int64),  # the tag of the record type
        ("first", np.int64),  # index of its first branch,
        ("next", np.int64),  # of the branch to follow next,
        ("end", np.int64),  # and behind its last branch
        ("memo", np.uint64),  # its key in the memo
        ("check", np.uint64),
    ],
    align=True,
)


class Line(NamedTuple):
    """The stack of the depth-first search: the positions of one line of play, and the branches of each of them."""

    games: np.ndarray
    frames: np.ndarray  # FRAME, one for each position
    branches: np.ndarray
    values: np.ndarray  # of the branches, for seat 0


def empty_line(config: LasVegasConfig) -> Line:
    """A stack with room for the longest possible line of play."""
    white = config.white_dice
    turns = 2 * (config.dice + white)
    draws = config.casinos * (lv.NOTES_PER_CASINO + 1) + 2  # notes and a chip for each; the start; the last position
    branches = draws * lv.ACTIONS + math.comb(config.white_left + config.casinos, config.casinos)
    branches += turns * (lv.ACTIONS + (config.dice + 1) * (white + 1) * config.casinos)
    longest = config.rounds * (draws + 1 + 2 * turns)  # a turn may include the choice of a chip
    return Line(
        np.zeros(longest, lv.GAME),
        np.zeros(longest, FRAME),
        np.zeros(config.rounds * branches, np.int64),
        np.zeros(config.rounds * branches, np.float64),
    )


# --- the branches of a position -----------------------------------------------------------------------------


@rule
def _list_branches(game, rules, branches):
    """Write the codes of all branches: legal actions, outcomes of chance, or, before a roll, placements (own dice,
    white dice, face).  Returns their number.

    The placements of no dice at all come first among placements; they lead nowhere and are skipped.
    """
    if game.chance == lv.ROLL:
        own, white = np.int64(game.dice[game.seat, lv.OWN_HAND]), np.int64(game.dice[game.seat, lv.WHITE_HAND])
        number = (own + 1) * (white + 1) * rules.casinos
        for branch in range(number):
            branches[branch] = branch
        return number
    if game.chance != 0:
        codes, _ = outcomes(game, rules)
        branches[: len(codes)] = codes
        return len(codes)
    mask = np.zeros(lv.ACTIONS, np.int8)
    legal(game, rules, mask)
    number = 0
    for action in range(lv.ACTIONS):
        if mask[action]:
            branches[number] = action
            number += 1
    return number


@rule
def _follow(game, rules, branch):
    """Follow a branch, in place."""
    event = game.chance
    outcome, action = branch, branch
    if event == lv.ROLL:
        white_dice = np.int64(game.dice[game.seat, lv.WHITE_HAND])
        action, placed = branch % rules.casinos, branch // rules.casinos
        own, white = placed // (white_dice + 1), placed % (white_dice + 1)
        outcome = own * multisets.one(action) | (white * multisets.one(action)) << lv.WHITE_ROLL_SHIFT
    if event != 0:
        apply_chance(game, rules, outcome)
    if event == 0 or event == lv.ROLL:
        apply(game, rules, action)


@rule
def _backed_up(game, rules, values):
    """The value of a position for seat 0, from the values of its branches: an expectation, a maximum or a minimum."""
    if game.chance == lv.ROLL:
        return _mean_over_rolls(game, rules, values)
    if game.chance != 0:
        _, probabilities = outcomes(game, rules)
        return (values * probabilities).sum()
    return values.max() if game.seat == 0 else values.min()


@rule
def _mean_over_rolls(game, rules, values):
    """The mean, over all rolls, of the value of the best placement."""
    codes, probabilities = outcomes(game, rules)
    side = _side(game)
    white_dice = np.int64(game.dice[game.seat, lv.WHITE_HAND])
    mean = 0.0
    for i in range(len(codes)):
        best = -np.inf
        for face in range(rules.casinos):
            own, white = multisets.count(codes[i], face), multisets.count(codes[i] >> lv.WHITE_ROLL_SHIFT, face)
            placed = own * (white_dice + 1) + white
            if placed > 0:
                best = max(best, side * values[placed * rules.casinos + face])
        mean += probabilities[i] * best
    return side * mean


@rule
def _side(game):
    """The sign of the next seat's payoff in values for seat 0."""
    return 1.0 if game.seat == 0 else -1.0


# --- backward induction -------------------------------------------------------------------------------------


@rule
def expected_payoff(line, rules, memo):
    """Seat 0's expected final payoff from line.games[0] under optimal play; meaningless once the memo is full.

    Depth-first with an explicit stack, because numba cannot cache recursive functions.
    """
    known, value, key = _look_up(line.games[0], rules, memo)
    if known:
        return value
    depth = np.int64(0)
    _push(line, depth, rules, key)
    while memo.used[0] <= memo.limit[0]:
        frame = line.frames[depth]
        if frame.next < frame.end:  # follow the next branch
            line.games[depth + 1] = line.games[depth]
            _follow(line.games[depth + 1], rules, line.branches[frame.next])
            known, value, key = _look_up(line.games[depth + 1], rules, memo)
            if not known:
                depth += 1
                _push(line, depth, rules, key)
                continue
        else:  # all branches are solved
            value = _backed_up(line.games[depth], rules, line.values[frame.first : frame.end])
            _remember(line.games[depth], rules, memo, (frame.memo, frame.check), value)
            depth -= 1
            if depth < 0:
                break
        line.values[line.frames[depth].next] = value
        line.frames[depth].next += 1
    return value


@rule
def _push(line, depth, rules, key):
    """Start with the branches of the position at this depth; they are stored behind those of the position before."""
    game, frame = line.games[depth], line.frames[depth]
    frame.first = line.frames[depth - 1].end if depth > 0 else 0
    frame.end = frame.first + _list_branches(game, rules, line.branches[frame.first :])
    frame.next = frame.first + (rules.casinos if game.chance == lv.ROLL else 0)
    frame.memo, frame.check = key


@rule
def _look_up(game, rules, memo):
    """Whether the value of a position is known, the value for seat 0, and the key of the position in the memo.

    Only positions before a chance event are stored.
    """
    paid = payoff_of(game, rules, 0)
    if game.over:
        return True, paid, (np.uint64(0), np.uint64(0))
    if game.chance == 0:
        return False, paid, (np.uint64(0), np.uint64(0))
    key = position_key(game, rules)
    entry = memo.entries[find_slot(memo.entries, key)]
    return entry.memo != 0, paid + _side(game) * entry.value, key


@rule
def _remember(game, rules, memo, key, value):
    """Store the payoff still to be won, for the seat that moves next: it does not depend on what was won before."""
    if game.chance != 0:
        store(memo, key, _side(game) * (value - payoff_of(game, rules, 0)))


# --- called from Python -------------------------------------------------------------------------------------


@agent_kernel
def action_values_many(records, first, rulebook, line, memo, values):
    """Into `values`: the deciding seat's expected final payoff after each action (-inf: illegal), for records[first]
    and those behind it; before a chance event, the next seat's expected payoff, in the place of action 0.

    Returns the index of the record at which the memo was full, or the number of records.
    """
    rules = opened(rulebook)
    actions = np.zeros(lv.ACTIONS, np.int64)
    for i in range(first, len(records)):
        record = records[i]
        values[i] = -np.inf
        actions[0] = 0
        number = _list_branches(record, rules, actions) if record.chance == 0 else 1
        for k in range(number):
            line.games[0] = records[i]
            if record.chance == 0:
                _follow(line.games[0], rules, actions[k])
            values[i, actions[k]] = _side(record) * expected_payoff(line, rules, memo)
        if memo.used[0] > memo.limit[0]:
            return i
    return len(records)
