"""The strongest heuristic for Las Vegas, the card game: expected payouts, and the value of cards in later turns."""

from __future__ import annotations

import numpy as np

from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.las_vegas_cards.selections import (
    best_selection,
    chip_action,
    chip_gain,
    dice_of,
    no_gains,
    no_room,
    turns_left,
)
from vegas_env.agents.registry import register
from vegas_env.agents.shared.forecast import LEVELS, add_random_cards, certain, expected_payouts
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.shared.banknotes import CASINOS, SEATS

# Default options.
SPITE = 1.0  # weight of the others' mean winnings against the seat's own
PACE = 1.4  # cards that others are expected to lay per turn
TURN_WORTH = 1.0  # value of one more turn, in even shares of the notes on the table
CARD_WORTH = 0.4  # value of one more card, beyond one per turn, in the same unit


@rule
def cards_to_come(game, rules, seat, pace):
    """The number of cards that a seat is expected to lay in the rest of this round: `pace` per turn, up to the limit
    (LC-9).
    """
    left = turns_left(game, rules, seat)
    if left == 0:
        return np.int64(0)
    number = min(np.int64(pace * left + 0.5), rules.limit - game.placed_count[seat])
    return min(max(number, np.int64(1)), rules.deck_count - game.placed_count[seat])


@rule
def forecast_others(game, rules, casino, pace, chances):
    """The distributions of the others' final dice at a casino: those laid, and future cards drawn from their unseen
    ones.
    """
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
    """The seat's own expected payout minus a share of the others' mean expected payout."""
    payouts = np.zeros(SEATS)
    expected_payouts(chances, rules.players, game.notes, casino, payouts)
    own = payouts[game.seat]
    return own - spite * (payouts.sum() - own) / (rules.players - 1)


@rule
def expected_gains(policy, game, rules):
    """[casino, dice]: what laying this many dice adds to the expected worth of a casino."""
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
    """The mean winnings per turn and player if all notes on the table are won."""
    return game.notes.sum() / (rules.players * rules.turns)


@rule
def worth_of_room(policy, game, rules):
    """[cards]: the value of the rest of the round after laying this many cards; 0 if the seat is out then."""
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
    "expected_value",
    expected_value,
    "Maximises its expected payout minus that of the others, with their hidden cards drawn at random, plus the value "
    "of cards in later turns.",
)
