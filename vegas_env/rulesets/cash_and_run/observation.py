"""The observation of a seat in Cash & Run.

Seats are relative: the observer first, then the others clockwise.  The throws of an All play are not observed: it has
ended, up to a debt, before the next decision.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.kernel.simd import equal8
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run.hidden import can_bid, count_unseen, hides_card, knows_bottom, must_decide
from vegas_env.rulesets.cash_and_run.record import (
    BLUFF_CARDS,
    CASINOS,
    DEPTH,
    FRAMES,
    HAND,
    KINDS,
    LONGEST_GAME,
    MOST_BANK,
    MOST_MONEY,
    NOBODY,
    SEATS,
    SLAM_STEPS,
    SPACES,
    SYMBOLS,
    VISIT,
)
from vegas_env.rulesets.cash_and_run.table import laid_casinos
from vegas_env.rulesets.shared.seats import clockwise, distance
from vegas_env.spec import Slice, layout, starts

MILLIONTH = 0.05
FARTHEST = SPACES + 11  # steps of a lap: at most 35, then a roll of twelve
OWED = 5 * MOST_MONEY
MOST_BID = MOST_MONEY + OWED

SLICES = layout(
    Slice("turns_left", (1,), "turns left, this one included / 1000", 0.001, high=LONGEST_GAME),
    Slice("players", (1,), "players at the start / 6", 1 / 6, high=SEATS),
    Slice("phase", (len(phases.PHASES),), "one-hot phase"),
    Slice("open", (len(FRAMES),), f"open situations: {', '.join(FRAMES.values())}"),
    Slice("must_decide", (SEATS,), "seats that decide now; in a sealed auction, all seats that can bid"),
    Slice("turn", (SEATS,), "the turn player"),
    Slice("extra", (1,), "an extra roll is due after this space"),
    Slice("ran", (1,), "the turn player was on a final lap when the turn began"),
    Slice("slam", (1,), "steps of the Grand Slam won / 3", 1 / 3, high=SLAM_STEPS),
    Slice("bank", (1,), "money of the bank in millions", MILLIONTH, high=MOST_BANK),
    Slice("pot", (1,), "money in the pot in millions", MILLIONTH, high=MOST_MONEY),
    Slice("cash", (SEATS,), "cash of each seat in millions", MILLIONTH, high=MOST_MONEY),
    Slice("casinos", (SEATS, CASINOS), "casinos of each seat"),
    Slice("laid", (CASINOS,), "casinos laid down for a final lap"),
    Slice("laying", (CASINOS,), "casinos being laid down"),
    Slice("space", (SPACES,), "space of the own pawn"),
    Slice("position", (SEATS,), "position of each pawn: (space + 1) / 36; 0 if off the board", 1 / SPACES, high=SPACES),
    Slice("running", (SEATS,), "seats on a final lap"),
    Slice("lap_steps", (SEATS,), "steps of the final lap / 36", 1 / SPACES, high=FARTHEST),
    Slice("bankrupt", (SEATS,), "order of bankruptcy / 6; 0 for a solvent seat", 1 / 6, high=SEATS),
    Slice("hand_count", (SEATS,), "bluff cards in hand / 3", 1 / 3, high=HAND + 1),
    Slice("hand", (KINDS,), "own bluff cards / 3: roulette, die, card, blank", 1 / 3, high=HAND + 1),
    Slice(
        "unseen",
        (KINDS,),
        "bluff cards of each kind whose place the observer does not know / 10",
        0.1,
        high=BLUFF_CARDS,
    ),
    Slice("stack", (2,), "bluff cards in the shuffled stack, and under it / 10", 0.1, high=BLUFF_CARDS),
    Slice(
        "bottom", (BLUFF_CARDS,), "cards under the stack: (kind + 1) / 4; 0 if unknown, or no card", 0.25, high=KINDS
    ),
    Slice("contest", (2,), "one-hot: a visit to a casino, a takeover"),
    Slice("challenger", (SEATS,), "the visitor, or the challenger in a takeover"),
    Slice("opponent", (SEATS,), "the owner"),
    Slice("casino", (CASINOS,), "the casino of the visit or takeover"),
    Slice("symbol", (SYMBOLS,), "symbol of that game: roulette, die, card"),
    Slice("game", (3,), "the game picked"),
    Slice("stake", (1,), "the stake on the table in millions", MILLIONTH, high=MOST_MONEY),
    Slice("won", (2,), "one-hot: the challenger has lost, has won"),
    Slice("card", (1,), "a bluff card lies face down"),
    Slice("own_card", (KINDS,), "kind of the face-down card, if it is the observer's own"),
    Slice("debtor", (SEATS,), "the debtor"),
    Slice("creditor", (SEATS,), "the creditor"),
    Slice("debt", (1,), "the open debt in millions", MILLIONTH, high=OWED),
    Slice("lot", (CASINOS,), "the casino being auctioned"),
    Slice("seller", (SEATS,), "the seller"),
    Slice("leader", (SEATS,), "the seat with the highest bid"),
    Slice("still_in", (SEATS,), "seats that have not passed; open auctions only"),
    Slice("price", (1,), "the current price in millions", MILLIONTH, high=MOST_BID),
    Slice("own_bid", (2,), "own sealed bid: 1 if made; its amount in millions", MILLIONTH, high=MOST_BID),
)
SIZE = SLICES["own_bid"].stop
AT = starts(SLICES)


@hot_rule
def observe(game, rules, seat, seen):
    for i in range(SIZE):
        seen[i] = 0
    _observe_progress(game, rules, seat, seen)
    _observe_casinos(game, seen)
    for relative in range(rules.players):
        _observe_seat(game, relative, clockwise(seat, relative, rules.players), seen)
    _observe_cards(game, rules, seat, seen)
    _observe_deciding(game, rules, seat, seen)
    if game.contest:
        _observe_contest(game, rules, seat, seen)
    if game.debtor != NOBODY:
        _observe_debt(game, rules, seat, seen)
    if game.lot != NOBODY:
        _observe_auction(game, rules, seat, seen)


@hot_rule
def _observe_progress(game, rules, seat, seen):
    seen[AT.turns_left] = rules.turn_limit + 1 - max(game.turn, 1)
    seen[AT.players] = rules.players
    seen[AT.phase + game.phase] = 1
    stack = game.stack
    for place in range(DEPTH):
        if stack[place] != 0:
            seen[AT.open + stack[place] - 1] = 1
    if game.turn_seat != NOBODY:
        seen[AT.turn + distance(seat, game.turn_seat, rules.players)] = 1
    seen[AT.extra] = game.extra
    seen[AT.ran] = game.ran
    seen[AT.slam] = game.slam
    seen[AT.bank] = game.bank
    seen[AT.pot] = game.pot


@hot_rule
def _observe_casinos(game, seen):
    laid = laid_casinos(game)
    if laid != 0:
        for casino in range(CASINOS):
            seen[AT.laid + casino] = (laid >> casino) & 1
    if game.laying != 0:
        for casino in range(CASINOS):
            seen[AT.laying + casino] = (game.laying >> casino) & 1


@hot_rule
def _observe_seat(game, relative, other, seen):
    for start in (0, CASINOS - 8):
        equal8(game.owner, start, np.int8(other), seen, AT.casinos + relative * CASINOS + start)
    seen[AT.cash + relative] = game.cash[other]
    seen[AT.position + relative] = game.position[other] + 1
    seen[AT.running + relative] = game.laid[other] != 0
    seen[AT.lap_steps + relative] = game.lap_steps[other]
    seen[AT.bankrupt + relative] = game.bankrupt[other]
    seen[AT.hand_count + relative] = game.hand_count[other]
    if relative == 0 and game.position[other] >= 0:
        seen[AT.space + game.position[other]] = 1


@hot_rule
def _observe_cards(game, rules, seat, seen):
    for kind in range(KINDS):
        seen[AT.hand + kind] = game.hand[seat, kind]
    count_unseen(game, rules, seat, seen[AT.unseen : AT.unseen + KINDS])
    seen[AT.stack] = game.bluff_count
    seen[AT.stack + 1] = game.bottom_count
    for place in range(game.bottom_count):
        if knows_bottom(game, place, seat):
            seen[AT.bottom + place] = game.bottom[place] + 1


@hot_rule
def _observe_deciding(game, rules, seat, seen):
    """In a sealed auction, a seat does not observe which others have already bid: bids are simultaneous."""
    if game.phase == phases.SEALED_BID:
        for other in range(rules.players):
            if can_bid(game, rules, other) and (other != seat or must_decide(game, rules, seat)):
                seen[AT.must_decide + distance(seat, other, rules.players)] = 1
    elif game.seat != NOBODY:
        seen[AT.must_decide + distance(seat, game.seat, rules.players)] = 1


@rule
def _observe_contest(game, rules, seat, seen):
    seen[AT.contest + (0 if game.contest == VISIT else 1)] = 1
    seen[AT.challenger + distance(seat, game.challenger, rules.players)] = 1
    seen[AT.opponent + distance(seat, game.opponent, rules.players)] = 1
    seen[AT.casino + game.casino] = 1
    seen[AT.symbol + game.symbol] = 1
    if game.game != NOBODY:
        seen[AT.game + game.game] = 1
    seen[AT.stake] = game.stake
    if game.won != NOBODY:
        seen[AT.won + game.won] = 1
    if game.card != NOBODY:
        seen[AT.card] = 1
        if not hides_card(game, seat):
            seen[AT.own_card + game.card] = 1


@rule
def _observe_debt(game, rules, seat, seen):
    seen[AT.debtor + distance(seat, game.debtor, rules.players)] = 1
    seen[AT.creditor + distance(seat, game.creditor, rules.players)] = 1
    seen[AT.debt] = game.debt


@rule
def _observe_auction(game, rules, seat, seen):
    seen[AT.lot + game.lot] = 1
    seen[AT.seller + distance(seat, game.seller, rules.players)] = 1
    if game.leader != NOBODY:
        seen[AT.leader + distance(seat, game.leader, rules.players)] = 1
    seen[AT.price] = game.price
    if game.phase == phases.SEALED_BID:
        if game.bids[seat] != NOBODY:
            seen[AT.own_bid] = 1
            seen[AT.own_bid + 1] = game.bids[seat]
    else:
        for other in range(rules.players):
            if (game.still_in >> other) & 1:
                seen[AT.still_in + distance(seat, other, rules.players)] = 1
