"""The public names of the central classes: few, listed here, and each of them documented."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import vegas_env
from vegas_env import Games, Position, View
from vegas_env.engine import Engine

PACKAGE = {"RULESETS", "Agent", "Games", "Position", "Snapshot", "View"}
ATTRIBUTES = {"ruleset", "config", "n", "first", "players", "engine"}  # set in Games.__init__
ARRAYS = {"seat", "mask", "observation", "over", "reward", "payoff", "shares", "records", "episode", "moves"}
NAMES: dict[Any, set[str]] = {
    Games: {
        *ARRAYS, "action_names", "observation_slices", "nbytes", "facts", "frame", "render", "observe",
        "step", "reset", "reseed", "clone", "save", "restore", "check_actions", "refuse_illegal",
    },
    Position: {
        "of", "record", "over", "event", "seat", "payoff", "shares", "mask", "legal", "must_decide", "apply",
        "outcomes", "sample_chance", "apply_chance", "resample_hidden", "observe", "facts", "text", "render",
        "outcome_name", "copy",
    },
    View: {"seat", "mask", "observation", "luck", "records", "position", "uniform"},
    Engine: {
        "arrays", "all_arrays", "buffer", "next_buffer", "nbytes", "set_keys", "deal", "step", "refresh",
        "step_current_players", "first_illegal", "first_illegal_running", "play", "play_policy", "play_forced",
        "play_out", "group_by_owner", "waiting_for", "observe", "legal", "legal_by_seat", "agent_luck", "seat_draws",
        "resampled", "shares", "payoff_under", "reseed",
    },
}  # fmt: skip


def public(names: Any) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def test_the_package() -> None:
    assert set(vegas_env.__all__) == PACKAGE


@pytest.mark.parametrize("kind", NAMES, ids=lambda kind: kind.__name__)
def test_public_names(kind: Any) -> None:
    assert public(vars(kind)) == NAMES[kind]


@pytest.mark.parametrize("kind", NAMES, ids=lambda kind: kind.__name__)
def test_every_public_name_is_documented(kind: Any) -> None:
    assert inspect.getdoc(kind)
    assert not [name for name in NAMES[kind] if not inspect.getdoc(inspect.getattr_static(kind, name))]


def test_attributes_of_games() -> None:
    assert public(vars(Games("auction", observe=False))) == ATTRIBUTES
