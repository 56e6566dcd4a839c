"""The strongest heuristic for Las Vegas with dice: expected payouts once all dice in hand are placed."""

from __future__ import annotations

import numpy as np

from vegas_env.agents.authoring import compiled
from vegas_env.agents.las_vegas.greedy import chip_action
from vegas_env.agents.las_vegas.odds import FALLS, REACH
from vegas_env.agents.las_vegas.payouts import LANES, LEVELS, RIVALS, ROOM, weigh_levels
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import rule
from vegas_env.kernel.policies import prefer
from vegas_env.rulesets.las_vegas import rules as lv

LOWEST_RATING = -3.0
TOLERANCE = 1e-9  # values closer than this are equal up to rounding; ties go to the lowest face


# --- rivals ---------------------------------------------------------------------------------------------------


@rule
def weigh_rivals(policy, game, rules, weights):
    """The weight of each rival's payout: equal for all other seats, more for the richest one, and 0 for the white dice,
    which are the rival behind all seats.
    """
    weights[:] = 0.0
    rival, richest, most = 0, 0, np.int64(-1)
    for seat in range(rules.players):
        if seat != game.seat:
            weights[rival] = policy.rivalry / (rules.players - 1)
            if game.money[seat] > most:
                richest, most = rival, np.int64(game.money[seat])
            rival += 1
    weights[richest] += policy.leader


@rule
def white_in_hands(game, rules):
    white = np.int64(0)
    for seat in range(rules.players):
        white += game.dice[seat, lv.WHITE_HAND]
    return white


@rule
def forecast_rival(chances, rival, casino, placed, hand, faces):
    """Add the distribution of a rival's final dice at a casino, given its dice there and in hand; returns the most."""
    hand = min(hand, np.int64(multisets.MOST))
    for more in range(REACH[faces, hand] + 1):
        chances[min(placed + more, LEVELS - 2), rival, casino] += FALLS[faces, hand, more]
    return min(placed + REACH[faces, hand], LEVELS - 2)


@rule
def forecast_rivals(game, rules, white_placed, chances):
    """The same for all rivals and casinos; `white_placed` assumes the white dice of the roll at every casino."""
    chances[:] = 0.0
    rival, top = 0, np.int64(0)
    for seat in range(rules.players):
        if seat != game.seat:
            hand = np.int64(game.dice[seat, lv.OWN_HAND])
            for casino in range(rules.casinos):
                placed = np.int64(game.dice[seat, casino])
                top = max(top, forecast_rival(chances, rival, casino, placed, hand, rules.casinos))
            rival += 1
    if rival < RIVALS:  # LV-12: there may be white dice
        white = white_in_hands(game, rules)
        for casino in range(rules.casinos):
            more = multisets.count(game.white_roll, casino) if white_placed else np.int64(0)
            placed = np.int64(game.dice[lv.WHITE, casino]) + more
            top = max(top, forecast_rival(chances, rival, casino, placed, white - more, rules.casinos))
    chances[0, rival + 1 :] = 1.0  # missing rivals have no dice
    return top


# --- the value of a casino ------------------------------------------------------------------------------------


@rule
def weigh_casinos(game, rules, white_placed, weights, chances, room):
    """worths[k, c]: the own expected payout minus the weighted payouts of the others, if k own dice end at casino c;
    `white_placed` assumes the white dice of the roll there.
    """
    worths = np.empty((LEVELS, LANES))
    top = forecast_rivals(game, rules, white_placed, chances)
    weigh_levels(chances, weights, game.notes, rules.casinos, top, room, worths)
    return worths


@rule
def value_with_hand(policy, worths, casino, placed, hand, faces):
    """The value of a casino with so many own dice there, and so many in hand that may still be placed there.

    Own dice follow the same odds as those of others, but the seat chooses among faces, and the more dice it has, the
    more often it can place what it wants.  So gains get a higher weight than their probability (option `choice`).
    """
    now = worths[placed, casino]
    total = now
    if hand > 0:
        wanted = 1.0 + policy.choice * (hand - 1) / hand
        for more in range(1, REACH[faces, hand] + 1):
            gain = worths[placed + more, casino] - now
            total += FALLS[faces, hand, more] * (wanted * gain if gain > 0.0 else gain)
    return total


@rule
def chip_gain(game, rules, casino):
    """What the best chip card at a casino adds to the value of those held (LV-17)."""
    most = np.int64(0)
    for colour in range(lv.COLOURS):
        if multisets.count(game.chips[casino], colour) > 0:
            held = multisets.count(game.chips_held[game.seat], colour)
            most = max(most, rules.chip_values[held + 1] - rules.chip_values[held])
    return most


# --- the choice -----------------------------------------------------------------------------------------------


@rule
def weigh_face(policy, game, rules, face, worths, after):
    """The value of all casinos after placing a face, from `worths` now and `after` the roll's white dice are placed."""
    own, white = multisets.count(game.own_roll, face), multisets.count(game.white_roll, face)
    hand = np.int64(game.dice[game.seat, lv.OWN_HAND]) - own
    total = 0.0
    for casino in range(rules.casinos):
        placed = np.int64(game.dice[game.seat, casino])
        if casino != face:
            total += value_with_hand(policy, worths, casino, placed, hand, rules.casinos)
        else:
            total += value_with_hand(policy, after, casino, placed + own, hand, rules.casinos)
    if own + white >= 2:
        total += policy.chip * chip_gain(game, rules, face)
    return total


@rule
def weigh_faces(policy, game, rules, mask, values):
    """The value of all casinos after placing each legal face, into `values`; returns the best face."""
    weights, chances, room = np.empty(RIVALS), np.empty((LEVELS, RIVALS, LANES)), np.empty(ROOM)
    weigh_rivals(policy, game, rules, weights)
    worths = weigh_casinos(game, rules, False, weights, chances, room)
    after = weigh_casinos(game, rules, True, weights, chances, room) if game.white_roll else worths
    best, most = 0, -np.inf
    for face in range(rules.casinos):
        if mask[face]:
            values[face] = weigh_face(policy, game, rules, face, worths, after)
            if values[face] > most + TOLERANCE:
                best, most = face, values[face]
    return best


@rule
def has_choice(mask):
    """Whether more than one face can be placed."""
    faces = 0
    for face in range(lv.CASINOS):
        faces += mask[face]
    return faces > 1


@rule
def rate_expected_value(policy, game, rules, mask, luck, ratings):
    """Ratings in units of 10,000."""
    ratings[:] = 0.0
    if mask[lv.NO_CHIP]:
        prefer(chip_action(game, rules), mask, ratings)
    elif has_choice(mask):
        values = np.empty(lv.CASINOS)
        most = values[weigh_faces(policy, game, rules, mask, values)]
        for face in range(rules.casinos):
            if mask[face]:
                ratings[face] = min(max(values[face] - most, LOWEST_RATING), 0.0)


@compiled(
    "las_vegas",
    "expected_value",
    "Maximises its expected payout, minus a share of those of the others, once all dice in all hands are placed.",
    rate=rate_expected_value,
    choice=0.5,
    rivalry=0.7,
    leader=0.3,
    chip=2.0,
)
def choose_expected_value(policy, game, rules, mask, luck):
    if mask[lv.NO_CHIP]:
        return chip_action(game, rules)
    if has_choice(mask):
        return weigh_faces(policy, game, rules, mask, np.empty(lv.CASINOS))
    return np.argmax(mask)
