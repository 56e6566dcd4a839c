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
from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.rulesets.las_vegas import rules as lv

RIVALS = lv.SEATS - 1  # the white dice are one where there is a seat less (LV-12)
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
# Parts of a room to work in, one number for each set.  It is one array, and `_ask` goes through sets by constant
# numbers: compiled code knows where everything is, which is about twice as fast as sums over the subsets of a set.
NOW, FULL, ONE, BEFORE, SUM = (part * SETS for part in range(5))


@rule
def workspace():
    """Room for `expected_payouts`: by level, two tables of sets and one of notes gone and sets; one more of these; and
    the parts named above.
    """
    by_level = np.empty((2, LEVELS, SETS)), np.empty((LEVELS, lv.NOTES_PER_CASINO, SETS))
    return *by_level, np.empty((lv.NOTES_PER_CASINO, SETS)), np.zeros(5 * SETS)


@rule
def expected_payouts(chances, weights, rivals, notes, top, work, own, others):
    """For every number of dice that a seat may end with at a casino: its expected payout in `own`, and that of its
    rivals, each times its weight, in `others`.

    chances[j, k] is how likely rival j ends with k dice, at most `top`; notes are sorted, the highest first.  The
    last number looked at, `top` + 1, is as good as any above.
    """
    under, alone = work[0]
    above, below, room = work[1], work[2], work[3]
    sets = 1 << rivals
    prizes = 1
    while prizes < len(notes) and notes[prizes] > 0:
        prizes += 1
    _find_sets(chances, weights, rivals, top, under, alone)
    _look_down(chances, top, notes, sets, prizes, under, alone, above, room, own, others)
    _look_up(chances, top, notes, sets, prizes, alone, above, below, room, others)
    own[top + 1] = notes[0]


@rule
def _find_sets(chances, weights, rivals, top, under, alone):
    """How likely all of a set are at a level or below (`under`); how likely one of them is alone at the level with the
    rest below, times the weight of that one (`alone`).
    """
    for level in range(top + 1):
        under[level, 0], alone[level, 0] = 1.0, 0.0
    for rival in range(rivals):
        new = 1 << rival
        so_far = 0.0
        for level in range(top + 1):
            now = chances[rival, level]
            for group in range(new):  # of the rivals before this one
                under[level, group + new] = under[level, group] * (so_far + now)
                rest_below = under[level - 1, group] if level > 0 else 0.0
                alone[level, group + new] = alone[level, group] * so_far + rest_below * now * weights[rival]
            so_far += now


@hot_rule
def _ask(room, here, member):
    """One rival may be at the level, with a probability, and then joins the sets without it."""
    for place in range(SETS // 2):
        low = place & (member - 1)
        without = 2 * (place - low) + low
        room[FULL + without + member] += here * room[FULL + without]
        room[ONE + without + member] += here * room[NOW + without]


@hot_rule
def _ask_all(room, chances, level):
    """Which sets become which when those who are at a level join them: NOW is about sets before; FULL, after anybody
    joined, or nobody; ONE, after just one did.  Rivals are asked one by one.
    """
    first, second, third, fourth = chances[0, level], chances[1, level], chances[2, level], chances[3, level]
    for group in range(SETS):
        room[FULL + group] = room[NOW + group]
        room[ONE + group] = 0.0
    if first > 0.0:
        _ask(room, first, 1)
    if second > 0.0:
        _ask(room, second, 2)
    if third > 0.0:
        _ask(room, third, 4)
    if fourth > 0.0:
        _ask(room, fourth, 8)


@rule
def _look_down(chances, top, notes, sets, prizes, under, alone, above, room, own, others):
    """`above`: how likely all of a set, and nobody else, are above a level and took so many notes; from the top level
    down.  On the way, the own payout with so many dice, and what rivals above that are paid.
    """
    above[top, :prizes] = 0.0
    above[top, 0, 0] = 1.0
    paid_above = 0.0
    for level in range(top, 0, -1):
        room[SUM : SUM + SETS] = 0.0
        room[BEFORE : BEFORE + SETS] = 0.0
        for gone in range(prizes):
            for group in range(sets):
                room[NOW + group] = above[level, gone, group]
                room[SUM + group] += room[NOW + group] * notes[gone]
            _ask_all(room, chances, level)
            for group in range(sets):  # who is alone takes a note
                above[level - 1, gone, group] = room[FULL + group] - room[ONE + group] + room[BEFORE + group]
                room[BEFORE + group] = room[ONE + group]
        mine, paid_here = 0.0, 0.0
        for group in range(sets):
            mine += room[SUM + group] * under[level - 1, sets - 1 - group]
            paid_here += room[SUM + group] * alone[level, sets - 1 - group]
        own[level], others[level] = mine, paid_above
        paid_above += paid_here
    own[0], others[0] = 0.0, paid_above


@rule
def _look_up(chances, top, notes, sets, prizes, alone, above, below, room, others):
    """Add to `others` what is paid below a level at which I am, where I take a note if nobody else is at the level.

    `below` is what a set is paid at a level and below if so many notes are gone, times how likely it is there; from
    level 0 up.
    """
    below[:prizes] = 0.0
    for level in range(1, top + 1):
        room[:] = 0.0
        for gone in range(prizes - 1, -1, -1):
            for group in range(sets):  # nobody but me at the level, and I take a note
                room[SUM + group] += above[level, gone, sets - 1 - group] * room[NOW + group]
                room[NOW + group] = below[gone, group]
            _ask_all(room, chances, level)
            for group in range(sets):
                others_here = room[FULL + group] - room[NOW + group]
                room[SUM + group] += above[level, gone, sets - 1 - group] * others_here
                paid_alone = alone[level, group] * notes[gone]
                below[gone, group] = room[FULL + group] - room[ONE + group] + room[BEFORE + group] + paid_alone
                room[BEFORE + group] = room[ONE + group]
        paid_beside = 0.0
        for group in range(sets):
            paid_beside += room[SUM + group]
        others[level] += paid_beside
    others[top + 1] = below[1, sets - 1] if prizes > 1 else 0.0
