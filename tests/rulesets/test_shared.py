"""Helpers shared by rulesets: seats, outcomes, auction formats, slices, and assembling a ruleset from its modules."""

from __future__ import annotations

import dataclasses
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from vegas_env import RULESETS
from vegas_env.checks import choice, choices_text
from vegas_env.rulesets.auction import observation, picture, rules, scene
from vegas_env.rulesets.shared import auctions
from vegas_env.rulesets.shared.chance import weighted_outcomes
from vegas_env.rulesets.shared.seats import clockwise, distance, margin
from vegas_env.spec import Ruleset, starts


@pytest.mark.parametrize("players", [2, 5])
def test_distance_inverts_clockwise(players: int) -> None:
    for seat in range(players):
        for steps in range(players):
            other = clockwise(seat, steps, players)
            assert other == (seat + steps) % players
            assert distance(seat, other, players) == steps


def test_margin_is_the_lead_over_the_mean_of_the_others() -> None:
    assert margin(10, 10 + 4 + 6, 3) == 5.0


def test_weighted_outcomes_are_the_possible_ones() -> None:
    outcomes, probabilities = weighted_outcomes(np.array([0, 3, 0, 1]))
    assert outcomes.tolist() == [1, 3]
    assert probabilities.tolist() == [0.75, 0.25]


def test_formats_have_the_numbers_of_compiled_code() -> None:
    numbers = (auctions.ENGLISH, auctions.SEALED_FIRST, auctions.SEALED_SECOND)
    assert [auctions.number_of(name) for name in ("english", "sealed_first", "sealed_second")] == list(numbers)
    for name, kind in auctions.FORMATS.items():
        assert kind.name == name
        assert kind.text
        assert bool(auctions.is_open(auctions.number_of(name))) == kind.is_open


PAYMENTS = {"english": [0, 7, 0], "sealed_first": [0, 40, 0], "sealed_second": [0, 30, 0]}


@pytest.mark.parametrize("form", auctions.FORMATS)
def test_payments_of_all_seats(form: str) -> None:
    bids, price, winner, minimum = np.array([30, 40, -1]), 7, 1, 5
    paid = [
        auctions.payment(bids, price, seat, winner, 3, minimum, auctions.number_of(form)) for seat in range(len(bids))
    ]
    assert paid == PAYMENTS[form]


def test_starts_are_those_of_the_slices(ruleset: str) -> None:
    slices = RULESETS[ruleset].slices
    assert starts(slices)._asdict() == {name: part.start for name, part in slices.items()}


def test_a_missing_member_of_a_module_is_named() -> None:
    incomplete = ModuleType("my_scene")
    for name in ("EVENTS", "facts", "describe", "text", "check", "outcome_name"):
        setattr(incomplete, name, getattr(scene, name))
    with pytest.raises(ValueError, match="the module my_scene must have 'hide'"):
        Ruleset.from_modules(rules, observation, incomplete, picture, compile_rules=RULESETS["auction"].rules)


def test_texts_of_choices() -> None:
    @dataclasses.dataclass(frozen=True)
    class Options:
        order: str = choice("up", ("up", "down"))
        speed: str = choice("slow", {"slow": "one step", "fast": "two steps"})
        players: int = 2

    texts: dict[str, Any] = {field.name: choices_text(field) for field in dataclasses.fields(Options)}
    assert texts == {"order": '"up"; "down"', "speed": '"slow": one step; "fast": two steps', "players": ""}
