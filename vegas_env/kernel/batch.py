"""The loops over many games, written once for all rulesets.

Every function works on the games `first` … `last - 1` of a batch, or, if `index` is not empty, on the games
index[first] … index[last - 1].  Nothing here is shared between games, so that slices can run in threads.

Masks and observations come as arrays of one-field records, `masks[i].row`: unlike rows of a matrix, these have a
length that the compiler knows and need no reference counting.  `form` is one record of the observation's scales and
of room to work in.

A `rulebook` is what a ruleset makes of a config; `opened`, it is the `rules` that the rule functions read.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel.cache import hot_rule, kernel, rule
from vegas_env.kernel.dispatch import (
    apply,
    apply_chance,
    legal,
    money,
    must_decide,
    observe,
    opened,
    outcomes,
    resample_hidden,
    sample_chance,
    score,
)
from vegas_env.kernel.dispatch import (
    deal as deal_game,
)
from vegas_env.spec import REWARDS

ALL = np.zeros(0, np.int64)  # the empty index: all games

MONEY = REWARDS.index("money")
WIN = REWARDS.index("win")

# Numbers that keep the streams of one game apart (see `blend`).
_DEAL, _RESEED, _AGENT, _SEATING = 0, 1, 2, 3


# --- random streams of a game -------------------------------------------------------------------------------


@kernel
def game_keys(seeds, indices, keys):
    """What identifies game `index` of `seed`: all its streams derive from this."""
    for i in range(len(keys)):
        keys[i] = lucks.blend(lucks.mix(seeds[i]), indices[i])


@rule
def deal_stream(key, episode):
    return lucks.blend(lucks.blend(key, _DEAL), episode)


@rule
def agent_stream(key, episode, moves):
    """The luck of whoever decides now: a function of the game and the number of decisions before."""
    return lucks.blend(lucks.blend(lucks.blend(key, _AGENT), episode), moves)


@kernel
def reseed(keys, episodes, moves, luck):
    """New streams for the rest of games that are under way."""
    for i in range(len(keys)):
        luck[i].luck = lucks.blend(lucks.blend(lucks.blend(keys[i], _RESEED), episodes[i]), moves[i])


@kernel
def agent_streams(keys, episodes, moves, index, luck):
    for j in range(len(index)):
        i = index[j]
        luck[j].luck = agent_stream(keys[i], episodes[i], moves[i])


@kernel
def seating_numbers(keys, episodes, index, numbers):
    """Numbers in [0, 1), as many as wanted for each game, to draw who sits where: functions of the game alone."""
    for j in range(len(index)):
        i = index[j]
        bits = lucks.blend(lucks.blend(keys[i], _SEATING), episodes[i])
        for k in range(numbers.shape[1]):
            numbers[j, k] = lucks.as_unit(bits)
            bits = lucks.mix(bits + np.uint64(1))


# --- one game -----------------------------------------------------------------------------------------------


@hot_rule
def settle(game, rules, luck):
    """Let chance events happen until a seat must decide or the game is over."""
    while game.chance != 0:
        apply_chance(game, rules, sample_chance(game, rules, luck))


@rule
def standing(game, rules, seat):
    """How many seats stand better, and how many equally well (the seat itself among them)."""
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
    return 1.0 / equal if better == 0 else 0.0


@hot_rule
def rank(better, equal, players):
    """Linear from +1 for the first to -1 for the last; equal seats share their places."""
    return 1.0 - (2.0 * better + equal - 1.0) / (players - 1)


@rule
def payoff_of(game, rules, seat):
    """What the seat has been paid so far, by the reward option."""
    if rules.reward == MONEY:
        return money(game, rules, seat)
    if not game.over:
        return 0.0
    better, equal = standing(game, rules, seat)
    if rules.reward == WIN:
        return win_share(better, equal) - 1.0 / rules.players
    return rank(better, equal, rules.players)


@hot_rule
def pay(game, rules, rewards, payoffs):
    """reward = change of payoff; without the option "money" nothing is paid before the end."""
    if rules.reward == MONEY or game.over:
        for seat in range(rules.players):
            new = np.float32(payoff_of(game, rules, seat))
            rewards[seat] = new - payoffs[seat]
            payoffs[seat] = new
    else:
        for seat in range(rules.players):
            rewards[seat] = np.float32(0.0)


@rule
def begin(game, rules, luck, key, episode, rewards, payoffs):
    """An episode of a game, up to its first decision."""
    luck.luck = deal_stream(key, episode)
    deal_game(game, rules)
    settle(game, rules, luck)
    payoffs[:] = np.float32(0.0)
    pay(game, rules, rewards, payoffs)
    rewards[:] = np.float32(0.0)


@hot_rule
def view(game, rules, seat, scale, seen, observation):
    """The observation of a seat: whole numbers first, then all floats in one vectorised pass."""
    observe(game, rules, seat, seen)
    for i in range(len(scale)):
        observation[i] = np.float32(seen[i]) * scale[i]


@hot_rule
def show(game, rules, observing, room, mask, observation):
    """Mask and, if asked for, observation of the deciding seat; nothing, once the game is over."""
    if game.over:
        mask[:] = 0
        if observing:
            observation[:] = np.float32(0.0)
    else:
        legal(game, rules, mask)
        if observing:
            view(game, rules, np.int64(game.seat), room.scale, room.seen, observation)


# --- many games ---------------------------------------------------------------------------------------------


@kernel
def first_illegal(actions, masks, index):
    """The place of the first action that is not legal in its game, or -1."""
    for j in range(len(actions)):
        i = index[j] if len(index) > 0 else j
        action = actions[j]
        if action < 0 or action >= len(masks[i].row) or not masks[i].row[action]:
            return j
    return -1


@kernel
def deal(
    index,
    first,
    last,
    records,
    rulebook,
    form,
    luck,
    keys,
    episodes,
    moves,
    masks,
    observations,
    rewards,
    payoffs,
    seats,
    over,
):
    """Start the next episode of games."""
    rules = opened(rulebook)
    room = form.copy()  # each thread needs its own
    observing = len(observations) >= len(records)
    for j in range(first, last):
        i = index[j] if len(index) > 0 else j
        game = records[i]
        episodes[i] += 1
        moves[i] = 0
        begin(game, rules, luck[i], keys[i], episodes[i], rewards[i].row, payoffs[i].row)
        seats[i] = game.seat
        over[i] = game.over != 0
        show(game, rules, observing, room[0], masks[i].row, observations[i * observing].row)


@kernel
def step(
    index,
    first,
    last,
    records,
    rulebook,
    form,
    luck,
    moves,
    actions,
    masks,
    observations,
    rewards,
    payoffs,
    seats,
    over,
):
    """One legal decision in each game, and all chance events that follow."""
    rules = opened(rulebook)
    room = form.copy()  # each thread needs its own
    observing = len(observations) >= len(records)
    for j in range(first, last):
        i = index[j] if len(index) > 0 else j
        game = records[i]
        apply(game, rules, actions[j])
        settle(game, rules, luck[i])
        moves[i] += 1
        pay(game, rules, rewards[i].row, payoffs[i].row)
        seats[i] = game.seat
        over[i] = game.over != 0
        show(game, rules, observing, room[0], masks[i].row, observations[i * observing].row)


@kernel
def first_refused_running(actions, masks, over):
    """Like `first_refused`, but games that are over may have any action."""
    for i in range(len(actions)):
        action = actions[i]
        if not over[i] and (action < 0 or action >= len(masks[i].row) or not masks[i].row[action]):
            return i
    return -1


@kernel
def hot_step(
    index,
    first,
    last,
    records,
    rulebook,
    form,
    luck,
    keys,
    episodes,
    moves,
    actions,
    same_step,
    masks,
    observations,
    finals,
    rewards,
    payoffs,
    seats,
    over,
    reward,
    done,
    viewers,
):
    """A step for whoever acts, with everything that a vector environment needs, in one pass.

    Games that ended in the step before are dealt anew instead.  Games that end now show the last view of the seat that
    ended them: in place of the next observation, or, with `same_step`, in `finals`, and are dealt anew at once.
    """
    rules = opened(rulebook)
    room = form.copy()
    for i in range(first, last):
        game = records[i]
        acted = np.int64(game.seat)
        anew = over[i]
        done[i] = False
        reward[i] = np.float32(0.0)
        if not anew:
            apply(game, rules, actions[i])
            settle(game, rules, luck[i])
            moves[i] += 1
            pay(game, rules, rewards[i].row, payoffs[i].row)
            reward[i] = rewards[i].row[acted]
            done[i] = game.over != 0
            if game.over and same_step:
                view(game, rules, acted, room[0].scale, room[0].seen, finals[i].row)
                anew = True
        if anew:
            episodes[i] += 1
            moves[i] = 0
            begin(game, rules, luck[i], keys[i], episodes[i], rewards[i].row, payoffs[i].row)
        seats[i] = game.seat
        over[i] = game.over != 0
        if game.over:
            masks[i].row[:] = 0
            view(game, rules, acted, room[0].scale, room[0].seen, observations[i].row)
            viewers[i] = acted
        else:
            show(game, rules, True, room[0], masks[i].row, observations[i].row)
            viewers[i] = game.seat


@kernel
def look(index, first, last, records, rulebook, form, viewers, observations):
    """What the seat viewers[j] sees."""
    rules = opened(rulebook)
    room = form.copy()  # each thread needs its own
    for j in range(first, last):
        i = index[j] if len(index) > 0 else j
        view(records[i], rules, np.int64(viewers[j]), room[0].scale, room[0].seen, observations[j].row)


@kernel
def refresh(index, first, last, records, rulebook, form, masks, observations, rewards, payoffs, seats, over):
    """Everything that is derived from the records, after they were set from outside or played on by agents."""
    rules = opened(rulebook)
    room = form.copy()  # each thread needs its own
    observing = len(observations) >= len(records)
    for j in range(first, last):
        i = index[j] if len(index) > 0 else j
        game = records[i]
        pay(game, rules, rewards[i].row, payoffs[i].row)
        seats[i] = game.seat
        over[i] = game.over != 0
        show(game, rules, observing, room[0], masks[i].row, observations[i * observing].row)


@kernel
def pay_many(records, rulebook, rewards, payoffs):
    rules = opened(rulebook)
    for i in range(len(records)):
        pay(records[i], rules, rewards[i].row, payoffs[i].row)


@kernel
def move(index, first, last, records, rulebook, luck, moves, actions):
    """Like `step`, but nothing that is derived from the records is brought up to date."""
    rules = opened(rulebook)
    for j in range(first, last):
        i = index[j] if len(index) > 0 else j
        apply(records[i], rules, actions[j])
        settle(records[i], rules, luck[i])
        moves[i] += 1


@kernel
def legal_many(records, rulebook, index, masks):
    rules = opened(rulebook)
    for j in range(len(index)):
        legal(records[index[j]], rules, masks[j].row)


@kernel
def resample_copies(records, rulebook, index, luck, copies):
    """Copies of games in which all that the deciding seat cannot know is dealt anew."""
    rules = opened(rulebook)
    for j in range(len(index)):
        copies[j] = records[index[j]]
        if not copies[j].over:
            resample_hidden(copies[j], rules, np.int64(copies[j].seat), luck[j])


# --- whole games at random ----------------------------------------------------------------------------------


@kernel
def playout(records, rulebook, luck, first, last, mask):
    """Play games to their end at random, without observations; returns the number of decisions."""
    rules = opened(rulebook)
    stream = luck[:1].copy()  # apart from the games: what is drawn cannot change them, as far as the compiler knows
    decisions = 0
    for i in range(first, last):
        game = records[i]
        stream[0] = luck[i]
        while not game.over:
            legal(game, rules, mask[0].row)
            apply(game, rules, lucks.pick_legal(stream[0], mask[0].row))
            settle(game, rules, stream[0])
            decisions += 1
        luck[i] = stream[0]
    return decisions


# --- one position, chance in the caller's hand --------------------------------------------------------------


@kernel
def one_setup(records, rulebook):
    rules = opened(rulebook)
    deal_game(records[0], rules)


@kernel
def one_apply(records, rulebook, action):
    rules = opened(rulebook)
    apply(records[0], rules, action)


@kernel
def one_chance(records, rulebook, luck):
    rules = opened(rulebook)
    return sample_chance(records[0], rules, luck[0])


@kernel
def one_apply_chance(records, rulebook, outcome):
    rules = opened(rulebook)
    apply_chance(records[0], rules, outcome)


@kernel
def one_outcomes(records, rulebook):
    rules = opened(rulebook)
    return outcomes(records[0], rules)


@kernel
def one_legal(records, rulebook, mask):
    rules = opened(rulebook)
    legal(records[0], rules, mask[0].row)


@kernel
def one_resample_hidden(records, rulebook, seat, luck):
    rules = opened(rulebook)
    resample_hidden(records[0], rules, seat, luck[0])


@kernel
def one_must_decide(records, rulebook, seat):
    rules = opened(rulebook)
    return bool(must_decide(records[0], rules, seat))


@kernel
def shares(records, rulebook, out):
    """Who won how much of each game: nothing before its end."""
    rules = opened(rulebook)
    for i in range(len(records)):
        for seat in range(rules.players):
            out[i, seat] = 0.0
            if records[i].over:
                better, equal = standing(records[i], rules, seat)
                out[i, seat] = win_share(better, equal)


@kernel
def uniforms(luck, out):
    for j in range(len(out)):
        out[j] = lucks.unit(luck[j])
