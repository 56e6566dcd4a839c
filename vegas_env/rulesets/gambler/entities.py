"""Entities of the observation for networks with shared weights: one for each row of the tableau."""

from __future__ import annotations

from vegas_env.rulesets.gambler.observation import SLICES
from vegas_env.rulesets.gambler.rules import FACES, ROWS
from vegas_env.spec import entity_layout

ENTITIES = entity_layout(
    FACES,
    {action: (action,) for action in range(ROWS * FACES)},  # placing a die of a face in a row
    *(SLICES[name].indices for name in ("kind", "length", "filled", "row_points", "squares", "fits")),
)
