"""The rewards: what a learner is paid.

This is the one place where a reward is defined: its name and meaning in `REWARDS`, its value in `payoff_of`.  The
config of every ruleset offers all of them as the option `reward`, and hands the compiled code their number.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.kernel.dispatch import money, score

REWARDS = {
    "win": "the seat's share of the win minus 1/players, paid at the end",
    "rank": "linear in the final rank, from +1 for the first seat to −1 for the last, ties averaged, paid at the end",
    "money": "the ruleset's own currency, paid whenever it changes",
}
WIN, RANK, MONEY = range(len(REWARDS))


@rule
def payoff_of(game, rules, seat):
    """The total that a seat has been paid so far under the reward option."""
    if rules.reward == MONEY:
        return money(game, rules, seat)
    if not game.over:
        return 0.0
    better, equal = standing(game, rules, seat)
    if rules.reward == WIN:
        return win_share(better, equal) - 1.0 / rules.players
    return rank(better, equal, rules.players)


@hot_rule
def is_paid_now(game, rules):
    """Whether payoffs can have changed: only "money" pays before the end."""
    return rules.reward == MONEY or game.over != 0


@hot_rule
def pay(game, rules, rewards, payoffs):
    """Bring the payoffs up to date; the reward of a step is the change of the payoff."""
    if is_paid_now(game, rules):
        for seat in range(rules.players):
            new = np.float32(payoff_of(game, rules, seat))
            rewards[seat] = new - payoffs[seat]
            payoffs[seat] = new
    else:
        for seat in range(rules.players):
            rewards[seat] = np.float32(0.0)


@rule
def standing(game, rules, seat):
    """How many seats score more than this one, and how many score the same, itself included."""
    own = score(game, rules, seat)
    better = 0
    equal = 0
    for other in range(rules.players):
        points = score(game, rules, other)
        better += points > own
        equal += points == own
    return better, equal


@hot_rule
def win_share(better, equal):
    """Seats that tie for the win share it."""
    return 1.0 / equal if better == 0 else 0.0


@hot_rule
def rank(better, equal, players):
    """Seats that tie get the mean of their ranks."""
    return 1.0 - (2.0 * better + equal - 1.0) / (players - 1)
