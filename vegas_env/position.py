"""One position with chance in the caller's hand: for solvers, tests and other libraries' game trees."""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.checks import make_config
from vegas_env.games import check_layout
from vegas_env.kernel import batch
from vegas_env.kernel.batch import ALL
from vegas_env.kernel.luck import LUCK
from vegas_env.render.renderer import DECIDING, SPECTATOR, Frame, result
from vegas_env.rulesets import RULESETS
from vegas_env.spec import Ruleset


class Position:
    """A game that stops at every chance event and every decision.

    >>> position = Position("las_vegas", players=2, dice=2, casinos=2, rounds=1)
    >>> position.event                      # the notes are dealt first
    'note'
    >>> outcomes, probabilities = position.outcomes()
    >>> position.happen(outcomes[0])
    """

    def __init__(self, ruleset: str, *, config: Any = None, **options: Any) -> None:
        self.ruleset = RULESETS[ruleset]
        self.config = make_config(self.ruleset.config, options) if config is None else config
        self.players: int = self.config.players
        self._rules = self.ruleset.rules(self.config)
        self._records = np.zeros(1, self.ruleset.record)
        batch.one_setup(self._records, self._rules)

    @classmethod
    def of(cls, ruleset: Ruleset, config: Any, rules: Any, record: np.void) -> Position:
        """A position that others have set up: a copy of a record, with the compiled rules that belong to the config."""
        position = object.__new__(cls)
        position.ruleset, position.config, position.players = ruleset, config, config.players
        position._rules = rules
        position._records = np.zeros(1, ruleset.record)
        position._records[0] = record
        return position

    @property
    def record(self) -> np.void:
        """A copy of the record itself."""
        return self._records.copy()[0]

    @record.setter
    def record(self, record: np.void) -> None:
        if record.dtype != self.ruleset.record:
            raise ValueError(f"the record must have the record type of {self.ruleset.layout_version}")
        self._records[0] = record

    @property
    def over(self) -> bool:
        return bool(self._records["over"][0])

    @property
    def event(self) -> str | None:
        """The chance event that must happen next, or None."""
        number = int(self._records["chance"][0])
        return self.ruleset.events[number] if number else None

    @property
    def seat(self) -> int | None:
        """The seat that decides next; None if chance comes first or the game is over."""
        return None if self.over or self.event else int(self._records["seat"][0])

    @property
    def payoff(self) -> np.ndarray:
        """(P,) what each seat has been paid so far."""
        payoffs, rewards = np.zeros((2, 1, self.ruleset.seats), np.float32)
        rows = self.ruleset.seat_rows
        batch.pay_many(self._records, self._rules, rows(rewards), rows(payoffs))
        return payoffs[0, : self.players]

    @property
    def shares(self) -> np.ndarray:
        """(P,) who won how much of the game; zeros before the end."""
        out = np.zeros((1, self.players), np.float32)
        batch.shares(self._records, self._rules, out)
        return out[0]

    def mask(self) -> np.ndarray:
        """(A,) the legal actions of the deciding seat; none while chance is pending or when the game is over."""
        masks = np.zeros((1, self.ruleset.actions), np.bool_)
        if self.seat is not None:
            batch.one_legal(self._records, self._rules, self.ruleset.mask_rows(masks))
        return masks[0]

    def legal(self) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.mask())]

    def apply(self, action: int) -> None:
        """Let the deciding seat act, up to the next chance event, decision or the end."""
        mask = self.mask()
        if not (0 <= action < len(mask) and mask[action]):
            raise ValueError(f"action {action!r} is not legal here; legal are {self.legal()}")
        batch.one_apply(self._records, self._rules, int(action))

    def outcomes(self) -> tuple[np.ndarray, np.ndarray]:
        """All outcomes of the pending chance event, and their probabilities."""
        self._need_event()
        return batch.one_outcomes(self._records, self._rules)

    def apply_chance(self, outcome: int) -> None:
        """Let the pending chance event have this outcome; it must be one of `outcomes()`."""
        self._need_event()
        batch.one_apply_chance(self._records, self._rules, int(outcome))

    def sample_chance(self, random: np.random.Generator) -> int:
        """An outcome of the pending chance event, as likely as it should be; nothing happens yet."""
        self._need_event()
        return int(batch.one_chance(self._records, self._rules, _stream(random)))

    def resample_hidden(self, seat: int, random: np.random.Generator) -> None:
        """Resample everything that `seat` cannot know."""
        batch.one_resample_hidden(self._records, self._rules, int(seat), _stream(random))

    def observe(self, seat: int) -> np.ndarray:
        """What a seat sees."""
        out = np.zeros((1, self.ruleset.observation_size), np.float32)
        rows = self.ruleset.observation_rows(out)
        viewers = np.array([seat], np.int64)
        batch.look(ALL, 0, 1, self._records, self._rules, self.ruleset.form(), viewers, rows)
        return out[0]

    def facts(self) -> dict[str, Any]:
        """The position in plain Python values."""
        return self.ruleset.facts(self._records[0], self.config)

    def text(self) -> str:
        """The position in words, as the deciding seat sees it."""
        return str(self.render("text", DECIDING))

    def render(self, mode: str = "ansi", viewer: int | str = SPECTATOR, caption: str = "") -> str | np.ndarray:
        """The position as "ansi" (text in colours), "text" (without), "svg", or "rgb_array" (height, width, 3).

        `viewer` sees it: a seat, "spectator", "deciding" (the seat that decides) or "all" (nothing is hidden).
        """
        caption = result(self.shares) or caption
        return Frame(self.ruleset, self.config, self.facts(), self.seat, viewer, caption).render(mode)

    def outcome_name(self, outcome: int) -> str:
        """An outcome of the pending chance event in words."""
        return self.ruleset.outcome_name(self.config, int(self._records["chance"][0]), int(outcome))

    def copy(self) -> Position:
        twin = object.__new__(Position)
        twin.__dict__.update(self.__dict__, _records=self._records.copy())
        return twin

    def __getstate__(self) -> dict[str, Any]:
        return {
            "ruleset": self.ruleset.name,
            "layout": self.ruleset.layout_version,
            "config": self.config,
            "records": self._records,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        check_layout(state["layout"], RULESETS[state["ruleset"]])
        self.__init__(state["ruleset"], config=state["config"])  # type: ignore[misc]  # the usual way to rebuild
        self._records[:] = state["records"]

    def _need_event(self) -> None:
        if self.event is None:
            raise ValueError("no chance event is pending")


def _stream(random: np.random.Generator) -> np.ndarray:
    stream = np.zeros(1, LUCK)
    stream["luck"] = random.integers(2**64, dtype=np.uint64)
    return stream
