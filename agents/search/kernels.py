"""The compiled part of search: rollouts from many positions, and trees that grow by them.

World number `w` of a position is the position with all that its seat cannot know dealt anew, and the luck of all that
follows; both are functions of the position's own stream and of `w` alone.  So results depend neither on what else is
searched in the same call nor on how the worlds are divided among calls.

`aim` holds what a rollout is worth, the weights of win share, rank and money, and how far it goes: in decisions, and in
rounds beyond the present one.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel.batch import settle
from vegas_env.kernel.cache import agent_kernel, rule
from vegas_env.kernel.dispatch import apply, legal, money, opened, resample_hidden, round_of
from vegas_env.kernel.policies import roll_out
from vegas_env.kernel.rewards import rank, standing, win_share

AIM = np.dtype(
    [
        ("win", np.float64),
        ("rank", np.float64),
        ("money", np.float64),
        ("horizon", np.int64),
        ("further_rounds", np.int64),
    ],
    align=True,
)

NODE = np.dtype(
    [
        ("action", np.int32),
        ("seat", np.int32),  # who took the action
        ("first", np.int32),  # the first child, or 0
        ("next", np.int32),  # the next child of the same parent, or 0
        ("visits", np.int32),
        ("chances", np.int32),  # how often the action was legal when its parent was visited
        ("total", np.float64),  # of what the visits were worth to the seat
        ("squares", np.float64),
    ],
    align=True,
)
ROOT = 0
DEEPEST = 256  # decisions within the tree; what follows is left to the rollout

_WORLD, _FUTURE = 0, 1  # streams of a world


@rule
def value_of(game, rules, seat, aim):
    """What a game is worth to a seat; before its end, as if it ended now."""
    value = 0.0
    if aim.win != 0.0 or aim.rank != 0.0:
        better, equal = standing(game, rules, seat)
        value += aim.win * win_share(better, equal) + aim.rank * rank(better, equal, rules.players)
    if aim.money != 0.0:
        value += aim.money * money(game, rules, seat)
    return value


@rule
def imagine(world, record, rules, luck, number, stream):
    """Make `world` the position `record` in world `number`."""
    own = lucks.blend(luck.luck, number)
    stream.luck = lucks.blend(own, _WORLD)
    world[0] = record
    resample_hidden(world[0], rules, np.int64(record.seat), stream)
    stream.luck = lucks.blend(own, _FUTURE)


# --- flat Monte Carlo ---------------------------------------------------------------------------------------


@agent_kernel
def sample(policy, own, records, rulebook, luck, first, last, aim, kept, advised, mask, visits, total, squares, gaps):
    """Try the `kept` actions of each position in its worlds first[j] … last[j] - 1, all in the same worlds.

    Adds up visits, values, their squares, and the squares of how far they are from those of the action advised[j], if
    there is one (not below 0); returns the number of decisions that were made.
    """
    rules = opened(rulebook)
    world, game, scratch = np.empty_like(records[:1]), np.empty_like(records[:1]), np.empty_like(records[:1])
    stream = np.empty_like(luck[:1])
    values = np.empty(kept.shape[1])
    decisions = 0
    for j in range(len(records)):
        seat = np.int64(records[j].seat)
        last_round = round_of(records[j], rules) + aim[0].further_rounds
        for number in range(first[j], last[j]):
            imagine(world, records[j], rules, luck[j], number, stream[0])
            future = stream[0].luck
            for action in range(kept.shape[1]):
                if kept[j, action]:
                    game[0] = world[0]
                    stream[0].luck = future
                    apply(game[0], rules, action)
                    settle(game[0], rules, stream[0])
                    decisions += 1 + roll_out(
                        policy[0], own[0], seat, game[0], rules, stream[0], mask[0].row, scratch,
                        aim[0].horizon - 1, last_round,
                    )  # fmt: skip
                    value = value_of(game[0], rules, seat, aim[0])
                    visits[j, action] += 1
                    total[j, action] += value
                    squares[j, action] += value * value
                    values[action] = value
            if advised[j] >= 0:
                for action in range(kept.shape[1]):
                    if kept[j, action]:
                        gap = values[action] - values[advised[j]]
                        gaps[j, action] += gap * gap
    return decisions


# --- trees --------------------------------------------------------------------------------------------------


@agent_kernel
def grow(
    policy, own, records, rulebook, luck, first, last, aim, exploration, mask, tree, used, span, visits, total, squares
):
    """Grow a tree for each position by the worlds first … last - 1; with first > 0, the tree that is there grows on.

    `used` has the number of nodes, `span` the lowest and highest value met; the last three get the root's statistics.
    Returns the number of decisions that were made.
    """
    rules = opened(rulebook)
    game, scratch = np.empty_like(records[:1]), np.empty_like(records[:1])
    stream = np.empty_like(luck[:1])
    path = np.empty(DEEPEST, np.int64)
    worth = np.empty(rules.players, np.float64)
    decisions = 0
    for j in range(len(records)):
        me = np.int64(records[j].seat)
        last_round = round_of(records[j], rules) + aim[0].further_rounds
        if first == 0:
            clear(tree, used, span)
        for number in range(first, last):
            imagine(game, records[j], rules, luck[j], number, stream[0])
            depth = descend(
                game[0], rules, stream[0], mask[0].row, tree, used, span, exploration, aim[0], last_round, path
            )
            decisions += depth + roll_out(
                policy[0], own[0], me, game[0], rules, stream[0], mask[0].row, scratch,
                aim[0].horizon - depth, last_round,
            )  # fmt: skip
            for seat in range(rules.players):
                worth[seat] = value_of(game[0], rules, seat, aim[0])
                span[0], span[1] = min(span[0], worth[seat]), max(span[1], worth[seat])
            for place in range(depth):
                node = tree[path[place]]
                node.visits += 1
                node.total += worth[node.seat]
                node.squares += worth[node.seat] * worth[node.seat]
        report(tree, visits[j], total[j], squares[j])
    return decisions


@rule
def clear(tree, used, span):
    tree[ROOT].first = 0
    used[0] = 1
    span[0], span[1] = np.inf, -np.inf


@rule
def descend(game, rules, luck, mask, tree, used, span, exploration, aim, last_round, path):
    """Play from the root to a new node, and note the path.  Returns how many decisions that took."""
    node = np.int64(ROOT)
    depth = 0
    while not game.over and depth < min(DEEPEST, aim.horizon) and round_of(game, rules) <= last_round:
        legal(game, rules, mask)
        child = best_child(game, mask, tree, node, span, exploration)
        untried = 0
        for action in range(len(mask)):
            untried += mask[action]
        if untried > 0:
            if used[0] == len(tree):
                break
            child = add_child(tree, used, node, lucks.pick(luck, mask, untried), np.int64(game.seat))
        path[depth] = child
        depth += 1
        apply(game, rules, np.int64(tree[child].action))
        settle(game, rules, luck)
        if untried > 0:
            break
        node = child
    return depth


@rule
def best_child(game, mask, tree, parent, span, exploration):
    """The child with the highest upper confidence bound, of those that are legal here; takes all of them out of the
    mask, so that what stays there was never tried.

    Values count as parts of the span met so far; each seat goes by what a child is worth to itself.
    """
    scale = 1.0 / (span[1] - span[0]) if span[1] > span[0] else 0.0
    best = np.int64(ROOT)
    most = -np.inf
    child = np.int64(tree[parent].first)
    while child != 0:
        node = tree[child]
        if node.seat == game.seat and mask[node.action]:
            mask[node.action] = 0
            node.chances += 1
            bound = (node.total / node.visits - span[0]) * scale
            bound += exploration * np.sqrt(np.log(np.float64(node.chances)) / node.visits)
            if bound > most:
                best, most = child, bound
        child = np.int64(node.next)
    return best


@rule
def add_child(tree, used, parent, action, seat):
    child = np.int64(used[0])
    used[0] += 1
    node = tree[child]
    node.action = action
    node.seat = seat
    node.first = 0
    node.next = tree[parent].first
    tree[parent].first = child
    node.visits = 0
    node.chances = 1
    node.total = 0.0
    node.squares = 0.0
    return child


@rule
def report(tree, visits, total, squares):
    """What the children of the root have gathered, by action."""
    child = np.int64(tree[ROOT].first)
    while child != 0:
        node = tree[child]
        visits[node.action] = node.visits
        total[node.action] = node.total
        squares[node.action] = node.squares
        child = np.int64(node.next)
