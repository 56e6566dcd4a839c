"""The schedule of a tournament: balanced line-ups and balanced seats, reproducible from the seed."""

from __future__ import annotations

import math
from itertools import combinations, permutations

import numpy as np

CANDIDATES = 32  # random line-ups from which the one is chosen whose members have met least often


def make_schedule(agents: int, players: int, max_line_ups: int, seed: int) -> list[tuple[int, ...]]:
    """Line-ups of agents 0 ... agents - 1: all combinations, or a balanced sample of `max_line_ups` of them.

    The members of a line-up are distinct.  With fewer agents than seats, each agent is in a line-up equally often, or
    once more than others.
    """
    copies, rest = divmod(players, agents)
    number = math.comb(agents, rest)
    if number <= max_line_ups:
        return [tuple(sorted((*range(agents),) * copies + others)) for others in combinations(range(agents), rest)]
    if copies or max_line_ups < math.ceil(agents / players):
        raise ValueError(f"{max_line_ups} line-ups are too few for {agents} agents and {players} players")
    rng = np.random.default_rng(seed)
    if 2 * max_line_ups > number:  # the complement of a balanced sample is balanced too
        left_out = set(_sample(agents, players, number - max_line_ups, rng))
        return [line_up for line_up in combinations(range(agents), players) if line_up not in left_out]
    return _sample(agents, players, max_line_ups, rng)


def _sample(agents: int, players: int, number: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """A sample of distinct line-ups.

    Appearances of any two agents differ by at most one; pairs of agents meet as evenly as possible.
    """
    chosen: dict[tuple[int, ...], None] = {}
    games, met = np.zeros(agents), np.zeros((agents, agents))
    noise = 1.0  # up to 1 it only breaks ties; it grows when all line-ups of those with the fewest games are taken
    while len(chosen) < number:
        order = np.argsort(games + noise * rng.random((CANDIDATES, agents)), axis=1)[:, :players]
        new = [line_up for line_up in map(tuple, np.sort(order, axis=1).tolist()) if line_up not in chosen]
        noise = 1.0 if new else noise + 1.0
        if new:
            best = min(new, key=lambda line_up: met[np.ix_(line_up, line_up)].sum())
            chosen[best] = None
            games[list(best)] += 1
            met[np.ix_(best, best)] += 1
    return sorted(chosen)


def seatings(players: int) -> np.ndarray:
    """(P!, P) int8 the seat of every member of a line-up in each game of a full cycle.

    In each block of P games the members keep their order around the table and rotate, so that every member has every
    seat once.  The whole cycle has every order, so that every member follows every other equally often.
    """
    around = [(0, *others) for others in permutations(range(1, players))]
    # Shuffled, so that a few blocks already mix the orders.
    orders = [around[i] for i in np.random.default_rng(players).permutation(len(around))]
    places = np.argsort(orders, axis=1)  # (orders, P) place of every member in each order
    return ((places[:, None, :] + np.arange(players)[:, None]) % players).reshape(-1, players).astype(np.int8)
