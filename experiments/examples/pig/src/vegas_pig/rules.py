"""The rules of Pig, on one record.  Rule ids (PIG-1 …) are explained in the README."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel.cache import rule

# Capacities: one compiled game serves every configuration within them.
SEATS = 6
FACES = 20
TARGET = 1_000
NOBODY = -1

ROLL_AGAIN, HOLD = 0, 1
ACTION_NAMES = ("roll", "hold")

ROLL = 1  # the chance event: its outcome is the number rolled

GAME = np.dtype(
    [
        ("pig", np.int8),  # the tag of this ruleset
        ("over", np.int8),
        ("chance", np.int8),
        ("seat", np.int8),  # whose turn it is
        ("turn_total", np.int16),
        ("scores", np.int16, SEATS),
    ],
    align=True,
)

RULES = np.dtype(
    [("pig_rules", np.int64), ("players", np.int64), ("reward", np.int64), ("target", np.int64), ("faces", np.int64)],
    align=True,
)


@rule
def deal(game, rules):
    """PIG-1: nobody has points, and seat 0 begins."""
    game.over = 0
    game.chance = 0
    game.seat = 0
    game.turn_total = 0
    for seat in range(SEATS):
        game.scores[seat] = 0


# --- decisions ----------------------------------------------------------------------------------------------


@rule
def legal(game, rules, mask):
    """PIG-2, PIG-4: roll always; hold once there is something to score."""
    mask[ROLL_AGAIN] = 1
    mask[HOLD] = game.turn_total > 0


@rule
def apply(game, rules, action):
    if action == HOLD:
        score_turn(game)
        next_turn(game, rules)
    else:
        game.chance = ROLL


@rule
def score_turn(game):
    """PIG-5: the turn total is added to the score."""
    game.scores[game.seat] += game.turn_total
    game.turn_total = 0


@rule
def next_turn(game, rules):
    game.turn_total = 0
    game.seat = (game.seat + 1) % rules.players


@rule
def must_decide(game, rules, seat):
    return game.seat == seat


# --- chance -------------------------------------------------------------------------------------------------


@rule
def outcomes(game, rules):
    """PIG-2: every face of the die is equally likely."""
    return np.arange(1, rules.faces + 1), np.full(rules.faces, 1.0 / rules.faces)


@rule
def sample_chance(game, rules, luck):
    return 1 + lucks.below(luck, rules.faces)


@rule
def apply_chance(game, rules, outcome):
    """PIG-3, PIG-4, PIG-6: the turn ends, goes on, or wins."""
    game.chance = 0
    if outcome == 1:
        next_turn(game, rules)
        return
    game.turn_total += outcome
    if game.scores[game.seat] + game.turn_total >= rules.target:
        score_turn(game)
        game.over = 1
        game.seat = NOBODY


@rule
def resample_hidden(game, rules, seat, luck):
    """Nothing is hidden in Pig."""


# --- results ------------------------------------------------------------------------------------------------


@rule
def score(game, rules, seat):
    """PIG-1: the most points win."""
    return np.int64(game.scores[seat])


@rule
def money(game, rules, seat):
    """The reward "money": points as a part of the target."""
    return game.scores[seat] / rules.target


@rule
def round_of(game, rules):
    """Pig has no rounds."""
    return np.int64(0)
