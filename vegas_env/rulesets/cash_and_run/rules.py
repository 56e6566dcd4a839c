"""The interface of Cash & Run to the kernel.  The rules themselves are in the other modules of this package:

    dealing · turn · spaces · casinos · bluff · prizes · auction · debts · final_lap · ending

phases.py lists all phases and the transitions between them; table.py explains how the modules work together.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.rulesets.cash_and_run.auction import ask_next_bidder
from vegas_env.rulesets.cash_and_run.bluff import settle_contest
from vegas_env.rulesets.cash_and_run.casinos import raise_stake_money
from vegas_env.rulesets.cash_and_run.chances import handle_chance, outcomes, sample_chance
from vegas_env.rulesets.cash_and_run.dealing import deal
from vegas_env.rulesets.cash_and_run.debts import leave, settle_debt
from vegas_env.rulesets.cash_and_run.decisions import decide, forced, legal
from vegas_env.rulesets.cash_and_run.ending import money, round_of, score
from vegas_env.rulesets.cash_and_run.hidden import must_decide, resample_hidden
from vegas_env.rulesets.cash_and_run.record import DEBT_FRAME, GAME, SEATS, TURN_FRAME, VISIT_FRAME
from vegas_env.rulesets.cash_and_run.spaces import resolve
from vegas_env.rulesets.cash_and_run.table import (
    AFTER_SPACE,
    APPLY_CHANCE,
    ASK,
    DECIDE,
    END_TURN,
    LEAVE,
    NEXT_BIDDER,
    RAISE_STAKE,
    RESOLVE,
    RESUME,
    SETTLE_CONTEST,
    SETTLE_DEBT,
    WAIT,
    close_frame,
    innermost,
)
from vegas_env.rulesets.cash_and_run.turn import after_space, ask_turn_start, end_turn

__all__ = [
    "GAME",
    "SEATS",
    "apply",
    "apply_chance",
    "deal",
    "legal",
    "money",
    "must_decide",
    "outcomes",
    "resample_hidden",
    "round_of",
    "sample_chance",
    "score",
]  # fmt: skip


@hot_rule
def apply(game, rules, action):
    proceed(game, rules, np.int64(DECIDE), np.int64(action))


@hot_rule
def apply_chance(game, rules, outcome):
    game.chance = 0
    proceed(game, rules, np.int64(APPLY_CHANCE), np.int64(outcome))


@rule
def proceed(game, rules, step, number):
    """Take steps until a seat has a choice, a chance event is pending, or the game is over.

    `number` is the action or chance outcome of the first step.
    """
    while step != WAIT:
        if step == ASK:
            number = forced(game, rules)
            step = DECIDE if number >= 0 else WAIT
        elif step == DECIDE:
            step = decide(game, rules, number)
        elif step == APPLY_CHANCE:
            step = handle_chance(game, rules, number)
        elif step == RESOLVE:
            step = resolve(game, rules)
        elif step == AFTER_SPACE:
            step = after_space(game, rules)
        elif step == END_TURN:
            step = end_turn(game, rules)
        elif step == NEXT_BIDDER:
            step = ask_next_bidder(game, rules)
        elif step == SETTLE_CONTEST:
            step = settle_contest(game, rules)
        elif step == SETTLE_DEBT:
            step = settle_debt(game, rules)
        elif step == RAISE_STAKE:
            step = raise_stake_money(game, rules)
        elif step == LEAVE:
            step = leave(game, rules)
        elif step == RESUME:
            step = resume(game)


@rule
def resume(game):
    """After an auction, a debt or a bankruptcy, return to the situation in which it arose."""
    frame = innermost(game)
    if frame == TURN_FRAME:
        return ask_turn_start(game)
    if frame == DEBT_FRAME:
        return SETTLE_DEBT
    if frame == VISIT_FRAME and game.contest:
        return RAISE_STAKE
    close_frame(game)
    return AFTER_SPACE
