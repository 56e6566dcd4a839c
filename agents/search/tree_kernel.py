"""Compiled: the tree of Monte Carlo tree search."""

from __future__ import annotations

import numpy as np

from vegas_env.agents.search.worlds import sample_world, value_of
from vegas_env.kernel import luck as lucks
from vegas_env.kernel.batch import settle
from vegas_env.kernel.cache import agent_kernel, rule
from vegas_env.kernel.dispatch import apply, legal, opened, round_of
from vegas_env.kernel.policies import roll_out

NODE = np.dtype(
    [
        ("action", np.int32),
        ("seat", np.int32),  # the seat that took the action
        ("first_child", np.int32),  # index of a node, or 0 for none
        ("next_sibling", np.int32),  # the same
        ("visits", np.int32),
        ("availability", np.int32),  # visits of the parent in which the action was legal
        ("total", np.float64),  # sum of the values for the seat
        ("squares", np.float64),  # sum of their squares
    ],
    align=True,
)
ROOT = 0
MAX_DEPTH = 256  # decisions within the tree; the rollout plays the rest


@agent_kernel
def grow(
    policy, own, records, rulebook, luck, first, last, objective, exploration, mask, tree, node_count, value_range,
    visits, total, squares,
):  # fmt: skip
    """Run iterations first … last - 1 of tree search for each position; first > 0 continues with the given tree.

    node_count[0] is the number of nodes in use, `value_range` the lowest and highest value met so far.  The statistics
    of the root's children go to `visits`, `total` and `squares`.  Returns the number of simulated decisions.
    """
    rules = opened(rulebook)
    game, scratch = np.empty_like(records[:1]), np.empty_like(records[:1])
    stream = np.empty_like(luck[:1])
    path = np.empty(MAX_DEPTH, np.int64)
    values = np.empty(rules.players, np.float64)
    decisions = 0
    for j in range(len(records)):
        me = np.int64(records[j].seat)
        last_round = round_of(records[j], rules) + objective[0].further_rounds
        if first == 0:
            clear(tree, node_count, value_range)
        for number in range(first, last):
            sample_world(game, records[j], rules, luck[j], number, stream[0])
            depth = select_and_expand(
                game[0], rules, stream[0], mask[0].row, tree, node_count, value_range, exploration, objective[0],
                last_round, path,
            )  # fmt: skip
            decisions += depth + roll_out(
                policy[0], own[0], me, game[0], rules, stream[0], mask[0].row, scratch,
                objective[0].horizon - depth, last_round,
            )  # fmt: skip
            for seat in range(rules.players):
                values[seat] = value_of(game[0], rules, seat, objective[0])
                value_range[0], value_range[1] = min(value_range[0], values[seat]), max(value_range[1], values[seat])
            for place in range(depth):  # backpropagation
                node = tree[path[place]]
                node.visits += 1
                node.total += values[node.seat]
                node.squares += values[node.seat] * values[node.seat]
        report_root(tree, visits[j], total[j], squares[j])
    return decisions


@rule
def clear(tree, node_count, value_range):
    """Reduce the tree to its root."""
    tree[ROOT].first_child = 0
    node_count[0] = 1
    value_range[0], value_range[1] = np.inf, -np.inf


@rule
def select_and_expand(
    game, rules, luck, mask, tree, node_count, value_range, exploration, objective, last_round, path
):  # fmt: skip
    """Play from the root to a new node and write the nodes on the way to `path`; returns their number."""
    node = np.int64(ROOT)
    depth = 0
    while not game.over and depth < min(MAX_DEPTH, objective.horizon) and round_of(game, rules) <= last_round:
        legal(game, rules, mask)
        child = best_child(game, mask, tree, node, value_range, exploration)
        untried = 0
        for action in range(len(mask)):
            untried += mask[action]
        if untried > 0:
            if node_count[0] == len(tree):
                break
            child = add_child(tree, node_count, node, lucks.pick(luck, mask, untried), np.int64(game.seat))
        path[depth] = child
        depth += 1
        apply(game, rules, np.int64(tree[child].action))
        settle(game, rules, luck)
        if untried > 0:
            break
        node = child
    return depth


@rule
def best_child(game, mask, tree, parent, value_range, exploration):
    """The legal child with the highest upper confidence bound for the deciding seat.

    Clears the actions of all legal children in the mask, which leaves the untried ones.  Values are scaled to the
    range of those met so far.
    """
    scale = 1.0 / (value_range[1] - value_range[0]) if value_range[1] > value_range[0] else 0.0
    best = np.int64(ROOT)
    most = -np.inf
    child = np.int64(tree[parent].first_child)
    while child != 0:
        node = tree[child]
        if node.seat == game.seat and mask[node.action]:
            mask[node.action] = 0
            node.availability += 1
            bound = (node.total / node.visits - value_range[0]) * scale
            bound += exploration * np.sqrt(np.log(np.float64(node.availability)) / node.visits)
            if bound > most:
                best, most = child, bound
        child = np.int64(node.next_sibling)
    return best


@rule
def add_child(tree, node_count, parent, action, seat):
    """Add a node for an action that was not tried before; returns its index."""
    child = np.int64(node_count[0])
    node_count[0] += 1
    node = tree[child]
    node.action = action
    node.seat = seat
    node.first_child = 0
    node.next_sibling = tree[parent].first_child
    tree[parent].first_child = child
    node.visits = 0
    node.availability = 1
    node.total = 0.0
    node.squares = 0.0
    return child


@rule
def report_root(tree, visits, total, squares):
    """Copy the statistics of the root's children to arrays indexed by action."""
    child = np.int64(tree[ROOT].first_child)
    while child != 0:
        node = tree[child]
        visits[node.action] = node.visits
        total[node.action] = node.total
        squares[node.action] = node.squares
        child = np.int64(node.next_sibling)
