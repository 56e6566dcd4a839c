"""The strongest heuristic for Las Vegas with dice: weighs what every casino will pay when all dice have fallen."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import bags
from vegas_env.kernel.cache import rule
from vegas_env.kernel.policies import prefer
from vegas_env.rulesets.las_vegas import rules as lv

from ..base import compiled
from .greedy import chip_action
from .odds import FALLS, LEVELS, REACH, RIVALS, expected_payouts, workspace

LOWEST = -3.0  # what is worse by more than this is as bad as can be


# --- the others -----------------------------------------------------------------------------------------------


@rule
def weigh_rivals(policy, game, rules):
    """By seat, what 10,000 of its money take away from the deciding seat's: the same for all, and more for the
    richest.
    """
    weights = np.zeros(lv.SEATS)
    richest = np.int64(-1)
    for seat in range(rules.players):
        if seat != game.seat:
            weights[seat] = policy.rivalry / (rules.players - 1)
            if richest < 0 or game.money[seat] > game.money[richest]:
                richest = np.int64(seat)
    weights[richest] += policy.leader
    return weights


@rule
def white_in_hands(game, rules):
    white = np.int64(0)
    for seat in range(rules.players):
        white += game.dice[seat, lv.WHITE_HAND]
    return min(white, np.int64(bags.MOST))


@rule
def foresee(chances, placed, hand, faces):
    """How many dice a rival will have at a casino, with so many there and so many in hand; returns the most."""
    for more in range(REACH[faces, hand] + 1):
        chances[min(placed + more, LEVELS - 2)] += FALLS[faces, hand, more]
    return min(placed + REACH[faces, hand], LEVELS - 2)


# --- what a casino is worth -----------------------------------------------------------------------------------


@rule
def weigh_casino(game, rules, casino, weights, white, work, worth):
    """Into worth[k]: the own payout minus the weighted payouts of the others, with k own dice there in the end.

    `white` dice are in the hands of all together; `work` is room to work in.
    """
    chances = np.zeros((RIVALS, LEVELS))
    rival_weights = np.zeros(RIVALS)
    rivals, top = 0, 0
    for claimant in range(lv.CLAIMANTS):
        placed = np.int64(game.dice[claimant, casino])
        hand = white if claimant == lv.WHITE else np.int64(game.dice[claimant, lv.OWN_HAND])
        if claimant != game.seat and placed + hand > 0:
            top = max(top, foresee(chances[rivals], placed, hand, rules.casinos))
            rival_weights[rivals] = 0.0 if claimant == lv.WHITE else weights[claimant]
            rivals += 1
    own, others = np.empty(LEVELS), np.empty(LEVELS)
    notes = game.notes[casino * lv.NOTES_PER_CASINO : (casino + 1) * lv.NOTES_PER_CASINO]
    expected_payouts(chances, rival_weights, rivals, notes, top, work, own, others)
    for dice in range(LEVELS):
        worth[dice] = own[min(dice, top + 1)] - others[min(dice, top + 1)]


@rule
def with_hand(policy, worth, placed, hand, faces):
    """What a casino is worth with so many own dice there, and so many in hand that may still come.

    They would fall like everybody's, if it were not for the choice between faces: the more dice, the more often what
    comes is what was wanted, so gains weigh more than they are likely.
    """
    total = worth[placed]
    if hand > 0:
        wanted = 1.0 + policy.choice * (hand - 1) / hand
        for more in range(1, REACH[faces, hand] + 1):
            gain = worth[placed + more] - worth[placed]
            total += FALLS[faces, hand, more] * (wanted * gain if gain > 0.0 else gain)
    return total


@rule
def chip_gain(game, rules, casino):
    """What the best chip card lying at a casino adds to those held (LV-17)."""
    most = np.int64(0)
    for colour in range(lv.COLOURS):
        if bags.count(game.chips[casino], colour) > 0:
            held = bags.count(game.chips_held[game.seat], colour)
            most = max(most, rules.chip_values[held + 1] - rules.chip_values[held])
    return most


# --- the choice -----------------------------------------------------------------------------------------------


@rule
def weigh_face(policy, game, rules, face, worths, weights, work):
    """What all casinos are worth after placing the dice of a face; worths[c] is the table of casino c before."""
    own, white = bags.count(game.own_roll, face), bags.count(game.white_roll, face)
    hand = np.int64(game.dice[game.seat, lv.OWN_HAND]) - own
    total = 0.0
    for casino in range(rules.casinos):
        placed = np.int64(game.dice[game.seat, casino])
        if casino != face:
            total += with_hand(policy, worths[casino], placed, hand, rules.casinos)
        elif white == 0:
            total += with_hand(policy, worths[casino], placed + own, hand, rules.casinos)
        else:
            changed = np.empty(LEVELS)
            game.dice[lv.WHITE, face] += white
            weigh_casino(game, rules, face, weights, white_in_hands(game, rules) - white, work, changed)
            game.dice[lv.WHITE, face] -= white
            total += with_hand(policy, changed, placed + own, hand, rules.casinos)
    if own + white >= 2:
        total += policy.chip * chip_gain(game, rules, face)
    return total


@rule
def weigh_faces(policy, game, rules, mask, values):
    """What all casinos are worth after placing each legal face, into `values`; returns the best face."""
    weights = weigh_rivals(policy, game, rules)
    white = white_in_hands(game, rules)
    work = workspace()
    worths = np.empty((lv.CASINOS, LEVELS))
    for casino in range(rules.casinos):
        weigh_casino(game, rules, casino, weights, white, work, worths[casino])
    best, most = 0, -np.inf
    for face in range(rules.casinos):
        if mask[face]:
            values[face] = weigh_face(policy, game, rules, face, worths, weights, work)
            if values[face] > most:
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
                ratings[face] = max(values[face] - most, LOWEST)


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
