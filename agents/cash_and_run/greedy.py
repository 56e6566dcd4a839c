"""The greedy agent of Cash & Run: whatever brings it closer to a combination.

Some of its decisions (bids, discards) are shared with the agents in styles.py.
"""

from __future__ import annotations

import numpy as np

from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.cash_and_run.estimates import WORTH, chance_to_win_again, progress
from vegas_env.agents.registry import register
from vegas_env.kernel.bitsets import bit
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run import record as cr
from vegas_env.rulesets.cash_and_run.hidden import count_unseen
from vegas_env.rulesets.cash_and_run.table import casinos_of

RESERVE = 6  # cash that it does not spend, in units of 50,000


@rule
def best_casino(rules, casinos, mask, sign):
    """Of the casinos that may be chosen, the one that helps most (sign 1) or least (-1), and how much it helps."""
    best, most = np.int64(-1), np.int64(-100)
    for casino in range(cr.CASINOS):
        if mask[cr.CASINO + casino]:
            value = sign * progress(rules, casinos & ~bit(casino), casino)
            if value > most:
                best, most = np.int64(casino), value
    return best, sign * most


@rule
def choose_move(game, rules, mask, casinos, rich):
    """A free casino that helps; else an own one, for the extra roll; else the Grand Slam; else any space."""
    best, most = np.int64(cr.MOVE + game.position[game.seat]), np.int64(-1)
    for space in range(cr.SPACES):
        if mask[cr.MOVE + space]:
            value = np.int64(-1)
            if rules.space_kind[space] == cr.CASINO_SPACE:
                casino = rules.space_detail[space]
                if game.owner[casino] == cr.NOBODY and rich:
                    value = 10 * progress(rules, casinos, casino)
                elif game.owner[casino] == game.seat:
                    value = np.int64(5)
            elif rules.space_kind[space] == cr.GRAND_SLAM_SPACE:
                value = np.int64(4)
            if value > most:
                best, most = np.int64(cr.MOVE + space), value
    return best


@rule
def choose_takeover(game, rules, mask, casinos):
    """Take a casino of a player on the final lap, or one that completes a combination; else decline."""
    for casino in range(cr.CASINOS):
        owner = game.owner[casino]
        if mask[cr.CASINO + casino] and game.laid[owner] & bit(casino):
            return np.int64(cr.CASINO + casino)
    casino, value = best_casino(rules, casinos, mask, 1)
    return cr.CASINO + casino if value >= rules.needed else np.int64(cr.DECLINE)


@rule
def choose_card(game, mask):
    """Lay a true card, or none."""
    return np.int64(cr.LAY + game.symbol if mask[cr.LAY + game.symbol] else cr.NO_BLUFF)


@rule
def choose_answer(game, rules):
    """Challenge if a random unseen card is more likely false than the game is to be won again."""
    unseen = np.zeros(cr.KINDS, np.int64)
    total = count_unseen(game, rules, np.int64(game.seat), unseen)
    again = chance_to_win_again(game)
    return np.int64(cr.CHALLENGE if unseen[game.symbol] < (1.0 - again) * total else cr.ACCEPT)


@rule
def choose_bid(game, rules, mask, worth, cash, reserve):
    """Bid up to the value of the casino, keeping the reserve.

    A creditor (CR-25) counts the debt as cash, which would otherwise be lost.
    """
    if game.debtor != cr.NOBODY and game.creditor == game.seat:
        cash = cash + game.debt
        worth = max(worth, np.int64(game.debt))
    worth = min(worth, cash - reserve)
    if game.phase == phases.BID:
        return np.int64(cr.RAISE if mask[cr.RAISE] and game.price + rules.raises[0] <= worth else cr.PASS)
    best = np.int64(cr.PASS)
    for rung in range(cr.BIDS):
        if mask[cr.BID + rung] and rules.bids[rung] <= worth:
            best = np.int64(cr.BID + rung)
    return best


@rule
def first_legal(mask):
    """The first legal action."""
    action = np.int64(0)
    while not mask[action]:
        action += 1
    return action


@rule
def choose_discard(mask):
    """Blank cards first, since a card with a symbol may still become a true one."""
    kind = np.int64(cr.KINDS - 1)
    while not mask[cr.DISCARD + kind]:
        kind -= 1
    return cr.DISCARD + kind


@rule
def choose_greedy(policy, game, rules, mask, luck):
    seat = np.int64(game.seat)
    phase = game.phase
    cash = np.int64(game.cash[seat])
    casinos = casinos_of(game, seat)
    rich = cash >= RESERVE
    if phase == phases.TURN_START:
        return np.int64(cr.ANNOUNCE if mask[cr.ANNOUNCE] else cr.ROLL)
    if phase == phases.MOVE:
        return choose_move(game, rules, mask, casinos, rich)
    if phase == phases.BUY_CASINO:
        return np.int64(cr.BUY if rich else cr.DECLINE)
    if phase == phases.BUY_BLUFF:
        return np.int64(cr.BUY if rich and game.hand_count[seat] < 2 else cr.DECLINE)
    if phase == phases.BLUFF_LAY:
        return choose_card(game, mask)
    if phase == phases.BLUFF_ANSWER:
        return choose_answer(game, rules)
    if phase == phases.SLAM_OFFER:
        return np.int64(cr.PLAY if min(np.int64(game.bank), rules.slam_prizes[0]) > 2 * rules.slam_gift else cr.TAKE)
    if phase == phases.TAKEOVER_OFFER:
        return choose_takeover(game, rules, mask, casinos)
    if phase == phases.FORFEIT:
        casino, _ = best_casino(rules, casinos, mask, 1)
        return cr.CASINO + casino
    if phase == phases.SELL:
        casino, _ = best_casino(rules, casinos, mask, -1)
        return cr.CASINO + casino
    if phase == phases.BID or phase == phases.SEALED_BID:
        worth = np.int64(WORTH[progress(rules, casinos, np.int64(game.lot))])
        return choose_bid(game, rules, mask, worth, cash, RESERVE)
    if phase == phases.STAKE:
        return np.int64(cr.STAKE if mask[cr.STAKE] else first_legal(mask))
    if phase == phases.DISCARD:
        return choose_discard(mask)
    # Place, combination, leave out, game, stop, roll again: the first action is the most careful.
    return first_legal(mask)


GREEDY = policy_type("cash_and_run_greedy", choose_greedy)

register(
    "cash_and_run",
    "greedy",
    lambda: CompiledAgent("greedy", GREEDY),
    "Buys, bids for and takes over whatever brings it closer to a combination, and announces as soon as it can; stakes "
    "little and lays only true bluff cards.",
)
