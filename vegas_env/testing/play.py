"""Random play for the checks: batches of games, and single positions at every event and decision."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np

from vegas_env.games import Games
from vegas_env.position import Position

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
Options = Mapping[str, Any]

LONGEST_OPTIONS = 300  # characters of the options shown in an error message


def ruleset_check(check: Callable[Concatenate[str, Options, P], R]) -> Callable[Concatenate[str, Options, P], R]:
    """Let the messages of a check name the check, the ruleset and the options."""

    @wraps(check)
    def explained(ruleset: str, options: Options, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return check(ruleset, options, *args, **kwargs)
        except AssertionError as error:
            raise AssertionError(f"{check.__name__}: {ruleset} with {_shortened(options)}: {error}") from error

    return explained


def _shortened(options: Options) -> str:
    text = str(dict(options))
    return text if len(text) <= LONGEST_OPTIONS else f"{text[:LONGEST_OPTIONS]}…"


def random_legal(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """One legal action for each row of a mask; 0 where nothing is legal."""
    return np.argmax(rng.random(mask.shape) * mask, axis=1)


def play_on(games: Games, steps: int, rng: np.random.Generator) -> None:
    """Play random steps; games that end start their next episode."""
    for _ in range(steps):
        games.step(random_legal(games.mask, rng))
        if games.over.any():
            games.reset(where=games.over)


def fixed_choice(mask: np.ndarray, moves: np.ndarray) -> np.ndarray:
    """A legal action that depends on the game alone, on its mask and the number of its moves."""
    actions = np.zeros(len(mask), np.int64)
    for i, row in enumerate(mask):
        legal = np.flatnonzero(row)
        if len(legal):
            actions[i] = legal[(7 * int(moves[i]) + 3) % len(legal)]
    return actions


def games_under_way(ruleset: str, options: Options, n: int = 24, seed: int = 8) -> Games:
    """Games in which different numbers of moves have been made, none of them over."""
    games = Games(ruleset, n, seed=seed, **options)
    rng = np.random.default_rng(5)
    for number in range(3):
        play_on(games, 7, rng)
        games.reset(where=np.arange(n) % 4 == number)
    return games


def positions(
    ruleset: str, options: Options, games: int, seed: int = 0
) -> Iterator[tuple[Position, np.random.Generator]]:
    """All positions of random games, those before a chance event included, with the generator that plays them.

    The position is played on when the next one is asked for: copy it to keep it.
    """
    rng = np.random.default_rng(seed)
    for _ in range(games):
        position = Position(ruleset, **options)
        while not position.over:
            yield position, rng
            if position.event:
                position.apply_chance(position.sample_chance(rng))
            else:
                position.apply(int(rng.choice(position.legal())))
        yield position, rng


def thinned(items: Iterable[T], first: int = 200, every: int = 10) -> Iterator[T]:
    """The first items, then every tenth: for checks that are too slow for all positions of a long game."""
    for number, item in enumerate(items):
        if number < first or number % every == 0:
            yield item


def disturb_global_random_states() -> None:
    """Reseed the global generators of Python and NumPy: code that uses them does not repeat itself."""
    random.seed()
    np.random.seed(random.randrange(2**32))  # noqa: NPY002 - the global state is the point


@contextmanager
def global_random_states_unchanged() -> Iterator[None]:
    """Fail if the block uses the global generators of Python or NumPy."""
    python, numpy = random.getstate(), np.random.get_state()  # noqa: NPY002 - the global state is the point
    yield
    assert random.getstate() == python, "the global random state of Python was used"
    after = np.random.get_state()  # noqa: NPY002
    assert all(np.array_equal(x, y) for x, y in zip(numpy, after, strict=True)), "NumPy's global random state was used"


@contextmanager
def kept_global_random_states() -> Iterator[None]:
    """Restore the global random states after the block."""
    python, numpy = random.getstate(), np.random.get_state()  # noqa: NPY002 - the global state is the point
    try:
        yield
    finally:
        random.setstate(python)
        np.random.set_state(numpy)  # noqa: NPY002
