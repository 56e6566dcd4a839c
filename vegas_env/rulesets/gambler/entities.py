"""The rows of a tableau, all alike."""

from __future__ import annotations

from vegas_env.rulesets.gambler.observation import SLICES
from vegas_env.rulesets.gambler.rules import FACES, ROWS
from vegas_env.spec import entity_layout

ENTITIES = entity_layout(
    FACES,
    {action: (action,) for action in range(ROWS * FACES)},  # place a die of a face in a row: row by row
    *(SLICES[name].places for name in ("kind", "length", "filled", "row_points", "squares", "fits")),
)
