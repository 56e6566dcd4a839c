"""The loops over many games, written once for all rulesets.

`rows` are the numbers of the games to work on, always listed one by one: an empty array means no game.  Nothing is
shared between games, so slices of `rows` can run in threads.

`rulebook` is what a ruleset makes of a config; `opened`, it is the `rules` that the rule functions read.
`workspace` is one record with the scales of an observation and room for its whole numbers.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel.cache import hot_rule, kernel, rule
from vegas_env.kernel.dispatch import (
    apply,
    apply_chance,
    deal,
    legal,
    must_decide,
    observe,
    opened,
    resample_hidden,
    sample_chance,
)
from vegas_env.kernel.rewards import pay, standing, win_share
from vegas_env.kernel.streams import deal_stream

# --- one game -----------------------------------------------------------------------------------------------


@hot_rule
def settle(game, rules, luck):
    """Play all pending chance events, until a seat must decide or the game is over."""
    while game.chance != 0:
        apply_chance(game, rules, sample_chance(game, rules, luck))


@rule
def start_episode(game, rules, luck, key, episode, rewards, payoffs):
    """Deal a new game and play it up to its first decision."""
    luck.luck = deal_stream(key, episode)
    deal(game, rules)
    settle(game, rules, luck)
    payoffs[:] = np.float32(0.0)
    pay(game, rules, rewards, payoffs)
    rewards[:] = np.float32(0.0)


@hot_rule
def write_observation(game, rules, seat, workspace, observation):
    """The observation of a seat: whole numbers first, then all floats in one vectorised pass."""
    scale, seen = workspace.scale, workspace.seen
    observe(game, rules, seat, seen)
    for i in range(len(scale)):
        observation[i] = np.float32(seen[i]) * scale[i]


@hot_rule
def write_views(game, rules, observing, workspace, mask, observation):
    """Mask and, if wanted, observation of the deciding seat; zeros once the game is over."""
    if game.over:
        mask[:] = 0
        if observing:
            observation[:] = np.float32(0.0)
    else:
        legal(game, rules, mask)
        if observing:
            write_observation(game, rules, np.int64(game.seat), workspace, observation)


# --- many games: state and views ----------------------------------------------------------------------------


@kernel
def deal_many(rows, rulebook, workspace, state, views):
    """Start the next episode of games."""
    rules = opened(rulebook)
    room = workspace.copy()  # each thread needs its own
    records, luck, keys, episodes, moves = state
    masks, observations, rewards, payoffs, seats, over = views
    observing = len(observations) >= len(records)
    for j in range(len(rows)):
        i = rows[j]
        game = records[i]
        episodes[i] += 1
        moves[i] = 0
        start_episode(game, rules, luck[i], keys[i], episodes[i], rewards[i].row, payoffs[i].row)
        seats[i] = game.seat
        over[i] = game.over != 0
        write_views(game, rules, observing, room[0], masks[i].row, observations[i * observing].row)


@kernel
def step_many(rows, rulebook, workspace, state, views, actions):
    """One legal decision in each game, and all chance events that follow."""
    rules = opened(rulebook)
    room = workspace.copy()  # each thread needs its own
    records, luck, _, _, moves = state
    masks, observations, rewards, payoffs, seats, over = views
    observing = len(observations) >= len(records)
    for j in range(len(rows)):
        i = rows[j]
        game = records[i]
        apply(game, rules, actions[j])
        settle(game, rules, luck[i])
        moves[i] += 1
        pay(game, rules, rewards[i].row, payoffs[i].row)
        seats[i] = game.seat
        over[i] = game.over != 0
        write_views(game, rules, observing, room[0], masks[i].row, observations[i * observing].row)


@kernel
def refresh_many(rows, rulebook, workspace, state, views):
    """Recompute the views of games whose state was set from outside or advanced by `play_many`."""
    rules = opened(rulebook)
    room = workspace.copy()  # each thread needs its own
    records = state.records
    masks, observations, rewards, payoffs, seats, over = views
    observing = len(observations) >= len(records)
    for j in range(len(rows)):
        i = rows[j]
        game = records[i]
        pay(game, rules, rewards[i].row, payoffs[i].row)
        seats[i] = game.seat
        over[i] = game.over != 0
        write_views(game, rules, observing, room[0], masks[i].row, observations[i * observing].row)


@kernel
def step_current_players(
    rows, rulebook, workspace, state, views, actions, same_step, final_observations, reward, done, observers
):
    """A step of the deciding seat of every game with autoreset, as vector environments need it, in one pass.

    A game that ended in the step before starts its next episode instead.  A game that ends now shows the last
    observation of the seat that ended it: in place of the next one or, with `same_step`, in `final_observations`,
    and then starts its next episode at once.
    """
    rules = opened(rulebook)
    room = workspace.copy()  # each thread needs its own
    records, luck, keys, episodes, moves = state
    masks, observations, rewards, payoffs, seats, over = views
    for j in range(len(rows)):
        i = rows[j]
        game = records[i]
        acted = np.int64(game.seat)
        restarts = over[i]
        done[i] = False
        reward[i] = np.float32(0.0)
        if not restarts:
            apply(game, rules, actions[j])
            settle(game, rules, luck[i])
            moves[i] += 1
            pay(game, rules, rewards[i].row, payoffs[i].row)
            reward[i] = rewards[i].row[acted]
            done[i] = game.over != 0
            if game.over and same_step:
                write_observation(game, rules, acted, room[0], final_observations[i].row)
                restarts = True
        if restarts:
            episodes[i] += 1
            moves[i] = 0
            start_episode(game, rules, luck[i], keys[i], episodes[i], rewards[i].row, payoffs[i].row)
        seats[i] = game.seat
        over[i] = game.over != 0
        if game.over:
            masks[i].row[:] = 0
            write_observation(game, rules, acted, room[0], observations[i].row)
            observers[i] = acted
        else:
            write_views(game, rules, True, room[0], masks[i].row, observations[i].row)
            observers[i] = game.seat


@kernel
def first_illegal(rows, masks, actions):
    """The place in `rows` of the first game whose action is not legal, or -1."""
    for j in range(len(rows)):
        mask = masks[rows[j]].row
        action = actions[j]
        if action < 0 or action >= len(mask) or not mask[action]:
            return j
    return -1


@kernel
def first_illegal_running(rows, views, actions):
    """Like `first_illegal`, but games that are over accept any action."""
    for j in range(len(rows)):
        i = rows[j]
        mask = views.masks[i].row
        action = actions[j]
        if not views.over[i] and (action < 0 or action >= len(mask) or not mask[action]):
            return j
    return -1


# --- many games: state alone --------------------------------------------------------------------------------


@kernel
def play_many(rows, rulebook, state, actions):
    """Like `step_many`, but without the views."""
    rules = opened(rulebook)
    for j in range(len(rows)):
        i = rows[j]
        apply(state.records[i], rules, actions[j])
        settle(state.records[i], rules, state.luck[i])
        state.moves[i] += 1


@kernel
def observe_many(rows, rulebook, workspace, state, seats, observations):
    """What the seat seats[j] observes in game rows[j]."""
    rules = opened(rulebook)
    room = workspace.copy()  # each thread needs its own
    for j in range(len(rows)):
        write_observation(state.records[rows[j]], rules, np.int64(seats[j]), room[0], observations[j].row)


@kernel
def legal_many(rows, rulebook, state, masks):
    """The legal actions of the deciding seats."""
    rules = opened(rulebook)
    for j in range(len(rows)):
        legal(state.records[rows[j]], rules, masks[j].row)


@kernel
def legal_by_seat(row, rulebook, state, masks):
    """In one game: the legal actions of every seat that must decide, none of the others."""
    rules = opened(rulebook)
    copy = state.records[row : row + 1].copy()
    for seat in range(rules.players):
        masks[seat].row[:] = 0
        if not copy[0].over and must_decide(state.records[row], rules, seat):
            copy[0] = state.records[row]
            copy[0].seat = seat
            legal(copy[0], rules, masks[seat].row)


@kernel
def resample_many(rows, rulebook, state, luck, copies):
    """Copies of games in which everything that the deciding seat cannot know is resampled."""
    rules = opened(rulebook)
    for j in range(len(rows)):
        copies[j] = state.records[rows[j]]
        if not copies[j].over:
            resample_hidden(copies[j], rules, np.int64(copies[j].seat), luck[j])


@kernel
def pay_many(records, rulebook, rewards, payoffs):
    """What games have paid so far, under any rules of reward."""
    rules = opened(rulebook)
    for i in range(len(records)):
        pay(records[i], rules, rewards[i].row, payoffs[i].row)


@kernel
def share_many(records, rulebook, shares):
    """(n, P) each seat's share of the win; zeros before the end."""
    rules = opened(rulebook)
    for i in range(len(records)):
        for seat in range(rules.players):
            shares[i, seat] = 0.0
            if records[i].over:
                better, equal = standing(records[i], rules, seat)
                shares[i, seat] = win_share(better, equal)


@kernel
def play_out(rows, rulebook, state, mask):
    """Play games to their end with random actions, without views; returns the number of decisions."""
    rules = opened(rulebook)
    records, luck = state.records, state.luck
    stream = luck[:1].copy()  # separate from the games: the compiler then knows that drawing does not change them
    decisions = 0
    for j in range(len(rows)):
        i = rows[j]
        game = records[i]
        stream[0] = luck[i]
        while not game.over:
            legal(game, rules, mask[0].row)
            apply(game, rules, lucks.pick_legal(stream[0], mask[0].row))
            settle(game, rules, stream[0])
            decisions += 1
        luck[i] = stream[0]
    return decisions
