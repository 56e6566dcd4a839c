"""The random streams of a game: all derive from its key, so that a game does not depend on the others in its batch."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import luck as lucks
from vegas_env.kernel.cache import kernel, rule

# Numbers that separate the streams of one game (see `luck.blend`).
_DEAL, _RESEED, _AGENT, _SEATING = 0, 1, 2, 3


@rule
def deal_stream(key, episode):
    """The chance events of an episode."""
    return lucks.blend(lucks.blend(key, _DEAL), episode)


@rule
def agent_stream(key, episode, moves):
    """The random numbers of the agent that decides now: a function of the game and the number of decisions before."""
    return lucks.blend(lucks.blend(lucks.blend(key, _AGENT), episode), moves)


@kernel
def game_keys(seeds, indices, keys):
    """The keys of games, from their seeds and their indices within the seed."""
    for i in range(len(keys)):
        keys[i] = lucks.blend(lucks.mix(seeds[i]), indices[i])


@kernel
def reseed(state):
    """Replace the random streams of all games for the rest of their episodes."""
    for i in range(len(state.keys)):
        bits = lucks.blend(lucks.blend(state.keys[i], _RESEED), state.episodes[i])
        state.luck[i].luck = lucks.blend(bits, state.moves[i])


@kernel
def agent_streams(rows, state, luck):
    """Streams for the agents that decide in these games."""
    for j in range(len(rows)):
        i = rows[j]
        luck[j].luck = agent_stream(state.keys[i], state.episodes[i], state.moves[i])


@kernel
def seat_draws(rows, state, draws):
    """(m, k) numbers in [0, 1) that decide who sits where: functions of each game and its episode alone."""
    for j in range(len(rows)):
        i = rows[j]
        bits = lucks.blend(lucks.blend(state.keys[i], _SEATING), state.episodes[i])
        for k in range(draws.shape[1]):
            draws[j, k] = lucks.as_unit(bits)
            bits = lucks.mix(bits + np.uint64(1))


@kernel
def uniforms(luck, out):
    """The next number in [0, 1) of each stream."""
    for j in range(len(out)):
        out[j] = lucks.unit(luck[j])
