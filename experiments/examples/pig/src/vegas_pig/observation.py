"""What a seat observes in Pig: whole numbers, itself first, then the others clockwise."""

from __future__ import annotations

from vegas_env.kernel.cache import rule
from vegas_env.spec import Slice, layout
from vegas_pig.rules import FACES, SEATS, TARGET

HUNDREDTH = 0.01
HIGHEST_SCORE = TARGET - 1 + FACES

SLICES = layout(
    Slice("players", (1,), "players / 6", 1 / 6, high=SEATS),
    Slice("target", (1,), "points that win / 100", HUNDREDTH, high=TARGET),
    Slice("faces", (1,), "faces of the die / 20", 1 / 20, high=FACES),
    Slice("deciding", (SEATS,), "whose turn it is"),
    Slice("turn_total", (1,), "points of this turn / 100", HUNDREDTH, high=TARGET),
    Slice("scores", (SEATS,), "points of each seat / 100", HUNDREDTH, high=HIGHEST_SCORE),
)
SIZE = SLICES["scores"].stop

# Compiled code reads plain numbers.
PLAYERS, TARGET_PLACE, FACES_PLACE = SLICES["players"].start, SLICES["target"].start, SLICES["faces"].start
DECIDING, TURN_TOTAL, SCORES = SLICES["deciding"].start, SLICES["turn_total"].start, SLICES["scores"].start


@rule
def observe(game, rules, seat, seen):
    for i in range(SIZE):
        seen[i] = 0
    seen[PLAYERS] = rules.players
    seen[TARGET_PLACE] = rules.target
    seen[FACES_PLACE] = rules.faces
    seen[TURN_TOTAL] = game.turn_total
    for relative in range(rules.players):
        other = (seat + relative) % rules.players
        seen[DECIDING + relative] = game.seat == other
        seen[SCORES + relative] = game.scores[other]
