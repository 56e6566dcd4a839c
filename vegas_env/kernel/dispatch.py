"""What a ruleset must be able to do, and how compiled code finds the right ruleset.

Each function here is a name without a body.  In compiled code, a call such as `apply(game, rules, action)` becomes a
call of the function that is registered for the type of `game`, the ruleset's own record.  This happens at compile time:
it costs nothing at run time and, unlike functions passed as arguments, it can be cached on disk.

The first field of every record is a tag with the ruleset's name, which makes its numba type unique.  Every record also
has these fields, all int8:

    over     1 when the game has ended
    chance   the number of the pending chance event, or 0
    seat     the seat that decides next; -1 when the game is over

`rules` has at least the fields `players` and `reward`.  Python passes it as a `rulebook`: an array of one record (which
numba unboxes ten times faster than a bare record) or, for tables of any length, a NamedTuple.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.extending import overload

RULE_FUNCTIONS = (
    "deal",
    "apply",
    "sample_chance",
    "apply_chance",
    "outcomes",
    "legal",
    "observe",
    "resample_hidden",
    "must_decide",
    "score",
    "money",
    "round_of",
)

_registered: dict[numba.types.Type, dict[str, Callable[..., Any]]] = {}


def register(dtype: np.dtype, functions: dict[str, Callable[..., Any]]) -> None:
    """Register functions by name for records of `dtype`."""
    record = numba.from_dtype(dtype)
    if record in _registered:
        raise ValueError(
            f"a record with the fields {list(dtype.names or ())} is registered already: "
            "give the new one a unique tag as its first field"
        )
    _registered[record] = dict(functions)


def known(dtype: np.dtype) -> bool:
    """Whether functions are registered for records of `dtype`."""
    return is_registered(numba.from_dtype(dtype))


def is_registered(record: Any) -> bool:
    """Whether functions are registered for a numba type."""
    return record in _registered


def has(record: Any, name: str) -> bool:
    """At compile time: whether a function of this name is registered for the numba type `record`."""
    return name in _registered.get(record, {})


def find(record: Any, name: str) -> Callable[..., Any]:
    """At compile time: the function of this name that is registered for the numba type `record`."""
    found = _registered.get(record, {}).get(name)
    if found is None:
        raise numba.errors.TypingError(f"no function {name!r} is registered for {record}")
    return found


def opened(rulebook):
    """The rules in a rulebook."""


@overload(opened)
def _opened(rulebook):
    if isinstance(rulebook, numba.types.Array):
        return lambda rulebook: rulebook[0]
    return lambda rulebook: rulebook


# --- the rules of a game ------------------------------------------------------------------------------------


def deal(game, rules):
    """Make `game` a new game, up to its first chance event or decision."""


@overload(deal)
def _deal(game, rules):
    rule = find(game, "deal")
    return lambda game, rules: rule(game, rules)


def apply(game, rules, action):
    """Take a legal action of the deciding seat and play on to the next chance event, decision or the end."""


@overload(apply)
def _apply(game, rules, action):
    rule = find(game, "apply")
    return lambda game, rules, action: rule(game, rules, action)


def sample_chance(game, rules, luck):
    """Sample an outcome of the pending chance event, coded as one integer; the game does not change."""


@overload(sample_chance)
def _sample_chance(game, rules, luck):
    rule = find(game, "sample_chance")
    return lambda game, rules, luck: rule(game, rules, luck)


def apply_chance(game, rules, outcome):
    """Give the pending chance event an outcome and play on."""


@overload(apply_chance)
def _apply_chance(game, rules, outcome):
    rule = find(game, "apply_chance")
    return lambda game, rules, outcome: rule(game, rules, outcome)


def outcomes(game, rules):
    """All outcomes of the pending chance event and their probabilities: (int64 array, float64 array)."""


@overload(outcomes)
def _outcomes(game, rules):
    rule = find(game, "outcomes")
    return lambda game, rules: rule(game, rules)


def legal(game, rules, mask):
    """Write which actions the deciding seat may take into every element of `mask`."""


@overload(legal)
def _legal(game, rules, mask):
    rule = find(game, "legal")
    return lambda game, rules, mask: rule(game, rules, mask)


def observe(game, rules, seat, seen):
    """Write what `seat` observes, as whole numbers, into every element of `seen` (int16).

    The scales of the observation slices turn them into floats.
    """


@overload(observe)
def _observe(game, rules, seat, seen):
    rule = find(game, "observe")
    return lambda game, rules, seat, seen: rule(game, rules, seat, seen)


def resample_hidden(game, rules, seat, luck):
    """Resample everything that `seat` cannot know, consistently with everything it has observed."""


@overload(resample_hidden)
def _resample_hidden(game, rules, seat, luck):
    rule = find(game, "resample_hidden")
    return lambda game, rules, seat, luck: rule(game, rules, seat, luck)


def must_decide(game, rules, seat):
    """Whether `seat` still has to choose; several seats may while they choose simultaneously.

    While they do, what is legal for one seat must not depend on what the others have chosen.
    """


@overload(must_decide)
def _must_decide(game, rules, seat):
    rule = find(game, "must_decide")
    return lambda game, rules, seat: rule(game, rules, seat)


def score(game, rules, seat):
    """An integer that ranks the seats of a finished game: the highest wins, ties share.

    Before the end it ranks them as if the game ended now; searches of limited depth rely on that.
    """


@overload(score)
def _score(game, rules, seat):
    rule = find(game, "score")
    return lambda game, rules, seat: rule(game, rules, seat)


def money(game, rules, seat):
    """The payoff of `seat` so far under the reward "money"."""


@overload(money)
def _money(game, rules, seat):
    rule = find(game, "money")
    return lambda game, rules, seat: rule(game, rules, seat)


def round_of(game, rules):
    """The number of the present round, from 0 and never decreasing; always 0 in a game without rounds.

    Searches may stop at the end of a round, and value the position as if the game ended there.
    """


@overload(round_of)
def _round_of(game, rules):
    rule = find(game, "round_of")
    return lambda game, rules: rule(game, rules)


# --- agents -------------------------------------------------------------------------------------------------


def choose(policy, game, rules, mask, luck):
    """The legal action of a compiled agent.

    `policy` is the agent's own record: its type finds the function, its fields are the agent's settings.  `game` is a
    copy with hidden information resampled for the deciding seat, which the agent may change.
    """


@overload(choose)
def _choose(policy, game, rules, mask, luck):
    rule = find(policy, "choose")
    return lambda policy, game, rules, mask, luck: rule(policy, game, rules, mask, luck)
