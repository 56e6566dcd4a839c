"""Prize spaces: Pot, All play and Grand Slam (CR-16 to CR-18)."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.bitsets import bit, only_member
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run.debts import owe
from vegas_env.rulesets.cash_and_run.record import (
    ALL_PLAY_FRAME,
    GO_ON,
    NOBODY,
    SEATS,
    SLAM_STEPS,
    STAGE_ALL,
    STAGE_HIGH,
    STAGE_LOW,
    TAKE,
)
from vegas_env.rulesets.cash_and_run.table import (
    AFTER_SPACE,
    END_TURN,
    after,
    ask,
    await_chance,
    bank_pays,
    close_frame,
    living,
    open_frame,
)

# --- Pot ----------------------------------------------------------------------------------------------------


@rule
def pot_played(game, rules, won):
    """CR-16: the turn player wins the whole pot, or nothing."""
    if won:
        game.cash[game.turn_seat] += game.pot
        game.pot = 0
    return AFTER_SPACE


# --- All play -----------------------------------------------------------------------------------------------


@rule
def begin_all_play(game, rules, symbol):
    """CR-17: all players throw, the turn player first."""
    open_frame(game, ALL_PLAY_FRAME)
    game.play_symbol = symbol
    return throw_round(game, STAGE_ALL, living(game, rules))


@rule
def throw_round(game, stage, candidates):
    game.stage = stage
    game.candidates = candidates
    for seat in range(SEATS):
        game.throws[seat] = NOBODY
    return await_chance(game, phases.THROW)


@rule
def next_thrower(game, rules):
    """The first candidate who has not thrown yet, clockwise from the turn player; -1 if there is none."""
    seat = np.int64(game.turn_seat)
    for _ in range(rules.players):
        if game.candidates & bit(seat) and game.throws[seat] == NOBODY:
            return seat
        seat = after(rules, seat)
    return np.int64(NOBODY)


@rule
def thrown(game, rules, result):
    seat = next_thrower(game, rules)
    game.throws[seat] = result
    if game.stage == STAGE_ALL:
        game.scores[seat] = result
    if next_thrower(game, rules) != NOBODY:
        return await_chance(game, phases.THROW)
    if game.stage == STAGE_LOW:
        return find_lowest(game, rules, extreme(game.throws, game.candidates, -1))
    return find_highest(game, rules, extreme(game.throws, game.candidates, 1))


@rule
def extreme(throws, candidates, sign):
    """The set of candidates with the highest (sign 1) or lowest (sign -1) result."""
    best = np.int64(-1000)
    found = np.int64(0)
    for seat in range(SEATS):
        if candidates & bit(seat):
            result = np.int64(throws[seat]) * sign
            if result > best:
                best = result
                found = np.int64(0)
            if result == best:
                found |= bit(seat)
    return found


@rule
def find_highest(game, rules, highest):
    """CR-17: tied players throw again; the bank pays the winner.  If it cannot, the lowest thrower pays the rest."""
    winner = only_member(highest)
    if winner == NOBODY:
        return throw_round(game, STAGE_HIGH, highest)
    if game.bank >= rules.all_play_prize:
        bank_pays(game, winner, rules.all_play_prize)
        clear_all_play(game)
        close_frame(game)
        return AFTER_SPACE
    game.prize_winner = winner
    return find_lowest(game, rules, extreme(game.scores, living(game, rules) & ~bit(winner), -1))


@rule
def find_lowest(game, rules, lowest):
    """CR-17: of the lowest throwers, tied players throw again; the lowest owes what the bank cannot pay."""
    payer = only_member(lowest)
    if payer == NOBODY:
        return throw_round(game, STAGE_LOW, lowest)
    winner = np.int64(game.prize_winner)
    missing = rules.all_play_prize - game.bank
    bank_pays(game, winner, rules.all_play_prize)
    clear_all_play(game)
    return owe(game, rules, payer, winner, missing, np.int64(NOBODY))


@rule
def clear_all_play(game):
    game.stage = 0
    game.play_symbol = NOBODY
    game.candidates = 0
    game.prize_winner = NOBODY
    for seat in range(SEATS):
        game.throws[seat] = NOBODY
        game.scores[seat] = NOBODY


# --- Grand Slam ---------------------------------------------------------------------------------------------


@rule
def offer_slam(game, rules):
    """CR-18: offer the gift or the game, unless the bank is empty."""
    if game.bank == 0:
        return AFTER_SPACE
    return ask(game, phases.SLAM_OFFER, np.int64(game.turn_seat))


@rule
def answer_slam(game, rules, action):
    """CR-18: take the gift, or play the first step."""
    if action == TAKE:
        bank_pays(game, game.turn_seat, rules.slam_gift)
        return AFTER_SPACE
    return await_chance(game, phases.SLAM)


@rule
def slam_played(game, rules, won):
    """CR-18: a failed step loses the prize and ends the turn, even after a double."""
    if not won:
        game.slam = 0
        return END_TURN
    game.slam += 1
    if game.slam == SLAM_STEPS:
        return collect_slam(game, rules)
    return ask(game, phases.SLAM_ON, np.int64(game.turn_seat))


@rule
def go_on_slam(game, rules, action):
    """CR-18: play the next step, or stop and collect."""
    if action == GO_ON:
        return await_chance(game, phases.SLAM)
    return collect_slam(game, rules)


@rule
def collect_slam(game, rules):
    """CR-18: pay the prize for the number of steps won; prizes are totals."""
    bank_pays(game, game.turn_seat, rules.slam_prizes[game.slam - 1])
    game.slam = 0
    return AFTER_SPACE
