"""Chance events: their outcomes, probabilities, and the rules that handle them.

Outcomes are integers: a casino, a kind of bluff card, a seat, two dice as 6 × (one - 1) + other - 1, a throw counted
from 0; or 1 for won (announcement: no spade) and 0 for lost.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel.bitsets import pick_member
from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run.bluff import contest_played
from vegas_env.rulesets.cash_and_run.dealing import card_dealt, casino_dealt, start_found
from vegas_env.rulesets.cash_and_run.debts import card_put_under
from vegas_env.rulesets.cash_and_run.final_lap import announced
from vegas_env.rulesets.cash_and_run.prizes import pot_played, slam_played, thrown
from vegas_env.rulesets.cash_and_run.record import (
    CARDS,
    CASINOS,
    KINDS,
    NOBODY,
    NUMBERS,
    POT_GAME,
    SPADES,
    THROWS,
    WINNING,
)
from vegas_env.rulesets.cash_and_run.spaces import card_drawn, rolled
from vegas_env.rulesets.cash_and_run.table import casinos_of
from vegas_env.rulesets.shared.chance import weighted_outcomes

DICE = 36


@rule
def odds(game, rules):
    """Of an event that is won or lost: (winning numbers, all numbers), equally likely (CR-11, CR-16, CR-18, CR-30)."""
    event = game.chance
    if event == phases.GAME_EVENT:
        return WINNING[game.symbol, game.game], NUMBERS[game.symbol]
    if event == phases.POT_EVENT:
        symbol = rules.space_detail[game.position[game.turn_seat]]
        return WINNING[symbol, POT_GAME], NUMBERS[symbol]
    if event == phases.ANNOUNCE_EVENT:
        return CARDS - SPADES, CARDS
    if event == phases.TAKEOVER_EVENT or event == phases.SLAM_EVENT:
        return 1, 2
    return 0, 0


@hot_rule
def sample_chance(game, rules, luck):
    event = game.chance
    if event == phases.DICE_EVENT:
        return lucks.below(luck, DICE)
    if event == phases.THROW_EVENT:
        return lucks.below(luck, THROWS[game.play_symbol])
    if event == phases.BLUFF_EVENT:
        return np.int64(lucks.pick(luck, game.bluff_stack, game.bluff_count))
    if event == phases.CASINO_EVENT:
        return pick_member(luck, casinos_of(game, np.int64(NOBODY)))
    if event == phases.START_EVENT:
        return lucks.below(luck, rules.players)
    if event == phases.UNDER_EVENT:
        return np.int64(lucks.pick(luck, game.hand[game.leaving], game.hand_count[game.leaving]))
    winning, numbers = odds(game, rules)
    return np.int64(lucks.below(luck, numbers) < winning)


@rule
def handle_chance(game, rules, outcome):
    """Apply an outcome of the chance event of the current phase.  Returns the next step."""
    phase = game.phase
    if phase == phases.DICE:
        return rolled(game, rules, outcome)
    if phase == phases.THROW:
        return thrown(game, rules, outcome)
    if phase == phases.GAME or phase == phases.TAKEOVER:
        return contest_played(game, rules, outcome)
    if phase == phases.DRAW_BLUFF:
        return card_drawn(game, rules, outcome)
    if phase == phases.POT:
        return pot_played(game, rules, outcome)
    if phase == phases.SLAM:
        return slam_played(game, rules, outcome)
    if phase == phases.ANNOUNCE:
        return announced(game, rules, outcome)
    if phase == phases.UNDER:
        return card_put_under(game, rules, outcome)
    if phase == phases.DEAL_CASINO:
        return casino_dealt(game, rules, outcome)
    if phase == phases.DEAL_BLUFF:
        return card_dealt(game, rules, outcome)
    return start_found(game, rules, outcome)


@rule
def outcomes(game, rules):
    event = game.chance
    weights = np.zeros(DICE, np.int64)
    if event == phases.DICE_EVENT:
        weights[:DICE] = 1
    elif event == phases.THROW_EVENT:
        weights[: THROWS[game.play_symbol]] = 1
    elif event == phases.START_EVENT:
        weights[: rules.players] = 1
    elif event == phases.BLUFF_EVENT:
        weights[:KINDS] = game.bluff_stack
    elif event == phases.UNDER_EVENT:
        weights[:KINDS] = game.hand[game.leaving]
    elif event == phases.CASINO_EVENT:
        for casino in range(CASINOS):
            weights[casino] = game.owner[casino] == NOBODY
    else:
        winning, numbers = odds(game, rules)
        weights[0] = numbers - winning
        weights[1] = winning
    return weighted_outcomes(weights)
