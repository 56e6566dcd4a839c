"""Many games in which one learner plays a seat against agents: the core of every single-agent adapter."""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.agent import as_agents
from vegas_env.checks import check_int
from vegas_env.games import Games
from vegas_env.kernel import batch
from vegas_env.kernel.batch import ALL
from vegas_env.seating import MatchRunner

HOT = "hot"
RANDOM = "random"
ILLEGAL_REWARD = -1.0


class SingleAgentGames:
    """`n` games, each with one learner seat.

    learner: a seat, "random" (a seat drawn anew for each game) or "hot" (whoever acts; for benchmarks and data).
    opponents: an agent or its name, or a list; the seats after the learner's take them in turn.

    The arrays of a step (seat, reward, done, illegal) are new each time; observation and mask take turns in buffers.

    A step plays the learner's action and then everyone else up to its next decision.  Its reward is what its own
    seat was paid meanwhile, including the end of a game that somebody else's move brought.  Games that end before the
    learner's first decision are dealt again.  An illegal action forfeits the game: it is done, with a reward of -1,
    and `illegal` is set.
    """

    def __init__(
        self,
        ruleset: str,
        n: int,
        seed: Any = 0,
        *,
        learner: int | str = RANDOM,
        opponents: Any = "random",
        buffers: int = 2,
        **options: Any,
    ) -> None:
        self.games = Games(ruleset, n, seed, buffers=buffers, **options)
        self.n = n
        self.hot = learner == HOT
        self.learner = learner if learner in (HOT, RANDOM) else check_int("learner", learner, 0, self.games.players - 1)
        agents = [] if self.hot else as_agents(ruleset, opponents)
        if len(agents) > self.games.players - 1:
            raise ValueError(f"{len(agents)} opponents are too many for {self.games.players} players")
        self.runner = MatchRunner(self.games, agents)
        self.seat = np.zeros(n, np.int64)
        self.reward = np.zeros(n, np.float32)
        self.done = np.zeros(n, np.bool_)
        self.illegal = np.zeros(n, np.bool_)
        self.any_illegal = False
        self.finals: np.ndarray | None = None  # last views of games that `step_hot` dealt anew in the same step
        self._paid = np.zeros(n, np.float32)  # the learner's payoff when it last got a reward
        self._rows = np.arange(n)
        self._row_starts = self._rows * self.games.ruleset.seats
        self._begin(ALL)

    # --- what the learner sees ------------------------------------------------------------------------------

    @property
    def observation(self) -> np.ndarray:
        """(n, D) of the present buffer: stays as it is for one more step."""
        return self.games._observations[self.games._buffer]

    @property
    def mask(self) -> np.ndarray:
        return self.games._masks[self.games._buffer]

    def final_observation(self, where: np.ndarray) -> np.ndarray:
        """What the learner sees in games that are done."""
        return self.games._look(where, self.seat[where])

    # --- playing --------------------------------------------------------------------------------------------

    def reset(self, seed: Any = None) -> None:
        """All games anew; with a seed, from its first deal on."""
        self.games.reset(seed=seed)
        self._begin(ALL)

    def restart(self, where: np.ndarray) -> None:
        """The next deal in some games (indices)."""
        if len(where):
            self.games._deal(where, len(where))
            self._begin(where)

    def step(self, actions: Any, renew: np.ndarray | None = None) -> None:
        """The learner's actions in all games, except those in `renew` (indices): these are dealt anew instead."""
        games = self.games
        actions = games._checked_actions(actions, self.n)
        index = ALL if renew is None else np.delete(self._rows, renew)
        illegal = self._illegal(actions, index)
        if len(illegal):
            index = np.setdiff1d(self._rows if index is ALL else index, illegal)
        games._next_buffer()
        acted = games._seat.astype(np.int64) if self.hot else self.seat
        if index is ALL:
            self._play(ALL, self.n, actions)
        elif len(index):
            self._play(index, len(index), actions[index])
        self._collect_rewards(acted)
        self.done = games._over.copy()
        if len(illegal):
            games._refresh(illegal, len(illegal))
            self.done[illegal] = True
            self.reward[illegal] = ILLEGAL_REWARD
        if self.hot:
            self._see_next(acted)
        if renew is not None:
            self.restart(renew)
            self.done[renew] = False
            self.reward[renew] = 0.0

    def step_hot(self, actions: Any, same_step: bool) -> bool:
        """Like `step` and `restart` for hot seats, in one pass over all games.

        Games that are done are dealt anew in the next step or, with `same_step`, at once; the last views are then in
        `finals`.  Returns False, with nothing done, if an illegal action needs the way round by `step`.
        """
        games = self.games
        actions = games._checked_actions(actions, self.n)
        if self.any_illegal or batch.first_refused_running(actions, games._mask_rows[games._buffer], games._over) >= 0:
            return False
        if same_step and self.finals is None:
            self.finals = np.zeros((self.n, games.ruleset.observation_size), np.float32)
        games._next_buffer()
        observations = games._observation_rows[games._buffer]
        finals = observations if self.finals is None else games.ruleset.observation_rows(self.finals)
        self.reward = np.empty(self.n, np.float32)
        self.done = np.empty(self.n, np.bool_)
        self.seat = np.empty(self.n, np.int64)
        games._run(
            batch.hot_step, ALL, self.n, games._records, games._rules, games._form, games._luck, games._keys,
            games._episodes, games._moves, actions, same_step, games._mask_rows[games._buffer], observations, finals,
            games._reward_rows, games._payoff_rows, games._seat, games._over, self.reward, self.done, self.seat,
        )  # fmt: skip
        return True

    def _illegal(self, actions: np.ndarray, index: np.ndarray) -> np.ndarray:
        """The games of an index that are forfeited by an illegal action; they are marked in `illegal`."""
        games = self.games
        if self.any_illegal:
            self.illegal = np.zeros(self.n, np.bool_)
            self.any_illegal = False
        chosen = actions if index is ALL else actions[index]
        if batch.first_illegal(chosen, games._mask_rows[games._buffer], index) < 0:
            return ALL
        rows = self._rows if index is ALL else index
        over = np.flatnonzero(games._over[rows])
        if len(over):
            games._refuse(chosen, int(over[0]), int(rows[over[0]]))
        inside = (chosen >= 0) & (chosen < self.mask.shape[1])
        illegal = rows[~(inside & self.mask[rows, np.where(inside, chosen, 0)])]
        self.illegal[illegal] = True
        self.any_illegal = True
        return illegal

    def _play(self, index: np.ndarray, m: int, actions: np.ndarray) -> None:
        games = self.games
        if self.hot:
            games._step(index, actions)  # rules and observations in one pass
        else:
            games._run(batch.move, index, m, games._records, games._rules, games._luck, games._moves, actions)
            self.runner.advance(index, m)
            games._refresh(index, m)

    def _collect_rewards(self, acted: np.ndarray) -> None:
        """What the acting seat of each game was paid (take on flat arrays: a third of the time of [rows, seats])."""
        games = self.games
        places = self._row_starts + acted
        if self.hot:
            self.reward = games._rewards.ravel().take(places)
        else:
            paid = games._payoffs.ravel().take(places)
            self.reward = paid - self._paid
            self._paid = paid

    def _see_next(self, acted: np.ndarray) -> None:
        """Hot seats: what is seen now is seen by the next one; a game that is done, by the one who ended it."""
        self.seat = self.games._seat.astype(np.int64)
        if self.done.any():
            self.seat[self.done] = acted[self.done]

    def _begin(self, where: np.ndarray) -> None:
        """Seat the learner and let the others play up to its first decision; deals that end before are dealt again."""
        games = self.games
        m = len(where) or self.n
        rows = where if len(where) else self._rows
        self.seat = self.seat.copy()  # whoever was handed the old one keeps it
        if self.hot:
            self.seat[rows] = games._seat[rows]
            return
        again = where
        while True:
            self._take_seats(again if len(again) else self._rows)
            self.runner.advance(again, len(again) or self.n)
            ended = rows[games._records["over"][rows] != 0]
            if len(ended) == 0:
                break
            games._deal(ended, len(ended))
            again = ended
        games._refresh(where, m)
        self._paid[rows] = 0.0  # so that what was paid before the first decision comes with the first reward

    def _take_seats(self, rows: np.ndarray) -> None:
        games, owners = self.games, self.runner.owners
        if self.learner == RANDOM:
            self.seat[rows] = (self.runner.seat_draws(rows, 1)[:, 0] * games.players).astype(np.int64)
        else:
            self.seat[rows] = self.learner
        agents = len(self.runner.agents)
        for k in range(games.players):
            owners[rows, (self.seat[rows] + k) % games.players] = -1 if k == 0 else (k - 1) % agents
