"""What a seat observes in Pig: whole numbers, itself first, then the others clockwise."""

from __future__ import annotations

from vegas_env.kernel.cache import rule
from vegas_env.spec import Slice, layout, starts
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
AT = starts(SLICES)


@rule
def observe(game, rules, seat, seen):
    for i in range(SIZE):
        seen[i] = 0
    seen[AT.players] = rules.players
    seen[AT.target] = rules.target
    seen[AT.faces] = rules.faces
    seen[AT.turn_total] = game.turn_total
    for relative in range(rules.players):
        other = (seat + relative) % rules.players
        seen[AT.deciding + relative] = game.seat == other
        seen[AT.scores + relative] = game.scores[other]
