"""Checks of determinism: the same seed plays the same game, whatever is beside it."""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.games import Games
from vegas_env.testing.play import (
    Options,
    disturb_global_random_states,
    fixed_choice,
    global_random_states_unchanged,
    kept_global_random_states,
    play_on,
    positions,
    random_legal,
    ruleset_check,
)

History = list[tuple[Any, ...]]  # of one game: what each decision showed, then how the game ended


def histories(games: Games, watched: np.ndarray, disturb: bool = False) -> list[History]:
    """Play games until the watched ones have ended; returns the history of each of those.

    Watched games take `fixed_choice`, the others random actions.
    """
    found: list[History] = [[] for _ in watched]
    rng = np.random.default_rng(0)
    while not games.over[watched].all():
        if disturb:
            disturb_global_random_states()
        actions = random_legal(games.mask, rng)
        actions[watched] = fixed_choice(games.mask[watched], games.moves[watched])
        for history, i in zip(found, watched, strict=True):
            if not games.over[i]:
                history.append((games.seat[i].copy(), games.mask[i].copy(), games.observation[i].copy()))
        where = np.flatnonzero(~games.over)
        games.step(actions[where], where=where)
    for history, i in zip(found, watched, strict=True):
        history.append((games.payoff[i].copy(), games.shares[i].copy(), games.records[i].copy()))
    return found


def differ(one: History, other: History) -> bool:
    """Whether two games were not the same in every decision and in their end."""
    if len(one) != len(other):
        return True
    pairs = zip(one, other, strict=True)
    return not all(np.array_equal(x, y) for left, right in pairs for x, y in zip(left, right, strict=True))


@ruleset_check
def check_repeatability(ruleset: str, options: Options, n: int = 16) -> None:
    """Whole games repeat move by move, and neither use nor depend on global random state."""
    watched = np.arange(n)
    with global_random_states_unchanged():
        first = histories(Games(ruleset, n, seed=42, **options), watched)
    with kept_global_random_states():
        disturb_global_random_states()
        second = histories(Games(ruleset, n, seed=42, **options), watched, disturb=True)
    for i, (one, other) in enumerate(zip(first, second, strict=True)):
        assert not differ(one, other), f"game {i} of seed 42 does not repeat itself"


@ruleset_check
def check_batches(ruleset: str, options: Options, n: int = 1_000) -> None:
    """A game is the same alone and in a batch, wherever it stands there."""
    watched = np.unique([0, n // 2 - n // 14, n - 1])
    together = histories(Games(ruleset, n, seed=9, **options), watched)
    for i, history in zip(watched.tolist(), together, strict=True):
        alone = histories(Games(ruleset, 1, seed=9, first=i, **options), np.array([0]))
        assert not differ(alone[0], history), f"game {i} is another one alone than in a batch of {n}"


@ruleset_check
def check_seeds(ruleset: str, options: Options) -> None:
    """Other seeds, indices and episodes are other games, if there is any chance; a seed may be given for each game."""
    watched = np.arange(4)
    base = Games(ruleset, 4, seed=1, **options)
    again = base.clone()
    again.reset()
    played = histories(base, watched)
    if any(position.event for position, _ in positions(ruleset, options, 1)):
        for name, games in (
            ("another seed", Games(ruleset, 4, seed=2, **options)),
            ("other indices", Games(ruleset, 4, seed=1, first=4, **options)),
            ("the next episode", again),
        ):
            others = histories(games, watched)
            same = not any(differ(one, other) for one, other in zip(played, others, strict=True))
            assert not same, f"{name} plays the same games"
    many = Games(ruleset, 3, seed=[5, 6, 7], **options)
    for i, seed in enumerate((5, 6, 7)):
        assert np.array_equal(many.records[i], Games(ruleset, 1, seed=seed, **options).records[0])


@ruleset_check
def check_threads(ruleset: str, options: Options, n: int = 8_192, steps: int = 60) -> None:
    """Any number of threads gives the same games; smaller batches than the default are not split between threads."""
    results = []
    for threads in (1, 2, 3):
        games = Games(ruleset, n, seed=4, threads=threads, **options)
        play_on(games, steps, np.random.default_rng(0))
        results.append((games.records.copy(), games.observation.copy(), games.payoff.copy()))
    for threads, other in zip((2, 3), results[1:], strict=True):
        for x, y in zip(results[0], other, strict=True):
            assert np.array_equal(x, y), f"{threads} threads play other games than one"
