"""One position with chance in the caller's hand: for solvers, tests and the game trees of other libraries."""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.checks import make_config
from vegas_env.games import check_layout
from vegas_env.kernel import batch, single
from vegas_env.kernel.luck import LUCK
from vegas_env.render.renderer import DECIDING, SPECTATOR, Frame, result
from vegas_env.rulesets import RULESETS
from vegas_env.spec import Ruleset


class Position:
    """A game that stops at every chance event and every decision.

    >>> position = Position("las_vegas", players=2, dice=2, casinos=2, rounds=1)
    >>> position.event  # the banknotes are dealt first
    'note'
    >>> outcomes, probabilities = position.outcomes()
    >>> position.apply_chance(outcomes[0])
    """

    def __init__(self, ruleset: str, *, config: Any = None, **options: Any) -> None:
        self.ruleset = RULESETS[ruleset]
        self.config = make_config(self.ruleset.config, options) if config is None else config
        self.players: int = self.config.players
        self._rulebook = self.ruleset.rules(self.config)
        self._records = np.zeros(1, self.ruleset.record)
        single.deal_one(self._records, self._rulebook)

    @classmethod
    def of(cls, ruleset: Ruleset, config: Any, rulebook: Any, record: np.void) -> Position:
        """A position from a copy of a record; `rulebook` is what the ruleset makes of the config."""
        position = object.__new__(cls)
        position.ruleset, position.config, position.players = ruleset, config, config.players
        position._rulebook = rulebook
        position._records = np.zeros(1, ruleset.record)
        position._records[0] = record
        return position

    @property
    def record(self) -> np.void:
        """A copy of the record; assign one to set the position."""
        copies = np.zeros_like(self._records)
        copies.view(np.uint8)[:] = self._records.view(np.uint8)  # with padding, so that equal records have equal bytes
        return copies[0]

    @record.setter
    def record(self, record: np.void) -> None:
        if record.dtype != self.ruleset.record:
            raise ValueError(f"the record must have the record type of {self.ruleset.layout_version}")
        self._records[0] = record

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._records["over"][0])

    @property
    def event(self) -> str | None:
        """The name of the pending chance event, or None."""
        number = int(self._records["chance"][0])
        return self.ruleset.events[number] if number else None

    @property
    def seat(self) -> int | None:
        """The deciding seat; None if a chance event is pending or the game is over."""
        return None if self.over or self.event else int(self._records["seat"][0])

    @property
    def payoff(self) -> np.ndarray:
        """(P,) what each seat has been paid so far."""
        payoffs, rewards = np.zeros((2, 1, self.ruleset.seats), np.float32)
        rows = self.ruleset.seat_rows
        batch.pay_many(self._records, self._rulebook, rows(rewards), rows(payoffs))
        return payoffs[0, : self.players]

    @property
    def shares(self) -> np.ndarray:
        """(P,) each seat's share of the win; zeros before the end."""
        out = np.zeros((1, self.players), np.float32)
        batch.share_many(self._records, self._rulebook, out)
        return out[0]

    # --- decisions ------------------------------------------------------------------------------------------

    def mask(self) -> np.ndarray:
        """(A,) the legal actions of the deciding seat; none while a chance event is pending or after the end."""
        masks = np.zeros((1, self.ruleset.actions), np.bool_)
        if self.seat is not None:
            single.legal_one(self._records, self._rulebook, self.ruleset.mask_rows(masks))
        return masks[0]

    def legal(self) -> list[int]:
        """The legal actions of the deciding seat."""
        return [int(action) for action in np.flatnonzero(self.mask())]

    def must_decide(self) -> list[int]:
        """The seats that still have to choose: several while they choose simultaneously."""
        deciding = np.zeros(self.players, np.bool_)
        if self.seat is not None:
            single.must_decide_one(self._records, self._rulebook, deciding)
        return [int(seat) for seat in np.flatnonzero(deciding)]

    def apply(self, action: int) -> None:
        """Take an action of the deciding seat and play on to the next chance event, decision or the end."""
        mask = self.mask()
        if not (0 <= action < len(mask) and mask[action]):
            raise ValueError(f"action {action!r} is not legal here; legal are {self.legal()}")
        single.apply_one(self._records, self._rulebook, int(action))

    # --- chance ---------------------------------------------------------------------------------------------

    def outcomes(self) -> tuple[np.ndarray, np.ndarray]:
        """All outcomes of the pending chance event (int64), and their probabilities (float64)."""
        self._require_event()
        return single.outcomes_one(self._records, self._rulebook)

    def sample_chance(self, random: np.random.Generator) -> int:
        """Sample an outcome of the pending chance event; the position does not change."""
        self._require_event()
        return int(single.sample_chance_one(self._records, self._rulebook, _stream(random)))

    def apply_chance(self, outcome: int) -> None:
        """Give the pending chance event an outcome, one of `outcomes()`."""
        self._require_event()
        single.apply_chance_one(self._records, self._rulebook, int(outcome))

    def resample_hidden(self, seat: int, random: np.random.Generator) -> None:
        """Resample everything that `seat` cannot know, consistently with what it has observed."""
        single.resample_hidden_one(self._records, self._rulebook, int(seat), _stream(random))

    # --- reading --------------------------------------------------------------------------------------------

    def observe(self, seat: int) -> np.ndarray:
        """(D,) the observation of a seat."""
        out = np.zeros((1, self.ruleset.observation_size), np.float32)
        target = self.ruleset.observation_rows(out)
        single.observe_one(self._records, self._rulebook, self.ruleset.workspace(), int(seat), target)
        return out[0]

    def facts(self) -> dict[str, Any]:
        """The position in plain Python values."""
        return self.ruleset.facts(self._records[0], self.config)

    def text(self) -> str:
        """The position in words, as the deciding seat sees it."""
        return str(self.render("text", DECIDING))

    def render(self, mode: str = "ansi", viewer: int | str = SPECTATOR, caption: str = "") -> str | np.ndarray:
        """Draw the position; see `Games.render`."""
        caption = result(self.shares) or caption
        return Frame(self.ruleset, self.config, self.facts(), self.seat, viewer, caption).render(mode)

    def outcome_name(self, outcome: int) -> str:
        """An outcome of the pending chance event in words."""
        return self.ruleset.outcome_name(self.config, int(self._records["chance"][0]), int(outcome))

    def copy(self) -> Position:
        """An independent copy."""
        return Position.of(self.ruleset, self.config, self._rulebook, self._records[0])

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

    def _require_event(self) -> None:
        if self.event is None:
            raise ValueError("no chance event is pending")


def _stream(random: np.random.Generator) -> np.ndarray:
    stream = np.zeros(1, LUCK)
    stream["luck"] = random.integers(2**64, dtype=np.uint64)
    return stream
