"""What a casino of Las Vegas will pay, on average, when all dice still in hand have fallen.

The rivals of a seat at a casino (the other seats, and the white dice) end with some number of dice there, independently
of each other.  Levels are numbers of dice, and casinos are paid from the top level down (LV-7, LV-8), so all that
matters on the way is which rivals have been met above a level, and how many notes they took.  Both are small: sets of
rivals are numbers whose bits are the rivals, and every sum below is exact.
"""

from __future__ import annotations

import math

import numpy as np

from vegas_env.kernel import bags
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.las_vegas import rules as lv

RIVALS = lv.CLAIMANTS - 1
RARE = 0.01  # numbers of dice that are exceeded less often than this count as the highest
LEVELS = 2 * bags.MOST + 1  # more dice at a casino count as the highest level; only custom games have more


# --- how many dice of a hand come to one casino ---------------------------------------------------------------


def group_sizes(dice: int, faces: int) -> np.ndarray:
    """How likely it is that one of the faces shown by a roll, each equally likely, is shown by 0, 1, 2, … dice."""
    sizes = np.zeros(dice + 1)
    others = np.zeros(faces)  # how likely 0, 1, 2, … of the other faces are shown by the dice that are left
    others[0] = 1.0
    shown = np.arange(faces)
    for left in range(dice):  # so many dice show other faces
        size = dice - left
        rolled = math.comb(dice, size) * (faces - 1) ** left / faces**dice
        sizes[size] = faces * rolled * (others / (1 + shown)).sum()
        if faces > 1:
            fresh = others * (faces - 1 - shown) / (faces - 1)
            others = others * shown / (faces - 1) + np.concatenate([[0.0], fresh[:-1]])
    return sizes


def falls(faces: int) -> np.ndarray:
    """[dice in hand, number]: how likely that many of them come to a certain casino, if all faces are placed alike.

    Dice are placed in groups, which makes large numbers, and none at all, more likely than if every die fell alone.
    """
    table = np.zeros((bags.MOST + 1, bags.MOST + 1))
    table[0, 0] = 1.0
    for dice in range(1, bags.MOST + 1):
        for size, likely in enumerate(group_sizes(dice, faces)):
            rest = table[dice - size]
            if size:
                table[dice] += likely * (1 - 1 / faces) * rest
                table[dice, size:] += likely / faces * rest[: len(rest) - size]
    return without_tails(table)


def without_tails(table: np.ndarray) -> np.ndarray:
    """Numbers that are hardly ever exceeded stand for all above them: fewer levels to go through."""
    tails = table[:, ::-1].cumsum(axis=1)[:, ::-1]
    return np.where(tails < RARE, 0.0, np.where(np.roll(tails, -1, axis=1) < RARE, tails, table))


FALLS = np.stack([np.zeros((bags.MOST + 1, bags.MOST + 1)), *(falls(faces) for faces in range(1, lv.CASINOS + 1))])


REACH = np.where(FALLS > 0, np.arange(bags.MOST + 1), 0).max(axis=2)  # [faces, dice]: the highest number


# --- what a casino pays then ----------------------------------------------------------------------------------

SETS = 1 << RIVALS
SINGLE = np.array([group.bit_count() == 1 for group in range(SETS)], np.int64)
GONE = lv.NOTES_PER_CASINO + 1  # 0 to 5 notes are gone; a state is a set and such a number


@rule
def workspace():
    """Room for `expected_payouts`, by level: three tables of sets, three of states."""
    return np.empty((3, LEVELS, SETS)), np.empty((3, LEVELS, SETS * GONE))


@rule
def expected_payouts(chances, weights, rivals, notes, top, work, own, others):
    """For every number of dice that a seat may end with at a casino: its expected payout in `own`, and that of its
    rivals, each times its weight, in `others`.

    chances[j, k] is how likely rival j ends with k dice, at most `top`; notes are sorted, the highest first.  The
    last number looked at, `top` + 1, is as good as any above.
    """
    here, under, alone = work[0]
    above, below, beside = work[1]
    prizes = 0
    while prizes < len(notes) and notes[prizes] > 0:
        prizes += 1
    possible = _find_sets(chances, weights, rivals, top, here, under, alone)
    _look_down(rivals, top, prizes, here, possible, above)
    _look_up(rivals, top, notes, prizes, here, alone, possible, below, beside)
    everybody = (1 << rivals) - 1
    own[top + 1] = notes[0]
    others[top + 1] = below[top, everybody * GONE + 1]
    paid_above = 0.0
    for level in range(top, 0, -1):
        mine, theirs, at_level = 0.0, 0.0, 0.0
        for gone in range(prizes):
            for group in range(1 << rivals):
                likely = above[level, group * GONE + gone]
                mine += likely * notes[gone] * under[level - 1, group]
                theirs += likely * beside[level, group * GONE + gone]
                at_level += likely * notes[gone] * alone[level, group]
        own[level] = mine
        others[level] = paid_above + theirs
        paid_above += at_level
    own[0] = 0.0
    others[0] = paid_above


@rule
def _find_sets(chances, weights, rivals, top, here, under, alone):
    """How likely all of a set are at a level (`here`), or there and below (`under`); how likely one of them is alone
    at the level with the rest below, times the weight of that one (`alone`).  Returns, by level, the set of those who
    may be there at all: sums over sets need no others.
    """
    possible = np.zeros(LEVELS, np.int64)
    for level in range(top + 1):
        here[level, 0], under[level, 0], alone[level, 0] = 1.0, 1.0, 0.0
    for rival in range(rivals):
        new = 1 << rival
        so_far = 0.0
        for level in range(top + 1):
            now = chances[rival, level]
            possible[level] |= new if now > 0.0 else 0
            for group in range(new):  # of the rivals before this one
                here[level, group + new] = here[level, group] * now
                under[level, group + new] = under[level, group] * (so_far + now)
                rest_below = under[level - 1, group] if level > 0 else 0.0
                alone[level, group + new] = alone[level, group] * so_far + rest_below * now * weights[rival]
            so_far += now
    return possible


@rule
def _look_down(rivals, top, prizes, here, possible, above):
    """`above`: how likely all but a set are above a level and took so many notes; from the top level down."""
    states = GONE << rivals
    above[top, :states] = 0.0
    above[top, states - GONE] = 1.0
    for level in range(top, 0, -1):
        above[level - 1, :states] = 0.0
        for group in range(1 << rivals):
            others = (group ^ ((1 << rivals) - 1)) & possible[level]
            for gone in range(prizes):
                likely = above[level, group * GONE + gone]  # and nobody is at the level
                part = others
                while part > 0:  # or these are (one note less than none is the last state of another set: always zero)
                    likely += here[level, part] * above[level, (group | part) * GONE + gone - SINGLE[part]]
                    part = (part - 1) & others
                above[level - 1, group * GONE + gone] = likely


@rule
def _look_up(rivals, top, notes, prizes, here, alone, possible, below, beside):
    """What a set is paid if so many notes are gone, times how likely it is there: at a level and below in `below`;
    below a level at which I am in `beside`, where I take a note if nobody else is at the level.  From level 0 up.
    """
    below[0, : GONE << rivals] = 0.0
    for level in range(1, top + 1):
        below[level, : GONE << rivals] = 0.0
        for group in range(1 << rivals):
            several = group & possible[level]
            for gone in range(prizes):
                without = alone[level, group] * notes[gone] + below[level - 1, group * GONE + gone]
                with_me = below[level - 1, group * GONE + gone + 1]
                part = several
                while part > 0:  # these are at the level
                    rest = (group ^ part) * GONE + gone
                    without += here[level, part] * below[level - 1, rest + SINGLE[part]]
                    with_me += here[level, part] * below[level - 1, rest]
                    part = (part - 1) & several
                below[level, group * GONE + gone] = without
                beside[level, group * GONE + gone] = with_me
