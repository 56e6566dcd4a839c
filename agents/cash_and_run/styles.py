"""Styles of play for Cash & Run: one policy that decides by estimates, with settings that make it careful, aggressive
or deceptive.
"""

from __future__ import annotations

import numpy as np

from vegas_env.agents.authoring import compiled_factory, policy_type
from vegas_env.agents.cash_and_run.estimates import (
    DENIED,
    chance_card_is_true,
    chance_of_takeover,
    chance_to_win,
    chance_to_win_again,
    gain_of_taking,
    game_to_break,
    greatest_loss,
    stake_to_break,
    worth_to,
    worth_to_others,
)
from vegas_env.agents.cash_and_run.greedy import choose_bid, choose_discard, first_legal
from vegas_env.agents.registry import register
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run import record as cr
from vegas_env.rulesets.cash_and_run.spaces import takeover_targets

EXTRA_ROLL = 1.0  # value of rolling again (CR-9)

# The settings with their types; all of them are options of every style.
SETTINGS = (
    ("reserve", np.int64),  # cash that it does not spend on purchases and bids
    ("bids", np.float64),  # share of a casino's value that it bids
    ("raids", np.float64),  # the expected gain that it asks of a takeover
    ("dares", np.float64),  # share of its cash that it stakes to break an owner
    ("cards", np.int64),  # bluff cards that it wants to hold
    ("lies", np.int64),  # false cards that it lays: 0 none, 1 blank ones only, which have no other use, 2 any
    ("suspects", np.float64),  # the probability that it assumes others lay a false card if they have no true one
    ("plays", np.int64),  # 1: plays the Grand Slam instead of taking the gift
)

# Their values in a style that does not set them.
DEFAULTS: dict[str, float] = {
    "reserve": 6,
    "bids": 1.0,
    "raids": 0.0,
    "dares": 0.0,
    "cards": 2,
    "lies": 0,
    "suspects": 1.0,
    "plays": 1,
}


# --- the turn -----------------------------------------------------------------------------------------------


@rule
def rate_takeover(game, rules, seat, casino, symbol):
    """CR-19: the expected gain of a takeover, including the fee and the casino that may be lost."""
    chance = chance_of_takeover(game, seat, symbol)
    return (
        chance * gain_of_taking(game, rules, seat, casino)
        - (1.0 - chance) * greatest_loss(game, rules, seat)
        - rules.takeover_price
    )


@rule
def best_takeover(game, rules, seat, symbol):
    """The casino with the highest expected gain of a takeover, and that gain; -1 if there is none to take."""
    targets = takeover_targets(game, seat)
    best, most = np.int64(-1), -1000.0
    for casino in range(cr.CASINOS):
        if (targets >> casino) & 1:
            value = rate_takeover(game, rules, seat, casino, symbol)
            if value > most:
                best, most = np.int64(casino), value
    return best, most


@rule
def rate_break(policy, game, rules, seat, casino):
    """The expected gain of breaking the owner of a casino: it is auctioned, and the debt counts as a bid."""
    owner = np.int64(game.owner[casino])
    symbol = np.int64(casino % cr.SYMBOLS)
    number = game_to_break(game, owner, symbol, policy.dares * game.cash[seat])
    if number < 0:
        return 0.0
    return chance_to_win(symbol, number) * gain_of_taking(game, rules, seat, casino)


@rule
def rate_space(policy, game, rules, seat, space):
    """CR-10: the expected gain of moving to a space."""
    kind, detail = rules.space_kind[space], rules.space_detail[space]
    if kind == cr.CASINO_SPACE:
        owner = game.owner[detail]
        if owner == seat:
            return EXTRA_ROLL
        if owner != cr.NOBODY:
            return rate_break(policy, game, rules, seat, detail)
        if game.cash[seat] < rules.casino_price:
            return 0.0
        return rate_purchase(game, rules, seat, detail) - rules.casino_price
    if kind == cr.GRAND_SLAM_SPACE:
        return np.float64(min(np.int64(game.bank), rules.slam_gift))
    if kind == cr.TAKEOVER_SPACE and game.cash[seat] >= rules.takeover_price and greatest_loss(game, rules, seat) > 0:
        _, value = best_takeover(game, rules, seat, detail)
        return value - policy.raids
    return 0.0


@rule
def choose_space(policy, game, rules, mask, seat):
    best, most = np.int64(cr.MOVE + game.position[seat]), 0.0
    for space in range(cr.SPACES):
        if mask[cr.MOVE + space]:
            value = rate_space(policy, game, rules, seat, space)
            if value > most:
                best, most = np.int64(cr.MOVE + space), value
    return best


@rule
def rate_purchase(game, rules, seat, casino):
    """The value of a free or offered casino: to the seat itself, and of keeping it from the others."""
    return worth_to(game, rules, seat, casino) + DENIED * worth_to_others(game, rules, seat, casino)


@rule
def choose_purchase(policy, game, rules, seat):
    """CR-11: buy if the reserve stays untouched, or if the casino is worth more than the reserve."""
    worth = worth_to(game, rules, seat, rules.space_detail[game.position[seat]])
    affordable = game.cash[seat] - rules.casino_price >= policy.reserve
    return np.int64(cr.BUY if affordable or worth > policy.reserve else cr.DECLINE)


@rule
def choose_takeover(policy, game, rules, mask, seat):
    casino, value = best_takeover(game, rules, seat, rules.space_detail[game.position[seat]])
    return cr.CASINO + casino if value > policy.raids else np.int64(cr.DECLINE)


# --- games --------------------------------------------------------------------------------------------------


@rule
def choose_game(policy, game, seat):
    """The game most likely to break the owner; else the first, which loses least at a time."""
    number = game_to_break(game, np.int64(game.opponent), np.int64(game.symbol), policy.dares * game.cash[seat])
    return cr.PICK + max(number, np.int64(0))


@rule
def choose_stake(policy, game, rules, mask, seat):
    """The stake that breaks the owner, if it dares that much; else the least."""
    amount = stake_to_break(game, np.int64(game.opponent), np.int64(game.symbol), np.int64(game.game))
    if amount <= policy.dares * game.cash[seat]:
        if mask[cr.BREAK]:
            return np.int64(cr.BREAK)
        for rung in range(cr.STAKES):
            if mask[cr.STAKE + rung] and rules.stakes[rung] >= amount:
                return np.int64(cr.STAKE + rung)
        if mask[cr.ALL_IN]:
            return np.int64(cr.ALL_IN)
    return np.int64(cr.STAKE if mask[cr.STAKE] else first_legal(mask))


@rule
def choose_card(policy, game, mask):
    """CR-14: a true card; a liar also lays a false one, blank ones first, since the game is lost anyway."""
    if mask[cr.LAY + game.symbol]:
        return np.int64(cr.LAY + game.symbol)
    blank = cr.KINDS - 1
    for kind in range(blank, -1, -1):
        if mask[cr.LAY + kind] and (policy.lies == 2 or (policy.lies == 1 and kind == blank)):
            return np.int64(cr.LAY + kind)
    return np.int64(cr.NO_BLUFF)


@rule
def choose_answer(policy, game, rules, seat):
    """CR-14: challenge if the card is more likely false than the game is to be won again."""
    false = 1.0 - chance_card_is_true(game, rules, seat, policy.suspects)
    return np.int64(cr.CHALLENGE if false > chance_to_win_again(game) else cr.ACCEPT)


@rule
def choose_forfeit(game, rules, mask, seat):
    """CR-19: of the challenger's casinos, the one with the highest gain for the seat and loss for the challenger."""
    best, most = np.int64(-1), -1.0
    for casino in range(cr.CASINOS):
        if mask[cr.CASINO + casino]:
            value = gain_of_taking(game, rules, seat, casino)
            if value > most:
                best, most = np.int64(cr.CASINO + casino), value
    return best


@rule
def choose_sale(game, rules, mask, seat):
    """The least valuable casino."""
    best, least = np.int64(-1), 1000.0
    for casino in range(cr.CASINOS):
        if mask[cr.CASINO + casino]:
            value = worth_to(game, rules, seat, casino)
            if value < least:
                best, least = np.int64(cr.CASINO + casino), value
    return best


@rule
def plays_on(policy, game, rules, step):
    """CR-18: whether the next step, won with probability one half, is worth more than what is certain."""
    certain = rules.slam_gift if step == 0 else rules.slam_prizes[step - 1]
    bank = np.int64(game.bank)
    return policy.plays == 1 and min(rules.slam_prizes[step], bank) > 2 * min(certain, bank)


@rule
def choose_in_style(policy, game, rules, mask, luck):
    seat = np.int64(game.seat)
    phase = game.phase
    cash = np.int64(game.cash[seat])
    if phase == phases.TURN_START:
        return np.int64(cr.ANNOUNCE if mask[cr.ANNOUNCE] else cr.ROLL)
    if phase == phases.MOVE:
        return choose_space(policy, game, rules, mask, seat)
    if phase == phases.BUY_CASINO:
        return choose_purchase(policy, game, rules, seat)
    if phase == phases.BUY_BLUFF:
        wanted = game.hand_count[seat] < policy.cards and cash - rules.bluff_price >= policy.reserve
        return np.int64(cr.BUY if wanted else cr.DECLINE)
    if phase == phases.PICK_GAME:
        return choose_game(policy, game, seat)
    if phase == phases.STAKE:
        return choose_stake(policy, game, rules, mask, seat)
    if phase == phases.BLUFF_LAY:
        return choose_card(policy, game, mask)
    if phase == phases.BLUFF_ANSWER:
        return choose_answer(policy, game, rules, seat)
    if phase == phases.SLAM_OFFER:
        return np.int64(cr.PLAY if plays_on(policy, game, rules, np.int64(0)) else cr.TAKE)
    if phase == phases.SLAM_ON:
        return np.int64(cr.GO_ON if plays_on(policy, game, rules, np.int64(game.slam)) else cr.STOP)
    if phase == phases.TAKEOVER_OFFER:
        return choose_takeover(policy, game, rules, mask, seat)
    if phase == phases.FORFEIT:
        return choose_forfeit(game, rules, mask, seat)
    if phase == phases.SELL:
        return choose_sale(game, rules, mask, seat)
    if phase == phases.BID or phase == phases.SEALED_BID:
        worth = np.int64(policy.bids * rate_purchase(game, rules, seat, np.int64(game.lot)))
        return choose_bid(game, rules, mask, worth, cash, policy.reserve)
    if phase == phases.DISCARD:
        return choose_discard(mask)
    # Place, combination, leave out, roll again: any action is as good.
    return first_legal(mask)


STYLE = policy_type("cash_and_run_style", choose_in_style, *SETTINGS)


# --- the styles ---------------------------------------------------------------------------------------------


def register_style(name: str, description: str, **settings: float) -> None:
    """Register a style with these settings, which become the default values of its options."""
    register(
        "cash_and_run", name, compiled_factory(name, STYLE, {**DEFAULTS, **settings}, module=__name__), description
    )


register_style(
    "tight",
    "Keeps its cash: buys only from plenty, passes in auctions, stakes the minimum, takes gifts, and takes over only "
    "for a high expected gain.",
    reserve=24,
    bids=0.0,
    raids=5.0,
    cards=1,
    plays=0,
)
register_style(
    "breaker",
    "Stakes up to half of its cash to break the owner of a casino, and takes over at the slightest prospect of gain.",
    dares=0.5,
    raids=-2.0,
)
register_style(
    "value_bidder",
    "Bids up to the value of a casino to itself plus that of keeping it from others, and buys and takes over by the "
    "same estimate.",
    reserve=2,
)
register_style(
    "bluffer",
    "Collects bluff cards, lays false ones too, and judges the cards of others by the odds of those it has not seen.",
    cards=3,
    lies=2,
    suspects=0.5,
)
register_style(
    "racer",
    "Heads for the final lap: spends all its cash on casinos, and takes over even at an expected loss.",
    reserve=0,
    bids=2.0,
    raids=-4.0,
    cards=0,
)
