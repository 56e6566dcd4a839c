"""Heuristics for Las Vegas, the card game.

All choose in the same way: the worth of a selection is what its dice gain at the casinos where they are laid, plus the
worth of still having room for more cards (LC-9).  They differ in what they take these two to be.
"""

from __future__ import annotations

import numpy as np

from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.registry import register
from vegas_env.agents.shared.chips import best_chip, chip_taken
from vegas_env.agents.shared.forecast import LEVELS, add_random_cards, certain, expected_payouts, payout_now
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.las_vegas_cards import cards
from vegas_env.rulesets.shared.banknotes import CASINOS, SEATS

BACKING = 2.0  # worth of a further die where own dice lie already (10,000s)
SPITE = 1.0  # how much the mean of what others win counts against own winnings
PACE = 1.4  # cards that others lay in a turn
TURN_WORTH = 1.0  # of a further turn, in even shares of the notes on the table
CARD_WORTH = 0.4  # of a further card, beyond one for each turn, in the same shares


# --- what can be chosen -------------------------------------------------------------------------------------


@rule
def dice_of(selection, casino):
    """How many dice these cards lay at a casino."""
    return multisets.count(selection, 2 * casino) + 2 * multisets.count(selection, 2 * casino + 1)


@rule
def best_selection(mask, gains, room):
    """The legal selection of the highest worth: gains[casino, dice] there, and room[cards laid]; of equals, the first,
    which has fewer cards or dice.
    """
    best, most = np.int64(0), -np.inf
    for action in range(cards.TAKE_CHIP):
        if mask[action]:
            selection = cards.SELECTIONS[action]
            worth = room[multisets.total(selection)]
            for casino in range(CASINOS):
                worth += gains[casino, dice_of(selection, casino)]
            if worth > most:
                best, most = np.int64(action), worth
    return best


@rule
def no_gains():
    return np.zeros((CASINOS, LEVELS))


@rule
def no_room():
    return np.zeros(cards.MOST_CHOSEN + 1)


@rule
def turns_left(game, rules, seat):
    """Turns that the seat may still take, with the present one; none if it is out."""
    return (rules.turns - game.turns[seat]) if game.active[seat] else np.int64(0)


@rule
def chip_action(game, rules):
    """LC-13: the chip that adds the most."""
    return np.int64(cards.TAKE_CHIP) + chip_taken(game, rules)


@rule
def chip_gain(game, rules, casino, dice):
    """LC-13: what the chip adds that may be taken for laying so many dice at a casino."""
    if dice < 2:
        return np.int64(0)
    _, gain = best_chip(game.chips[casino], game.chips_held[game.seat], rules.chip_values)
    return gain


# --- if the casinos paid now --------------------------------------------------------------------------------


@rule
def own_payout(game, rules, casino):
    return payout_now(game.laid, rules.players, game.notes, casino, np.int64(game.seat))


@rule
def others_payout(game, rules, casino):
    paid = np.int64(0)
    for seat in range(rules.players):
        if seat != game.seat:
            paid += payout_now(game.laid, rules.players, game.notes, casino, seat)
    return paid


@rule
def gains_now(game, rules, own, others):
    """What dice gain if the casinos paid at once: own money counts `own`, that of others `others`."""
    gains = no_gains()
    laid, seat = game.laid, np.int64(game.seat)
    for casino in range(CASINOS):
        before = own * own_payout(game, rules, casino) + others * others_payout(game, rules, casino)
        already = laid[seat, casino]
        for dice in range(1, dice_of(game.hand[seat], casino) + 1):
            laid[seat, casino] = already + dice
            after = own * own_payout(game, rules, casino) + others * others_payout(game, rules, casino)
            gains[casino, dice] = after - before + own * chip_gain(game, rules, casino, dice)
        laid[seat, casino] = already
    return gains


@rule
def choose_greedy(policy, game, rules, mask, luck):
    if game.casino >= 0:
        return chip_action(game, rules)
    return best_selection(mask, gains_now(game, rules, 1.0, 0.0), no_room())


@rule
def choose_spoiler(policy, game, rules, mask, luck):
    """Own money only decides between ways to spoil as much."""
    if game.casino >= 0:
        return chip_action(game, rules)
    return best_selection(mask, gains_now(game, rules, 0.01, -1.0), no_room())


@rule
def choose_patience(policy, game, rules, mask, luck):
    if game.casino >= 0:
        return chip_action(game, rules)
    room = no_room()
    if turns_left(game, rules, game.seat) > 1:
        for number in range(len(room)):
            room[number] = -1000.0 * number
    return best_selection(mask, gains_now(game, rules, 1.0, 0.0), room)


@rule
def choose_most_cards(policy, game, rules, mask, luck):
    if game.casino >= 0:
        return chip_action(game, rules)
    room = no_room()
    for number in range(len(room)):
        room[number] = 1000.0 * number
    return best_selection(mask, gains_now(game, rules, 1.0, 0.0), room)


@rule
def choose_double_down(policy, game, rules, mask, luck):
    if game.casino >= 0:
        return chip_action(game, rules)
    gains = gains_now(game, rules, 1.0, 0.0)
    for casino in range(CASINOS):
        if game.laid[game.seat, casino] > 0:
            for dice in range(1, dice_of(game.hand[game.seat], casino) + 1):
                gains[casino, dice] += BACKING * dice
    return best_selection(mask, gains, no_room())


# --- what is to be expected ---------------------------------------------------------------------------------


@rule
def cards_to_come(game, rules, seat, pace):
    """How many more cards a seat will probably lay in this round: some in each turn, until it has enough (LC-9)."""
    left = turns_left(game, rules, seat)
    if left == 0:
        return np.int64(0)
    number = min(np.int64(pace * left + 0.5), rules.limit - game.placed_count[seat])
    return min(max(number, np.int64(1)), rules.deck_count - game.placed_count[seat])


@rule
def forecast_others(game, rules, casino, pace, chances):
    """How many dice others will have at a casino: theirs, and cards to come of those that nobody has seen."""
    for other in range(rules.players):
        if other != game.seat:
            placed = game.placed[other]
            singles = multisets.count(rules.deck, 2 * casino) - multisets.count(placed, 2 * casino)
            doubles = multisets.count(rules.deck, 2 * casino + 1) - multisets.count(placed, 2 * casino + 1)
            unseen = rules.deck_count - game.placed_count[other]
            coming = cards_to_come(game, rules, other, pace)
            add_random_cards(chances, other, np.int64(game.laid[other, casino]), singles, doubles, unseen, coming)


@rule
def expected_worth(game, rules, casino, chances, spite):
    """Own expected payout minus a part of what the others can expect in the mean."""
    payouts = np.zeros(SEATS)
    expected_payouts(chances, rules.players, game.notes, casino, payouts)
    own = payouts[game.seat]
    return own - spite * (payouts.sum() - own) / (rules.players - 1)


@rule
def expected_gains(policy, game, rules):
    gains = no_gains()
    chances = np.zeros((SEATS, LEVELS))
    seat = np.int64(game.seat)
    for casino in range(CASINOS):
        most = dice_of(game.hand[seat], casino)
        if most > 0:
            forecast_others(game, rules, casino, policy.pace, chances)
            already = np.int64(game.laid[seat, casino])
            for dice in range(most + 1):
                certain(chances, seat, already + dice)
                gains[casino, dice] = expected_worth(game, rules, casino, chances, policy.spite)
            for dice in range(most, -1, -1):
                gains[casino, dice] += chip_gain(game, rules, casino, dice) - gains[casino, 0]
    return gains


@rule
def even_share(game, rules):
    """What each turn of each player wins in the mean, if all notes on the table are won."""
    return game.notes.sum() / (rules.players * rules.turns)


@rule
def worth_of_room(policy, game, rules):
    """What the rest of the round is worth after laying 1, 2, … cards: nothing if that puts the seat out."""
    room = no_room()
    turns = turns_left(game, rules, game.seat) - 1
    for number in range(1, len(room)):
        left = rules.limit - game.placed_count[game.seat] - number
        if left > 0:
            used = min(turns, left)
            further = policy.turn_worth * used + policy.card_worth * min(left - used, used)
            room[number] = further * even_share(game, rules)
    return room


@rule
def choose_expected_value(policy, game, rules, mask, luck):
    if game.casino >= 0:
        return chip_action(game, rules)
    return best_selection(mask, expected_gains(policy, game, rules), worth_of_room(policy, game, rules))


# --- the agents ---------------------------------------------------------------------------------------------

GREEDY = policy_type("las_vegas_cards_greedy", choose_greedy)
SPOILER = policy_type("las_vegas_cards_spoiler", choose_spoiler)
PATIENCE = policy_type("las_vegas_cards_patience", choose_patience)
MOST_CARDS = policy_type("las_vegas_cards_most_cards", choose_most_cards)
DOUBLE_DOWN = policy_type("las_vegas_cards_double_down", choose_double_down)
EXPECTED_VALUE = policy_type(
    "las_vegas_cards_expected_value",
    choose_expected_value,
    ("spite", np.float64),
    ("pace", np.float64),
    ("turn_worth", np.float64),
    ("card_worth", np.float64),
)


def expected_value(
    spite: float = SPITE, pace: float = PACE, turn_worth: float = TURN_WORTH, card_worth: float = CARD_WORTH
) -> CompiledAgent:
    return CompiledAgent(
        "expected_value", EXPECTED_VALUE, spite=spite, pace=pace, turn_worth=turn_worth, card_worth=card_worth
    )


register(
    "las_vegas_cards",
    "greedy",
    lambda: CompiledAgent("greedy", GREEDY),
    "Lays what adds most to its own payout if the casinos paid now; of equals, the fewest cards.",
)
register(
    "las_vegas_cards",
    "spoiler",
    lambda: CompiledAgent("spoiler", SPOILER),
    "Lays what takes most from the payouts of the others if the casinos paid now, best by drawing level with leaders.",
)
register(
    "las_vegas_cards",
    "patience",
    lambda: CompiledAgent("patience", PATIENCE),
    "Lays one card a turn, where it pays most now, and as many as pay in its last turn, so that it is never out early.",
)
register(
    "las_vegas_cards",
    "most_cards",
    lambda: CompiledAgent("most_cards", MOST_CARDS),
    "Lays as many cards as it may, where they pay most now, and is out of the round soon.",
)
register(
    "las_vegas_cards",
    "double_down",
    lambda: CompiledAgent("double_down", DOUBLE_DOWN),
    "Like greedy, but would rather add to casinos where it has dice already, to be ahead there by more.",
)
register(
    "las_vegas_cards",
    "expected_value",
    expected_value,
    "Weighs what it can expect of each casino, if the others' hidden cards fall at random, against what others can "
    "and against room for cards in turns to come.",
)
