"""Check against an oracle: the same rules in plain Python, written independently, compared move by move."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from vegas_env.testing.play import Options, ruleset_check
from vegas_env.testing.recorder import Recorder

TOLERANCE = 1e-5  # payoffs and shares of the compiled rules are float32


class Oracle(Protocol):
    """One game in plain Python.  It is made with a dict of all options and starts like a dealt game."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        ...

    @property
    def pending(self) -> str | None:
        """The name of the chance event that must happen next, or None."""
        ...

    @property
    def seat(self) -> int:
        """The deciding seat."""
        ...

    def legal(self) -> list[int]:
        """The legal actions in rising order; none at the end."""
        ...

    def apply(self, action: int) -> None:
        """Let the deciding seat take a legal action."""
        ...

    def apply_chance(self, outcome: int) -> None:
        """Let the pending chance event have this outcome, coded as in the ruleset."""
        ...

    def facts(self) -> dict[str, Any]:
        """The position, equal to the `facts` of the ruleset."""
        ...

    def payoffs(self, reward: str) -> Sequence[float]:
        """What each seat has been paid so far under a reward option."""
        ...

    def shares(self) -> Sequence[float]:
        """Each seat's share of the win of a finished game."""
        ...


def check_oracle(
    ruleset: str,
    oracle: Callable[[dict[str, Any]], Oracle],
    configs: Iterable[Options] = ({},),
    games: int | range = 200,
    options_of: Callable[[Any], dict[str, Any]] = dataclasses.asdict,
) -> None:
    """Random games, compared with an oracle step by step: events, masks, positions, payoffs and winners.

    The outcomes and actions of the compiled game are played in the oracle.  Game i has the seed i and the i-th
    configuration in turn; `games` is their number, or a range to share the work.  `options_of` turns a config into the
    dict that the oracle is made with.
    """
    chosen = [dict(options) for options in configs]
    recorders = [Recorder(ruleset, options) for options in chosen]
    oracle_options = [options_of(recorder.config) for recorder in recorders]
    for number in range(games) if isinstance(games, int) else games:
        case = number % len(recorders)
        check_oracle_game(ruleset, chosen[case], recorders[case], oracle(oracle_options[case]), number)


@ruleset_check
def check_oracle_game(ruleset: str, options: Options, recorder: Recorder, oracle: Oracle, seed: int) -> None:
    """One random game of a recorder, compared with an oracle."""
    reward = recorder.config.reward
    for number, step in enumerate(recorder.play(seed)):
        try:
            _check_step(recorder, step, oracle, reward)
        except AssertionError as error:
            raise AssertionError(f"game {seed}, step {number}: {error}") from error
    assert_close("shares", recorder.shares(), oracle.shares())
    assert_close("sum of shares", [sum(recorder.shares())], [1.0])


def _check_step(recorder: Recorder, step: Any, oracle: Oracle, reward: str) -> None:
    assert_equal("over", step.over, oracle.over)
    assert_equal("pending event", step.event, oracle.pending)
    if step.event:
        oracle.apply_chance(step.taken)
        return
    assert_equal("legal actions", step.legal, oracle.legal())
    assert_equal("facts", recorder.facts(step), oracle.facts())
    assert_close("payoffs", step.payoff, oracle.payoffs(reward))
    if not step.over:
        assert step.legal, "a decision without a legal action"
        assert_equal("seat", step.seat, oracle.seat)
        oracle.apply(step.taken)


def assert_equal(what: str, rules: Any, oracle: Any) -> None:
    assert rules == oracle, f"{what}: {rules} by the rules, {oracle} by the oracle"


def assert_close(what: str, rules: Sequence[float], oracle: Sequence[float]) -> None:
    """Equal up to the precision of float32."""
    close = len(rules) == len(oracle) and all(abs(a - b) < TOLERANCE for a, b in zip(rules, oracle, strict=True))
    assert close, f"{what}: {list(rules)} by the rules, {list(oracle)} by the oracle"
