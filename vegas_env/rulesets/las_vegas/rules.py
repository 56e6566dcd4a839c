"""The rules of Las Vegas (dice), on one record, in the order in which the rulebook tells them.

Rule ids (LV-1 …) are explained in docs/rules/las_vegas.md.  Money is counted in units of 10,000.
Kinds of notes are numbered 0, 1, 2, … by rising value.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.rulesets.shared import banknotes, chips, majority
from vegas_env.rulesets.shared.banknotes import CASINOS, HIGHEST_NOTE, NOTE_KINDS, NOTES, NOTES_PER_CASINO, SEATS
from vegas_env.rulesets.shared.chips import COLOURS

# Capacities: one compiled game serves every configuration within them.
MOST_DICE = 100  # on one casino: more than can lie there
WHITE = SEATS  # white dice on casinos stand in the row behind the seats
CLAIMANTS = SEATS + 1

# Where a player's dice can be: on one of the casinos 0 … 5, or in hand.
OWN_HAND = CASINOS
WHITE_HAND = CASINOS + 1
PLACES = CASINOS + 2

# Actions: 0 … 5 place the dice of that face; then a chip colour; last, no chip.
TAKE_CHIP = CASINOS
NO_CHIP = TAKE_CHIP + chips.NONE
ACTIONS = NO_CHIP + 1

# Chance events (game.chance) and how their outcome is coded.
START, NOTE, CHIP, LEFT_WHITE, ROLL = 1, 2, 3, 4, 5  # a seat; a kind; a colour; a bag; two bags
WHITE_ROLL_SHIFT = multisets.BITS * CASINOS

GAME = np.dtype(
    [
        ("las_vegas", np.int8),  # the tag of this ruleset
        ("over", np.int8),
        ("chance", np.int8),
        ("seat", np.int8),
        ("round", np.int8),  # 0-based; equals rules.rounds when the game is over
        ("start", np.int8),  # the seat that started this round
        ("casino", np.int8),  # the casino that is dealt to or whose chips the seat may take from; else -1
        ("bottom_count", np.int8),  # notes under the shuffled part of the stack
        ("note_count", np.int8, SEATS),  # notes won
        ("dice", np.int8, (CLAIMANTS, PLACES)),  # by seat: on each casino, own ones in hand, white ones in hand
        ("notes", np.int8, CASINOS * NOTES_PER_CASINO),  # five for each casino, highest first: 10,000s; 0 for none
        ("stack", np.int8, NOTE_KINDS),  # notes left in the shuffled part, by kind
        ("stack_count", np.int8),
        ("money", np.int16, SEATS),  # 10,000s
        ("own_roll", np.int32),  # bag of faces
        ("white_roll", np.int32),
        ("chip_stack", np.int32),  # bag of colours not yet dealt
        ("chips", np.int32, CASINOS),  # bag of colours lying there
        ("chips_held", np.int32, SEATS),  # bag of colours
        ("held", np.int64, SEATS),  # bag of kinds of notes won
        ("bottom", np.int64, NOTES // multisets.KINDS),  # kinds in order, four bits each, fifteen to a number
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("las_vegas_rules", np.int64),
        ("players", np.int64),
        ("reward", np.int64),
        ("dice", np.int64),
        ("casinos", np.int64),
        ("rounds", np.int64),
        ("minimum", np.int64),  # 10,000s
        ("white_dice", np.int64),  # per player and round
        ("white_left", np.int64),  # thrown by the start player
        ("chips", np.int64),  # 0 or 1
        ("chip_copies", np.int64),
        ("random_start", np.int64),
        ("hidden_money", np.int64),
        ("kinds", np.int64),
        ("note_values", np.int64, NOTE_KINDS),  # 10,000s, by kind
        ("note_kinds", np.int64, HIGHEST_NOTE + 1),  # by value
        ("note_copies", np.int64, NOTE_KINDS),
        ("chip_values", np.int64, multisets.MOST + 1),  # 10,000s, by how many of a colour are held
    ],
    align=True,
)


# --- the game is set up -------------------------------------------------------------------------------------


@rule
def deal(game, rules):
    """LV-1, LV-2, LV-15: nothing won, all notes and chips in their stacks; LV-4: who starts."""
    game.over = 0
    game.chance = 0
    game.seat = 0
    game.round = 0
    game.start = 0
    game.bottom[:] = 0
    game.casino = -1
    game.bottom_count = 0
    game.own_roll = 0
    game.white_roll = 0
    banknotes.stack_notes(game, rules)
    chips.stack_chips(game, rules)
    for seat in range(SEATS):
        game.money[seat] = 0
        game.note_count[seat] = 0
        game.held[seat] = 0
        game.chips_held[seat] = 0
    _clear_casinos(game)
    if rules.random_start:
        game.chance = START
    else:
        begin_round(game, rules)


@rule
def _clear_casinos(game):
    dice, notes = game.dice, game.notes
    for claimant in range(CLAIMANTS):
        for place in range(PLACES):
            dice[claimant, place] = 0
    for place in range(CASINOS * NOTES_PER_CASINO):
        notes[place] = 0


@rule
def start_game(game, rules, seat):
    """LV-4, option: a random seat starts."""
    game.start = seat
    begin_round(game, rules)


# --- a round is set up --------------------------------------------------------------------------------------


@rule
def begin_round(game, rules):
    """LV-1, LV-12: everyone has all dice again; then the casinos are dealt to."""
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
    """LV-3: casinos in order draw notes until they show the minimum; a stack that runs dry ends the deal."""
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
    """LV-15: one chip card to each casino, while there are any."""
    if game.casino < rules.casinos and game.chip_stack != 0:
        game.chance = CHIP
    else:
        game.casino = -1
        throw_left_white(game, rules)


@rule
def chip_drawn(game, rules, colour):
    chips.deal_chip(game, colour)
    deal_chips(game, rules)


@rule
def throw_left_white(game, rules):
    """LV-12: white dice left over are thrown by the start player before the first turn."""
    if rules.white_left > 0:
        game.chance = LEFT_WHITE
    else:
        game.chance = ROLL


@rule
def left_white_thrown(game, rules, faces):
    for casino in range(rules.casinos):
        game.dice[WHITE, casino] += multisets.count(faces, casino)
    game.chance = ROLL


# --- a turn -------------------------------------------------------------------------------------------------


@hot_rule
def rolled(game, own, white):
    """LV-5, LV-13: all dice in hand, white ones too, have been rolled."""
    game.own_roll = own
    game.white_roll = white


@hot_rule
def place(game, rules, face):
    """LV-5, LV-13: all dice showing the face go to its casino, white ones too."""
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
    """LV-16: one chip card of the casino just played, or none."""
    chips.take_chip(game, action - TAKE_CHIP)
    game.casino = -1
    next_turn(game, rules)


@hot_rule
def next_turn(game, rules):
    """LV-6: clockwise to the next player with dice; when nobody has any, the casinos pay."""
    seat = game.seat
    for _ in range(rules.players):
        seat = seat + 1 if seat + 1 < rules.players else 0
        if game.dice[seat, OWN_HAND] + game.dice[seat, WHITE_HAND] > 0:
            game.seat = seat
            game.chance = ROLL
            return
    end_round(game, rules)


# --- the casinos pay ----------------------------------------------------------------------------------------


@rule
def end_round(game, rules):
    for casino in range(rules.casinos):
        pay_casino(game, rules, casino)
    _clear_casinos(game)
    take_dice(game, rules)
    game.round += 1
    if game.round == rules.rounds:
        end_game(game, rules)
    else:
        game.start = game.start + 1 if game.start + 1 < rules.players else 0  # LV-4
        begin_round(game, rules)


@rule
def pay_casino(game, rules, casino):
    """LV-7, LV-8: most dice first, equals cancelled; LV-9, LV-14: what no player wins goes under the stack."""
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
    """LV-9: the last to come off again."""
    place = np.int64(game.bottom_count)
    game.bottom[place // multisets.KINDS] += kind * multisets.one(place % multisets.KINDS)
    game.bottom_count += 1


@rule
def _take_from_bottom(game):
    """The kind of the note that comes off next; all others move up."""
    kind = multisets.count(game.bottom[0], 0)
    for number in range(len(game.bottom)):
        game.bottom[number] >>= multisets.BITS
        if number + 1 < len(game.bottom):
            game.bottom[number] += multisets.count(game.bottom[number + 1], 0) * multisets.one(multisets.KINDS - 1)
    game.bottom_count -= 1
    return kind


# --- the end ------------------------------------------------------------------------------------------------


@rule
def end_game(game, rules):
    """LV-11 (see `score`); LV-17: chip cards count as money now."""
    for seat in range(rules.players):
        game.money[seat] += chips.chip_money(game, rules, seat)
    game.over = 1
    game.seat = -1


score = banknotes.score  # LV-11
money = banknotes.money
round_of = banknotes.round_of


# --- decisions and chance, as the kernel asks for them ------------------------------------------------------


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
    """One seat at a time decides."""
    return game.seat == seat


@hot_rule
def sample_chance(game, rules, luck):
    if game.chance == ROLL:
        own = lucks.roll(luck, np.int64(game.dice[game.seat, OWN_HAND]), rules.casinos)
        white = lucks.roll(luck, np.int64(game.dice[game.seat, WHITE_HAND]), rules.casinos)
        return own | (white << WHITE_ROLL_SHIFT)
    if game.chance == NOTE:
        return np.int64(lucks.pick(luck, game.stack, game.stack_count))
    if game.chance == CHIP:
        return lucks.pick_from_multiset(luck, game.chip_stack, multisets.total(game.chip_stack))
    if game.chance == LEFT_WHITE:
        return lucks.roll(luck, rules.white_left, rules.casinos)
    return lucks.below(luck, rules.players)


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
        left_white_thrown(game, rules, outcome)
    else:
        start_game(game, rules, outcome)


@rule
def outcomes(game, rules):
    if game.chance == ROLL:
        own, white = game.dice[game.seat, OWN_HAND], game.dice[game.seat, WHITE_HAND]
        return _roll_outcomes(own, white, rules.casinos)
    if game.chance == LEFT_WHITE:
        return multisets.all_of_size(rules.white_left, rules.casinos)
    weights = np.zeros(max(NOTE_KINDS, SEATS, COLOURS), np.int64)
    if game.chance == NOTE:
        weights[:NOTE_KINDS] = game.stack
    elif game.chance == CHIP:
        for colour in range(COLOURS):
            weights[colour] = multisets.count(game.chip_stack, colour)
    elif game.chance == START:
        weights[: rules.players] = 1
    codes = np.nonzero(weights)[0].astype(np.int64)
    return codes, weights[codes] / weights.sum()


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
    """Only the option `hidden_money` hides anything (LV-10)."""
    banknotes.resample_money(game, rules, seat, luck)
