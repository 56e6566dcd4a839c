"""Compiled agents in many games: what `batch` is for the rules, with the same conventions."""

from __future__ import annotations

import numpy as np
from numba.extending import overload

from vegas_env.kernel import dispatch
from vegas_env.kernel.batch import agent_stream, settle
from vegas_env.kernel.cache import agent_kernel, rule
from vegas_env.kernel.dispatch import apply, choose, legal, opened, resample_hidden, round_of


@agent_kernel
def choose_many(policy, records, rulebook, masks, luck, actions):
    """The actions of a compiled agent in positions that were already redealt for it."""
    rules = opened(rulebook)
    scratch = np.empty_like(records[:1])
    for j in range(len(records)):
        scratch[0] = records[j]
        actions[j] = choose(policy[0], scratch[0], rules, masks[j].row, luck[j])


@agent_kernel
def play(rows, policy, me, owners, records, rulebook, luck, keys, episodes, moves, mask):
    """Let a compiled agent decide wherever it is in charge (owners[game, seat] == me) until somebody else is."""
    rules = opened(rulebook)
    scratch = np.empty_like(records[:1])
    own_luck = np.empty_like(luck[:1])
    for i in rows:
        game = records[i]
        while not game.over and owners[i, game.seat] == me:
            legal(game, rules, mask[0].row)
            scratch[0] = records[i]
            own_luck[0].luck = agent_stream(keys[i], episodes[i], moves[i])
            resample_hidden(scratch[0], rules, np.int64(game.seat), own_luck[0])
            apply(game, rules, choose(policy[0], scratch[0], rules, mask[0].row, own_luck[0]))
            settle(game, rules, luck[i])
            moves[i] += 1


# --- what they think of each action -------------------------------------------------------------------------


def rate(policy, game, rules, mask, luck, ratings):
    """What a compiled agent thinks of all actions, into `ratings`: 0 of the one that it takes, and of other legal ones
    how much worse they seem to it, below 0.  An agent that does not say rates all others -1.
    """


@overload(rate)
def _rate(policy, game, rules, mask, luck, ratings):
    def by_choice(policy, game, rules, mask, luck, ratings):
        prefer(choose(policy, game, rules, mask, luck), mask, ratings)

    if not dispatch.has(policy, "rate"):
        return by_choice
    function = dispatch.find(policy, "rate")
    return lambda policy, game, rules, mask, luck, ratings: function(policy, game, rules, mask, luck, ratings)


@rule
def prefer(chosen, mask, ratings):
    """One action, and none of the others more than any other."""
    for action in range(len(ratings)):
        ratings[action] = -1.0 if mask[action] and action != chosen else 0.0


@agent_kernel
def rate_many(policy, records, rulebook, masks, luck, ratings):
    """What a compiled agent thinks of all actions in positions that were already redealt for it."""
    rules = opened(rulebook)
    scratch = np.empty_like(records[:1])
    for j in range(len(records)):
        scratch[0] = records[j]
        rate(policy[0], scratch[0], rules, masks[j].row, luck[j], ratings[j])


# --- games that are only imagined ---------------------------------------------------------------------------


def decide(policy, game, rules, mask, luck, scratch):
    """What a compiled agent does in a game of which it may know only its own side; the game is not changed.

    An agent that is registered as blind sees the mask alone: no copy is needed, nothing is to be hidden.
    """


@overload(decide)
def _decide(policy, game, rules, mask, luck, scratch):
    def at_once(policy, game, rules, mask, luck, scratch):
        return choose(policy, game, rules, mask, luck)

    def in_a_copy(policy, game, rules, mask, luck, scratch):
        scratch[0] = game
        resample_hidden(scratch[0], rules, np.int64(game.seat), luck)
        return choose(policy, scratch[0], rules, mask, luck)

    return at_once if dispatch.has(policy, "blind") else in_a_copy


@rule
def roll_out(policy, own, seat, game, rules, luck, mask, scratch, horizon, last_round):
    """Let compiled agents play, `own` for one seat and `policy` for all others: to the end, to the end of a round or
    for `horizon` decisions; returns how many they made.
    """
    decisions = 0
    while not game.over and decisions < horizon and round_of(game, rules) <= last_round:
        legal(game, rules, mask)
        if game.seat == seat:
            action = decide(own, game, rules, mask, luck, scratch)
        else:
            action = decide(policy, game, rules, mask, luck, scratch)
        apply(game, rules, action)
        settle(game, rules, luck)
        decisions += 1
    return decisions
