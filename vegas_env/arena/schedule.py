"""Who plays whom, in which seats: balanced, and the same for the same seed."""

from __future__ import annotations

import math
from itertools import combinations, permutations

import numpy as np

CANDIDATES = 32  # of which the line-up is chosen whose members have met least


def schedule(agents: int, players: int, most: int, seed: int) -> list[tuple[int, ...]]:
    """Line-ups of agents 0 … agents - 1: all that there are, or a balanced sample of `most`.

    Members are distinct.  Where there are fewer agents than seats, all are there as often as each other, or nearly so.
    """
    copies, rest = divmod(players, agents)
    number = math.comb(agents, rest)
    if number <= most:
        return [tuple(sorted((*range(agents),) * copies + others)) for others in combinations(range(agents), rest)]
    if copies or most < math.ceil(agents / players):
        raise ValueError(f"{most} line-ups are too few for {agents} agents and {players} players")
    rng = np.random.default_rng(seed)
    if 2 * most > number:  # what is left out is as balanced as what is not
        left_out = set(_sample(agents, players, number - most, rng))
        return [line_up for line_up in combinations(range(agents), players) if line_up not in left_out]
    return _sample(agents, players, most, rng)


def _sample(agents: int, players: int, number: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """Different line-ups; everybody is in as many as everybody else (or one more), with as many others as possible."""
    chosen: dict[tuple[int, ...], None] = {}
    games, met = np.zeros(agents), np.zeros((agents, agents))
    freedom = 1.0  # below 1 only ties are drawn by lot; more, where those who are due have all met already
    while len(chosen) < number:
        order = np.argsort(games + freedom * rng.random((CANDIDATES, agents)), axis=1)[:, :players]
        fresh = [line_up for line_up in map(tuple, np.sort(order, axis=1).tolist()) if line_up not in chosen]
        freedom = 1.0 if fresh else freedom + 1.0
        if fresh:
            best = min(fresh, key=lambda line_up: met[np.ix_(line_up, line_up)].sum())
            chosen[best] = None
            games[list(best)] += 1
            met[np.ix_(best, best)] += 1
    return sorted(chosen)


def seatings(players: int) -> np.ndarray:
    """(P!, P) the seat of every member of a line-up, in each of as many games.

    Any P games from a multiple of P on have one order around the table in every rotation: every member has every seat.
    All P! have every order: nobody always follows the same player.
    """
    around = [(0, *others) for others in permutations(range(1, players))]
    orders = [around[i] for i in np.random.default_rng(players).permutation(len(around))]  # the first few already mixed
    places = np.argsort(orders, axis=1)  # of every member, in each order
    return ((places[:, None, :] + np.arange(players)[:, None]) % players).reshape(-1, players).astype(np.int8)
