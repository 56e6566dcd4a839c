"""The arrays of a batch of games and the compiled loops over them: the only module that runs the batch kernels.

An engine trusts its callers.  `rows` are always valid, distinct game numbers (int64), and actions are legal (int64).
`Games` is the door for everybody else: it checks what comes in and hands out read-only views.  Code that plays many
games on behalf of others (agents, adapters, self-play) reaches the engine as `games.engine`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numba
import numpy as np

from vegas_env.kernel import batch, policies, streams, turn_order
from vegas_env.kernel.bundles import State, Views
from vegas_env.kernel.cache import entry_point
from vegas_env.kernel.luck import LUCK
from vegas_env.spec import Ruleset

MIN_ROWS_PER_THREAD = 4096  # with fewer, waking the other threads costs more than they save


class Arrays(NamedTuple):
    """What is read off the games after every step, as matrices on the same memory as `Views`."""

    mask: np.ndarray  # (n, A) bool
    observation: np.ndarray  # (n, D) float32; (n, 0) if not wanted
    reward: np.ndarray  # (n, capacity of seats) float32
    payoff: np.ndarray  # (n, capacity of seats) float32
    seat: np.ndarray  # (n,) int8
    over: np.ndarray  # (n,) bool


class Engine:
    """`n` games of one ruleset and config, and what can be done with many of them at once.

    Parameters
    ----------
    ruleset, config: what is played
    n: number of games
    threads: how many threads share the work of a batch
    observe: whether observations are written
    buffers: number of mask and observation buffers, used in turn
    """

    def __init__(
        self, ruleset: Ruleset, config: Any, n: int, *, threads: int = 1, observe: bool = True, buffers: int = 1
    ) -> None:
        self.ruleset, self.config, self.n, self.threads = ruleset, config, n, threads
        self.players: int = config.players
        self.observing = observe
        self.state = State(
            np.zeros(n, ruleset.record),
            np.zeros(n, LUCK),
            np.zeros(n, np.uint64),
            np.zeros(n, np.int32),
            np.zeros(n, np.int32),
        )
        width = ruleset.observation_size if observe else 0
        reward, payoff = np.zeros((2, n, ruleset.seats), np.float32)
        seat, over = np.zeros(n, np.int8), np.zeros(n, np.bool_)
        self._arrays = [
            Arrays(
                np.zeros((n, ruleset.actions), np.bool_), np.zeros((n, width), np.float32), reward, payoff, seat, over
            )
            for _ in range(buffers)
        ]
        self._buffer = 0
        self._prepare()

    def _prepare(self) -> None:
        """Everything that derives from ruleset, config and arrays."""
        ruleset = self.ruleset
        self.rulebook = ruleset.rules(self.config)
        self.all_rows = np.arange(self.n)
        self._workspace = ruleset.workspace()
        self._views = [
            Views(
                ruleset.mask_rows(arrays.mask),
                ruleset.observation_rows(arrays.observation),
                ruleset.seat_rows(arrays.reward),
                ruleset.seat_rows(arrays.payoff),
                arrays.seat,
                arrays.over,
            )
            for arrays in self._arrays
        ]
        self._scratch_mask = ruleset.mask_rows(np.zeros((1, ruleset.actions), np.bool_))
        self._entry_points = _entry_points(ruleset.name, numba.typeof(self.rulebook))

    # --- arrays ---------------------------------------------------------------------------------------------

    @property
    def arrays(self) -> Arrays:
        """The current buffers, writable: some libraries insist on that."""
        return self._arrays[self._buffer]

    @property
    def all_arrays(self) -> list[Arrays]:
        """All buffers."""
        return self._arrays

    @property
    def buffer(self) -> int:
        """The number of the current buffer."""
        return self._buffer

    def next_buffer(self) -> None:
        """Write masks and observations into the next buffer from now on; every game must be written."""
        self._buffer = (self._buffer + 1) % len(self._arrays)

    @property
    def nbytes(self) -> int:
        """Memory of all arrays."""
        shared = self._arrays[0]
        arrays = [*self.state, shared.reward, shared.payoff, shared.seat, shared.over]
        arrays += [array for buffer in self._arrays for array in (buffer.mask, buffer.observation)]
        return sum(array.nbytes for array in arrays)

    # --- state and views ------------------------------------------------------------------------------------

    def set_keys(self, seeds: np.ndarray, indices: np.ndarray) -> None:
        """Make game i game indices[i] of seeds[i]; takes effect with the next `deal` or `reseed`."""
        streams.game_keys(seeds, indices, self.state.keys)

    def deal(self, rows: np.ndarray) -> None:
        """Start the next episode of games."""
        self._run(batch.deal_many, rows)

    def step(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """One legal action in each game."""
        if self.threads == 1:
            self._call(batch.step_many, rows, *self._bundles(), actions)
        else:
            self._run(batch.step_many, rows, by_row=(actions,))

    def refresh(self, rows: np.ndarray) -> None:
        """Recompute the views of games whose state was set or played on without them."""
        self._run(batch.refresh_many, rows)

    def step_current_players(
        self,
        actions: np.ndarray,
        same_step: bool,
        final_observations: np.ndarray | None,
        reward: np.ndarray,
        done: np.ndarray,
        observers: np.ndarray,
    ) -> None:
        """A step of every game's deciding seat with autoreset; see `kernel.batch.step_current_players`."""
        rows = self._views[self._buffer].observations
        finals = rows if final_observations is None else self.ruleset.observation_rows(final_observations)
        self._run(
            batch.step_current_players, self.all_rows, by_row=(actions,),
            whole=(same_step, finals, reward, done, observers),
        )  # fmt: skip

    def first_illegal(self, rows: np.ndarray, actions: np.ndarray) -> int:
        """The place in `rows` of the first action that is not legal, or -1."""
        place: int = self._call(batch.first_illegal, rows, self._views[self._buffer].masks, actions)
        return place

    def first_illegal_running(self, actions: np.ndarray) -> int:
        """The first game that is not over and whose action is not legal, or -1."""
        place: int = self._call(batch.first_illegal_running, self.all_rows, self._views[self._buffer], actions)
        return place

    # --- state alone: the views are stale until `refresh` ---------------------------------------------------

    def play(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """One legal action in each game."""
        self._call(batch.play_many, rows, self.rulebook, self.state, actions)

    def play_policy(self, rows: np.ndarray, policy: np.ndarray, owners: np.ndarray, owner: int) -> None:
        """Let a compiled agent decide in these games for as long as owners[game, seat] is its number."""
        self._call(
            policies.play_policy, rows, self.rulebook, self.state, policy, owners, owner, self._scratch_mask,
            key=policy.dtype,
        )  # fmt: skip

    def play_forced(self, rows: np.ndarray, owners: np.ndarray) -> int:
        """Take the only legal action wherever an agent (owners[game, seat] >= 0) has no choice; returns how many."""
        taken: int = self._call(turn_order.play_forced, rows, self.rulebook, self.state, owners, self._scratch_mask)
        return taken

    def play_out(self) -> int:
        """Play all games to their end with random actions; returns the number of decisions."""
        decisions: int = batch.play_out(self.all_rows, self.rulebook, self.state, self._scratch_mask)
        return decisions

    def group_by_owner(self, rows: np.ndarray, owners: np.ndarray, ends: np.ndarray, found: np.ndarray) -> None:
        """Which of these games wait for which agent: those of agent k are found[ends[k] : ends[k + 1]]."""
        self._call(turn_order.group_by_owner, rows, self.state, owners, ends, found)

    def waiting_for(self, rows: np.ndarray, owners: np.ndarray, owner: int) -> np.ndarray:
        """Which of these games wait for an owner."""
        found = np.empty(len(rows), np.int64)
        return found[: self._call(turn_order.waiting_for, rows, self.state, owners, owner, found)]

    # --- reading --------------------------------------------------------------------------------------------

    def observe(self, rows: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """(m, D) what seat seats[j] observes in game rows[j]."""
        out = np.zeros((len(rows), self.ruleset.observation_size), np.float32)
        targets = self.ruleset.observation_rows(out)
        if len(rows):
            self._call(batch.observe_many, rows, self.rulebook, self._workspace, self.state, seats, targets)
        return out

    def legal(self, rows: np.ndarray) -> np.ndarray:
        """(m, A) the legal actions of the deciding seats."""
        masks = np.zeros((len(rows), self.ruleset.actions), np.bool_)
        self._call(batch.legal_many, rows, self.rulebook, self.state, self.ruleset.mask_rows(masks))
        return masks

    def legal_by_seat(self, row: int) -> np.ndarray:
        """(P, A) in one game: the legal actions of every seat that must decide, none of the others."""
        masks = np.zeros((self.players, self.ruleset.actions), np.bool_)
        self._call(batch.legal_by_seat, row, self.rulebook, self.state, self.ruleset.mask_rows(masks))
        return masks

    def agent_luck(self, rows: np.ndarray) -> np.ndarray:
        """(m,) a random stream for the agent that decides in each game."""
        luck = np.zeros(len(rows), LUCK)
        self._call(streams.agent_streams, rows, self.state, luck)
        return luck

    def seat_draws(self, rows: np.ndarray, count: int) -> np.ndarray:
        """(m, count) numbers in [0, 1) that decide who sits where, functions of each game and its episode alone."""
        draws = np.zeros((len(rows), count))
        self._call(streams.seat_draws, rows, self.state, draws)
        return draws

    def resampled(self, rows: np.ndarray, luck: np.ndarray) -> np.ndarray:
        """(m,) copies of records with everything resampled that the deciding seat cannot know."""
        copies = np.zeros(len(rows), self.ruleset.record)
        self._call(batch.resample_many, rows, self.rulebook, self.state, luck, copies)
        return copies

    def shares(self, rows: np.ndarray) -> np.ndarray:
        """(m, P) each seat's share of the win; zeros before the end."""
        shares = np.zeros((len(rows), self.players), np.float32)
        batch.share_many(self.state.records[rows], self.rulebook, shares)
        return shares

    def payoff_under(self, reward: str) -> np.ndarray:
        """(n, P) the payoffs of all games if the option `reward` were another."""
        rulebook = self.ruleset.rules(dataclasses.replace(self.config, reward=reward))
        rewards, payoffs = np.zeros((2, self.n, self.ruleset.seats), np.float32)
        batch.pay_many(self.state.records, rulebook, self.ruleset.seat_rows(rewards), self.ruleset.seat_rows(payoffs))
        return payoffs[:, : self.players]

    def reseed(self) -> None:
        """Replace the random streams of all games for the rest of their episodes."""
        streams.reseed(self.state)

    # --- running kernels ------------------------------------------------------------------------------------

    def _bundles(self) -> tuple[Any, np.ndarray, State, Views]:
        return self.rulebook, self._workspace, self.state, self._views[self._buffer]

    def _run(
        self, kernel: Any, rows: np.ndarray, by_row: tuple[np.ndarray, ...] = (), whole: tuple[Any, ...] = ()
    ) -> None:
        """Run a kernel on games, in slices if there are threads; `by_row` arguments have an entry for each row."""
        bundles = self._bundles()
        if self.threads == 1 or len(rows) < 2 * MIN_ROWS_PER_THREAD:
            self._call(kernel, rows, *bundles, *by_row, *whole)
            return
        cuts = [len(rows) * k // self.threads for k in range(self.threads + 1)]
        jobs = [
            _pool(self.threads).submit(
                self._call, kernel, rows[a:b], *bundles, *(argument[a:b] for argument in by_row), *whole
            )
            for a, b in pairwise(cuts)
        ]
        for job in jobs:
            job.result()

    def _call(self, kernel: Any, *arguments: Any, key: Any = None) -> Any:
        """Call a kernel without numba's dispatcher.

        Ruleset and rulebook fix the types of all arguments; a `key` stands for those of others.
        """
        run = self._entry_points.get((kernel, key))
        if run is None:
            run = self._entry_points[kernel, key] = entry_point(kernel, *arguments)
        return run(*arguments)

    def __getstate__(self) -> dict[str, Any]:
        derived = ("rulebook", "all_rows", "ruleset", "_workspace", "_views", "_scratch_mask", "_entry_points")
        return {name: value for name, value in self.__dict__.items() if name not in derived} | {
            "ruleset": self.ruleset.name
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        from vegas_env.rulesets import RULESETS

        self.__dict__.update(state, ruleset=RULESETS[state["ruleset"]])
        self._prepare()


@cache
def _entry_points(ruleset: str, rulebook_type: Any) -> dict[Any, Callable[..., Any]]:
    """Machine code by kernel, shared by all engines whose arguments have the same types."""
    return {}


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="vegas_env")
