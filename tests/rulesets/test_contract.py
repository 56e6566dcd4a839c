"""What every ruleset must keep: exact masks, honest observations, conservation, chance that is what it says."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import stats

from tests.conftest import play_on, random_legal
from tests.support import configs
from vegas_env import RULESETS, Games, Position
from vegas_env.kernel import batch
from vegas_env.kernel.luck import LUCK


def positions(ruleset: str, options: dict[str, Any], games: int, seed: int = 0) -> Any:
    """All positions of some random games, chance events and decisions alike."""
    rng = np.random.default_rng(seed)
    for _ in range(games):
        position = Position(ruleset, **options)
        while not position.over:
            yield position, rng
            if position.event:
                position.apply_chance(position.sample_chance(rng))
            else:
                position.apply(int(rng.choice(position.legal())))
        yield position, rng


def some(all_positions: Any) -> Any:
    """For costly checks: the first positions of a long game, then every tenth."""
    for number, item in enumerate(all_positions):
        if number < 200 or number % 10 == 0:
            yield item


def test_observations_keep_their_declared_form(ruleset: str, options: dict[str, Any]) -> None:
    spec = RULESETS[ruleset]
    low, high = spec.bounds()
    games = Games(ruleset, 64, seed=3, **options)
    rng = np.random.default_rng(0)
    assert games.observation.shape == (64, spec.observation_size)
    assert games.observation.dtype == np.float32
    for _ in range(150):
        for seat in range(games.players):
            seen = games.observe(seat)
            assert np.isfinite(seen).all()
            assert (seen >= low).all()
            assert (seen <= high).all(), [
                part.name for part in spec.slices.values() if (part.of(seen) > part.high * part.scale).any()
            ]
        play_on(games, 1, rng)


def test_slices_cover_the_observation_without_gaps(ruleset: str) -> None:
    place = 0
    for part in RULESETS[ruleset].slices.values():
        assert part.start == place
        assert part.meaning
        place = part.stop
    assert place == RULESETS[ruleset].observation_size


def test_the_deciding_seats_observation_is_its_own_view(ruleset: str, options: dict[str, Any]) -> None:
    games = Games(ruleset, 32, seed=5, **options)
    rng = np.random.default_rng(1)
    for _ in range(40):
        np.testing.assert_array_equal(games.observation, games.observe(games.seat.astype(np.int64)))
        play_on(games, 1, rng)


def test_every_legal_action_applies_and_every_illegal_one_is_refused(ruleset: str, options: dict[str, Any]) -> None:
    for position, _ in some(positions(ruleset, options, games=2, seed=7)):
        if position.seat is None:
            assert not position.mask().any()
            continue
        mask = position.mask()
        assert mask.any(), "a decision without a legal action"
        before = position.record
        for action in [-1, *range(len(mask)), len(mask)]:
            if 0 <= action < len(mask) and mask[action]:
                twin = position.copy()
                twin.apply(action)
                assert twin.over or twin.event or twin.legal()
                assert not np.array_equal(twin.record, before), f"action {action} changed nothing"
            else:
                with pytest.raises(ValueError, match="not legal"):
                    position.apply(action)
        assert np.array_equal(position.record, before)


def test_nothing_is_made_or_lost(ruleset: str, options: dict[str, Any]) -> None:
    spec = RULESETS[ruleset]
    for position, _ in positions(ruleset, options, games=4, seed=11):
        if position.event is None:
            spec.check(position.facts(), position.config)


def test_redeal_changes_nothing_that_the_seat_sees(ruleset: str, options: dict[str, Any]) -> None:
    spec = RULESETS[ruleset]
    for position, rng in some(positions(ruleset, options, games=2, seed=13)):
        if position.seat is None:
            continue
        for seat in range(position.players):
            twin = position.copy()
            twin.resample_hidden(seat, rng)
            spec.check(twin.facts(), twin.config)
            np.testing.assert_array_equal(twin.observe(seat), position.observe(seat))
            if seat == position.seat:
                np.testing.assert_array_equal(twin.mask(), position.mask())
                assert twin.seat == position.seat


def test_listed_outcomes_add_up_and_apply(ruleset: str, options: dict[str, Any]) -> None:
    for position, rng in positions(ruleset, options, games=1, seed=17):
        if position.event is None:
            continue
        outcomes, probabilities = position.outcomes()
        assert len(set(outcomes.tolist())) == len(outcomes)
        assert probabilities.min() > 0.0
        assert probabilities.sum() == pytest.approx(1.0)
        for outcome in rng.choice(outcomes, size=min(3, len(outcomes)), replace=False):
            twin = position.copy()
            twin.apply_chance(int(outcome))
            assert position.outcome_name(int(outcome))


def test_sampled_outcomes_are_as_likely_as_listed(ruleset: str, options: dict[str, Any]) -> None:
    """Chi-square on every kind of chance event that a game of this configuration meets."""
    tested: dict[str, int] = {}
    for position, rng in positions(ruleset, options, games=2, seed=19):
        event = position.event
        if event is None or tested.get(event, 0) >= 2:
            continue
        outcomes, probabilities = position.outcomes()
        if len(outcomes) > 2_000:
            continue
        tested[event] = tested.get(event, 0) + 1
        draws = 20_000
        luck = np.zeros(1, LUCK)
        luck["luck"] = rng.integers(2**63)
        sampled = [batch.one_chance(position._records, position._rules, luck) for _ in range(draws)]
        values, counts = np.unique(sampled, return_counts=True)
        assert np.isin(values, outcomes).all(), "an outcome was sampled that is not listed"
        observed = np.zeros(len(outcomes))
        observed[[outcomes.tolist().index(value) for value in values]] = counts
        expected = probabilities * draws
        common = expected >= 5  # rare outcomes together, as the test needs
        observed = np.append(observed[common], observed[~common].sum())
        expected = np.append(expected[common], expected[~common].sum())
        if expected[-1] == 0:
            observed, expected = observed[:-1], expected[:-1]
        if len(expected) > 1:
            assert stats.chisquare(observed, expected).pvalue > 1e-6, (event, position.facts())
    assert tested


def test_rewards_add_up_to_the_payoff(ruleset: str, options: dict[str, Any]) -> None:
    games = Games(ruleset, 32, seed=23, **options)
    rng = np.random.default_rng(2)
    total = np.zeros_like(games.payoff)
    running = np.ones(32, bool)
    while running.any():
        where = np.flatnonzero(running)
        games.step(random_legal(games.mask, rng)[where], where=where)
        total[where] += games.reward[where]
        running = ~games.over
    np.testing.assert_allclose(total, games.payoff, atol=1e-4)
    if configs.is_zero_sum(ruleset, games.config.reward):
        np.testing.assert_allclose(games.payoff.sum(axis=1), 0.0, atol=1e-4)
    np.testing.assert_allclose(games.shares.sum(axis=1), 1.0, atol=1e-5)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_valid_options_and_any_actions_play_to_the_end(ruleset: str, data: st.DataObject) -> None:
    options = data.draw(configs.of(ruleset).options())
    spec = RULESETS[ruleset]
    position = Position(ruleset, **options)
    random = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    choices = data.draw(st.lists(st.integers(0, 10**6), max_size=40))
    steps = 0
    while not position.over:
        if position.event:
            position.apply_chance(position.sample_chance(random))
            continue
        legal = position.legal()
        pick = choices[steps] if steps < len(choices) else int(random.integers(10**6))
        position.apply(legal[pick % len(legal)])
        steps += 1
        if steps % 10 == 0:
            if position.event is None:
                spec.check(position.facts(), position.config)
            assert position.text()
    spec.check(position.facts(), position.config)


def test_one_compiled_signature_per_kernel(ruleset: str) -> None:
    """Whatever the options and the form of the input, nothing is compiled twice."""
    code = f"from tests.test_rules_contract import count_signatures; count_signatures({ruleset!r})"
    subprocess.run([sys.executable, "-c", code], check=True)  # in a process that has seen nothing else


def count_signatures(ruleset: str) -> None:
    rng = np.random.default_rng(0)
    for options in configs.of(ruleset).CONFIGS:
        for observe in (True, False):
            games = Games(ruleset, 4, seed=1, threads=2, buffers=2, observe=observe, **options)
            for form in (np.int64, np.int32, np.uint8):
                games.step(random_legal(games.mask, rng).astype(form))
                games.reset(where=games.over)
            read_only = random_legal(games.mask, rng)[::-1].copy()[::-1]
            read_only.flags.writeable = False
            games.step(read_only.tolist() if observe else read_only)
            games.observe(0)
            games.restore(games.save())
    kernels = ("step", "deal", "refresh", "look", "first_refused")
    counts = {name: len(getattr(batch, name).signatures) for name in kernels}
    assert set(counts.values()) == {1}, counts
