"""Checks of the rules: what a ruleset declares, legal actions, observations, conservation, rewards, rounds."""

from __future__ import annotations

import numpy as np

from vegas_env.games import Games
from vegas_env.position import Position
from vegas_env.rulesets import RULESETS
from vegas_env.testing.kernels import rounds_and_deciders
from vegas_env.testing.play import Options, play_on, positions, random_legal, ruleset_check, thinned

HEADER = ("over", "chance", "seat")  # int8 fields that every record has
SEEN = np.iinfo(np.int16)  # `observe` writes int16


@ruleset_check
def check_declaration(ruleset: str, options: Options) -> None:
    """The declared parts of a ruleset agree with each other."""
    spec = RULESETS[ruleset]
    assert spec.name == ruleset, f"the ruleset found as {ruleset!r} calls itself {spec.name!r}"
    assert len(set(spec.action_names)) == spec.actions, "two actions have the same name"
    assert 2 <= spec.fewest_players <= spec.seats
    for field in HEADER:
        assert spec.record[field] == np.int8, f"the record needs an int8 field {field!r}"
    assert set(spec.events).isdisjoint({0}), "chance event 0 means that none is pending"
    config = Games(ruleset, 1, **options).config
    assert spec.fewest_players <= config.players <= spec.seats
    hash(config)
    place = 0
    for part in spec.slices.values():
        assert part.start == place, f"slice {part.name!r} starts at {part.start}, not at {place}"
        assert part.meaning, f"slice {part.name!r} has no meaning"
        assert SEEN.min <= part.low <= part.high <= SEEN.max, f"slice {part.name!r}: bounds beyond int16"
        place = part.stop
    assert place == spec.observation_size


@ruleset_check
def check_observations(ruleset: str, options: Options, steps: int = 150) -> None:
    """Observations are finite, have the declared size whatever the options, and stay within their bounds.

    `Games.observation` is the view of the deciding seat.
    """
    spec = RULESETS[ruleset]
    low, high = spec.bounds()
    games = Games(ruleset, 64, seed=3, **options)
    rng = np.random.default_rng(0)
    assert games.observation.shape == (64, spec.observation_size)
    assert games.observation.dtype == np.float32
    for _ in range(steps):
        for seat in range(games.players):
            seen = games.observe(seat)
            assert np.isfinite(seen).all(), "an observation is not finite"
            outside = [
                part.name for part in spec.slices.values() if not _within(part.of(seen), part.of(low), part.of(high))
            ]
            assert not outside, f"slices beyond their declared bounds: {outside}"
        own = games.observe(games.seat.astype(np.int64))
        np.testing.assert_array_equal(games.observation, own, "Games.observation is not the deciding seat's view")
        play_on(games, 1, rng)


def _within(values: np.ndarray, low: np.ndarray, high: np.ndarray) -> bool:
    return bool((values >= low).all() and (values <= high).all())


@ruleset_check
def check_legality(ruleset: str, options: Options, games: int = 2) -> None:
    """Masks are exact: every legal action applies and changes the position, every other one is refused.

    A refused action changes nothing.  `Games` and `Position` agree on mask and deciding seat.
    """
    batch = Games(ruleset, 1, **options)
    for position, rng in thinned(positions(ruleset, options, games, seed=7)):
        mask, before = position.mask(), position.record
        if position.seat is None:
            assert not mask.any(), "actions are legal though no seat decides"
            continue
        assert mask.any(), "a decision without a legal action"
        for action in [-1, *range(len(mask)), len(mask)]:
            if 0 <= action < len(mask) and mask[action]:
                twin = position.copy()
                twin.apply(action)
                assert twin.over or twin.event or twin.legal(), f"after action {action} nothing can happen"
                assert not np.array_equal(twin.record, before), f"action {action} changed nothing"
            else:
                _check_refused(position, action)
        assert np.array_equal(position.record, before), "a refused action changed the position"
        batch.restore(np.array([before]))
        np.testing.assert_array_equal(batch.mask[0], mask, "Games and Position disagree about the mask")
        assert batch.seat[0] == position.seat, "Games and Position disagree about the deciding seat"
        _check_refused_in_batch(batch, int(rng.choice([-1, len(mask), *np.flatnonzero(~mask)])))


def _check_refused(position: Position, action: int) -> None:
    message = None
    try:
        position.apply(action)
    except ValueError as error:
        message = str(error)
    assert message is not None, f"action {action} is not in the mask, but was applied"
    assert "not legal" in message, f"action {action} is refused with an unclear message: {message}"


def _check_refused_in_batch(games: Games, action: int) -> None:
    before = games.records.copy()
    try:
        games.step([action])
    except ValueError:
        assert np.array_equal(games.records, before), f"action {action} was refused, but changed the game"
    else:
        raise AssertionError(f"action {action} is not in the mask, but Games.step took it")


@ruleset_check
def check_conservation(ruleset: str, options: Options, games: int = 4) -> None:
    """The ruleset's own `check` holds at every decision and at the end."""
    spec = RULESETS[ruleset]
    for position, _ in positions(ruleset, options, games, seed=11):
        if position.event is None:
            spec.check(position.facts(), position.config)


@ruleset_check
def check_rewards(ruleset: str, options: Options, zero_sum: bool = False) -> None:
    """Rewards add up to the payoff, and shares of the win to one.

    Payoffs add up to zero under the rewards "win" and "rank"; under "money", if `zero_sum` says so.
    """
    games = Games(ruleset, 32, seed=23, **options)
    rng = np.random.default_rng(2)
    total = np.zeros_like(games.payoff)
    while not games.over.all():
        where = np.flatnonzero(~games.over)
        assert not games.shares[where].any(), "a game that is not over has a winner"
        games.step(random_legal(games.mask, rng)[where], where=where)
        total[where] += games.reward[where]
    assert np.isfinite(games.payoff).all(), "a payoff is not finite"
    np.testing.assert_allclose(total, games.payoff, atol=1e-4, err_msg="rewards do not add up to the payoff")
    if zero_sum or games.config.reward != "money":
        np.testing.assert_allclose(games.payoff.sum(axis=1), 0.0, atol=1e-4, err_msg="payoffs do not add up to 0")
    np.testing.assert_allclose(games.shares.sum(axis=1), 1.0, atol=1e-5, err_msg="shares do not add up to 1")


@ruleset_check
def check_rounds(ruleset: str, options: Options, games: int = 2) -> None:
    """`round_of` counts from 0 and never falls within a game."""
    for number in range(games):
        seen = [position.copy() for position, _ in positions(ruleset, options, 1, seed=31 + number)]
        rounds, _ = rounds_and_deciders(seen)
        assert rounds.min() >= 0, f"round_of is {rounds.min()}"
        falls = np.flatnonzero(np.diff(rounds) < 0)
        assert not len(falls), f"round_of falls from {rounds[falls[0]]} to {rounds[falls[0] + 1]}"
