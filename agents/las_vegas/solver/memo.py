"""Compiled: the memo of the solver, a hash table from positions to values.

A position is stored by what can still matter in it, from the point of view of the seat that moves next: money only as a
difference, and not at all with the reward "money", because what is won later adds to it; the stack only while notes
are still to be dealt; casinos in any order where their order does not matter.

Its key is 127 bits of a hash: among a thousand million positions, two share a key with probability below 10⁻²⁰.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import agent_kernel, rule
from vegas_env.kernel.rewards import MONEY
from vegas_env.rulesets.las_vegas import rules as lv

MAX_LOAD = 0.75  # share of the entries that may be in use

ENTRY = np.dtype([("memo", np.uint64), ("check", np.uint64), ("value", np.float64)], align=True)


class Memo(NamedTuple):
    """A hash table with open addressing; its size is a power of two."""

    entries: np.ndarray  # (n,) ENTRY; the field `memo` is 0 in a free one
    used: np.ndarray  # (1,) the number of entries in use
    limit: np.ndarray  # (1,) the largest number that may be in use


def empty_memo(size: int, states: int) -> Memo:
    """A memo of `size` entries, or fewer if that is enough for the largest allowed number of states."""
    while size // 2 * MAX_LOAD >= states and size > 8:
        size //= 2
    limit = min(int(size * MAX_LOAD), states)
    return Memo(np.zeros(size, ENTRY), np.zeros(1, np.int64), np.full(1, limit, np.int64))


# --- entries ------------------------------------------------------------------------------------------------


@rule
def find_slot(entries, key):
    """The index of the entry with this key, or of the free entry where it belongs."""
    last = np.uint64(len(entries) - 1)
    place = key[1] & last
    while entries[place].memo != 0 and (entries[place].memo != key[0] or entries[place].check != key[1]):
        place = (place + np.uint64(1)) & last
    return place


@rule
def store(memo, key, value):
    entry = memo.entries[find_slot(memo.entries, key)]
    entry.memo, entry.check = key
    entry.value = value
    memo.used[0] += 1


@agent_kernel
def copy_entries(old, new):
    """Store all entries of one memo in another, larger one."""
    for i in range(len(old.entries)):
        entry = old.entries[i]
        if entry.memo != 0:
            store(new, (entry.memo, entry.check), entry.value)


# --- keys ---------------------------------------------------------------------------------------------------


@rule
def _dealt(game):
    """Whether the notes and chips of this round lie at the casinos."""
    return game.chance == lv.ROLL or game.chance == lv.LEFT_WHITE


@rule
def _bottom_matters(game, rules):
    """Whether the shuffled part of the stack may run out, so that the notes under it (LV-9) come back."""
    lowest = rules.note_values[0]
    most = min(np.int64(lv.NOTES_PER_CASINO), (rules.minimum + lowest - 1) // lowest)  # notes for one casino
    to_fill = (rules.rounds - 1 - game.round) * rules.casinos
    if not _dealt(game):
        to_fill += rules.casinos - max(np.int64(game.casino), 0)
    return to_fill * most > game.stack_count


# Tags that keep the parts of a position apart in its key.
_CASINOS, _STAGE, _STANDING, _CHIPS_HELD, _STACK, _CHIP_STACK, _BOTTOM = 0, 16, 17, 18, 20, 21, 22
_OTHER_BITS = np.uint64(0xD1B54A32D192ED03)


@rule
def position_key(game, rules):
    """The key of a position before a chance event: two hashes of what can still matter to the seat that moves next.

    Each hash is a sum over the parts of the position; casinos whose order does not matter share a tag.
    """
    me = np.int64(game.seat)
    other = 1 - me
    last = game.round == rules.rounds - 1
    future = not (last and _dealt(game))  # notes or chips are still to be dealt
    bottom = future and _bottom_matters(game, rules)
    # The order of the casinos matters only if the notes that they leave under the stack will be dealt in that order, or
    # if the chips may run out when only some casinos have got one.
    ordered = (bottom and not last) or (future and rules.chips != 0)
    key = (np.uint64(0), np.uint64(0))
    for casino in range(rules.casinos):
        lying = np.int64(game.dice[me, casino]) | game.dice[other, casino] << 4 | game.dice[lv.WHITE, casino] << 8
        for place in range(lv.NOTES_PER_CASINO):
            lying |= np.int64(game.notes[casino * lv.NOTES_PER_CASINO + place]) << (16 + 8 * place)
        key = _add(key, _CASINOS + 1 + casino if ordered else _CASINOS, lying, game.chips[casino])
    stage = np.int64(game.round) | np.int64(game.chance) << 8 | np.int64(game.casino + 1) << 12
    stage |= np.int64(game.dice[me, lv.OWN_HAND]) << 16 | np.int64(game.dice[other, lv.OWN_HAND]) << 20
    stage |= np.int64(game.dice[me, lv.WHITE_HAND]) << 24 | np.int64(game.dice[other, lv.WHITE_HAND]) << 28
    if future:
        stage |= np.int64(game.start == me) << 32
    key = _add(key, _STAGE, stage)
    if rules.reward != MONEY:
        money = np.int64(game.money[me]) - game.money[other]
        notes = np.int64(game.note_count[me]) - game.note_count[other]
        key = _add(key, _STANDING, (money + (1 << 20)) | (notes + (1 << 10)) << 32)
    if rules.chips != 0:
        key = _add(key, _CHIPS_HELD, np.int64(game.chips_held[me]) | np.int64(game.chips_held[other]) << 32)
    if future:
        stack = np.int64(0)
        for kind in range(lv.NOTE_KINDS):
            stack |= np.int64(game.stack[kind]) << (multisets.BITS * kind)
        key = _add(key, _STACK, stack)
        key = _add(key, _CHIP_STACK, game.chip_stack)
    if bottom:
        key = _add(key, _BOTTOM, game.bottom_count)
        for number in range(len(game.bottom)):
            key = _add(key, _BOTTOM + 1 + number, game.bottom[number])
    return key[0] | np.uint64(1), key[1]  # 0 marks free entries


@rule
def _add(key, tag, number, more=0):
    """Add a tagged part of a position to both hashes, each of which scrambles it differently."""
    bits = np.uint64(number)
    first = lucks.blend(lucks.blend(lucks.mix(bits), more), tag)
    second = lucks.blend(lucks.blend(lucks.mix(bits ^ _OTHER_BITS), more), tag)
    return key[0] + first, key[1] + second
