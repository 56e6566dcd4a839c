"""Observation and action spaces, derived from a ruleset's tables."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from vegas_env.spec import Ruleset


def flat_box(ruleset: Ruleset) -> spaces.Box:
    """The observation vector."""
    low, high = ruleset.bounds()
    return spaces.Box(low, high, dtype=np.float32)


def with_ratings(ruleset: Ruleset) -> spaces.Box:
    """The observation vector, and behind it what an agent thinks of every action (0, or less)."""
    low, high = ruleset.bounds()
    nothing = np.zeros(ruleset.actions, np.float32)
    return spaces.Box(np.concatenate([low, nothing - np.inf]), np.concatenate([high, nothing]), dtype=np.float32)


def with_mask(ruleset: Ruleset, actions: int) -> spaces.Dict:
    """PettingZoo's way to hand over masks: inside the observation."""
    return spaces.Dict(
        {"observation": flat_box(ruleset), "action_mask": spaces.Box(0, 1, (actions,), np.int8)},
    )


def state_box(ruleset: Ruleset, players: int) -> spaces.Box:
    """The view of every seat, one after the other: together everything there is to know."""
    low, high = ruleset.bounds()
    return spaces.Box(np.tile(low, players), np.tile(high, players), dtype=np.float32)
