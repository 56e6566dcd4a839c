"""Many games of one ruleset at once, as arrays: the one Python class over the compiled kernels."""

from __future__ import annotations

import copy
import dataclasses
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from vegas_env.checks import check_int, make_config
from vegas_env.kernel import batch
from vegas_env.kernel.batch import ALL
from vegas_env.kernel.luck import LUCK
from vegas_env.render.renderer import SPECTATOR, Frame, result
from vegas_env.rulesets import RULESETS
from vegas_env.spec import Ruleset, Slice

_MADE_ANEW = (
    "_rules",
    "_form",
    "_mask_rows",
    "_observation_rows",
    "_reward",
    "_payoff",
    "_reward_rows",
    "_payoff_rows",
)
_SMALLEST_SHARE = 4096  # games per thread: with less, waking the other threads costs more than they save


@dataclasses.dataclass(frozen=True)
class Snapshot:
    """Saved games: the positions, the luck that is left, and what they mean."""

    layout: str
    config: Any
    records: np.ndarray
    luck: np.ndarray
    keys: np.ndarray
    episodes: np.ndarray
    moves: np.ndarray

    def __len__(self) -> int:
        return len(self.records)


class Games:
    """`n` games of a ruleset.

    Game i plays the same in a batch of one or of a million, with any number of threads: its luck is a function of
    (seed, first + i, episode) alone.  All arrays are read-only views that the next step overwrites; with `buffers=2`
    observations and masks stay as they are for one step more.

    Parameters
    ----------
    ruleset: name of a ruleset, e.g. "las_vegas"
    n: number of games
    seed: a whole number, or one for each game (each then is game 0 of its seed)
    first: index of the first game
    threads: how many threads share the work (results are the same)
    observe: False leaves out observations, for agents that do not look at them
    buffers: number of observation and mask buffers that take turns
    options: those of the ruleset's config, or config=… itself
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
        chosen: Any = make_config(self.ruleset.config, options) if config is None else config
        self.config = chosen
        self.n = check_int("n", n, 1, 2**31)
        self.first = check_int("first", first, 0, 2**62)
        self.threads = check_int("threads", threads, 1, 4 * (os.cpu_count() or 1) + 64)
        self.players: int = self.config.players
        self._observing = bool(observe)
        self._allocate(check_int("buffers", buffers, 1, 8))
        self.reset(seed=seed)

    def _allocate(self, buffers: int) -> None:
        n = self.n
        self._records = np.zeros(n, self.ruleset.record)
        self._luck = np.zeros(n, LUCK)
        self._keys = np.zeros(n, np.uint64)
        self._episodes = np.zeros(n, np.int32)
        self._moves = np.zeros(n, np.int32)
        width = self.ruleset.observation_size if self._observing else 0
        self._masks = [np.zeros((n, self.ruleset.actions), np.bool_) for _ in range(buffers)]
        self._observations = [np.zeros((n, width), np.float32) for _ in range(buffers)]
        self._buffer = 0
        self._rewards = np.zeros((n, self.ruleset.seats), np.float32)
        self._payoffs = np.zeros((n, self.ruleset.seats), np.float32)
        self._seat = np.zeros(n, np.int8)
        self._over = np.zeros(n, np.bool_)
        self._prepare()

    def _prepare(self) -> None:
        """What compiled code is handed over and what can be made anew at any time."""
        self._rules = self.ruleset.rules(self.config)
        self._form = self.ruleset.workspace()
        self._reward = self._rewards[:, : self.players]
        self._payoff = self._payoffs[:, : self.players]
        self._reward_rows = self.ruleset.seat_rows(self._rewards)
        self._payoff_rows = self.ruleset.seat_rows(self._payoffs)
        self._mask_rows = [self.ruleset.mask_rows(masks) for masks in self._masks]
        self._observation_rows = [self.ruleset.observation_rows(seen) for seen in self._observations]

    # --- what there is to see -------------------------------------------------------------------------------

    @property
    def seat(self) -> np.ndarray:
        """(n,) the seat that decides; -1 in a game that is over."""
        return _read_only(self._seat)

    @property
    def mask(self) -> np.ndarray:
        """(n, A) which actions are legal; none in a game that is over."""
        return _read_only(self._masks[self._buffer])

    @property
    def observation(self) -> np.ndarray:
        """(n, D) what the deciding seat sees; zeros in a game that is over."""
        if not self._observing:
            raise ValueError(
                "these games were made with observe=False; use observe(seat), or make them with observe=True"
            )
        return _read_only(self._observations[self._buffer])

    @property
    def over(self) -> np.ndarray:
        """(n,) which games have ended."""
        return _read_only(self._over)

    @property
    def reward(self) -> np.ndarray:
        """(n, P) what the last step paid each seat."""
        return _read_only(self._reward)

    @property
    def payoff(self) -> np.ndarray:
        """(n, P) what each seat has been paid since the game began."""
        return _read_only(self._payoff)

    @property
    def shares(self) -> np.ndarray:
        """(n, P) who won how much of the game, whatever the reward option; zeros before the end."""
        out = np.zeros((self.n, self.players), np.float32)
        batch.shares(self._records, self._rules, out)
        return out

    @property
    def records(self) -> np.ndarray:
        """(n,) the positions themselves."""
        return _read_only(self._records)

    @property
    def episode(self) -> np.ndarray:
        """(n,) how often each game has been dealt anew."""
        return _read_only(self._episodes)

    @property
    def moves(self) -> np.ndarray:
        """(n,) decisions made so far in each game."""
        return _read_only(self._moves)

    @property
    def action_names(self) -> tuple[str, ...]:
        return self.ruleset.action_names

    @property
    def observation_slices(self) -> dict[str, Slice]:
        return dict(self.ruleset.slices)

    @property
    def nbytes(self) -> int:
        """Memory of all arrays."""
        arrays = [*self._masks, *self._observations, self._records, self._luck, self._keys, self._episodes]
        arrays += [self._moves, self._rewards, self._payoffs, self._seat, self._over]
        return sum(array.nbytes for array in arrays)

    def facts(self, i: int = 0) -> dict[str, Any]:
        """Game i in plain Python values."""
        return self.ruleset.facts(self._records[i], self.config)

    def render(self, i: int = 0, mode: str = "ansi", viewer: int | str = SPECTATOR, caption: str = "") -> Any:
        """Game i as "ansi" (text in colours), "text" (without), "svg", or "rgb_array" (height, width, 3).

        `viewer` sees it: a seat, "spectator", "deciding" (the seat that decides) or "all" (nothing is hidden).
        `caption` is a line about what happened last; who has won stands there at the end.
        """
        return self.frame(i, viewer, caption).render(mode)

    def frame(self, i: int = 0, viewer: int | str = SPECTATOR, caption: str = "") -> Frame:
        """Game i as `viewer` sees it, to be drawn."""
        shares = np.zeros((1, self.players), np.float32)
        batch.shares(self._records[i : i + 1], self._rules, shares)
        seat = None if self._over[i] else int(self._seat[i])
        return Frame(self.ruleset, self.config, self.facts(i), seat, viewer, result(shares[0]) or caption)

    def observe(self, seat: int | np.ndarray, where: Any = None) -> np.ndarray:
        """(m, D) what a seat, or one seat per game, sees; of all games, or of those in `where`."""
        index = self._index(where)
        m = self._size(index)
        viewers = np.ascontiguousarray(np.broadcast_to(np.asarray(seat, np.int64), (m,)))
        if m and not (viewers.min() >= 0 and viewers.max() < self.players):
            raise ValueError(f"seats are 0 to {self.players - 1}, not {seat!r}")
        return self._look(index, viewers)

    def _look(self, index: np.ndarray, viewers: np.ndarray) -> np.ndarray:
        out = np.zeros((len(viewers), self.ruleset.observation_size), np.float32)
        rows = self.ruleset.observation_rows(out)
        self._run(batch.look, index, len(viewers), self._records, self._rules, self._form, viewers, rows)
        return out

    # --- what one can do ------------------------------------------------------------------------------------

    def step(self, actions: Any, where: Any = None) -> None:
        """Take one action in each game, or in the games in `where`.  Illegal input is refused and nothing is
        changed.
        """
        index = self._index(where)
        actions = self._checked_actions(actions, self._size(index))
        refused = batch.first_illegal(actions, self._mask_rows[self._buffer], index)
        if refused >= 0:
            self._refuse(actions, refused, int(index[refused]) if len(index) else refused)
        if where is None:
            self._next_buffer()
        self._step(index, actions)

    def _step(self, index: np.ndarray, actions: np.ndarray) -> None:
        """A step whose input has been checked; what is seen goes into the present buffer."""
        masks, observations = self._mask_rows[self._buffer], self._observation_rows[self._buffer]
        self._run(
            batch.step, index, len(actions), self._records, self._rules, self._form, self._luck, self._moves, actions,
            masks, observations, self._reward_rows, self._payoff_rows, self._seat, self._over,
        )  # fmt: skip

    def reset(self, where: Any = None, seed: int | Sequence[int] | np.ndarray | None = None) -> None:
        """Deal anew: all games or those in `where` begin their next episode; with a seed, episode 0 of that seed."""
        index = self._index(where)
        if seed is not None:
            if where is not None:
                raise ValueError("a seed is for all games: give no `where` with it")
            self._set_keys(seed)
            self._episodes[:] = -1
        if where is None:
            self._next_buffer()
        self._deal(index, self._size(index))

    def _deal(self, index: np.ndarray, m: int) -> None:
        masks, observations = self._mask_rows[self._buffer], self._observation_rows[self._buffer]
        self._run(
            batch.deal, index, m, self._records, self._rules, self._form, self._luck, self._keys, self._episodes,
            self._moves, masks, observations, self._reward_rows, self._payoff_rows, self._seat, self._over,
        )  # fmt: skip

    def reseed(self, seed: int | Sequence[int] | np.ndarray) -> None:
        """New luck for the future of all games; the positions stay."""
        self._set_keys(seed)
        batch.reseed(self._keys, self._episodes, self._moves, self._luck)

    def clone(self) -> Games:
        """The same games, with the same future, that share no memory with these."""
        return copy.deepcopy(self)

    def save(self) -> Snapshot:
        """A copy of all positions and their luck, for `restore`."""
        parts = (self._records, self._luck, self._keys, self._episodes, self._moves)
        return Snapshot(self.ruleset.layout_version, self.config, *(part.copy() for part in parts))

    def restore(self, saved: Snapshot | np.ndarray, where: Any = None) -> None:
        """Go back to saved games, or set positions from records of the same ruleset and config (luck then goes on)."""
        index = self._index(where)
        m = self._size(index)
        self._check_saved(saved, m)
        chosen = index if len(index) else slice(None)
        if isinstance(saved, Snapshot):
            for mine, theirs in (
                (self._records, saved.records), (self._luck, saved.luck), (self._keys, saved.keys),
                (self._episodes, saved.episodes), (self._moves, saved.moves),
            ):  # fmt: skip
                mine[chosen] = theirs
        else:
            self._records[chosen] = saved
        self._refresh(index, m)
        self._reward[chosen] = 0.0

    def _refresh(self, index: np.ndarray, m: int) -> None:
        """Bring everything that is derived from the records up to date."""
        self._run(
            batch.refresh, index, m, self._records, self._rules, self._form, self._mask_rows[self._buffer],
            self._observation_rows[self._buffer], self._reward_rows, self._payoff_rows, self._seat, self._over,
        )  # fmt: skip

    # --- checks at the door ---------------------------------------------------------------------------------

    def _checked_actions(self, actions: Any, m: int) -> np.ndarray:
        array = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not {array.dtype}")
        if array.shape != (m,):
            raise ValueError(f"actions must have the shape ({m},), one for each game, not {array.shape}")
        return np.ascontiguousarray(array, np.int64)

    def _refuse(self, actions: np.ndarray, place: int, game: int) -> None:
        action = int(actions[place])
        if self._over[game]:
            raise ValueError(
                f"game {game} is over: reset it before the next step (reset(where=games.over)); nothing was played"
            )
        names = self.ruleset.action_names
        if not 0 <= action < len(names):
            raise ValueError(f"action {action} of game {game} is not one of 0 to {len(names) - 1}; nothing was played")
        legal = ", ".join(f"{a} ({names[a]})" for a in np.flatnonzero(self._masks[self._buffer][game]))
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

    def _index(self, where: Any) -> np.ndarray:
        """`where` (None, a mask or indices) as indices; empty for all games."""
        if where is None:
            return ALL
        array = np.asarray(where)
        if array.dtype == np.bool_:
            if array.shape != (self.n,):
                raise ValueError(f"a mask of games must have the shape ({self.n},), not {array.shape}")
            array = np.flatnonzero(array)
        elif array.dtype.kind not in "iu" or array.ndim != 1:
            raise ValueError("where must be a mask of games or a list of their indices")
        elif len(array) and not (array.min() >= 0 and array.max() < self.n):
            raise ValueError(f"there are games 0 to {self.n - 1}, not {array.min()} to {array.max()}")
        elif len(np.unique(array)) != len(array):
            raise ValueError("where names a game twice")
        return np.ascontiguousarray(array, np.int64) if len(array) else _NONE

    def _size(self, index: np.ndarray) -> int:
        if index is _NONE:
            return 0
        return len(index) if len(index) else self.n

    def _set_keys(self, seed: int | Sequence[int] | np.ndarray) -> None:
        seeds = np.asarray(seed)
        if seeds.dtype.kind not in "iu" or seeds.shape not in ((), (self.n,)):
            raise ValueError(f"seed must be a whole number, or {self.n} of them, not {seed!r}")
        if seeds.ndim:
            indices = np.zeros(self.n, np.uint64)
        else:
            indices = np.arange(self.first, self.first + self.n, dtype=np.uint64)
        batch.game_keys(np.broadcast_to(seeds.astype(np.uint64), (self.n,)).copy(), indices, self._keys)

    # --- running the kernels --------------------------------------------------------------------------------

    def _next_buffer(self) -> None:
        """From now on masks and observations are written into the other buffer: all of them must be."""
        self._buffer = (self._buffer + 1) % len(self._masks)

    def _run(self, kernel: Callable[..., Any], index: np.ndarray, m: int, *arguments: Any) -> None:
        """Call a kernel for m games (all, or those of an index), in slices if there are threads."""
        if self.threads == 1 or m < 2 * _SMALLEST_SHARE:
            kernel(index, 0, m, *arguments)
            return
        cuts = [m * k // self.threads for k in range(self.threads + 1)]
        jobs = [_pool(self.threads).submit(kernel, index, a, b, *arguments) for a, b in pairwise(cuts)]
        for job in jobs:
            job.result()

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        state["ruleset"] = self.ruleset.name
        state["layout"] = self.ruleset.layout_version
        for name in _MADE_ANEW:
            del state[name]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        state = dict(state)
        ruleset = RULESETS[state.pop("ruleset")]
        check_layout(state.pop("layout"), ruleset)
        self.__dict__.update(state, ruleset=ruleset)
        self._prepare()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"Games({self.ruleset.name!r}, n={self.n}, {self.config})"


_NONE = np.zeros(0, np.int64)


def check_layout(saved: str, ruleset: Ruleset) -> None:
    """Refuse positions that were saved by other rules."""
    if saved != ruleset.layout_version:
        raise ValueError(
            f"these positions were saved with layout {saved}; this version of vegas_env reads {ruleset.layout_version}"
        )


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="vegas_env")
