"""Expected payouts of the casinos of Las Vegas, once all dice in hand are placed.

The rivals of a seat at a casino (the other seats, and the white dice) end with a random number of dice there,
independently of each other.  A level is a number of dice.  From the top level down, each rival that is alone at its
level takes the highest note left (LV-7, LV-8).  So a seat that is alone at a level gets note s if s rivals are above
that level and each of them is alone at its own.

The distribution of s comes from a generating function.  Let z stand for a rival that takes a note.  If no two rivals
were ever equal, the probability of s would be the coefficient of z^s in the product of (b + a z) over the rivals, where
a rival is above the level with probability a and below with b.  For a pair that is equal above the level, with
probability e, the product contains z^2 where it should contain 1, so e (1 - z^2), times the product of the others, is
added.  Three equal rivals are then counted once as three single ones and three times as a pair and a single one, so
e (1 - 3 z + 2 z^3) is added; for four it is e (-2 - 4 z + 12 z^2 - 6 z^4).  Replacing the powers of z by the notes
turns these sums into expected payouts.  They are exact, and short, for four rivals.

The payout of a rival depends on the seat itself ("me" below) too.  If I am above its level, I am one more claimant who
may be alone or equal to others, at my level only.  The payout below me is therefore a sum: the payout with me alone at
my level, plus the changes if one, two or three rivals are equal to me.  Each of these sums is accumulated over the
levels below mine, on the way up.
"""

from __future__ import annotations

from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.rulesets.las_vegas import rules as lv

RIVALS = lv.SEATS - 1  # including the white dice where there is a seat less (LV-12); the sums below are for four
LEVELS = 2 * multisets.MOST + 1  # more dice at a casino, possible in custom games only, count as the highest level

# All casinos are computed side by side, in lanes.  The working memory (`room`) is one array of rows of lanes at
# constant offsets, so that the compiler can vectorise the loops over lanes.
LANES = 8
NOTES = 0  # five rows: the notes of the casinos, the highest first
HERE = NOTES + 5 * LANES  # four: the probability that each rival is at the level
BELOW = HERE + 4 * LANES  # four: that it is below
PAIRS = BELOW + 4 * LANES  # six: that two of them, 01 02 03 12 13 23, are equal above the level
THREES = PAIRS + 6 * LANES  # four: that three of them, 012 013 023 123, are
ALL = THREES + 4 * LANES  # one: that all of them are
ALONE = ALL + LANES  # one: the payouts of rivals below the level, if I am above them and alone
WITH_ONE = ALONE + LANES  # four: the change if one rival is equal to me
WITH_TWO = WITH_ONE + 4 * LANES  # six: if two are
WITH_THREE = WITH_TWO + 6 * LANES  # four: if all but one are, before multiplying by notes
PAID = WITH_THREE + 4 * LANES  # one: the payouts of rivals at the level and below, if I am below them
WORTH = PAID + LANES  # one: my payout at the level minus theirs, without rivals above me
ROOM = WORTH + LANES


@hot_rule
def _four(room, part, lane):
    return room[part + lane], room[part + LANES + lane], room[part + 2 * LANES + lane], room[part + 3 * LANES + lane]


@hot_rule
def _six(room, part, lane):
    return *_four(room, part, lane), room[part + 4 * LANES + lane], room[part + 5 * LANES + lane]


@hot_rule
def _keep_four(room, part, lane, first, second, third, fourth):
    room[part + lane] = first
    room[part + LANES + lane] = second
    room[part + 2 * LANES + lane] = third
    room[part + 3 * LANES + lane] = fourth


@hot_rule
def _keep_six(room, part, lane, first, second, third, fourth, fifth, sixth):
    _keep_four(room, part, lane, first, second, third, fourth)
    room[part + 4 * LANES + lane] = fifth
    room[part + 5 * LANES + lane] = sixth


@hot_rule
def _two(below, above, other_below, other_above):
    """The probabilities that none, one and both of two rivals are above the level and the rest below."""
    return below * other_below, below * other_above + above * other_below, above * other_above


@hot_rule
def _weighed(two, none, one, both):
    return two[0] * none + two[1] * one + two[2] * both


@hot_rule
def _after_three(below, above, two_low, two_high, first, e_first, second, e_second, third, e_third, three, e_three):
    """The next note after three rivals: a first one, the other two (`two_low` if the first is below, `two_high` if it
    is above), and the corrections if two of the three, or all, are equal.
    """
    equals = first * e_first + second * e_second + third * e_third + three * e_three
    return below * two_low + above * two_high + equals


@hot_rule
def _add_equals(room):
    """Add the probabilities that rivals are equal at this level to those of the levels above."""
    for lane in range(LANES):
        p0, p1, p2, p3 = _four(room, HERE, lane)
        e01, e02, e03, e12, e13, e23 = _six(room, PAIRS, lane)
        p01, p02, p12 = p0 * p1, p0 * p2, p1 * p2
        _keep_six(
            room, PAIRS, lane, e01 + p01, e02 + p02, e03 + p0 * p3, e12 + p12, e13 + p1 * p3, e23 + p2 * p3
        )  # fmt: skip
        e012, e013, e023, e123 = _four(room, THREES, lane)
        _keep_four(room, THREES, lane, e012 + p01 * p2, e013 + p01 * p3, e023 + p02 * p3, e123 + p12 * p3)
        room[ALL + lane] += p01 * p2 * p3


@hot_rule
def _go_up(room, w0, w1, w2, w3):
    """One level of the sums in the module's docstring: the payouts if I am at this level, and the state for the next.

    w0 … are the weights of the rivals.  Probabilities: a, b, p that a rival is above, below, here; e equal above.
    """
    for lane in range(LANES):
        n0, n1, n2, n3 = _four(room, NOTES, lane)
        n4 = room[NOTES + 4 * LANES + lane]
        p0, p1, p2, p3 = _four(room, HERE, lane)
        p01, p02, p03, p12, p13, p23 = p0 * p1, p0 * p2, p0 * p3, p1 * p2, p1 * p3, p2 * p3
        p012, p013, p023, p123 = p01 * p2, p01 * p3, p02 * p3, p12 * p3
        b0, b1, b2, b3 = _four(room, BELOW, lane)
        a0, a1, a2, a3 = 1.0 - b0 - p0, 1.0 - b1 - p1, 1.0 - b2 - p2, 1.0 - b3 - p3
        e01, e02, e03, e12, e13, e23 = _six(room, PAIRS, lane)
        e01, e02, e03, e12, e13, e23 = e01 - p01, e02 - p02, e03 - p03, e12 - p12, e13 - p13, e23 - p23
        e012, e013, e023, e123 = _four(room, THREES, lane)
        e012, e013, e023, e123 = e012 - p012, e013 - p013, e023 - p023, e123 - p123
        e0123 = room[ALL + lane] - p012 * p3

        # Corrections if two, three, four are equal, after others took so many notes.
        two_0, two_1, two_2 = n0 - n2, n1 - n3, n2 - n4
        three_0, three_1 = n0 - 3.0 * n1 + 2.0 * n3, n1 - 3.0 * n2 + 2.0 * n4
        four = 12.0 * n2 - 2.0 * n0 - 4.0 * n1 - 6.0 * n4
        twice = two_0 - two_2  # two pairs

        # The next note after rivals 0 and 1, or 2 and 3, and so many others.
        r01, r23 = _two(b0, a0, b1, a1), _two(b2, a2, b3, a3)
        r01_0, r01_1, r01_2 = _weighed(r01, n0, n1, n2), _weighed(r01, n1, n2, n3), _weighed(r01, n2, n3, n4)
        r23_0, r23_1, r23_2 = _weighed(r23, n0, n1, n2), _weighed(r23, n1, n2, n3), _weighed(r23, n2, n3, n4)

        # Corrections if two are equal, over the cases of the other two.
        c01 = _weighed(r01, two_0, two_1, two_2) + e01 * twice
        c02 = _weighed(_two(b0, a0, b2, a2), two_0, two_1, two_2) + e02 * twice
        c03 = _weighed(_two(b0, a0, b3, a3), two_0, two_1, two_2) + e03 * twice
        c12 = _weighed(_two(b1, a1, b2, a2), two_0, two_1, two_2) + e12 * twice
        c13 = _weighed(_two(b1, a1, b3, a3), two_0, two_1, two_2) + e13 * twice
        c23 = _weighed(r23, two_0, two_1, two_2) + e23 * twice

        # The same over one other (f), and over one other with me above (g); three equal over one other (t).
        f0, g0, t0 = b0 * two_0 + a0 * two_1, b0 * two_1 + a0 * two_2, b0 * three_0 + a0 * three_1
        f1, g1, t1 = b1 * two_0 + a1 * two_1, b1 * two_1 + a1 * two_2, b1 * three_0 + a1 * three_1
        f2, g2, t2 = b2 * two_0 + a2 * two_1, b2 * two_1 + a2 * two_2, b2 * three_0 + a2 * three_1
        f3, g3, t3 = b3 * two_0 + a3 * two_1, b3 * two_1 + a3 * two_2, b3 * three_0 + a3 * three_1

        own = r01[0] * r23_0 + r01[1] * r23_1 + r01[2] * r23_2
        own += e01 * c23 + e02 * c13 + e03 * c12 + e12 * c03 + e13 * c02 + e23 * c01
        own -= (e01 * e23 + e02 * e13 + e03 * e12) * twice  # two pairs were counted twice
        own += e012 * t3 + e013 * t2 + e023 * t1 + e123 * t0 + e0123 * four

        # Payouts of the rivals below if I am here, alone or not.
        v0, v1, v2, v3 = _four(room, WITH_ONE, lane)
        v01, v02, v03, v12, v13, v23 = _six(room, WITH_TWO, lane)
        x0, x1, x2, x3 = _four(room, WITH_THREE, lane)
        alone = room[ALONE + lane]
        beside = alone + p0 * v0 + p1 * v1 + p2 * v2 + p3 * v3
        beside += p01 * v01 + p02 * v02 + p03 * v03 + p12 * v12 + p13 * v13 + p23 * v23
        beside += (p123 * x0 + p023 * x1 + p013 * x2 + p012 * x3) * four

        # The payout of each rival here, if I am below (h), and if I am above and alone (j).
        h0 = _after_three(b1, a1, r23_0, r23_1, f3, e12, f2, e13, f1, e23, three_0, e123)
        j0 = _after_three(b1, a1, r23_1, r23_2, g3, e12, g2, e13, g1, e23, three_1, e123)
        h1 = _after_three(b0, a0, r23_0, r23_1, f3, e02, f2, e03, f0, e23, three_0, e023)
        j1 = _after_three(b0, a0, r23_1, r23_2, g3, e02, g2, e03, g0, e23, three_1, e023)
        h2 = _after_three(b3, a3, r01_0, r01_1, f3, e01, f1, e03, f0, e13, three_0, e013)
        j2 = _after_three(b3, a3, r01_1, r01_2, g3, e01, g1, e03, g0, e13, three_1, e013)
        h3 = _after_three(b2, a2, r01_0, r01_1, f2, e01, f1, e02, f0, e12, three_0, e012)
        j3 = _after_three(b2, a2, r01_1, r01_2, g2, e01, g1, e02, g0, e12, three_1, e012)
        p0, p1, p2, p3 = w0 * p0, w1 * p1, w2 * p2, w3 * p3
        paid = room[PAID + lane] + p0 * h0 + p1 * h1 + p2 * h2 + p3 * h3
        room[PAID + lane] = paid
        room[WORTH + lane] = own - beside + paid

        # For the next level, this one is below.
        room[ALONE + lane] = alone + p0 * j0 + p1 * j1 + p2 * j2 + p3 * j3
        _keep_four(
            room, WITH_ONE, lane, v0 + p1 * c23 + p2 * c13 + p3 * c12, v1 + p0 * c23 + p2 * c03 + p3 * c02,
            v2 + p0 * c13 + p1 * c03 + p3 * c01, v3 + p0 * c12 + p1 * c02 + p2 * c01,
        )  # fmt: skip
        _keep_six(
            room, WITH_TWO, lane, v01 + p2 * t3 + p3 * t2, v02 + p1 * t3 + p3 * t1, v03 + p1 * t2 + p2 * t1,
            v12 + p0 * t3 + p3 * t0, v13 + p0 * t2 + p2 * t0, v23 + p0 * t1 + p1 * t0,
        )  # fmt: skip
        _keep_four(room, WITH_THREE, lane, x0 + p0, x1 + p1, x2 + p2, x3 + p3)
        _keep_four(room, BELOW, lane, 1.0 - a0, 1.0 - a1, 1.0 - a2, 1.0 - a3)
        _keep_six(room, PAIRS, lane, e01, e02, e03, e12, e13, e23)
        _keep_four(room, THREES, lane, e012, e013, e023, e123)
        room[ALL + lane] = e0123


@rule
def weigh_levels(chances, weights, notes, casinos, top, room, worths):
    """Into worths[k, c]: the expected payout of a seat that ends with k dice at casino c, minus the weighted payouts of
    its rivals.

    chances[k, j, c] is the probability that rival j ends with k dice at casino c, where k is at most `top`; `notes` has
    five for each casino, the highest first; `room` is working memory.
    """
    w0, w1, w2, w3 = weights[0], weights[1], weights[2], weights[3]
    room[:] = 0.0
    for casino in range(casinos):
        for place in range(lv.NOTES_PER_CASINO):
            room[NOTES + place * LANES + casino] = notes[casino * lv.NOTES_PER_CASINO + place]
    for level in range(1, top + 1):
        _enter(room, HERE, chances, level)
        _add_equals(room)
    _enter(room, BELOW, chances, 0)
    worths[0] = 0.0
    for level in range(1, top + 1):
        _enter(room, HERE, chances, level)
        _go_up(room, w0, w1, w2, w3)
        for lane in range(LANES):
            worths[level, lane] = room[WORTH + lane]
    for level in range(top + 1):
        for lane in range(LANES):  # the payouts of rivals above me
            worths[level, lane] -= room[PAID + lane]
    for level in range(top + 1, LEVELS):
        for lane in range(LANES):
            worths[level, lane] = room[NOTES + lane] - room[ALONE + lane]


@hot_rule
def _enter(room, part, chances, level):
    for rival in range(RIVALS):
        for lane in range(LANES):
            room[part + rival * LANES + lane] = chances[level, rival, lane]
