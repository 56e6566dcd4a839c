"""Many games of one ruleset as arrays: the interface on which everything else is built."""

from __future__ import annotations

import copy
import dataclasses
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from vegas_env.checks import check_int, make_config
from vegas_env.engine import Engine
from vegas_env.kernel.bundles import State
from vegas_env.render.renderer import SPECTATOR, Frame, result
from vegas_env.rulesets import RULESETS
from vegas_env.spec import Ruleset, Slice


@dataclasses.dataclass(frozen=True)
class Snapshot:
    """Saved games: their state, and the layout and config without which it means nothing."""

    layout: str
    config: Any
    state: State

    def __len__(self) -> int:
        return len(self.state.records)


class Games:
    """`n` games of a ruleset.

    Game i plays the same in a batch of one or of a million, with any number of threads: its chance events are a
    function of (seed, first + i, episode) alone.  All arrays are read-only views that the next step overwrites; with
    `buffers=2`, observations and masks stay valid for one step longer.

    Parameters
    ----------
    ruleset: name of a ruleset, e.g. "las_vegas"
    n: number of games
    seed: a whole number, or one for each game (each then is game 0 of its seed)
    first: index of the first game
    threads: number of threads that share the work; results are the same
    observe: False skips observations, for agents that do not read them
    buffers: number of observation and mask buffers, used in turn
    config, options: the ruleset's config, or its options as keywords

    >>> games = Games("las_vegas", n=4096, seed=0, players=5)
    >>> while not games.over.all():
    ...     playing = ~games.over
    ...     games.step(games.mask[playing].argmax(axis=1), where=playing)
    >>> games.payoff.shape
    (4096, 5)
    """

    def __init__(
        self,
        ruleset: str,
        n: int = 1,
        seed: int | Sequence[int] | np.ndarray = 0,
        first: int = 0,
        *,
        threads: int = 1,
        observe: bool = True,
        buffers: int = 1,
        config: Any = None,
        **options: Any,
    ) -> None:
        self.ruleset: Ruleset = RULESETS[ruleset]
        if config is not None and options:
            raise ValueError("give either config=… or options, not both")
        if config is not None and not isinstance(config, self.ruleset.config):
            raise ValueError(f"config must be a {self.ruleset.config.__name__}, not {type(config).__name__}")
        self.config: Any = make_config(self.ruleset.config, options) if config is None else config
        self.n = check_int("n", n, 1, 2**31)
        self.first = check_int("first", first, 0, 2**62)
        self.players: int = self.config.players
        self.engine = Engine(
            self.ruleset,
            self.config,
            self.n,
            threads=check_int("threads", threads, 1, 4 * (os.cpu_count() or 1) + 64),
            observe=bool(observe),
            buffers=check_int("buffers", buffers, 1, 8),
        )
        self._make_views()
        self.reset(seed=seed)

    def _make_views(self) -> None:
        """Read-only views of the engine's arrays, made once."""
        arrays, state = self.engine.arrays, self.engine.state
        self._seat = _read_only(arrays.seat)
        self._over = _read_only(arrays.over)
        self._reward = _read_only(arrays.reward[:, : self.players])
        self._payoff = _read_only(arrays.payoff[:, : self.players])
        self._masks = [_read_only(buffer.mask) for buffer in self.engine.all_arrays]
        self._observations = [_read_only(buffer.observation) for buffer in self.engine.all_arrays]
        self._records = _read_only(state.records)
        self._episode = _read_only(state.episodes)
        self._moves = _read_only(state.moves)

    # --- reading --------------------------------------------------------------------------------------------

    @property
    def seat(self) -> np.ndarray:
        """(n,) the deciding seat; -1 in a game that is over."""
        return self._seat

    @property
    def mask(self) -> np.ndarray:
        """(n, A) the legal actions; none in a game that is over."""
        return self._masks[self.engine.buffer]

    @property
    def observation(self) -> np.ndarray:
        """(n, D) the deciding seat's observation; zeros in a game that is over."""
        if not self.engine.observing:
            raise ValueError(
                "these games were made with observe=False; use observe(seat), or make them with observe=True"
            )
        return self._observations[self.engine.buffer]

    @property
    def over(self) -> np.ndarray:
        """(n,) whether the game has ended."""
        return self._over

    @property
    def reward(self) -> np.ndarray:
        """(n, P) what the last step paid each seat."""
        return self._reward

    @property
    def payoff(self) -> np.ndarray:
        """(n, P) what each seat has been paid in this episode."""
        return self._payoff

    @property
    def shares(self) -> np.ndarray:
        """(n, P) each seat's share of the win, whatever the reward option; zeros before the end."""
        return self.engine.shares(self.engine.all_rows)

    @property
    def records(self) -> np.ndarray:
        """(n,) the states of the games, as records of the ruleset."""
        return self._records

    @property
    def episode(self) -> np.ndarray:
        """(n,) the number of each game's episode, from 0."""
        return self._episode

    @property
    def moves(self) -> np.ndarray:
        """(n,) decisions made in this episode."""
        return self._moves

    @property
    def action_names(self) -> tuple[str, ...]:
        """What each action means, in words."""
        return self.ruleset.action_names

    @property
    def observation_slices(self) -> dict[str, Slice]:
        """The named parts of an observation vector."""
        return dict(self.ruleset.slices)

    @property
    def nbytes(self) -> int:
        """Memory of all arrays."""
        return self.engine.nbytes

    def facts(self, i: int = 0) -> dict[str, Any]:
        """The state of game i in plain Python values."""
        return self.ruleset.facts(self._records[i], self.config)

    def frame(self, i: int = 0, viewer: int | str = SPECTATOR, caption: str = "") -> Frame:
        """Game i as `viewer` sees it, ready to be drawn."""
        shares = self.engine.shares(self.engine.all_rows[i : i + 1])
        seat = None if self._over[i] else int(self._seat[i])
        return Frame(self.ruleset, self.config, self.facts(i), seat, viewer, result(shares[0]) or caption)

    def render(self, i: int = 0, mode: str = "ansi", viewer: int | str = SPECTATOR, caption: str = "") -> Any:
        """Draw game i.

        mode: "ansi" (coloured text), "text" (plain), "svg", or "rgb_array" (height, width, 3)
        viewer: a seat, "spectator", "deciding" (the deciding seat) or "all" (nothing is hidden)
        caption: a line about the last event; at the end of a game it names the winner instead
        """
        return self.frame(i, viewer, caption).render(mode)

    def observe(self, seat: int | np.ndarray, where: Any = None) -> np.ndarray:
        """(m, D) the observation of a seat, or of one seat per game, in all games or in those of `where`."""
        rows = self._rows(where)
        seats = np.ascontiguousarray(np.broadcast_to(np.asarray(seat, np.int64), (len(rows),)))
        if len(rows) and not (seats.min() >= 0 and seats.max() < self.players):
            raise ValueError(f"seats are 0 to {self.players - 1}, not {seat!r}")
        return self.engine.observe(rows, seats)

    # --- playing --------------------------------------------------------------------------------------------

    def step(self, actions: Any, where: Any = None) -> None:
        """Take one action in each game, or in each game of `where`.

        `where` is a mask of games or a list of their numbers.  Chance events that follow are played at once.  Illegal
        input is refused, and then no game changes.
        """
        rows = self.engine.all_rows if where is None else self._rows(where)
        actions = self.check_actions(actions, len(rows))
        self.refuse_illegal(rows, actions)
        if where is None:
            self.engine.next_buffer()
        self.engine.step(rows, actions)

    def reset(self, where: Any = None, seed: int | Sequence[int] | np.ndarray | None = None) -> None:
        """Start the next episode of all games, or of those in `where`; with a seed, episode 0 of that seed."""
        rows = self._rows(where)
        if seed is not None:
            if where is not None:
                raise ValueError("a seed is for all games: give no `where` with it")
            self._set_keys(seed)
            self.engine.state.episodes[:] = -1
        if where is None:
            self.engine.next_buffer()
        self.engine.deal(rows)

    def reseed(self, seed: int | Sequence[int] | np.ndarray) -> None:
        """Give the rest of all games other chance events; their positions stay."""
        self._set_keys(seed)
        self.engine.reseed()

    def clone(self) -> Games:
        """A copy with the same future, sharing no memory."""
        return copy.deepcopy(self)

    def save(self) -> Snapshot:
        """A copy of the state of all games, for `restore`."""
        state = State(*(array.copy() for array in self.engine.state))
        return Snapshot(self.ruleset.layout_version, self.config, state)

    def restore(self, saved: Snapshot | np.ndarray, where: Any = None) -> None:
        """Go back to saved games; or set positions from records of the same ruleset and config, keeping the luck."""
        rows = self._rows(where)
        self._check_saved(saved, len(rows))
        if isinstance(saved, Snapshot):
            for mine, theirs in zip(self.engine.state, saved.state, strict=True):
                mine[rows] = theirs
        else:
            self.engine.state.records[rows] = saved
        self.engine.refresh(rows)
        self.engine.arrays.reward[rows] = 0.0

    # --- checks ---------------------------------------------------------------------------------------------

    def check_actions(self, actions: Any, m: int) -> np.ndarray:
        """Actions of m games as int64; an error if they are not m whole numbers."""
        array = np.asarray(actions)
        if array.dtype.kind not in "iu" and array.size:  # an empty list has no integer type
            raise TypeError(f"actions must be whole numbers, not {array.dtype}")
        if array.shape != (m,):
            raise ValueError(f"actions must have the shape ({m},), one for each game, not {array.shape}")
        return np.ascontiguousarray(array, np.int64)

    def refuse_illegal(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """An error that names the first game of `rows` whose action is not legal, and what is."""
        place = self.engine.first_illegal(rows, actions)
        if place < 0:
            return
        game, action = int(rows[place]), int(actions[place])
        if self._over[game]:
            raise ValueError(
                f"game {game} is over: reset it before the next step (reset(where=games.over)); nothing was played"
            )
        names = self.ruleset.action_names
        if not 0 <= action < len(names):
            raise ValueError(f"action {action} of game {game} is not one of 0 to {len(names) - 1}; nothing was played")
        legal = ", ".join(f"{a} ({names[a]})" for a in np.flatnonzero(self.mask[game]))
        raise ValueError(
            f"action {action} ({names[action]}) is not legal in game {game}; legal are {legal}; nothing was played"
        )

    def _check_saved(self, saved: Snapshot | np.ndarray, m: int) -> None:
        if len(saved) != m:
            raise ValueError(f"{len(saved)} saved games cannot be put into {m} games")
        if isinstance(saved, Snapshot):
            check_layout(saved.layout, self.ruleset)
            if dataclasses.replace(saved.config, reward=self.config.reward) != self.config:
                raise ValueError(f"the games were saved with other options: {saved.config}, not {self.config}")
        elif saved.dtype != self.ruleset.record:
            raise ValueError(f"records must have the record type of {self.ruleset.layout_version}")

    def _rows(self, where: Any) -> np.ndarray:
        """The numbers of the games in `where` (None for all, a mask, or numbers), checked."""
        if where is None:
            return self.engine.all_rows
        array = np.asarray(where)
        if array.dtype == np.bool_:
            if array.shape != (self.n,):
                raise ValueError(f"a mask of games must have the shape ({self.n},), not {array.shape}")
            return np.flatnonzero(array)
        if array.ndim == 1 and array.size == 0:  # an empty list has no integer type
            return np.zeros(0, np.int64)
        if array.dtype.kind not in "iu" or array.ndim != 1:
            raise ValueError("where must be a mask of games or a list of their numbers")
        if not (array.min() >= 0 and array.max() < self.n):
            raise ValueError(f"there are games 0 to {self.n - 1}, not {array.min()} to {array.max()}")
        if len(np.unique(array)) != len(array):
            raise ValueError("where names a game twice")
        return np.ascontiguousarray(array, np.int64)

    def _set_keys(self, seed: int | Sequence[int] | np.ndarray) -> None:
        seeds = np.asarray(seed)
        if seeds.dtype.kind not in "iu" or seeds.shape not in ((), (self.n,)):
            raise ValueError(f"seed must be a whole number, or {self.n} of them, not {seed!r}")
        if seeds.ndim:
            indices = np.zeros(self.n, np.uint64)
        else:
            indices = np.arange(self.first, self.first + self.n, dtype=np.uint64)
        self.engine.set_keys(np.broadcast_to(seeds.astype(np.uint64), (self.n,)).copy(), indices)

    def __getstate__(self) -> dict[str, Any]:
        kept = ("config", "n", "first", "players", "engine")
        return {
            "ruleset": self.ruleset.name,
            "layout": self.ruleset.layout_version,
            **{name: self.__dict__[name] for name in kept},
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        state = dict(state)
        ruleset = RULESETS[state.pop("ruleset")]
        check_layout(state.pop("layout"), ruleset)
        self.__dict__.update(state, ruleset=ruleset)
        self._make_views()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"Games({self.ruleset.name!r}, n={self.n}, {self.config})"


def check_layout(saved: str, ruleset: Ruleset) -> None:
    """An error unless saved positions have the layout of the present rules."""
    if saved != ruleset.layout_version:
        raise ValueError(
            f"these positions were saved with layout {saved}; this version of vegas_env reads {ruleset.layout_version}"
        )


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view
