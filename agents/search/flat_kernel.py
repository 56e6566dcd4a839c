"""Compiled: the rollouts of flat Monte Carlo search."""

from __future__ import annotations

import numpy as np

from vegas_env.agents.search.worlds import sample_world, value_of
from vegas_env.kernel.batch import settle
from vegas_env.kernel.cache import agent_kernel
from vegas_env.kernel.dispatch import apply, opened, round_of
from vegas_env.kernel.policies import roll_out


@agent_kernel
def sample(
    policy, own, records, rulebook, luck, first, last, objective, candidates, advised, mask,
    visits, total, squares, squared_gaps,
):  # fmt: skip
    """Try the candidates of each position j in its worlds first[j] … last[j] - 1, all of them in the same worlds.

    Adds to the visits, the values, the squared values, and, where advised[j] is an action (not below 0), the squared
    differences to its value.  Returns the number of simulated decisions.
    """
    rules = opened(rulebook)
    world, game, scratch = np.empty_like(records[:1]), np.empty_like(records[:1]), np.empty_like(records[:1])
    stream = np.empty_like(luck[:1])
    values = np.empty(candidates.shape[1])
    decisions = 0
    for j in range(len(records)):
        seat = np.int64(records[j].seat)
        last_round = round_of(records[j], rules) + objective[0].further_rounds
        for number in range(first[j], last[j]):
            sample_world(world, records[j], rules, luck[j], number, stream[0])
            future = stream[0].luck
            for action in range(candidates.shape[1]):
                if candidates[j, action]:
                    game[0] = world[0]
                    stream[0].luck = future
                    apply(game[0], rules, action)
                    settle(game[0], rules, stream[0])
                    decisions += 1 + roll_out(
                        policy[0], own[0], seat, game[0], rules, stream[0], mask[0].row, scratch,
                        objective[0].horizon - 1, last_round,
                    )  # fmt: skip
                    value = value_of(game[0], rules, seat, objective[0])
                    visits[j, action] += 1
                    total[j, action] += value
                    squares[j, action] += value * value
                    values[action] = value
            if advised[j] >= 0:
                for action in range(candidates.shape[1]):
                    if candidates[j, action]:
                        gap = values[action] - values[advised[j]]
                        squared_gaps[j, action] += gap * gap
    return decisions
