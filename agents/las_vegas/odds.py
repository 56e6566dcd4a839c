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
    return table


FALLS = np.stack([np.zeros((bags.MOST + 1, bags.MOST + 1)), *(falls(faces) for faces in range(1, lv.CASINOS + 1))])


# --- sets of rivals -------------------------------------------------------------------------------------------

SETS = 1 << RIVALS
GONE = lv.NOTES_PER_CASINO + 1  # 0 to 5 notes are gone; a state is a set and such a number


def splits(rivals: int) -> list[tuple[int, int, int, int]]:
    """All ways to split a set into those at a level and the rest: the set as a state with no notes gone; those at the
    level; the rest, after one who is alone at the level took a note; the rest, after I took one if nobody is there.
    """
    return [
        (group * GONE, part, (group ^ part) * GONE + (part.bit_count() == 1), (group ^ part) * GONE + (part == 0))
        for group in range(1 << rivals)
        for part in range(group + 1)
        if part & group == part
    ]


SPLITS = np.zeros((RIVALS + 1, 3**RIVALS, 4), np.uint8)  # 3 ** rivals of them for each number of rivals
for _rivals in range(RIVALS + 1):
    SPLITS[_rivals, : 3**_rivals] = splits(_rivals)


# --- what a casino pays then ----------------------------------------------------------------------------------


@rule
def workspace():
    """Room for `expected_payouts`, by level: three tables of sets, two of states."""
    return np.empty((3, LEVELS, SETS)), np.empty((2, LEVELS, SETS * GONE))


@rule
def expected_payouts(chances, weights, rivals, notes, top, work, own, others):
    """For every number of dice, 0 to `top`, that a seat may end with at a casino: its expected payout in `own`, and
    that of its rivals, each times its weight, in `others`.

    chances[j, k] is how likely rival j ends with k dice; notes are sorted, the highest first.
    """
    here, under, alone = work[0][0], work[0][1], work[0][2]
    above, below = work[1][0], work[1][1]
    prizes = 0
    while prizes < len(notes) and notes[prizes] > 0:
        prizes += 1
    _find_sets(chances, weights, rivals, top, here, under, alone)
    _look_down(rivals, top, prizes, here, above)
    _look_up(rivals, top, notes, prizes, here, alone, below)
    paid_above = 0.0
    for level in range(top, 0, -1):
        own[level] = 0.0
        at_level = 0.0
        for group in range(1 << rivals):
            for gone in range(prizes):
                promised = above[level, group * GONE + gone] * notes[gone]
                own[level] += promised * under[level - 1, group]
                at_level += promised * alone[level, group]
        others[level] = paid_above + _paid_below_me(rivals, level, prizes, here, above, below)
        paid_above += at_level
    own[0] = 0.0
    others[0] = paid_above


@rule
def _find_sets(chances, weights, rivals, top, here, under, alone):
    """How likely all of a set are at a level (`here`), or there and below (`under`); how likely one of them is alone
    at the level with the rest below, times the weight of that one (`alone`).
    """
    for level in range(top + 1):
        here[level, 0], under[level, 0], alone[level, 0] = 1.0, 1.0, 0.0
    for rival in range(rivals):
        new = 1 << rival
        so_far = 0.0
        for level in range(top + 1):
            now = chances[rival, level]
            for group in range(new):  # of the rivals before this one
                here[level, group + new] = here[level, group] * now
                under[level, group + new] = under[level, group] * (so_far + now)
                rest_below = under[level - 1, group] if level > 0 else 0.0
                alone[level, group + new] = alone[level, group] * so_far + rest_below * now * weights[rival]
            so_far += now


@rule
def _look_down(rivals, top, prizes, here, above):
    """How likely all but a set are above a level and took so many notes; from the top level down."""
    states = GONE << rivals
    above[top, :states] = 0.0
    above[top, states - GONE] = 1.0
    for level in range(top, 0, -1):
        above[level - 1, :states] = 0.0
        for split in range(3**rivals):
            group, part, rest, _ = SPLITS[rivals, split]
            likely = here[level, part]
            if likely > 0.0:
                for gone in range(prizes):
                    above[level - 1, rest + gone] += likely * above[level, group + gone]


@rule
def _look_up(rivals, top, notes, prizes, here, alone, below):
    """What a set is paid at a level and below if so many notes are gone, times how likely it is there; from level 0,
    where nobody is paid, up.
    """
    states = GONE << rivals
    below[0, :states] = 0.0
    for level in range(1, top + 1):
        for group in range(1 << rivals):
            for gone in range(GONE):
                below[level, group * GONE + gone] = alone[level, group] * notes[gone] if gone < prizes else 0.0
        for split in range(3**rivals):
            group, part, rest, _ = SPLITS[rivals, split]
            likely = here[level, part]
            if likely > 0.0:
                for gone in range(prizes):
                    below[level, group + gone] += likely * below[level - 1, rest + gone]


@rule
def _paid_below_me(rivals, level, prizes, here, above, below):
    """What is paid below a level at which I am: alone there I take a note, with others none of us does."""
    paid = 0.0
    for split in range(3**rivals):
        group, part, _, rest = SPLITS[rivals, split]
        likely = here[level, part]
        if likely > 0.0:
            for gone in range(prizes):
                paid += likely * above[level, group + gone] * below[level - 1, rest + gone]
    return paid
