"""Check of chance: listed outcomes and sampled ones agree."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from vegas_env.position import Position
from vegas_env.testing.play import Options, positions, ruleset_check

DRAWS = 20_000  # of one event
EVENTS_TESTED = 2  # positions of each kind of event whose samples are tested
MOST_OUTCOMES = 2_000  # events with more are not tested by their frequencies
LEAST_EXPECTED = 5  # draws of an outcome that Pearson's test needs; rarer outcomes are counted together
LEAST_P_VALUE = 1e-6


@ruleset_check
def check_chance(ruleset: str, options: Options, games: int = 2) -> Counter[str]:
    """`outcomes` lists every outcome once, with probabilities that add up to one; all of them apply and have a name.

    `sample_chance` draws the listed outcomes, as often as listed (Pearson's test), and changes nothing.
    Returns how many positions of each kind of event were tested by their frequencies.
    """
    tested: Counter[str] = Counter()
    applied: Counter[str] = Counter()
    for position, rng in positions(ruleset, options, games, seed=19):
        event = position.event
        if event is None:
            continue
        outcomes, probabilities = position.outcomes()
        _check_list(outcomes, probabilities)
        all_of_them = applied[event] < EVENTS_TESTED and len(outcomes) <= MOST_OUTCOMES
        chosen = outcomes if all_of_them else rng.choice(outcomes, size=min(3, len(outcomes)), replace=False)
        applied[event] += all_of_them
        for outcome in chosen.tolist():
            twin = position.copy()
            twin.apply_chance(outcome)
            assert twin.over or twin.event or twin.legal(), f"after outcome {outcome} of {event!r} nothing can happen"
            assert position.outcome_name(outcome), f"outcome {outcome} of {event!r} has no name"
        if tested[event] < EVENTS_TESTED and len(outcomes) <= MOST_OUTCOMES:
            tested[event] += 1
            _check_frequencies(position, rng, outcomes, probabilities)
    return +tested


def _check_list(outcomes: np.ndarray, probabilities: np.ndarray) -> None:
    assert len(outcomes) == len(probabilities) > 0, "a chance event needs outcomes, and a probability for each"
    assert len(set(outcomes.tolist())) == len(outcomes), "an outcome is listed twice"
    assert probabilities.min() > 0.0, "an outcome without probability is listed"
    assert math.isclose(probabilities.sum(), 1.0, rel_tol=1e-6), f"probabilities add up to {probabilities.sum()}"


def _check_frequencies(
    position: Position, rng: np.random.Generator, outcomes: np.ndarray, probabilities: np.ndarray
) -> None:
    before = position.record
    sampled = Counter(position.sample_chance(rng) for _ in range(DRAWS))
    assert np.array_equal(position.record, before), "sample_chance changed the position"
    unlisted = sorted(set(sampled) - set(outcomes.tolist()))
    assert not unlisted, f"{position.event!r}: sampled, but not listed: {unlisted}"
    observed = np.array([sampled[outcome] for outcome in outcomes.tolist()], float)
    p_value = pearson(observed, probabilities * DRAWS)
    assert p_value > LEAST_P_VALUE, (
        f"{position.event!r} is not sampled as listed (p = {p_value:.1e}): {DRAWS} draws of {outcomes.tolist()} gave "
        f"{observed.astype(int).tolist()}, expected {np.round(probabilities * DRAWS, 1).tolist()}"
    )


def pearson(observed: np.ndarray, expected: np.ndarray) -> float:
    """The p-value of Pearson's chi-square test; outcomes that are rarely expected are counted together."""
    common = expected >= LEAST_EXPECTED
    observed = np.append(observed[common], observed[~common].sum())
    expected = np.append(expected[common], expected[~common].sum())
    if expected[-1] == 0:
        observed, expected = observed[:-1], expected[:-1]
    if len(expected) < 2:
        return 1.0
    return chi_square_tail(float(((observed - expected) ** 2 / expected).sum()), len(expected) - 1)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The probability that a chi-square variable with `freedom` degrees of freedom exceeds `statistic`.

    Closed form for whole numbers of degrees: a Poisson sum if even; if odd, the normal tail and a similar sum.
    """
    half = statistic / 2.0
    if half <= 0.0:
        return 1.0
    odd = freedom % 2
    powers = [k + 0.5 * odd for k in range(freedom // 2)]
    terms = (math.exp(power * math.log(half) - half - math.lgamma(power + 1.0)) for power in powers)
    return min(1.0, odd * math.erfc(math.sqrt(half)) + math.fsum(terms))
