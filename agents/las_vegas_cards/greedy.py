"""Money now: what dice gain if the casinos pay at once, and the agent that maximises its own gain of this kind."""

from __future__ import annotations

import numpy as np

from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.las_vegas_cards.selections import (
    best_selection,
    chip_action,
    chip_gain,
    dice_of,
    no_gains,
    no_room,
)
from vegas_env.agents.registry import register
from vegas_env.agents.shared.forecast import payout_now
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.shared.banknotes import CASINOS


@rule
def own_payout(game, rules, casino):
    return payout_now(game.laid, rules.players, game.notes, casino, np.int64(game.seat))


@rule
def others_payout(game, rules, casino):
    paid = np.int64(0)
    for seat in range(rules.players):
        if seat != game.seat:
            paid += payout_now(game.laid, rules.players, game.notes, casino, seat)
    return paid


@rule
def gains_now(game, rules, own, others):
    """[casino, dice]: the change in payouts if the casinos paid at once, with weight `own` on the seat's own money and
    `others` on that of the others.
    """
    gains = no_gains()
    laid, seat = game.laid, np.int64(game.seat)
    for casino in range(CASINOS):
        before = own * own_payout(game, rules, casino) + others * others_payout(game, rules, casino)
        already = laid[seat, casino]
        for dice in range(1, dice_of(game.hand[seat], casino) + 1):
            laid[seat, casino] = already + dice
            after = own * own_payout(game, rules, casino) + others * others_payout(game, rules, casino)
            gains[casino, dice] = after - before + own * chip_gain(game, rules, casino, dice)
        laid[seat, casino] = already
    return gains


@rule
def choose_greedy(policy, game, rules, mask, luck):
    if game.casino >= 0:
        return chip_action(game, rules)
    return best_selection(mask, gains_now(game, rules, 1.0, 0.0), no_room())


GREEDY = policy_type("las_vegas_cards_greedy", choose_greedy)

register(
    "las_vegas_cards",
    "greedy",
    lambda: CompiledAgent("greedy", GREEDY),
    "Lays the cards that add most to its own payout if the casinos paid now; ties go to the fewest cards.",
)
