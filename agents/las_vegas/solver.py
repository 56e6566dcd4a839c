"""Las Vegas with dice for two players, solved: the value of a position if both play best, by backward induction.

The solver walks the compiled rules themselves (`happen`, `apply`, `outcomes`, `legal`), so it solves exactly the game
that is played, with every option: white dice, chip cards, several rounds.  For two players every reward is zero-sum.

What makes it fast is what it leaves out, each without loss:

- A placement depends on a roll only through the dice of the face that is chosen (LV-5, LV-13).  So the positions behind
  a roll are those after "k own and j white dice to casino f", few, and not one for each of the many rolls.
- Positions are remembered by what can still matter: from the point of view of the seat that rolls; money only as a
  difference, and with the reward "money" not at all, because what is won later adds to it; the stack only while notes
  are still to be dealt; casinos in any order where their order does not matter.
- A remembered position is found by 127 bits of a hash: two of a thousand million positions share one with a probability
  below 10⁻²⁰.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from vegas_env.checks import check_int
from vegas_env.kernel import luck as lucks
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import agent_kernel, rule
from vegas_env.kernel.dispatch import apply, apply_chance, legal, opened, outcomes
from vegas_env.kernel.rewards import MONEY, payoff_of
from vegas_env.rulesets.las_vegas import rules as lv
from vegas_env.rulesets.las_vegas.config import LasVegasConfig, compile_rules

STATES = 6_000_000  # remembered positions, if nothing else is said: about 200 MB
SMALLEST_MEMO = 1 << 14
FILLED = 0.75  # the part of a memo that may be in use

ENTRY = np.dtype([("memo", np.uint64), ("check", np.uint64), ("value", np.float64)], align=True)


FRAME = np.dtype(
    [
        ("frame", np.int64),
        ("first", np.int64),  # where its ways on begin,
        ("next", np.int64),  # which of them comes next,
        ("end", np.int64),  # and where they end
        ("memo", np.uint64),  # its marks in the memo
        ("check", np.uint64),
    ],
    align=True,
)


class Line(NamedTuple):
    """Room for a line of play: positions that follow one another, and all ways on from each of them."""

    games: np.ndarray
    frames: np.ndarray  # FRAME, one for each position
    ways: np.ndarray
    values: np.ndarray  # what they are worth to seat 0


class Memo(NamedTuple):
    """A hash table of positions: open addressing, a power of two of entries."""

    entries: np.ndarray  # (n,) ENTRY; `memo` is 0 in one that is free
    used: np.ndarray  # (1,) how many are in use
    limit: np.ndarray  # (1,) how many may be


# --- what of a position can still matter --------------------------------------------------------------------


@rule
def _dealt(game):
    """Whether the notes and chips of this round lie at the casinos."""
    return game.chance == lv.ROLL or game.chance == lv.LEFT_WHITE


@rule
def _bottom_matters(game, rules):
    """Whether the shuffled part of the stack may run dry, so that the notes under it (LV-9) come back."""
    lowest = rules.note_values[0]
    most = min(np.int64(lv.NOTES_PER_CASINO), (rules.minimum + lowest - 1) // lowest)  # notes for one casino
    to_fill = (rules.rounds - 1 - game.round) * rules.casinos
    if not _dealt(game):
        to_fill += rules.casinos - max(np.int64(game.casino), 0)
    return to_fill * most > game.stack_count


_CASINOS, _STAGE, _STANDING, _CHIPS_HELD, _STACK, _CHIP_STACK, _BOTTOM = 0, 16, 17, 18, 20, 21, 22  # tags
_OTHER_BITS = np.uint64(0xD1B54A32D192ED03)


@rule
def fingerprint(game, rules):
    """Two hashes of what can still matter in a position before a chance event, as the seat that is next sees it.

    Each is a sum over the parts of the position: casinos whose order does not matter all have the same tag.
    """
    me = np.int64(game.seat)
    other = 1 - me
    last = game.round == rules.rounds - 1
    future = not (last and _dealt(game))  # notes or chips are still to be dealt
    bottom = future and _bottom_matters(game, rules)
    # Casinos differ by their notes, dice and chips alone, unless what they leave under the stack will be dealt in that
    # order, or chips may run out when only some of them have got one.
    ordered = (bottom and not last) or (future and rules.chips != 0)
    marks = (np.uint64(0), np.uint64(0))
    for casino in range(rules.casinos):
        lying = np.int64(game.dice[me, casino]) | game.dice[other, casino] << 4 | game.dice[lv.WHITE, casino] << 8
        for place in range(lv.NOTES_PER_CASINO):
            lying |= np.int64(game.notes[casino * lv.NOTES_PER_CASINO + place]) << (16 + 8 * place)
        marks = _add(marks, _CASINOS + 1 + casino if ordered else _CASINOS, lying, game.chips[casino])
    stage = np.int64(game.round) | np.int64(game.chance) << 8 | np.int64(game.casino + 1) << 12
    stage |= np.int64(game.dice[me, lv.OWN_HAND]) << 16 | np.int64(game.dice[other, lv.OWN_HAND]) << 20
    stage |= np.int64(game.dice[me, lv.WHITE_HAND]) << 24 | np.int64(game.dice[other, lv.WHITE_HAND]) << 28
    if future:
        stage |= np.int64(game.start == me) << 32
    marks = _add(marks, _STAGE, stage)
    if rules.reward != MONEY:
        money = np.int64(game.money[me]) - game.money[other]
        notes = np.int64(game.note_count[me]) - game.note_count[other]
        marks = _add(marks, _STANDING, (money + (1 << 20)) | (notes + (1 << 10)) << 32)
    if rules.chips != 0:
        marks = _add(marks, _CHIPS_HELD, np.int64(game.chips_held[me]) | np.int64(game.chips_held[other]) << 32)
    if future:
        stack = np.int64(0)
        for kind in range(lv.NOTE_KINDS):
            stack |= np.int64(game.stack[kind]) << (multisets.BITS * kind)
        marks = _add(marks, _STACK, stack)
        marks = _add(marks, _CHIP_STACK, game.chip_stack)
    if bottom:
        marks = _add(marks, _BOTTOM, game.bottom_count)
        for number in range(len(game.bottom)):
            marks = _add(marks, _BOTTOM + 1 + number, game.bottom[number])
    return marks[0] | np.uint64(1), marks[1]  # 0 is for entries that are free


@rule
def _add(marks, tag, number, more=0):
    """Add a part of a position, told apart from others by its tag, to both hashes; each scrambles it in its own way."""
    bits = np.uint64(number)
    first = lucks.blend(lucks.blend(lucks.mix(bits), more), tag)
    second = lucks.blend(lucks.blend(lucks.mix(bits ^ _OTHER_BITS), more), tag)
    return marks[0] + first, marks[1] + second


# --- the ways on from a position, and what they are worth together ------------------------------------------


@rule
def _list_ways(game, rules, ways):
    """Write the ways on: legal actions; outcomes of chance; before a roll, all placements, coded (own, white, face).

    Returns how many there are.  Among placements are those of no dice at all, which come first and lead nowhere.
    """
    if game.chance == lv.ROLL:
        own, white = np.int64(game.dice[game.seat, lv.OWN_HAND]), np.int64(game.dice[game.seat, lv.WHITE_HAND])
        number = (own + 1) * (white + 1) * rules.casinos
        for way in range(number):
            ways[way] = way
        return number
    if game.chance != 0:
        codes, _ = outcomes(game, rules)
        ways[: len(codes)] = codes
        return len(codes)
    mask = np.zeros(lv.ACTIONS, np.int8)
    legal(game, rules, mask)
    number = 0
    for action in range(lv.ACTIONS):
        if mask[action]:
            ways[number] = action
            number += 1
    return number


@rule
def _go(game, rules, way):
    """Go one way on."""
    event = game.chance
    outcome, action = way, way
    if event == lv.ROLL:
        white_dice = np.int64(game.dice[game.seat, lv.WHITE_HAND])
        action, placed = way % rules.casinos, way // rules.casinos
        own, white = placed // (white_dice + 1), placed % (white_dice + 1)
        outcome = own * multisets.one(action) | (white * multisets.one(action)) << lv.WHITE_ROLL_SHIFT
    if event != 0:
        apply_chance(game, rules, outcome)
    if event == 0 or event == lv.ROLL:
        apply(game, rules, action)


@rule
def _joined(game, rules, values):
    """What a position is worth to seat 0, from what its ways on are worth."""
    if game.chance == lv.ROLL:
        return _rolled(game, rules, values)
    if game.chance != 0:
        _, probabilities = outcomes(game, rules)
        return (values * probabilities).sum()
    return values.max() if game.seat == 0 else values.min()


@rule
def _rolled(game, rules, values):
    """The mean over all rolls of the best placement."""
    codes, probabilities = outcomes(game, rules)
    side = _side(game)
    white_dice = np.int64(game.dice[game.seat, lv.WHITE_HAND])
    mean = 0.0
    for i in range(len(codes)):
        best = -np.inf
        for face in range(rules.casinos):
            own, white = multisets.count(codes[i], face), multisets.count(codes[i] >> lv.WHITE_ROLL_SHIFT, face)
            placed = own * (white_dice + 1) + white
            if placed > 0:
                best = max(best, side * values[placed * rules.casinos + face])
        mean += probabilities[i] * best
    return side * mean


# --- backward induction -------------------------------------------------------------------------------------


@rule
def expected(line, rules, memo):
    """What seat 0 of line.games[0] is paid in the end, on average, if both play best; once the memo is full, anything.

    Depth first, with a stack of its own: numba cannot cache functions that call themselves.
    """
    known, value, marks = _look_up(line.games[0], rules, memo)
    if known:
        return value
    depth = np.int64(0)
    _open(line, depth, rules, marks)
    while memo.used[0] <= memo.limit[0]:
        frame = line.frames[depth]
        if frame.next < frame.end:  # the next way on
            line.games[depth + 1] = line.games[depth]
            _go(line.games[depth + 1], rules, line.ways[frame.next])
            known, value, marks = _look_up(line.games[depth + 1], rules, memo)
            if not known:
                depth += 1
                _open(line, depth, rules, marks)
                continue
        else:  # all ways on are known
            value = _joined(line.games[depth], rules, line.values[frame.first : frame.end])
            _remember(line.games[depth], rules, memo, (frame.memo, frame.check), value)
            depth -= 1
            if depth < 0:
                break
        line.values[line.frames[depth].next] = value
        line.frames[depth].next += 1
    return value


@rule
def _open(line, depth, rules, marks):
    """Begin with the ways on from a position; they stand behind those of the position before."""
    game, frame = line.games[depth], line.frames[depth]
    frame.first = line.frames[depth - 1].end if depth > 0 else 0
    frame.end = frame.first + _list_ways(game, rules, line.ways[frame.first :])
    frame.next = frame.first + (rules.casinos if game.chance == lv.ROLL else 0)
    frame.memo, frame.check = marks


# --- the memo -----------------------------------------------------------------------------------------------


@rule
def _look_up(game, rules, memo):
    """Whether the value of a position for seat 0 is known, the value, and the marks to remember it by."""
    now = payoff_of(game, rules, 0)
    if game.over:
        return True, now, (np.uint64(0), np.uint64(0))
    if game.chance == 0:  # only positions before a chance event are remembered
        return False, now, (np.uint64(0), np.uint64(0))
    marks = fingerprint(game, rules)
    entry = memo.entries[_slot(memo.entries, marks)]
    return entry.memo != 0, now + _side(game) * entry.value, marks


@rule
def _side(game):
    return 1.0 if game.seat == 0 else -1.0


@rule
def _slot(entries, marks):
    """Where a position stands, or the free place where it belongs."""
    last = np.uint64(len(entries) - 1)
    place = marks[1] & last
    while entries[place].memo != 0 and (entries[place].memo != marks[0] or entries[place].check != marks[1]):
        place = (place + np.uint64(1)) & last
    return place


@rule
def _remember(game, rules, memo, marks, value):
    """What is still to be won, as the seat that is next sees it: that does not depend on what has been paid already."""
    if game.chance != 0:
        _enter(memo, marks, _side(game) * (value - payoff_of(game, rules, 0)))


@rule
def _enter(memo, marks, value):
    entry = memo.entries[_slot(memo.entries, marks)]
    entry.memo, entry.check = marks
    entry.value = value
    memo.used[0] += 1


@agent_kernel
def move_entries(old, new):
    """All positions into a larger memo."""
    for i in range(len(old.entries)):
        entry = old.entries[i]
        if entry.memo != 0:
            _enter(new, (entry.memo, entry.check), entry.value)


# --- called from Python -------------------------------------------------------------------------------------


@agent_kernel
def judge_many(records, first, rulebook, line, memo, values):
    """What the deciding seat gets in the end after each action (-inf: not legal), in records[first] and all behind it;
    before a chance event, what the seat that is next gets, in the place of action 0.

    Returns the place where the memo was full.
    """
    rules = opened(rulebook)
    actions = np.zeros(lv.ACTIONS, np.int64)
    for i in range(first, len(records)):
        record = records[i]
        values[i] = -np.inf
        actions[0] = 0
        number = _list_ways(record, rules, actions) if record.chance == 0 else 1
        for k in range(number):
            line.games[0] = records[i]
            if record.chance == 0:
                _go(line.games[0], rules, actions[k])
            values[i, actions[k]] = _side(record) * expected(line, rules, memo)
        if memo.used[0] > memo.limit[0]:
            return i
    return len(records)


class Solver:
    """Best play in one configuration of Las Vegas for two players; remembers what it has worked out.

    Parameters
    ----------
    config: a LasVegasConfig of two players
    states: how many positions it may remember; a position that needs more than these is too large
    """

    def __init__(self, config: Any, states: int = STATES) -> None:
        if not isinstance(config, LasVegasConfig):
            raise ValueError(f"only Las Vegas with dice can be solved, not {type(config).__name__}")
        if config.players != 2:
            raise ValueError(f"only games of two players can be solved, not of {config.players}")
        self.config = config
        self.states = check_int("states", states, 1, 10**9)
        self._rules = compile_rules(config)
        self._line = _room(config)
        self._memo = _empty_memo(SMALLEST_MEMO, self.states)

    @property
    def remembered(self) -> int:
        """How many positions are remembered now."""
        return int(self._memo.used[0])

    def judge(self, records: np.ndarray) -> np.ndarray:
        """(m, A) what the deciding seat is paid in the end after each action, if both play best from then on; -inf for
        actions that are not legal.
        """
        if len(records) and (records["over"].any() or records["chance"].any()):
            raise ValueError("actions can be judged only where a seat has to decide")
        return self._judge(records)

    def values(self, records: np.ndarray) -> np.ndarray:
        """(m,) what seat 0 is paid in the end, on average, if both play best from these positions on."""
        if len(records) and records["over"].any():
            raise ValueError("a game that is over has nothing left to solve")
        return np.where(records["seat"] == 0, 1.0, -1.0) * self._judge(records).max(axis=1)

    def forget(self) -> None:
        """Begin anew with an empty memory."""
        self._memo = _empty_memo(SMALLEST_MEMO, self.states)

    def _judge(self, records: np.ndarray) -> np.ndarray:
        """Call the kernel, and again with a larger memo where it was full, or an empty one where it may not grow."""
        records = np.array(records)  # writable and in one piece: another kind of array would be compiled for anew
        if records.dtype != lv.GAME:
            raise ValueError("positions must be records of Las Vegas with dice")
        values = np.zeros((len(records), lv.ACTIONS))
        done, alone = 0, -1
        while True:
            done = judge_many(records, done, self._rules, self._line, self._memo, values)
            if done == len(records):
                return values
            if self._memo.limit[0] < self.states:
                larger = _empty_memo(4 * len(self._memo.entries), self.states)
                move_entries(self._memo, larger)
                self._memo = larger
            elif done != alone:
                alone = done
                self._memo.entries[:] = np.zeros(1, ENTRY)
                self._memo.used[0] = 0
            else:
                self.forget()
                raise ValueError(
                    f"a position here is too large to be solved with {self.states:,} states: play with fewer dice, "
                    "casinos, rounds or kinds of notes, begin later in the round, or allow more states"
                )


def _empty_memo(size: int, states: int) -> Memo:
    """A memo of `size` entries, or fewer if that is enough for all states that are allowed."""
    while size // 2 * FILLED >= states and size > 8:
        size //= 2
    limit = min(int(size * FILLED), states)
    return Memo(np.zeros(size, ENTRY), np.zeros(1, np.int64), np.full(1, limit, np.int64))


def _room(config: LasVegasConfig) -> Line:
    """Room for the longest line of play there can be."""
    white = config.white_dice
    turns = 2 * (config.dice + white)
    draws = config.casinos * (lv.NOTES_PER_CASINO + 1) + 2  # notes and a chip for each; the start; the last position
    ways = draws * lv.ACTIONS + math.comb(config.white_left + config.casinos, config.casinos)
    ways += turns * (lv.ACTIONS + (config.dice + 1) * (white + 1) * config.casinos)
    longest = config.rounds * (draws + 1 + 2 * turns)  # a turn may bring the choice of a chip
    return Line(
        np.zeros(longest, lv.GAME),
        np.zeros(longest, FRAME),
        np.zeros(config.rounds * ways, np.int64),
        np.zeros(config.rounds * ways, np.float64),
    )
