"""Compiled agents in many games."""

from __future__ import annotations

import numpy as np
from numba.extending import overload

from vegas_env.kernel import dispatch
from vegas_env.kernel.batch import settle
from vegas_env.kernel.cache import agent_kernel, rule
from vegas_env.kernel.dispatch import apply, choose, legal, opened, resample_hidden, round_of
from vegas_env.kernel.streams import agent_stream


@agent_kernel
def choose_many(policy, records, rulebook, masks, luck, actions):
    """The actions of a compiled agent in positions whose hidden information is already resampled for it."""
    rules = opened(rulebook)
    scratch = np.empty_like(records[:1])
    for j in range(len(records)):
        scratch[0] = records[j]
        actions[j] = choose(policy[0], scratch[0], rules, masks[j].row, luck[j])


@agent_kernel
def play_policy(rows, rulebook, state, policy, owners, owner, mask):
    """Let a compiled agent decide in these games for as long as owners[game, seat] is its number."""
    rules = opened(rulebook)
    records, luck, keys, episodes, moves = state
    scratch = np.empty_like(records[:1])
    own_luck = np.empty_like(luck[:1])
    for j in range(len(rows)):
        i = rows[j]
        game = records[i]
        while not game.over and owners[i, game.seat] == owner:
            legal(game, rules, mask[0].row)
            scratch[0] = records[i]
            own_luck[0].luck = agent_stream(keys[i], episodes[i], moves[i])
            resample_hidden(scratch[0], rules, np.int64(game.seat), own_luck[0])
            apply(game, rules, choose(policy[0], scratch[0], rules, mask[0].row, own_luck[0]))
            settle(game, rules, luck[i])
            moves[i] += 1


# --- ratings ------------------------------------------------------------------------------------------------


def rate(policy, game, rules, mask, luck, ratings):
    """Write a compiled agent's rating of every action into `ratings`.

    The action it would take is rated 0, other legal actions below 0 by how much worse they seem, illegal ones 0.  An
    agent without ratings of its own rates all other legal actions -1.
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
    """Rate one action 0 and all other legal ones -1."""
    for action in range(len(ratings)):
        ratings[action] = -1.0 if mask[action] and action != chosen else 0.0


@agent_kernel
def rate_many(policy, records, rulebook, masks, luck, ratings):
    """The ratings of a compiled agent in positions whose hidden information is already resampled for it."""
    rules = opened(rulebook)
    scratch = np.empty_like(records[:1])
    for j in range(len(records)):
        scratch[0] = records[j]
        rate(policy[0], scratch[0], rules, masks[j].row, luck[j], ratings[j])


# --- simulated games ----------------------------------------------------------------------------------------


def decide(policy, game, rules, mask, luck, scratch):
    """The action of a compiled agent that may know only its own side of the game; the game is not changed.

    An agent registered as blind reads the mask alone: the game is neither copied nor resampled for it.
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
    """Play on with compiled agents, `own` in one seat and `policy` in all others; returns the number of decisions.

    Stops at the end of the game, at the end of round `last_round` or after `horizon` decisions.
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
