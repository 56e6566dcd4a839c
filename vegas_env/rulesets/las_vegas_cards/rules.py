"""The rules of Las Vegas, the card game, in the order of the rulebook.

Rule ids (LC-1 …) are explained in docs/rules/las_vegas_cards.md.  The unit of money is 10,000.  Kinds of notes are
numbered 0, 1, 2, … by rising value, kinds of cards as in cards.py.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.rulesets.las_vegas_cards.cards import SELECTIONS, TAKE_CHIP, VALUES, legal_selections
from vegas_env.rulesets.shared import banknotes, chips, las_vegas_common, majority
from vegas_env.rulesets.shared.banknotes import CASINOS, NOTE_KINDS, NOTES_PER_CASINO, SEATS
from vegas_env.rulesets.shared.las_vegas_common import CHIP, NOTE, START, end_game, money, round_of, score

__all__ = ["end_game", "money", "round_of", "score"]  # used from here, defined in `shared`

# Capacities: one compiled game serves every configuration within them.
DECK = 120  # cards of a player
MOST_DICE = 100  # more than a player can have at one casino

# Columns of `laid`: the dice at each casino, then the cards at each casino.
CARDS = CASINOS
LAID = 2 * CASINOS

# Chance event (game.chance) after those of both Las Vegas games: cards are drawn, a multiset of kinds.
DRAW = 4

GAME = np.dtype(
    [
        ("las_vegas_cards", np.int8),  # the tag of this ruleset
        *las_vegas_common.GAME_FIELDS,
        ("next_casino", np.int8),  # the casino that offers its chip cards to the seat after this one; -1 for none
        ("active", np.int8, SEATS),  # 1 for a seat that is still in this round
        ("turns", np.int8, SEATS),  # turns that the seat has ended in this round
        ("placed_count", np.int8, SEATS),  # cards at casinos
        ("hand_count", np.int8, SEATS),  # cards in hand and chosen but not yet revealed
        ("pile_count", np.int8, SEATS),  # cards to draw
        ("laid", np.int8, (SEATS, LAID)),  # dice at each casino, cards at each casino
        ("box", np.int8, NOTE_KINDS),  # notes that no player won, by kind
        # The cards of each player are in five multisets of kinds.
        ("hand", np.int64, SEATS),
        ("chosen", np.int64, SEATS),  # but not yet revealed
        ("placed", np.int64, SEATS),  # at casinos
        ("discards", np.int64, SEATS),  # out of play for this round, under the cocktail glass
        ("pile", np.int64, SEATS),  # to draw
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("las_vegas_cards_rules", np.int64),
        *las_vegas_common.RULES_FIELDS,
        ("sequential", np.int64),  # 0 or 1
        ("deck", np.int64),  # multiset of kinds of cards
        ("deck_count", np.int64),
        ("hand", np.int64),  # cards drawn for a turn
        ("turns", np.int64),  # of a round, at most
        ("limit", np.int64),  # cards at casinos that put a player out of the round
        ("notes_per_casino", np.int64),
    ],
    align=True,
)


# --- set-up of the game -------------------------------------------------------------------------------------


@rule
def deal(game, rules):
    """LC-2, LC-3: nothing won, all notes and chip cards in their stacks; LC-12: who starts."""
    las_vegas_common.clear_table(game, rules)
    game.next_casino = -1
    game.box[:] = 0
    take_cards_back(game, rules)
    if rules.random_start:
        game.chance = START
    else:
        begin_round(game, rules)


@rule
def start_game(game, rules, seat):
    """LC-12, option `random_start`: this seat starts."""
    game.start = seat
    begin_round(game, rules)


# --- set-up of a round --------------------------------------------------------------------------------------


@rule
def take_cards_back(game, rules):
    """LC-5: all cards of each player return to the player's pile."""
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
    """LC-4: casinos in order get their notes, until the stack is empty."""
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
    """LC-13, LV-15: one chip card for each casino, until the stack is empty."""
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
    """LC-5, LC-9: all players still in draw, one after the other; without any, the round ends (see `apply`)."""
    game.seat = first_active(game, 0)
    if game.seat >= 0:
        game.chance = DRAW


@hot_rule
def first_active(game, seat):
    """The lowest seat, `seat` or higher, that is still in this round; -1 if there is none."""
    found = np.int64(-1)
    for other in range(SEATS - 1, -1, -1):
        if other >= seat and game.active[other]:
            found = np.int64(other)
    return found


@rule
def drawn(game, rules, cards):
    """The seat takes the drawn cards into its hand; then the next seat draws, or seats choose cards."""
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
    """Number of cards the seat draws: a hand, or all that are left."""
    return min(rules.hand, np.int64(game.pile_count[game.seat]))


@hot_rule
def choose(game, rules, action):
    """LC-7: choose a selection of cards.  LC-6: it stays hidden until all have chosen; LC-12: it is placed at once."""
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
    """LC-6, LC-8, LC-9: place the chosen cards of all seats and end their turn."""
    for seat in range(rules.players):
        if game.active[seat]:
            place(game, seat, game.chosen[seat])
            game.chosen[seat] = 0
            put_hand_away(game, rules, seat)
    deal_hands(game)


@rule
def place(game, seat, selection):
    """LC-8: place cards face up at the casinos of their values."""
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
    """LC-8: discard the cards not chosen.  LC-9: after the limit of cards, the last turn or the last card, the seat is
    out of the round.
    """
    game.discards[seat] += game.hand[seat]
    game.hand[seat] = 0
    game.hand_count[seat] = 0
    game.turns[seat] += 1
    if game.placed_count[seat] >= rules.limit or game.turns[seat] >= rules.turns or game.pile_count[seat] == 0:
        game.active[seat] = 0
        game.discards[seat] += game.pile[seat]
        game.pile[seat] = 0
        game.pile_count[seat] = 0


# --- sequential variant -------------------------------------------------------------------------------------


@hot_rule
def offer_chips(game, selection):
    """LC-13, LV-16: two dice placed at a casino in one turn allow a chip card of it; lower casinos come first."""
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
    """LC-12: discard the rest of the hand, and draw unless out."""
    put_hand_away(game, rules, game.seat)
    if game.active[game.seat]:
        game.chance = DRAW
    else:
        next_turn(game)


@rule
def next_turn(game):
    """LC-12: the next player clockwise who is still in; without any, the round ends (see `apply`)."""
    following = first_active(game, game.seat + 1)
    game.seat = following if following >= 0 else first_active(game, 0)


# --- payout -------------------------------------------------------------------------------------------------


@rule
def end_round(game, rules):
    for casino in range(CASINOS):
        pay_casino(game, rules, casino)
    las_vegas_common.clear_notes(game)
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
    """LC-10: the highest note for the most dice, ties cancel; notes not won go back into the box."""
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


# --- interface of the kernel --------------------------------------------------------------------------------


@hot_rule
def apply(game, rules, action):
    if action < TAKE_CHIP:
        choose(game, rules, action)
    else:
        take_chip(game, rules, action)
    if game.seat < 0:  # no player is still in
        end_round(game, rules)


@hot_rule
def legal(game, rules, mask):
    hand = np.int64(game.hand[game.seat])
    if game.casino >= 0:
        hand = np.int64(0)  # the seat must answer the offer of chip cards first
    legal_selections(hand, mask)
    chips.legal_chips(game, mask, TAKE_CHIP)


@rule
def must_decide(game, rules, seat):
    """LC-6: all players still in who have not chosen; LC-12: one seat at a time."""
    if rules.sequential:
        return game.seat == seat
    return game.active[seat] != 0 and game.chosen[seat] == 0


@hot_rule
def sample_chance(game, rules, luck):
    if game.chance == DRAW:
        pile_count = np.int64(game.pile_count[game.seat])
        return lucks.draw_from_multiset(luck, game.pile[game.seat], pile_count, _hand_size(game, rules))
    return las_vegas_common.sample_deal(game, rules, luck)


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
    return las_vegas_common.deal_outcomes(game, rules)


# --- hidden information -------------------------------------------------------------------------------------


@rule
def resample_hidden(game, rules, seat, luck):
    """Redistribute the other seats' hidden cards uniformly and take back their hidden choices.

    In a pending simultaneous choice `seat` then chooses next, unless it has already chosen or is out.
    """
    if game.over:
        return
    for other in range(rules.players):
        if other != seat:
            _resample_cards(game, rules, other, luck)
    if game.chance == 0 and rules.sequential == 0:
        game.seat = seat if must_decide(game, rules, seat) else _first_to_choose(game)
    banknotes.resample_money(game, rules, seat, luck)


@rule
def _resample_cards(game, rules, seat, luck):
    """Known are the placed cards and how many cards there are in hand, pile and discards."""
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
