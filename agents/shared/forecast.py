"""Payouts of casinos: now, and in expectation when hidden cards are drawn at random.

The final dice at a casino are a distribution, chances[seat, number]: the probability that the seat ends with this
number of dice there.  Seats are independent, since each draws from its own deck.
"""

from __future__ import annotations

from math import exp, lgamma

import numpy as np

from vegas_env.kernel import multisets
from vegas_env.kernel.bitsets import bit, contains, only_member
from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.rulesets.shared.banknotes import NOTES_PER_CASINO, SEATS

LEVELS = 3 * multisets.MOST + 1  # numbers of dice at a casino: up to fifteen single and fifteen double cards
MOST_MEMBER = 62  # of a set; more white dice at a casino, possible in custom games only, count as this many
NEGLIGIBLE = 1e-4  # less likely cases are left out

_MOST_CARDS = 120
_LOG_FACTORIAL = np.array([lgamma(number + 1.0) for number in range(_MOST_CARDS + 1)])


# --- now ------------------------------------------------------------------------------------------------------


@rule
def unequalled(dice, claimants, casino):
    """The set of numbers of dice at a casino that exactly one claimant has (as a bitset, which is faster than going
    from winner to winner as the rules do).
    """
    once, again = np.int64(0), np.int64(0)
    for claimant in range(claimants):
        number = bit(min(np.int64(dice[claimant, casino]), MOST_MEMBER))
        again |= once & number
        once |= number
    return once & ~again


@rule
def note_for(alone, number, notes, casino):
    """The note (10,000s) that a number of dice wins: 0 if others have as many, or if others take all notes before."""
    if number == 0 or not contains(alone, number):
        return np.int64(0)
    place = np.int64(0)
    more = alone >> (number + 1)
    while more:
        more &= more - 1
        place += 1
    return np.int64(notes[casino * NOTES_PER_CASINO + place]) if place < NOTES_PER_CASINO else np.int64(0)


@rule
def payout_now(dice, claimants, notes, casino, seat):
    """What the casino pays the seat if it pays now (10,000s)."""
    return note_for(unequalled(dice, claimants, casino), np.int64(dice[seat, casino]), notes, casino)


# --- the final dice of a seat -------------------------------------------------------------------------------


@rule
def certain(chances, seat, number):
    """The seat ends with exactly this number of dice."""
    chances[seat] = 0.0
    chances[seat, number] = 1.0


@rule
def add_random_cards(chances, seat, laid, singles, doubles, unseen, cards):
    """The seat has `laid` dice at a casino and will lay `cards` of its `unseen` cards, drawn at random; `singles` and
    `doubles` of the unseen cards belong to the casino, the rest do not.
    """
    chances[seat] = 0.0
    elsewhere = unseen - singles - doubles
    ways = _log_ways(unseen, cards)
    for double in range(min(doubles, cards) + 1):
        for single in range(max(0, cards - double - elsewhere), min(singles, cards - double) + 1):
            log_chance = _log_ways(singles, single) + _log_ways(doubles, double) - ways
            log_chance += _log_ways(elsewhere, cards - single - double)
            chances[seat, laid + single + 2 * double] += exp(log_chance)


@rule
def _log_ways(stock, drawn):
    """The logarithm of the number of ways to draw this many of a stock."""
    return _LOG_FACTORIAL[stock] - _LOG_FACTORIAL[drawn] - _LOG_FACTORIAL[stock - drawn]


# --- expected payouts ---------------------------------------------------------------------------------------


@rule
def expected_payouts(chances, players, notes, casino, payouts):
    """Add each seat's expected payout at a casino to `payouts`: most dice take the highest note, equals cancel (LC-10).

    Goes through the numbers of dice from the highest down.  states[notes, seats] is the probability that this many
    notes are gone and that exactly these seats had more dice.
    """
    first = casino * NOTES_PER_CASINO
    places = np.int64(0)
    while places < NOTES_PER_CASINO and notes[first + places] > 0:
        places += 1
    states = np.zeros((places + 1, 1 << players))
    states[0, 0] = 1.0
    upto = np.ones(SEATS)
    all_here, none_here = np.ones(1 << SEATS), np.ones(1 << SEATS)
    for number in range(LEVELS - 1, 0, -1):
        possible = np.int64(0)
        for seat in range(players):
            if chances[seat, number] > NEGLIGIBLE:
                here = min(1.0, chances[seat, number] / upto[seat])
                upto[seat] -= chances[seat, number]
                for others in range(1 << seat):
                    if others & ~possible == 0:
                        all_here[others | bit(seat)] = all_here[others] * here
                        none_here[others | bit(seat)] = none_here[others] * (1.0 - here)
                possible |= bit(seat)
        if possible:
            _decide_number(states, possible, all_here, none_here, notes, first, payouts)


@hot_rule
def _decide_number(states, possible, all_here, none_here, notes, first, payouts):
    """One number of dice of `expected_payouts`.

    all_here[seats] is the probability that all of these seats have exactly this number given that they have no more,
    none_here[seats] that none of them has.  States with more seats come first, so that none is counted twice.
    """
    places, sets = states.shape[0] - 1, states.shape[1]
    for above in range(sets - 1, -1, -1):
        likely = 0.0
        for place in range(places):
            likely += states[place, above]
        candidates = possible & ~above
        if likely < NEGLIGIBLE or candidates == 0:
            continue
        equals = candidates  # runs through all subsets
        while equals > 0:
            chance = all_here[equals] * none_here[candidates & ~equals]
            if chance > 0.0:
                winner = only_member(equals)
                if winner >= 0:
                    for place in range(places):
                        moved = states[place, above] * chance
                        payouts[winner] += moved * notes[first + place]
                        states[place + 1, above | equals] += moved
                else:
                    for place in range(places):
                        states[place, above | equals] += states[place, above] * chance
            equals = (equals - 1) & candidates
        for place in range(places):
            states[place, above] *= none_here[candidates]
