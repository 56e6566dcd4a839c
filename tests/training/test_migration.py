"""Networks know the observations they were trained on, and can be migrated when slices are added."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import play_on
from vegas_env import RULESETS, Games
from vegas_env.agent import as_agent
from vegas_env.agents.ppo.layout import NetworkLayout
from vegas_env.agents.ppo.migration import layout_of, migrate
from vegas_env.agents.ppo.network_file import NetworkFile
from vegas_env.agents.ppo.numpy_net import Network
from vegas_env.agents.ppo.torch_net import StructuredNet
from vegas_env.experiments import migrate as migrate_command
from vegas_env.spec import EntityLayout, Ruleset, Slice, layout

ADDED = (
    Slice("mood", (3,), "made up; a part of the rest", 0.5, high=2),
    Slice("polish", (6,), "made up; a feature of every casino, counted in steps", 0.5, high=2),
)


def network_of(ruleset: Ruleset, adviser: str = "", seed: int = 1) -> Network:
    """A network with random weights that half precision can hold."""
    weights = StructuredNet(ruleset, 8, 12, adviser).to_numpy().weights
    rng = np.random.default_rng(seed)
    return Network(
        ruleset, {name: rng.normal(size=array.shape).astype(np.float16) for name, array in weights.items()}, adviser
    )


def file_of(network: Network, **card: Any) -> NetworkFile:
    ruleset = network.ruleset
    return NetworkFile(
        ruleset.name, network.adviser, network.weights, card, ruleset.observation_layout, ruleset.observation_hash
    )


def with_slices(ruleset: Ruleset, *slices: Slice, feature: str = "") -> Ruleset:
    """A ruleset with other slices; `feature` is a slice that becomes a feature of the entities."""
    placed = layout(*slices)
    entities = ruleset.entities
    if entities is not None:
        old = NetworkLayout(ruleset.slices.values(), entities, ruleset.actions)
        labels = [places for places, threshold in old.entity_labels if threshold is None]
        columns = np.array([[placed[name].start + place for name, place in places] for places in labels]).T
        if feature:
            columns = np.insert(columns, 2, placed[feature].indices, axis=1)
        entities = EntityLayout(columns, entities.num_outputs, entities.action_outputs)
    return dataclasses.replace(ruleset, slices=placed, entities=entities)


def grown(ruleset: Ruleset) -> Ruleset:
    """A ruleset with a slice added in the middle and, if it has entities, one more feature of each entity."""
    slices = list(ruleset.slices.values())
    middle = len(slices) // 2
    if ruleset.entities is None:
        return with_slices(ruleset, *slices[:middle], ADDED[0], *slices[middle:])
    return with_slices(ruleset, *slices[:middle], *ADDED, *slices[middle:], feature="polish")


def grown_inputs(old: Ruleset, new: Ruleset, inputs: np.ndarray) -> np.ndarray:
    """The same positions as inputs for the new observations, with random numbers in the added slices."""
    rng = np.random.default_rng(0)
    wide = rng.integers(0, 3, (len(inputs), new.observation_size)).astype(np.float32) / 2
    for name, part in old.slices.items():
        to = new.slices[name]
        wide[:, to.start : to.stop] = inputs[:, part.start : part.stop]
    return np.concatenate([wide, inputs[:, old.observation_size :]], axis=1)


@pytest.mark.parametrize("adviser", ["", "greedy"])
@pytest.mark.parametrize("name", ["las_vegas", "cash_and_run"])
def test_a_migrated_network_plays_the_same_moves(name: str, adviser: str) -> None:
    """A slice is added in the middle, and a feature in the middle of those of an entity."""
    old = RULESETS[name]
    new = grown(old)
    assert new.observation_hash != old.observation_hash
    network = network_of(old, adviser)
    games = Games(name, 500, seed=2)
    play_on(games, 5, np.random.default_rng(0))
    ratings = np.random.default_rng(3).normal(size=(500, old.actions)).astype(np.float32)
    inputs = np.concatenate([games.observation, ratings], axis=1) if adviser else games.observation
    file = migrate(file_of(network), new)
    assert (file.observation_hash, file.observation_layout) == (new.observation_hash, new.observation_layout)
    migrated = Network(new, file.weights, adviser)
    for one, two in zip(migrated.forward(grown_inputs(old, new, inputs)), network.forward(inputs), strict=True):
        np.testing.assert_allclose(one, two, rtol=1e-4, atol=1e-4)
    masked = [np.where(games.mask, net.forward(given)[0], -np.inf) for net, given in
              ((network, inputs), (migrated, grown_inputs(old, new, inputs)))]  # fmt: skip
    np.testing.assert_array_equal(masked[0].argmax(axis=1), masked[1].argmax(axis=1))
    added = {name for name, _ in migrated.layout.rest_labels} - {name for name, _ in network.layout.rest_labels}
    assert added == {"mood"}
    columns = [place for place, (part, _) in enumerate(migrated.layout.rest_labels) if part == "mood"]
    assert (file.weights["rest_trunk.weight"][:, columns] == 0).all()


def test_only_additions_can_be_migrated() -> None:
    ruleset = RULESETS["las_vegas"]
    slices = list(ruleset.slices.values())
    rest = [part for part in slices if part.start in NetworkLayout.of(ruleset).rest_columns]
    file = file_of(network_of(ruleset))
    for changed, error in (
        ([part for part in slices if part is not rest[0]], f"no slice '{rest[0].name}' any more"),
        ([dataclasses.replace(part, scale=0.123) if part is rest[0] else part for part in slices], "has changed"),
        ([dataclasses.replace(part, shape=(9,)) if part is rest[0] else part for part in slices], "has changed"),
    ):
        with pytest.raises(ValueError, match=error):
            migrate(file, with_slices(ruleset, *changed))
    with pytest.raises(ValueError, match="no longer has entities"):
        migrate(file, dataclasses.replace(ruleset, entities=None))
    new = grown(ruleset)
    before = file_of(network_of(with_slices(ruleset, *new.slices.values())))
    with pytest.raises(ValueError, match="no longer exists"):  # it was a number of the rest, now it is a casino's
        migrate(before, new)


def test_the_hash_follows_the_layout_of_observations(ruleset: str) -> None:
    found = RULESETS[ruleset]
    slices = list(found.slices.values())
    assert with_slices(found, *slices).observation_hash == found.observation_hash
    reworded = [dataclasses.replace(part, meaning="the same, said better") for part in slices]
    assert with_slices(found, *reworded).observation_hash == found.observation_hash
    for changed in (
        slices[::-1],
        [dataclasses.replace(slices[0], name="other"), *slices[1:]],
        [dataclasses.replace(slices[0], scale=0.123), *slices[1:]],
        [dataclasses.replace(slices[0], high=77), *slices[1:]],
    ):
        other = dataclasses.replace(found, slices=layout(*changed))
        assert other.observation_hash != found.observation_hash
    if found.entities is not None:
        columns = found.entities.feature_index[:, ::-1]
        other = dataclasses.replace(found, entities=dataclasses.replace(found.entities, feature_index=columns))
        assert other.observation_hash != found.observation_hash


def test_the_layout_is_restored_from_its_description(ruleset: str) -> None:
    found = RULESETS[ruleset]
    for advised in (False, True):
        one = NetworkLayout.of(found, advised)
        two = layout_of(json.loads(json.dumps(found.observation_layout)), found, advised)
        assert (one.rest_labels, one.entity_labels) == (two.rest_labels, two.entity_labels)
        np.testing.assert_array_equal(one.logit_parts, two.logit_parts)


def test_networks_for_other_observations_are_refused_until_migrated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file of a network from before a slice was added: the error names the command, and the command helps."""
    ruleset = RULESETS["las_vegas"]
    added = next(part for part in ruleset.slices.values() if part.start in NetworkLayout.of(ruleset).rest_columns)
    before = with_slices(ruleset, *(part for part in ruleset.slices.values() if part is not added))
    path = tmp_path / "net.npz"
    network = network_of(before)
    file_of(network, seed=5).write(path)
    for load in (Network.load, lambda path: as_agent("las_vegas", str(path))):
        with pytest.raises(ValueError, match=r"other observations of las_vegas.*migrate .*net\.npz"):
            load(path)
    migrate_command.main([str(path)])
    assert "net.npz: migrated" in capsys.readouterr().out
    migrated, card = Network.load(path)
    assert card == {"seed": 5}
    games = Games("las_vegas", 50)
    observation = np.delete(games.observation, np.arange(added.start, added.stop), axis=1)
    np.testing.assert_allclose(
        migrated.forward(games.observation)[0], network.forward(observation)[0], rtol=1e-4, atol=1e-4
    )
    migrate_command.main([str(path)])
    assert "net.npz: up to date" in capsys.readouterr().out


def test_files_without_an_observation_layout_are_refused(tmp_path: Path) -> None:
    network = network_of(RULESETS["gambler"])
    np.savez(tmp_path / "net.npz", ruleset="gambler", adviser="", card="{}", **network.weights)
    with pytest.raises(ValueError, match="train the network again"):
        Network.load(tmp_path / "net.npz")
