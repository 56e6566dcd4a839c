"""Networks for observations to which slices or entity features were added.

The new inputs get weights of zero, so the network plays the same moves as before.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from vegas_env.agents.ppo.layout import NetworkLayout
from vegas_env.agents.ppo.network_file import NetworkFile
from vegas_env.rulesets import RULESETS
from vegas_env.spec import EntityLayout, Ruleset, Slice, layout

REST_LAYERS = ("rest_trunk.weight", "rest_entity.weight")
ENTITY_LAYER = "entity_in.weight"


def migrate_file(path: Path) -> bool:
    """Bring a network file up to date; returns False if it already is."""
    file = NetworkFile.read(path)
    ruleset = RULESETS[file.ruleset]
    if file.observation_hash == ruleset.observation_hash:
        return False
    migrate(file, ruleset).write(path)
    return True


def migrate(file: NetworkFile, ruleset: Ruleset) -> NetworkFile:
    """The same network for the current observations of a ruleset.

    Inputs are matched by the name of their slice and the place in it.  Raises a ValueError if an input of the network
    no longer exists or the actions have changed.
    """
    old = layout_of(file.observation_layout, ruleset, bool(file.adviser))
    new = NetworkLayout.of(ruleset, bool(file.adviser))
    _check_slices(file.observation_layout, ruleset)
    weights = dict(file.weights)
    if weights["action_out.weight"].shape[0] != len(new.rest_actions) or old.entity_count != new.entity_count:
        raise ValueError(f"the actions or entities of {ruleset.name} have changed: train a new network")
    for name in REST_LAYERS:
        if name in weights:
            weights[name] = expand(weights[name], old.rest_labels, new.rest_labels)
    if ENTITY_LAYER in weights:
        weights[ENTITY_LAYER] = expand(weights[ENTITY_LAYER], old.entity_labels, new.entity_labels)
    return dataclasses.replace(
        file,
        weights=weights,
        observation_layout=ruleset.observation_layout,
        observation_hash=ruleset.observation_hash,
    )


def layout_of(observation_layout: dict[str, Any], ruleset: Ruleset, advised: bool) -> NetworkLayout:
    """The layout of a network trained on earlier observations of a ruleset; see `Ruleset.observation_layout`."""
    slices = layout(
        *(Slice(name, tuple(shape), "", scale, high=high) for name, shape, scale, high in observation_layout["slices"])
    )
    entities = None
    if observation_layout["entities"] is not None:
        if ruleset.entities is None:
            raise ValueError(f"{ruleset.name} no longer has entities: train a new network")
        columns = np.array(observation_layout["entities"], np.int64)
        entities = EntityLayout(columns, ruleset.entities.num_outputs, ruleset.entities.action_outputs)
    return NetworkLayout(slices.values(), entities, ruleset.actions, advised)


def expand(weights: np.ndarray, old: Sequence[Hashable], new: Sequence[Hashable]) -> np.ndarray:
    """(units, inputs) weights for other inputs, matched by their labels; those of new inputs are zero."""
    places = {label: place for place, label in enumerate(new)}
    missing = [label for label in old if label not in places]
    if missing:
        raise ValueError(f"the network has an input that no longer exists, {missing[0]}: train a new network")
    expanded = np.zeros((len(weights), len(new)), weights.dtype)
    expanded[:, [places[label] for label in old]] = weights
    return expanded


def _check_slices(observation_layout: dict[str, Any], ruleset: Ruleset) -> None:
    """Slices may be added, but not removed or changed in shape or scale."""
    now = {name: (shape, scale) for name, shape, scale, _ in ruleset.observation_layout["slices"]}
    for name, shape, scale, _ in observation_layout["slices"]:
        if name not in now:
            raise ValueError(f"the observations of {ruleset.name} have no slice {name!r} any more: train a new network")
        if now[name] != (shape, scale):
            raise ValueError(f"the slice {name!r} of {ruleset.name} has changed: train a new network")
