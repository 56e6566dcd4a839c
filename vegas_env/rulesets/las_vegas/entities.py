"""Entities of the observation for networks with shared weights: one for each casino."""

from __future__ import annotations

from vegas_env.rulesets.las_vegas.observation import SLICES
from vegas_env.rulesets.las_vegas.rules import CASINOS
from vegas_env.spec import entity_layout

ENTITIES = entity_layout(
    1,
    {face: (face,) for face in range(CASINOS)},  # placing the dice of a face
    SLICES["notes"].indices,
    SLICES["dice"].indices[:, :CASINOS].T,
    SLICES["white"].indices,
    SLICES["own_roll"].indices,
    SLICES["white_roll"].indices,
    SLICES["chips"].indices,
)
