"""The rules of Las Vegas, the card game, on one record, in the order in which the rulebook tells them.

Rule ids (LC-1 …) are explained in docs/rules/las_vegas_cards.md.  Money is counted in units of 10,000.
Kinds of notes are numbered 0, 1, 2, … by rising value; kinds of cards as in cards.py.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.rulesets.las_vegas_cards.cards import SELECTIONS, TAKE_CHIP, VALUES, legal_selections
from vegas_env.rulesets.shared import banknotes, chips, majority
from vegas_env.rulesets.shared.banknotes import CASINOS, HIGHEST_NOTE, NOTE_KINDS, NOTES_PER_CASINO, SEATS
from vegas_env.rulesets.shared.chips import COLOURS

# Capacities: one compiled game serves every configuration within them.
DECK = 120  # cards of a player
MOST_DICE = 100  # of a player on one casino: more than can lie there

# Columns of `laid`: the dice, then the cards, on each casino.
CARDS = CASINOS
LAID = 2 * CASINOS

# Chance events (game.chance) and how their outcome is coded.
START, NOTE, CHIP, DRAW = 1, 2, 3, 4  # a seat; a kind; a colour; a bag of cards

GAME = np.dtype(
    [
        ("las_vegas_cards", np.int8),  # the tag of this ruleset
        ("over", np.int8),
        ("chance", np.int8),
        ("seat", np.int8),  # who decides; while cards are drawn, who draws
        ("round", np.int8),  # 0-based; equals rules.rounds when the game is over
        ("start", np.int8),  # the seat that started this round; 0 with simultaneous choice
        ("casino", np.int8),  # the casino that is dealt to or whose chips the seat may take from; else -1
        ("next_casino", np.int8),  # the casino whose chips the seat may take from after that; else -1
        ("note_count", np.int8, SEATS),  # notes won
        ("active", np.int8, SEATS),  # 1 for a seat that is still in this round
        ("turns", np.int8, SEATS),  # turns that the seat has ended in this round
        ("placed_count", np.int8, SEATS),  # cards on casinos
        ("hand_count", np.int8, SEATS),  # cards in hand and chosen but not yet revealed
        ("pile_count", np.int8, SEATS),  # cards to draw
        ("laid", np.int8, (SEATS, LAID)),  # dice on each casino, cards on each casino
        ("notes", np.int8, CASINOS * NOTES_PER_CASINO),  # five for each casino, highest first: 10,000s; 0 for none
        ("stack", np.int8, NOTE_KINDS),  # notes not yet dealt, by kind
        ("box", np.int8, NOTE_KINDS),  # notes that nobody won, by kind
        ("stack_count", np.int8),
        ("money", np.int16, SEATS),  # 10,000s
        ("chip_stack", np.int32),  # bag of colours not yet dealt
        ("chips", np.int32, CASINOS),  # bag of colours lying there
        ("chips_held", np.int32, SEATS),  # bag of colours
        ("held", np.int64, SEATS),  # bag of kinds of notes won
        ("hand", np.int64, SEATS),  # a player's cards are in five bags of kinds of cards: this,
        ("chosen", np.int64, SEATS),  # chosen, but not yet revealed,
        ("placed", np.int64, SEATS),  # on the casinos,
        ("discards", np.int64, SEATS),  # out of play for this round, under the cocktail glass,
        ("pile", np.int64, SEATS),  # and still to be drawn
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("las_vegas_cards_rules", np.int64),
        ("players", np.int64),
        ("reward", np.int64),
        ("sequential", np.int64),  # 0 or 1
        ("deck", np.int64),  # bag of kinds of cards
        ("deck_count", np.int64),
        ("hand", np.int64),  # cards drawn for a turn
        ("turns", np.int64),  # at most, in a round
        ("limit", np.int64),  # cards on casinos that put a player out of the round
        ("rounds", np.int64),
        ("notes_per_casino", np.int64),
        ("chips", np.int64),  # 0 or 1
        ("chip_copies", np.int64),
        ("random_start", np.int64),
        ("hidden_money", np.int64),
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
    """LC-2, LC-3: nothing won, all notes and chips in their stacks; LC-12: who starts."""
    game.over = 0
    game.chance = 0
    game.seat = 0
    game.round = 0
    game.start = 0
    game.casino = -1
    game.next_casino = -1
    banknotes.stack_notes(game, rules)
    chips.stack_chips(game, rules)
    game.box[:] = 0
    game.notes[:] = 0
    for seat in range(SEATS):
        game.money[seat] = 0
        game.note_count[seat] = 0
        game.held[seat] = 0
        game.chips_held[seat] = 0
    take_cards_back(game, rules)
    if rules.random_start:
        game.chance = START
    else:
        begin_round(game, rules)


@rule
def start_game(game, rules, seat):
    """LC-12, option: a random seat starts."""
    game.start = seat
    begin_round(game, rules)


# --- a round is set up --------------------------------------------------------------------------------------


@rule
def take_cards_back(game, rules):
    """LC-5: everyone has all cards in his pile again."""
    laid = game.laid
    for seat in range(SEATS):
        plays = seat < rules.players
        game.active[seat] = plays
        game.turns[seat] = 0
        game.placed_count[seat] = 0
        game.hand_count[seat] = 0
        game.pile_count[seat] = rules.deck_count if plays else 0
        game.hand[seat] = 0
        game.chosen[seat] = 0
        game.placed[seat] = 0
        game.discards[seat] = 0
        game.pile[seat] = rules.deck if plays else 0
        for place in range(LAID):
            laid[seat, place] = 0


@rule
def begin_round(game, rules):
    game.casino = 0
    deal_notes(game, rules)


@rule
def deal_notes(game, rules):
    """LC-4: casinos in order are dealt their notes; a stack that runs dry ends the deal."""
    while game.casino < CASINOS and game.stack_count > 0:
        if game.notes[game.casino * NOTES_PER_CASINO + rules.notes_per_casino - 1] == 0:
            game.chance = NOTE
            return
        game.casino += 1
    game.casino = 0
    deal_chips(game, rules)


@rule
def note_drawn(game, rules, kind):
    banknotes.deal_note(game, rules, game.casino, kind)
    deal_notes(game, rules)


@rule
def deal_chips(game, rules):
    """LC-13, LV-15: one chip card to each casino, while there are any."""
    if game.casino < CASINOS and game.chip_stack != 0:
        game.chance = CHIP
    else:
        game.casino = -1
        deal_hands(game)


@rule
def chip_drawn(game, rules, colour):
    chips.deal_chip(game, colour)
    deal_chips(game, rules)


# --- a turn -------------------------------------------------------------------------------------------------


@rule
def deal_hands(game):
    """LC-5, LC-9: everyone still in draws, one after the other; if nobody is, the round is over (see `apply`)."""
    game.seat = first_active(game, 0)
    if game.seat >= 0:
        game.chance = DRAW


@hot_rule
def first_active(game, seat):
    """The lowest seat from `seat` on that is still in this round, or -1."""
    found = np.int64(-1)
    for other in range(SEATS - 1, -1, -1):
        if other >= seat and game.active[other]:
            found = np.int64(other)
    return found


@rule
def drawn(game, rules, cards):
    """A new hand; then others draw, or it is time to choose."""
    seat = np.int64(game.seat)
    number = _hand_size(game, rules)
    game.hand[seat] = cards
    game.hand_count[seat] = number
    game.pile[seat] -= cards
    game.pile_count[seat] -= number
    if rules.sequential and game.turns[seat] > 0:
        next_turn(game)  # LC-12: drawing ends a player's turn
        return
    following = first_active(game, seat + 1)
    if following >= 0:
        game.seat = following
        game.chance = DRAW
    elif rules.sequential:
        game.seat = game.start
    else:
        game.seat = first_active(game, 0)


@hot_rule
def _hand_size(game, rules):
    """How many cards the seat draws: what is left may be less than a hand."""
    return min(rules.hand, np.int64(game.pile_count[game.seat]))


@hot_rule
def choose(game, rules, action):
    """LC-7: a selection; LC-6: kept hidden until all have chosen, or LC-12: placed at once."""
    seat = np.int64(game.seat)
    selection = SELECTIONS[action]
    game.hand[seat] -= selection
    if rules.sequential:
        place(game, seat, selection)
        offer_chips(game, selection)
        if game.casino < 0:
            end_turn(game, rules)
    else:
        game.chosen[seat] = selection
        following = _first_to_choose(game)
        if following >= 0:
            game.seat = following
        else:
            reveal(game, rules)


@hot_rule
def _first_to_choose(game):
    """The lowest seat still in this round that has not chosen, or -1."""
    found = np.int64(-1)
    for seat in range(SEATS - 1, -1, -1):
        if game.active[seat] and game.chosen[seat] == 0:
            found = np.int64(seat)
    return found


@rule
def reveal(game, rules):
    """LC-6, LC-8, LC-9: all chosen cards go to the casinos, and the turn ends for everyone."""
    for seat in range(rules.players):
        if game.active[seat]:
            place(game, seat, game.chosen[seat])
            game.chosen[seat] = 0
            put_hand_away(game, rules, seat)
    deal_hands(game)


@rule
def place(game, seat, selection):
    """LC-8: face up to the casinos of their values."""
    number = multisets.total(selection)
    game.placed[seat] += selection
    game.placed_count[seat] += number
    game.hand_count[seat] -= number
    placed = game.placed[seat]
    laid = game.laid
    for value in range(VALUES):
        singles, doubles = multisets.count(placed, 2 * value), multisets.count(placed, 2 * value + 1)
        laid[seat, value] = singles + 2 * doubles
        laid[seat, CARDS + value] = singles + doubles


@rule
def put_hand_away(game, rules, seat):
    """LC-8: cards not chosen leave play; LC-9: who has placed enough is out, as after the last turn or card."""
    game.discards[seat] += game.hand[seat]
    game.hand[seat] = 0
    game.hand_count[seat] = 0
    game.turns[seat] += 1
    if game.placed_count[seat] >= rules.limit or game.turns[seat] >= rules.turns or game.pile_count[seat] == 0:
        game.active[seat] = 0
        game.discards[seat] += game.pile[seat]
        game.pile[seat] = 0
        game.pile_count[seat] = 0


# --- variant: one after the other ---------------------------------------------------------------------------


@hot_rule
def offer_chips(game, selection):
    """LC-13, LV-16: two dice at a casino in one turn give the choice of its chips, lower casinos first."""
    for casino in range(CASINOS - 1, -1, -1):
        if game.chips[casino] != 0:
            dice = multisets.count(selection, 2 * casino) + 2 * multisets.count(selection, 2 * casino + 1)
            if dice >= 2:
                game.next_casino = game.casino
                game.casino = casino


@rule
def take_chip(game, rules, action):
    chips.take_chip(game, action - TAKE_CHIP)
    game.casino = game.next_casino
    game.next_casino = -1
    if game.casino < 0:
        end_turn(game, rules)


@rule
def end_turn(game, rules):
    """LC-12: the rest under the glass; draw, unless out."""
    put_hand_away(game, rules, game.seat)
    if game.active[game.seat]:
        game.chance = DRAW
    else:
        next_turn(game)


@rule
def next_turn(game):
    """LC-12: clockwise to the next player still in; if nobody is, the round is over (see `apply`)."""
    following = first_active(game, game.seat + 1)
    game.seat = following if following >= 0 else first_active(game, 0)


# --- the casinos pay ----------------------------------------------------------------------------------------


@rule
def end_round(game, rules):
    for casino in range(CASINOS):
        pay_casino(game, rules, casino)
    game.notes[:] = 0
    take_cards_back(game, rules)
    game.round += 1
    if game.round == rules.rounds:
        end_game(game, rules)
    else:
        if rules.sequential:
            game.start = game.start + 1 if game.start + 1 < rules.players else 0  # LC-12
        begin_round(game, rules)


@rule
def pay_casino(game, rules, casino):
    """LC-10: most dice first, equals cancelled; notes that nobody wins go into the box for good."""
    laid = game.laid
    most = np.int64(MOST_DICE)
    for place in range(NOTES_PER_CASINO):
        value = game.notes[casino * NOTES_PER_CASINO + place]
        if value == 0:
            return
        winner, most = majority.next_winner(laid, casino, SEATS, most)
        kind = rules.note_kinds[value]
        if winner < 0:
            game.box[kind] += 1
        else:
            banknotes.win_note(game, rules, winner, kind)


# --- the end ------------------------------------------------------------------------------------------------


@rule
def end_game(game, rules):
    """LC-11 (see `score`); LC-13, LV-17: chip cards count as money now."""
    for seat in range(rules.players):
        game.money[seat] += chips.chip_money(game, rules, seat)
    game.over = 1
    game.seat = -1


score = banknotes.score  # LC-11
money = banknotes.money
round_of = banknotes.round_of


# --- decisions and chance, as the kernel asks for them ------------------------------------------------------


@hot_rule
def apply(game, rules, action):
    if action < TAKE_CHIP:
        choose(game, rules, action)
    else:
        take_chip(game, rules, action)
    if game.seat < 0:  # nobody is still in
        end_round(game, rules)


@hot_rule
def legal(game, rules, mask):
    hand = np.int64(game.hand[game.seat])
    if game.casino >= 0:
        hand = np.int64(0)  # only chips can be taken now
    legal_selections(hand, mask)
    chips.legal_chips(game, mask, TAKE_CHIP)


@rule
def must_decide(game, rules, seat):
    """LC-6: everyone still in who has not chosen; LC-12: one seat at a time."""
    if rules.sequential:
        return game.seat == seat
    return game.active[seat] != 0 and game.chosen[seat] == 0


@hot_rule
def sample_chance(game, rules, luck):
    if game.chance == DRAW:
        pile_count = np.int64(game.pile_count[game.seat])
        return lucks.draw_from_multiset(luck, game.pile[game.seat], pile_count, _hand_size(game, rules))
    if game.chance == NOTE:
        return np.int64(lucks.pick(luck, game.stack, game.stack_count))
    if game.chance == CHIP:
        return lucks.pick_from_multiset(luck, game.chip_stack, multisets.total(game.chip_stack))
    return lucks.below(luck, rules.players)


@hot_rule
def apply_chance(game, rules, outcome):
    event = game.chance
    game.chance = 0
    if event == DRAW:
        drawn(game, rules, outcome)
    elif event == NOTE:
        note_drawn(game, rules, outcome)
    elif event == CHIP:
        chip_drawn(game, rules, outcome)
    else:
        start_game(game, rules, outcome)


@rule
def outcomes(game, rules):
    if game.chance == DRAW:
        return multisets.all_draws(game.pile[game.seat], _hand_size(game, rules))
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


# --- what a seat cannot know --------------------------------------------------------------------------------


@rule
def resample_hidden(game, rules, seat, luck):
    """The others' cards that nobody saw are dealt anew, uniformly; hidden choices are taken back.

    In an open simultaneous choice `seat` then chooses next, unless it has chosen already or is out.
    """
    if game.over:
        return
    for other in range(rules.players):
        if other != seat:
            _redeal_cards(game, rules, other, luck)
    if game.chance == 0 and rules.sequential == 0:
        game.seat = seat if must_decide(game, rules, seat) else _first_to_choose(game)
    banknotes.resample_money(game, rules, seat, luck)


@rule
def _redeal_cards(game, rules, seat, luck):
    """Only how many cards are in hand, pile and discards is known, and what lies open."""
    unseen = rules.deck - game.placed[seat]
    left = rules.deck_count - game.placed_count[seat]
    hand = lucks.draw_from_multiset(luck, unseen, left, np.int64(game.hand_count[seat]))
    unseen -= hand
    left -= game.hand_count[seat]
    pile = lucks.draw_from_multiset(luck, unseen, left, np.int64(game.pile_count[seat]))
    game.hand[seat] = hand
    game.chosen[seat] = 0
    game.pile[seat] = pile
    game.discards[seat] = unseen - pile
