"""The strongest heuristic for Las Vegas with dice: weighs what every casino will pay when all dice have fallen."""

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

LOWEST = -3.0  # what is worse by more than this is as bad as can be
EQUAL = 1e-9  # what differs by less is the same, but for rounding: of equals, the lowest face


# --- the others -----------------------------------------------------------------------------------------------


@rule
def weigh_rivals(policy, game, rules, weights):
    """For each rival, what 10,000 of its money take away from the deciding seat's: the same for all seats, and more for
    the richest; nothing for the white dice, which are a rival behind all seats.
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
def foresee(chances, rival, casino, placed, hand, faces):
    """How many dice a rival will have at a casino, with so many there and so many in hand; returns the most."""
    hand = min(hand, np.int64(multisets.MOST))
    for more in range(REACH[faces, hand] + 1):
        chances[min(placed + more, LEVELS - 2), rival, casino] += FALLS[faces, hand, more]
    return min(placed + REACH[faces, hand], LEVELS - 2)


@rule
def foresee_all(game, rules, white_placed, chances):
    """The same for all rivals and casinos; with `white_placed`, the white dice of the roll lie at every casino."""
    chances[:] = 0.0
    rival, top = 0, np.int64(0)
    for seat in range(rules.players):
        if seat != game.seat:
            hand = np.int64(game.dice[seat, lv.OWN_HAND])
            for casino in range(rules.casinos):
                placed = np.int64(game.dice[seat, casino])
                top = max(top, foresee(chances, rival, casino, placed, hand, rules.casinos))
            rival += 1
    if rival < RIVALS:  # LV-12: there may be white dice
        white = white_in_hands(game, rules)
        for casino in range(rules.casinos):
            more = multisets.count(game.white_roll, casino) if white_placed else np.int64(0)
            placed = np.int64(game.dice[lv.WHITE, casino]) + more
            top = max(top, foresee(chances, rival, casino, placed, white - more, rules.casinos))
    chances[0, rival + 1 :] = 1.0  # rivals that do not exist have no dice
    return top


# --- what a casino is worth -----------------------------------------------------------------------------------


@rule
def weigh_casinos(game, rules, white_placed, weights, chances, room):
    """worths[k, c]: the own payout minus the weighted payouts of the others, with k own dice at casino c in the end;
    with `white_placed`, if the white dice of the roll lay there.
    """
    worths = np.empty((LEVELS, LANES))
    top = foresee_all(game, rules, white_placed, chances)
    weigh_levels(chances, weights, game.notes, rules.casinos, top, room, worths)
    return worths


@rule
def with_hand(policy, worths, casino, placed, hand, faces):
    """What a casino is worth with so many own dice there, and so many in hand that may still come.

    They would fall like everybody's, if it were not for the choice between faces: the more dice, the more often what
    comes is what was wanted, so gains weigh more than they are likely.
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
    """What the best chip card lying at a casino adds to those held (LV-17)."""
    most = np.int64(0)
    for colour in range(lv.COLOURS):
        if multisets.count(game.chips[casino], colour) > 0:
            held = multisets.count(game.chips_held[game.seat], colour)
            most = max(most, rules.chip_values[held + 1] - rules.chip_values[held])
    return most


# --- the choice -----------------------------------------------------------------------------------------------


@rule
def weigh_face(policy, game, rules, face, worths, after):
    """What all casinos are worth after placing the dice of a face; `worths` are theirs before, `after` with the white
    dice of the roll.
    """
    own, white = multisets.count(game.own_roll, face), multisets.count(game.white_roll, face)
    hand = np.int64(game.dice[game.seat, lv.OWN_HAND]) - own
    total = 0.0
    for casino in range(rules.casinos):
        placed = np.int64(game.dice[game.seat, casino])
        if casino != face:
            total += with_hand(policy, worths, casino, placed, hand, rules.casinos)
        else:
            total += with_hand(policy, after, casino, placed + own, hand, rules.casinos)
    if own + white >= 2:
        total += policy.chip * chip_gain(game, rules, face)
    return total


@rule
def weigh_faces(policy, game, rules, mask, values):
    """What all casinos are worth after placing each legal face, into `values`; returns the best face."""
    weights, chances, room = np.empty(RIVALS), np.empty((LEVELS, RIVALS, LANES)), np.empty(ROOM)
    weigh_rivals(policy, game, rules, weights)
    worths = weigh_casinos(game, rules, False, weights, chances, room)
    after = weigh_casinos(game, rules, True, weights, chances, room) if game.white_roll else worths
    best, most = 0, -np.inf
    for face in range(rules.casinos):
        if mask[face]:
            values[face] = weigh_face(policy, game, rules, face, worths, after)
            if values[face] > most + EQUAL:
                best, most = face, values[face]
    return best


@rule
def has_choice(mask):
    """Whether there is more than one face to place."""
    faces = 0
    for face in range(lv.CASINOS):
        faces += mask[face]
    return faces > 1


@rule
def rate_expected_value(policy, game, rules, mask, luck, ratings):
    """In units of 10,000."""
    ratings[:] = 0.0
    if mask[lv.NO_CHIP]:
        prefer(chip_action(game, rules), mask, ratings)
    elif has_choice(mask):
        values = np.empty(lv.CASINOS)
        most = values[weigh_faces(policy, game, rules, mask, values)]
        for face in range(rules.casinos):
            if mask[face]:
                ratings[face] = min(max(values[face] - most, LOWEST), 0.0)


@compiled(
    "las_vegas",
    "expected_value",
    "Places where its expected payout, less those of the others, is highest once all dice in all hands have fallen.",
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
