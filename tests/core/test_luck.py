"""Random streams: uniform numbers, independent streams, fair dice."""

from __future__ import annotations

import math

import numba
import numpy as np
import pytest
from scipy import stats

from vegas_env.kernel import luck as lucks
from vegas_env.kernel import multisets, streams
from vegas_env.kernel.luck import LUCK

DRAWS = 60_000


@numba.njit
def many_below(luck, n, out):
    for i in range(len(out)):
        out[i] = lucks.below(luck[0], n)


@numba.njit
def many_units(luck, out):
    for i in range(len(out)):
        out[i] = lucks.unit(luck[0])


@numba.njit
def many_rolls(luck, dice, faces, out):
    for i in range(len(out)):
        out[i] = lucks.roll(luck[0], dice, faces)


@numba.njit
def many_picks(luck, counts, out):
    for i in range(len(out)):
        out[i] = lucks.pick(luck[0], counts, counts.sum())


@numba.njit
def many_bag_picks(luck, bag, total, out):
    for i in range(len(out)):
        out[i] = lucks.pick_from_multiset(luck[0], bag, total)


@numba.njit
def many_bag_draws(luck, bag, total, items, out):
    for i in range(len(out)):
        out[i] = lucks.draw_from_multiset(luck[0], bag, total, items)


@numba.njit
def many_legal_picks(luck, mask, out):
    for k in range(len(out)):
        out[k] = lucks.pick_legal(luck[0], mask)


def bag_of(counts: list[int]) -> int:
    return sum(number << (multisets.BITS * kind) for kind, number in enumerate(counts))


def stream(seed: int) -> np.ndarray:
    luck = np.zeros(1, LUCK)
    luck["luck"] = seed
    return luck


@pytest.mark.parametrize("n", [2, 6, 37, 52])
def test_whole_numbers_are_uniform(n: int) -> None:
    out = np.zeros(DRAWS, np.int64)
    many_below(stream(1), n, out)
    assert stats.chisquare(np.bincount(out, minlength=n)).pvalue > 1e-4


def test_units_are_uniform() -> None:
    out = np.zeros(DRAWS)
    many_units(stream(2), out)
    assert stats.kstest(out, "uniform").pvalue > 1e-4


@pytest.mark.parametrize(("dice", "faces"), [(1, 6), (2, 6), (3, 4), (5, 3), (8, 2), (4, 6), (10, 2), (15, 2)])
def test_rolls_are_as_likely_as_listed(dice: int, faces: int) -> None:
    """Whole rolls, not only single faces: dice of one draw must not depend on each other."""
    codes, probabilities = multisets.all_of_size(dice, faces)
    assert probabilities.sum() == pytest.approx(1.0)
    assert all(multisets.total(code) == dice for code in codes)
    out = np.zeros(DRAWS, np.int64)
    many_rolls(stream(3), dice, faces, out)
    places = {int(code): place for place, code in enumerate(codes)}
    observed = np.bincount([places[int(code)] for code in out], minlength=len(codes))
    common = probabilities * DRAWS >= 5
    expected = np.append(probabilities[common], probabilities[~common].sum()) * DRAWS
    found = np.append(observed[common], observed[~common].sum())
    keep = expected > 0
    assert stats.chisquare(found[keep], expected[keep]).pvalue > 1e-4


def test_every_die_of_eight_is_fair_and_pairs_are_independent() -> None:
    """Differences of rolls with k and k + 1 dice from the same bits single out each die."""
    faces = np.zeros((8, DRAWS), np.int64)
    for k in range(8):
        less, more = np.zeros(DRAWS, np.int64), np.zeros(DRAWS, np.int64)
        many_rolls(stream(4), k, 6, less) if k else None
        many_rolls(stream(4), k + 1, 6, more)
        faces[k] = np.log2((more - less).astype(float)).astype(int) // 4
    for k in range(8):
        assert stats.chisquare(np.bincount(faces[k], minlength=6)).pvalue > 1e-4
        for other in range(k):
            table = np.bincount(6 * faces[k] + faces[other], minlength=36).reshape(6, 6)
            assert stats.chi2_contingency(table).pvalue > 1e-5


def test_picks_follow_the_counts() -> None:
    counts = np.array([0, 5, 0, 1, 14, 0], np.int64)
    out = np.zeros(DRAWS, np.int64)
    many_picks(stream(5), counts, out)
    found = np.bincount(out, minlength=6)
    assert not found[counts == 0].any()
    used = counts > 0
    assert stats.chisquare(found[used], counts[used] / counts.sum() * DRAWS).pvalue > 1e-4


@pytest.mark.parametrize("actions", [1, 2, 7, 8, 9, 12, 16, 186])
@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 1.0])
def test_legal_picks_are_picks_from_the_mask(actions: int, share: float) -> None:
    mask = np.random.default_rng(actions).random(actions) < share
    mask[actions // 2] = True
    found, expected = np.zeros((2, 2000), np.int64)
    many_legal_picks(stream(5), mask, found)
    many_below(stream(5), int(mask.sum()), expected)
    np.testing.assert_array_equal(found, np.flatnonzero(mask)[expected])


@pytest.mark.parametrize(
    "counts",
    [[1], [0, 5, 0, 1, 14, 0], [4, 1] * 6, [0] * 14 + [15], [15] + [8] * 14, [1] * 15, [15, 15, 15, 15, 15, 15, 15]],
)
def test_picks_from_a_bag_are_picks_from_its_counts(counts: list[int]) -> None:
    slow, fast = np.zeros((2, 2_000), np.int64)
    many_picks(stream(6), np.array(counts, np.int64), slow)
    many_bag_picks(stream(6), bag_of(counts), sum(counts), fast)
    np.testing.assert_array_equal(slow, fast)
    assert multisets.total(bag_of(counts)) == sum(counts)
    assert multisets.counts(bag_of(counts), len(counts)) == counts


@pytest.mark.parametrize(
    ("counts", "items"),
    [([4, 1] * 2, 5), ([4, 1] * 2, 1), ([2, 0, 3, 1], 5), ([1, 1, 1], 3), ([15, 2], 16), ([2, 1], 0), ([4, 1] * 6, 3)],
)
def test_draws_from_a_bag_are_as_likely_as_listed(counts: list[int], items: int) -> None:
    """All ways to draw without putting back, counted by hand, drawn by luck."""
    codes, probabilities = multisets.all_draws(bag_of(counts), items)
    ways = {0: 1}
    for kind, number in enumerate(counts):
        ways = {
            code + (n << (multisets.BITS * kind)): way * math.comb(number, n)
            for code, way in ways.items()
            for n in range(number + 1)
        }
    ways = {code: way for code, way in ways.items() if multisets.total(code) == items}
    assert sorted(codes.tolist()) == sorted(ways)
    expected = np.array([ways[int(code)] for code in codes]) / math.comb(sum(counts), items)
    np.testing.assert_allclose(probabilities, expected)
    out = np.zeros(DRAWS, np.int64)
    many_bag_draws(stream(7), bag_of(counts), sum(counts), items, out)
    places = {int(code): place for place, code in enumerate(codes)}
    found = np.bincount([places[int(code)] for code in out], minlength=len(codes))
    assert len(codes) == 1 or stats.chisquare(found, probabilities * DRAWS).pvalue > 1e-4


def test_streams_of_neighbouring_games_seeds_and_episodes_differ() -> None:
    n = 4_096
    indices = np.arange(n, dtype=np.uint64)
    keys = np.zeros((3, n), np.uint64)
    for row, seed in enumerate((0, 1, 2**63)):
        streams.game_keys(np.full(n, seed, np.uint64), indices, keys[row])
    assert len(np.unique(keys)) == 3 * n
    bits = np.unpackbits(keys[0].view(np.uint8))
    assert abs(bits.mean() - 0.5) < 0.01
    assert abs(np.corrcoef(keys[0].astype(float), keys[1].astype(float))[0, 1]) < 0.06
