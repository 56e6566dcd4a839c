"""Set-up: deal casinos, bluff cards and money, place the pawns, choose the start player (CR-4, CR-5)."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.bitsets import members
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run.auction import clear_auction
from vegas_env.rulesets.cash_and_run.bluff import clear_contest
from vegas_env.rulesets.cash_and_run.debts import clear_debt
from vegas_env.rulesets.cash_and_run.prizes import clear_all_play
from vegas_env.rulesets.cash_and_run.record import BLUFF_CARDS, CASINO, CASINOS, DEPTH, KINDS, NOBODY, SEATS
from vegas_env.rulesets.cash_and_run.table import ask, await_chance, casinos_of, draw_shuffled
from vegas_env.rulesets.cash_and_run.turn import begin_turn


@rule
def deal(game, rules):
    """CR-5: begin the set-up; the first casino to be dealt is the first chance event."""
    game.over = 0
    game.chance = 0
    game.ended = 0
    game.lap_winner = NOBODY
    game.turn_seat = NOBODY
    game.extra = 0
    game.ran = 0
    game.slam = 0
    game.turn = 0
    game.laying = 0
    game.leaving = NOBODY
    game.pot = 0
    game.bank = rules.bank
    game.depth = 0
    for place in range(DEPTH):
        game.stack[place] = 0
    for casino in range(CASINOS):
        game.owner[casino] = NOBODY
    for seat in range(SEATS):
        clear_player(game, rules, seat)
    stack_cards(game, rules)
    clear_contest(game)
    clear_debt(game)
    clear_auction(game)
    clear_all_play(game)
    await_chance(game, phases.DEAL_CASINO)


@rule
def clear_player(game, rules, seat):
    """CR-5: a player has the start money, no casino and no card."""
    game.cash[seat] = rules.start_money if seat < rules.players else 0
    game.laid[seat] = 0
    game.position[seat] = NOBODY
    game.lap_start[seat] = NOBODY
    game.lap_steps[seat] = 0
    game.bankrupt[seat] = 0
    game.hand_count[seat] = 0
    for kind in range(KINDS):
        game.hand[seat, kind] = 0


@rule
def stack_cards(game, rules):
    """CR-4: put all bluff cards into the shuffled stack."""
    game.bluff_count = 0
    for kind in range(KINDS):
        game.bluff_stack[kind] = rules.bluff_cards[kind]
        game.bluff_count += rules.bluff_cards[kind]
    game.bottom_count = 0
    for place in range(BLUFF_CARDS):
        game.bottom[place] = 0
        game.bottom_known[place] = 0


@rule
def casino_dealt(game, rules, casino):
    """CR-5: deal a casino; seat 0 gets all its casinos, then seat 1, and so on."""
    dealt = CASINOS - members(casinos_of(game, np.int64(NOBODY)))
    game.owner[casino] = dealt // rules.start_casinos
    if dealt + 1 < rules.players * rules.start_casinos:
        return await_chance(game, phases.DEAL_CASINO)
    return await_chance(game, phases.DEAL_BLUFF)


@rule
def card_dealt(game, rules, kind):
    """CR-5: deal one bluff card to each seat, in seat order."""
    seat = np.int64(0)
    while game.hand_count[seat] > 0:
        seat += 1
    draw_shuffled(game, seat, kind)
    if seat + 1 < rules.players:
        return await_chance(game, phases.DEAL_BLUFF)
    return ask(game, phases.PLACE, np.int64(0))


@rule
def place_pawn(game, rules, action):
    """CR-5: place the pawn on the space of an own casino."""
    seat = np.int64(game.seat)
    game.position[seat] = rules.casino_space[action - CASINO]
    if seat + 1 < rules.players:
        return ask(game, phases.PLACE, seat + 1)
    return await_chance(game, phases.START)


@rule
def start_found(game, rules, seat):
    """CR-5: the highest throw of two dice starts.  Ties throw again, so all seats are equally likely."""
    return begin_turn(game, rules, seat)
