"""The casinos, all alike."""

from __future__ import annotations

from vegas_env.rulesets.las_vegas.observation import SLICES
from vegas_env.rulesets.las_vegas.rules import CASINOS
from vegas_env.spec import entity_layout

ENTITIES = entity_layout(
    1,
    {face: (face,) for face in range(CASINOS)},  # place the dice of a face
    SLICES["notes"].places,
    SLICES["dice"].places[:, :CASINOS].T,
    SLICES["white"].places,
    SLICES["own_roll"].places,
    SLICES["white_roll"].places,
    SLICES["chips"].places,
)
