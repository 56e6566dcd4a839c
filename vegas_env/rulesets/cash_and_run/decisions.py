"""Decisions: the legal actions of each phase, and the rules that apply them."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.bitsets import only_member
from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run.auction import bid, limit, sealed_bid
from vegas_env.rulesets.cash_and_run.bluff import answer_card, forfeit, lay_card
from vegas_env.rulesets.cash_and_run.casinos import buy_casino, may_break, may_go_all_in, pick_game, stake
from vegas_env.rulesets.cash_and_run.dealing import place_pawn
from vegas_env.rulesets.cash_and_run.debts import sell
from vegas_env.rulesets.cash_and_run.final_lap import choose_combination, combinations, leave_out, may_announce
from vegas_env.rulesets.cash_and_run.prizes import answer_slam, go_on_slam
from vegas_env.rulesets.cash_and_run.record import (
    ACCEPT,
    ACTIONS,
    ALL_IN,
    ANNOUNCE,
    BID,
    BREAK,
    BUY,
    CASH_AND_RUN,
    CASINO,
    CASINOS,
    CHALLENGE,
    COMBINATION,
    COMBINATIONS,
    DECLINE,
    DISCARD,
    END_TURN,
    GO_ON,
    KINDS,
    LAY,
    MOVE,
    NO_BLUFF,
    NOBODY,
    PASS,
    PICK,
    PLAY,
    RAISE,
    ROLL,
    SPACES,
    STAKE,
    STAKES,
    STOP,
    SYMBOLS,
    TAKE,
)
from vegas_env.rulesets.cash_and_run.spaces import buy_card, discard, move, take_over, takeover_targets
from vegas_env.rulesets.cash_and_run.table import casinos_of
from vegas_env.rulesets.cash_and_run.turn import may_auction, roll_again, start_turn
from vegas_env.rulesets.shared import auctions


@rule
def decide(game, rules, action):
    """Apply the action of the deciding seat.  Returns the next step."""
    phase = game.phase
    if phase == phases.BID:
        return bid(game, rules, action)
    if phase == phases.SEALED_BID:
        return sealed_bid(game, rules, action)
    if phase == phases.TURN_START:
        return start_turn(game, rules, action)
    if phase == phases.COMBINATION:
        return choose_combination(game, rules, action)
    if phase == phases.LEAVE_OUT:
        return leave_out(game, rules, action)
    if phase == phases.MOVE:
        return move(game, rules, action)
    if phase == phases.BUY_CASINO:
        return buy_casino(game, rules, action)
    if phase == phases.PICK_GAME:
        return pick_game(game, action)
    if phase == phases.STAKE:
        return stake(game, rules, action)
    if phase == phases.BLUFF_LAY:
        return lay_card(game, rules, action)
    if phase == phases.BLUFF_ANSWER:
        return answer_card(game, rules, action)
    if phase == phases.BUY_BLUFF:
        return buy_card(game, rules, action)
    if phase == phases.DISCARD:
        return discard(game, rules, action)
    if phase == phases.SLAM_OFFER:
        return answer_slam(game, rules, action)
    if phase == phases.SLAM_ON:
        return go_on_slam(game, rules, action)
    if phase == phases.TAKEOVER_OFFER:
        return take_over(game, rules, action)
    if phase == phases.FORFEIT:
        return forfeit(game, rules, action)
    if phase == phases.SELL:
        return sell(game, rules, action)
    if phase == phases.EXTRA_ROLL:
        return roll_again(game, rules, action)
    return place_pawn(game, rules, action)


# --- legal actions ------------------------------------------------------------------------------------------


@hot_rule
def legal(game, rules, mask):
    for action in range(ACTIONS):
        mask[action] = 0
    phase = game.phase
    if phase == phases.BID:
        mask[PASS] = 1
        auctions.legal_raises(rules.raises, game.price, limit(game, rules, game.seat), mask, RAISE)
    elif phase == phases.SEALED_BID:
        _legal_sealed_bids(game, rules, mask)
    elif phase == phases.TURN_START:
        _legal_starts(game, rules, mask)
    elif phase == phases.STAKE:
        _legal_stakes(game, rules, mask)
    elif phase == phases.MOVE:
        _legal_moves(game, rules, mask)
    elif phase == phases.BLUFF_LAY:
        mask[NO_BLUFF] = 1
        _legal_kinds(game, mask, LAY)
    elif phase == phases.DISCARD:
        _legal_kinds(game, mask, DISCARD)
    elif phase == phases.COMBINATION:
        held = combinations(rules, casinos_of(game, game.seat))
        for combination in range(COMBINATIONS):
            mask[COMBINATION + combination] = (held >> combination) & 1
    elif phase == phases.PICK_GAME:
        for number in range(SYMBOLS):
            mask[PICK + number] = 1
    else:
        _legal_answers(phase, mask)
        _legal_casinos(casino_choices(game, rules), mask)


@hot_rule
def _legal_answers(phase, mask):
    """Choices between two answers."""
    offered = phase == phases.BUY_CASINO or phase == phases.BUY_BLUFF
    mask[BUY] = offered
    mask[DECLINE] = offered or phase == phases.TAKEOVER_OFFER
    mask[ACCEPT] = phase == phases.BLUFF_ANSWER
    mask[CHALLENGE] = phase == phases.BLUFF_ANSWER
    mask[TAKE] = phase == phases.SLAM_OFFER
    mask[PLAY] = phase == phases.SLAM_OFFER
    mask[STOP] = phase == phases.SLAM_ON
    mask[GO_ON] = phase == phases.SLAM_ON
    mask[ROLL] = phase == phases.EXTRA_ROLL
    mask[END_TURN] = phase == phases.EXTRA_ROLL


@rule
def casino_choices(game, rules):
    """The set of casinos that the deciding seat may choose from now."""
    phase = game.phase
    if phase == phases.PLACE or phase == phases.SELL:
        return casinos_of(game, game.seat)
    if phase == phases.FORFEIT:
        return casinos_of(game, game.challenger)
    if phase == phases.LEAVE_OUT:
        return np.int64(game.laying)
    if phase == phases.TAKEOVER_OFFER:
        return takeover_targets(game, np.int64(game.seat))
    return np.int64(0)


@hot_rule
def _legal_casinos(casinos, mask):
    for casino in range(CASINOS):
        mask[CASINO + casino] = (casinos >> casino) & 1


@hot_rule
def _legal_starts(game, rules, mask):
    """CR-7, CR-8: roll, announce, or auction an own casino."""
    casinos = casinos_of(game, game.seat)
    mask[ROLL] = 1
    mask[ANNOUNCE] = may_announce(game, rules, casinos)
    _legal_casinos(casinos if may_auction(game, game.seat) else np.int64(0), mask)


@hot_rule
def _legal_moves(game, rules, mask):
    """CR-10: all spaces but the other Cash & Run spaces."""
    for space in range(SPACES):
        mask[MOVE + space] = rules.space_kind[space] != CASH_AND_RUN
    mask[MOVE + game.position[game.seat]] = 1


@hot_rule
def _legal_stakes(game, rules, mask):
    """CR-11, CR-41: no stake exceeds the visitor's cash."""
    cash = game.cash[game.seat]
    for rung in range(STAKES):
        mask[STAKE + rung] = rules.stakes[rung] <= cash
    mask[ALL_IN] = may_go_all_in(game, rules)
    mask[BREAK] = may_break(game, rules)


@hot_rule
def _legal_kinds(game, mask, first):
    for kind in range(KINDS):
        mask[first + kind] = game.hand[game.seat, kind] > 0


@hot_rule
def _legal_sealed_bids(game, rules, mask):
    """CR-26, CR-27."""
    most = limit(game, rules, game.seat)
    mask[PASS] = 1
    auctions.legal_bids(rules.bids, rules.auction_minimum, most, mask, BID)
    mask[ALL_IN] = most >= rules.auction_minimum and not auctions.on_ladder(rules.bids, most)


# --- forced actions -----------------------------------------------------------------------------------------


@rule
def forced(game, rules):
    """The only legal action, which is taken automatically; -1 if there are several.

    A discard always counts as a choice: skipping it would reveal that all cards of the hand are of one kind.
    """
    phase = game.phase
    if phase == phases.BID:
        return PASS if game.price + rules.raises[0] > limit(game, rules, game.seat) else NOBODY
    if phase == phases.SEALED_BID:
        return PASS if rules.auction_minimum > limit(game, rules, game.seat) else NOBODY
    if phase == phases.TURN_START:
        return _forced_start(game, rules)
    if phase == phases.EXTRA_ROLL:
        return ROLL if rules.must_roll else NOBODY
    if phase == phases.STAKE:
        return _forced_stake(game, rules)
    if phase == phases.COMBINATION:
        return _only_choice(combinations(rules, casinos_of(game, game.seat)), COMBINATION)
    if phase == phases.PLACE or phase == phases.SELL or phase == phases.FORFEIT:
        return _only_choice(casino_choices(game, rules), CASINO)
    return NOBODY


@rule
def _only_choice(choices, first):
    only = only_member(choices)
    return NOBODY if only == NOBODY else first + only


@rule
def _forced_start(game, rules):
    casinos = casinos_of(game, game.seat)
    if casinos == 0 or not (may_auction(game, game.seat) or may_announce(game, rules, casinos)):
        return ROLL
    return NOBODY


@rule
def _forced_stake(game, rules):
    cash = game.cash[game.seat]
    if may_break(game, rules) or rules.stakes[1] <= cash:
        return NOBODY
    if may_go_all_in(game, rules):
        return ALL_IN if rules.stakes[0] > cash else NOBODY
    return STAKE  # the lowest rung is all the cash
