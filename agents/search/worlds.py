"""Compiled: sampled worlds, and the value of a game.

World number `w` of a position is one sample of everything the deciding seat cannot know: its hidden information and
all future chance (a determinization).  It is a function of the position's random stream and of `w` alone, so results
depend neither on what else is searched in the same call nor on how the worlds are divided among calls.
"""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel.cache import rule
from vegas_env.kernel.dispatch import money, resample_hidden
from vegas_env.kernel.rewards import rank, standing, win_share

# What a rollout maximises, and how far it goes.
OBJECTIVE = np.dtype(
    [
        ("win", np.float64),  # weight of the win share,
        ("rank", np.float64),  # of the rank,
        ("money", np.float64),  # and of the money
        ("horizon", np.int64),  # decisions after which the rollout is cut off
        ("further_rounds", np.int64),  # rounds after the present one before it is cut off
    ],
    align=True,
)

_HIDDEN, _FUTURE = 0, 1  # the random streams of a world


@rule
def value_of(game, rules, seat, objective):
    """The value of a game for a seat; before its end, as if it ended now."""
    value = 0.0
    if objective.win != 0.0 or objective.rank != 0.0:
        better, equal = standing(game, rules, seat)
        value += objective.win * win_share(better, equal) + objective.rank * rank(better, equal, rules.players)
    if objective.money != 0.0:
        value += objective.money * money(game, rules, seat)
    return value


@rule
def sample_world(world, record, rules, luck, number, stream):
    """Make world[0] the position `record` in world `number`, and `stream` the luck of its future."""
    own = lucks.blend(luck.luck, number)
    stream.luck = lucks.blend(own, _HIDDEN)
    world[0] = record
    resample_hidden(world[0], rules, np.int64(record.seat), stream)
    stream.luck = lucks.blend(own, _FUTURE)
