"""The rules of Las Vegas, the dice game, in the order of the rulebook.

Rule ids (LV-1 …) are explained in docs/rules/las_vegas.md.  The unit of money is 10,000.  Kinds of notes are numbered
0, 1, 2, … by rising value.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.rulesets.shared import banknotes, chips, las_vegas_common, majority
from vegas_env.rulesets.shared.banknotes import CASINOS, NOTE_KINDS, NOTES, NOTES_PER_CASINO, SEATS
from vegas_env.rulesets.shared.chips import COLOURS
from vegas_env.rulesets.shared.las_vegas_common import CHIP, NOTE, START, end_game, money, round_of, score

__all__ = ["COLOURS", "NOTE_KINDS", "end_game", "money", "round_of", "score"]  # used from here, defined in `shared`

# Capacities: one compiled game serves every configuration within them.
MOST_DICE = 100  # more than one claimant can have at a casino
WHITE = SEATS  # row of `dice` for the white dice at casinos, after the rows of the seats
CLAIMANTS = SEATS + 1

# Columns of `dice`: at the casinos 0 … 5, own dice in hand, white dice in hand.
OWN_HAND = CASINOS
WHITE_HAND = CASINOS + 1
PLACES = CASINOS + 2

# Actions: place the dice of a face (0 … 5); take a chip card of a colour; take no chip card.
TAKE_CHIP = CASINOS
NO_CHIP = TAKE_CHIP + chips.NONE
ACTIONS = NO_CHIP + 1

# Chance events (game.chance) after those of both Las Vegas games, and their outcomes.
LEFT_WHITE = 4  # a multiset of faces
ROLL = 5  # two multisets of faces: own dice, and WHITE_ROLL_SHIFT bits higher the white dice
WHITE_ROLL_SHIFT = multisets.BITS * CASINOS

GAME = np.dtype(
    [
        ("las_vegas", np.int8),  # the tag of this ruleset
        *las_vegas_common.GAME_FIELDS,
        ("bottom_count", np.int8),  # notes under the shuffled stack
        ("dice", np.int8, (CLAIMANTS, PLACES)),  # of each seat; the last row has the white dice at casinos
        ("own_roll", np.int32),  # multiset of faces
        ("white_roll", np.int32),
        ("bottom", np.int64, NOTES // multisets.KINDS),  # kinds of the notes under the stack, in order: four bits each
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("las_vegas_rules", np.int64),
        *las_vegas_common.RULES_FIELDS,
        ("dice", np.int64),
        ("casinos", np.int64),
        ("minimum", np.int64),  # 10,000s
        ("white_dice", np.int64),  # per player and round
        ("white_left", np.int64),  # rolled by the start player
    ],
    align=True,
)


# --- set-up of the game -------------------------------------------------------------------------------------


@rule
def deal(game, rules):
    """LV-1, LV-2, LV-15: nothing won, all notes and chip cards in their stacks; LV-4: who starts."""
    las_vegas_common.clear_table(game, rules)
    game.bottom[:] = 0
    game.bottom_count = 0
    game.own_roll = 0
    game.white_roll = 0
    _clear_dice(game)
    if rules.random_start:
        game.chance = START
    else:
        begin_round(game, rules)


@rule
def _clear_dice(game):
    dice = game.dice
    for claimant in range(CLAIMANTS):
        for place in range(PLACES):
            dice[claimant, place] = 0


@rule
def start_game(game, rules, seat):
    """LV-4, option `random_start`: this seat starts."""
    game.start = seat
    begin_round(game, rules)


# --- set-up of a round --------------------------------------------------------------------------------------


@rule
def begin_round(game, rules):
    """LV-1, LV-12: all players take back their dice, and the casinos get notes."""
    take_dice(game, rules)
    game.seat = game.start
    game.casino = 0
    deal_notes(game, rules)


@rule
def take_dice(game, rules):
    for seat in range(rules.players):
        game.dice[seat, OWN_HAND] = rules.dice
        game.dice[seat, WHITE_HAND] = rules.white_dice


@rule
def deal_notes(game, rules):
    """LV-3: casinos in order draw notes until they show the minimum, or the stack is empty."""
    while game.casino < rules.casinos:
        if _showing(game, game.casino) >= rules.minimum:
            game.casino += 1
        elif game.stack_count > 0:
            game.chance = NOTE
            return
        elif game.bottom_count > 0:
            banknotes.lay_note(game, game.casino, rules.note_values[_take_from_bottom(game)])
        else:
            break
    game.casino = 0
    deal_chips(game, rules)


@rule
def _showing(game, casino):
    money = np.int64(0)
    for place in range(NOTES_PER_CASINO):
        money += game.notes[casino * NOTES_PER_CASINO + place]
    return money


@rule
def note_drawn(game, rules, kind):
    banknotes.deal_note(game, rules, game.casino, kind)
    deal_notes(game, rules)


@rule
def deal_chips(game, rules):
    """LV-15: one chip card for each casino, until the stack is empty."""
    if game.casino < rules.casinos and game.chip_stack != 0:
        game.chance = CHIP
    else:
        game.casino = -1
        roll_left_white(game, rules)


@rule
def chip_drawn(game, rules, colour):
    chips.deal_chip(game, colour)
    deal_chips(game, rules)


@rule
def roll_left_white(game, rules):
    """LV-12: the start player rolls the white dice that are left over, before the first turn."""
    if rules.white_left > 0:
        game.chance = LEFT_WHITE
    else:
        game.chance = ROLL


@rule
def left_white_rolled(game, rules, faces):
    for casino in range(rules.casinos):
        game.dice[WHITE, casino] += multisets.count(faces, casino)
    game.chance = ROLL


# --- a turn -------------------------------------------------------------------------------------------------


@hot_rule
def rolled(game, own, white):
    """LV-5, LV-13: the seat has rolled all dice in hand, own and white."""
    game.own_roll = own
    game.white_roll = white


@hot_rule
def place(game, rules, face):
    """LV-5, LV-13: place all dice that show the face, own and white, at its casino."""
    seat = game.seat
    own = multisets.count(game.own_roll, face)
    white = multisets.count(game.white_roll, face)
    game.dice[seat, face] += own
    game.dice[WHITE, face] += white
    game.dice[seat, OWN_HAND] -= own
    game.dice[seat, WHITE_HAND] -= white
    game.own_roll = 0
    game.white_roll = 0
    if game.chips[face] != 0 and own + white >= 2:
        game.casino = face  # LV-16: the same seat decides again
    else:
        next_turn(game, rules)


@rule
def take_chip(game, rules, action):
    """LV-16: take one chip card from the casino just played, or none."""
    chips.take_chip(game, action - TAKE_CHIP)
    game.casino = -1
    next_turn(game, rules)


@hot_rule
def next_turn(game, rules):
    """LV-6: the next player clockwise with dice rolls; if no player has dice, the round ends."""
    seat = game.seat
    for _ in range(rules.players):
        seat = seat + 1 if seat + 1 < rules.players else 0
        if game.dice[seat, OWN_HAND] + game.dice[seat, WHITE_HAND] > 0:
            game.seat = seat
            game.chance = ROLL
            return
    end_round(game, rules)


# --- payout -------------------------------------------------------------------------------------------------


@rule
def end_round(game, rules):
    for casino in range(rules.casinos):
        pay_casino(game, rules, casino)
    _clear_dice(game)
    las_vegas_common.clear_notes(game)
    take_dice(game, rules)
    game.round += 1
    if game.round == rules.rounds:
        end_game(game, rules)
    else:
        game.start = game.start + 1 if game.start + 1 < rules.players else 0  # LV-4
        begin_round(game, rules)


@rule
def pay_casino(game, rules, casino):
    """LV-7, LV-8: the highest note for the most dice, ties cancel; LV-9, LV-14: notes not won go under the stack."""
    dice = game.dice
    most = np.int64(MOST_DICE)
    for place in range(NOTES_PER_CASINO):
        value = game.notes[casino * NOTES_PER_CASINO + place]
        if value == 0:
            return
        winner, most = majority.next_winner(dice, casino, CLAIMANTS, most)
        kind = rules.note_kinds[value]
        if winner < 0 or winner == WHITE:
            _put_under_stack(game, kind)
        else:
            banknotes.win_note(game, rules, winner, kind)


@rule
def _put_under_stack(game, kind):
    """LV-9: put a note under the stack."""
    place = np.int64(game.bottom_count)
    game.bottom[place // multisets.KINDS] += kind * multisets.one(place % multisets.KINDS)
    game.bottom_count += 1


@rule
def _take_from_bottom(game):
    """Remove the uppermost of the notes under the stack.  Returns its kind."""
    kind = multisets.count(game.bottom[0], 0)
    for number in range(len(game.bottom)):
        game.bottom[number] >>= multisets.BITS
        if number + 1 < len(game.bottom):
            game.bottom[number] += multisets.count(game.bottom[number + 1], 0) * multisets.one(multisets.KINDS - 1)
    game.bottom_count -= 1
    return kind


# --- interface of the kernel --------------------------------------------------------------------------------


@hot_rule
def apply(game, rules, action):
    if action < TAKE_CHIP:
        place(game, rules, action)
    else:
        take_chip(game, rules, action)


@hot_rule
def legal(game, rules, mask):
    rolled = np.int64(game.own_roll | game.white_roll)
    for face in range(CASINOS):
        mask[face] = multisets.count(rolled, face) != 0
    chips.legal_chips(game, mask, TAKE_CHIP)


@rule
def must_decide(game, rules, seat):
    """Seats decide one at a time."""
    return game.seat == seat


@hot_rule
def sample_chance(game, rules, luck):
    if game.chance == ROLL:
        own = lucks.roll(luck, np.int64(game.dice[game.seat, OWN_HAND]), rules.casinos)
        white = lucks.roll(luck, np.int64(game.dice[game.seat, WHITE_HAND]), rules.casinos)
        return own | (white << WHITE_ROLL_SHIFT)
    if game.chance == LEFT_WHITE:
        return lucks.roll(luck, rules.white_left, rules.casinos)
    return las_vegas_common.sample_deal(game, rules, luck)


@hot_rule
def apply_chance(game, rules, outcome):
    event = game.chance
    game.chance = 0
    if event == ROLL:
        rolled(game, outcome & ((np.int64(1) << WHITE_ROLL_SHIFT) - 1), outcome >> WHITE_ROLL_SHIFT)
    elif event == NOTE:
        note_drawn(game, rules, outcome)
    elif event == CHIP:
        chip_drawn(game, rules, outcome)
    elif event == LEFT_WHITE:
        left_white_rolled(game, rules, outcome)
    else:
        start_game(game, rules, outcome)


@rule
def outcomes(game, rules):
    if game.chance == ROLL:
        own, white = game.dice[game.seat, OWN_HAND], game.dice[game.seat, WHITE_HAND]
        return _roll_outcomes(own, white, rules.casinos)
    if game.chance == LEFT_WHITE:
        return multisets.all_of_size(rules.white_left, rules.casinos)
    return las_vegas_common.deal_outcomes(game, rules)


@rule
def _roll_outcomes(own_dice, white_dice, faces):
    own, own_probabilities = multisets.all_of_size(np.int64(own_dice), faces)
    white, white_probabilities = multisets.all_of_size(np.int64(white_dice), faces)
    codes = np.empty(len(own) * len(white), np.int64)
    probabilities = np.empty(len(codes), np.float64)
    for i in range(len(own)):
        for j in range(len(white)):
            codes[i * len(white) + j] = own[i] | (white[j] << WHITE_ROLL_SHIFT)
            probabilities[i * len(white) + j] = own_probabilities[i] * white_probabilities[j]
    return codes, probabilities


@rule
def resample_hidden(game, rules, seat, luck):
    """LV-10: only the option `hidden_money` hides anything."""
    banknotes.resample_money(game, rules, seat, luck)
