"""Many games in which one learner plays a seat against agents: the core of every single-agent adapter."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from vegas_env.agent import as_agents
from vegas_env.checks import check_int
from vegas_env.games import Games
from vegas_env.seating import MatchRunner

RANDOM = "random"
ILLEGAL_REWARD = -1.0
NO_ROWS = np.zeros(0, np.int64)


class SingleAgentGames:
    """`n` games, each with one learner.

    learner: a seat, or "random" for a seat drawn for every episode
    opponents: an agent or its name, or a list; the seats after the learner's take them in turn
    autoreset: what happens to a game that is done; see Gymnasium's AutoresetMode

    A step plays the learner's actions and then the opponents' up to the learner's next decision.  Its reward is what
    the learner's seat was paid meanwhile, including an end of the game that another seat's action brought.  Episodes
    that end before the learner's first decision are skipped.  An illegal action forfeits the game: it is done, with a
    reward of -1, and `illegal` is set.

    After a step, these arrays are new; observation and mask alternate between two buffers:

    seat, reward, done, illegal: (n,)
    ended: (m,) the games that are done; `final_observation` (m, D) is the learner's last observation of each
    """

    def __init__(
        self,
        ruleset: str,
        n: int,
        seed: Any = 0,
        *,
        learner: int | str = RANDOM,
        opponents: Any = "random",
        autoreset: AutoresetMode = AutoresetMode.DISABLED,
        **options: Any,
    ) -> None:
        self.games = Games(ruleset, n, seed, **{"buffers": 2, **options})
        self.engine = self.games.engine
        self.n = n
        self.autoreset = autoreset
        self.learner = learner if learner == RANDOM else check_int("learner", learner, 0, self.games.players - 1)
        agents = as_agents(ruleset, opponents)
        if len(agents) > self.games.players - 1:
            raise ValueError(f"{len(agents)} opponents are too many for {self.games.players} players")
        self.runner = MatchRunner(self.games, agents)
        self.seat = np.zeros(n, np.int64)
        self.reward = np.zeros(n, np.float32)
        self.done = np.zeros(n, np.bool_)
        self.illegal = np.zeros(n, np.bool_)
        self.any_illegal = False
        self.ended = NO_ROWS
        self.final_observation = np.zeros((0, self.games.ruleset.observation_size), np.float32)
        self._payoff = np.zeros(n, np.float32)  # the learner's payoff at its last reward
        self._row_starts = np.arange(n) * self.games.ruleset.seats
        self._needs_reset = np.zeros(n, np.bool_)
        self._any_needs_reset = False
        self._untouched = True
        self._start(self.engine.all_rows)

    @property
    def observation(self) -> np.ndarray:
        """(n, D) the learner's observations; valid for one more step."""
        return self.engine.arrays.observation

    @property
    def mask(self) -> np.ndarray:
        """(n, A) the learner's legal actions; valid for one more step."""
        return self.engine.arrays.mask

    # --- reset ----------------------------------------------------------------------------------------------

    def reset(self, seed: Any = None, where: np.ndarray | None = None) -> None:
        """Start the next episode of all games, or of those in `where` (a mask); with a seed, its first episode.

        The first reset without a seed or `where` keeps the episodes that were dealt on construction.
        """
        if where is not None:
            if seed is not None:
                raise ValueError("a seed deals all games anew: give no reset_mask with it")
            self._deal(np.flatnonzero(where))
            self._needs_reset = self._needs_reset & ~where
            self._any_needs_reset = bool(self._needs_reset.any())
        else:
            if seed is not None or not self._untouched:
                self.games.reset(seed=seed)
                self._start(self.engine.all_rows)
            self._needs_reset = np.zeros(self.n, np.bool_)
            self._any_needs_reset = False
        self._untouched = False

    def _deal(self, rows: np.ndarray) -> None:
        """The next episode of some games."""
        if len(rows):
            self.engine.deal(rows)
            self._start(rows)

    # --- step -----------------------------------------------------------------------------------------------

    def step(self, actions: Any) -> None:
        """Play the learner's actions; with NEXT_STEP, games that are done start their next episode instead."""
        self._untouched = False
        actions = self.games.check_actions(actions, self.n)
        if self._any_needs_reset and self.autoreset is AutoresetMode.DISABLED:
            raise ValueError(
                f"games {np.flatnonzero(self._needs_reset).tolist()} are over: reset them with a reset_mask"
            )
        self._step(actions)
        if self.autoreset is not AutoresetMode.SAME_STEP:
            self._needs_reset, self._any_needs_reset = self.done, len(self.ended) > 0

    def _step(self, actions: np.ndarray) -> None:
        restarting = np.flatnonzero(self._needs_reset) if self._any_needs_reset else NO_ROWS
        rows = np.delete(self.engine.all_rows, restarting) if len(restarting) else self.engine.all_rows
        forfeited = self._forfeits(rows, actions)
        if len(forfeited):
            rows = np.setdiff1d(rows, forfeited)
        self.engine.next_buffer()
        self._play(rows, actions if len(rows) == self.n else actions[rows])
        self.done = self.engine.arrays.over.copy()
        if len(forfeited):
            self.engine.refresh(forfeited)
            self.done[forfeited] = True
            self.reward[forfeited] = ILLEGAL_REWARD
        if len(restarting):
            self._deal(restarting)
            self.done[restarting] = False
            self.reward[restarting] = 0.0
        self._finish()

    def _forfeits(self, rows: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """The games among `rows` whose action is illegal; they are marked in `illegal`."""
        if self.any_illegal:
            self.illegal = np.zeros(self.n, np.bool_)
            self.any_illegal = False
        chosen = actions if len(rows) == self.n else actions[rows]
        if self.engine.first_illegal(rows, chosen) < 0:
            return NO_ROWS
        over = self.engine.arrays.over[rows]
        if over.any():
            self.games.refuse_illegal(rows[over], chosen[over])
        inside = (chosen >= 0) & (chosen < self.mask.shape[1])
        forfeited = rows[~(inside & self.mask[rows, np.where(inside, chosen, 0)])]
        self.illegal[forfeited] = True
        self.any_illegal = True
        return forfeited

    def _play(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """Play the learner's actions and the opponents' up to its next decision, and collect its rewards."""
        self.engine.play(rows, actions)
        self.runner.advance(rows)
        self.engine.refresh(rows)
        # `take` on flat arrays is three times as fast as an index [rows, seats].
        payoff = self.engine.arrays.payoff.ravel().take(self._row_starts + self.seat)
        self.reward = payoff - self._payoff
        self._payoff = payoff

    def _finish(self) -> None:
        """Final observations of games that are done, and what the autoreset mode does with these games."""
        self.ended = self.done.nonzero()[0]
        if not len(self.ended):
            return
        self.final_observation = self.engine.observe(self.ended, self.seat[self.ended])
        if self.autoreset is AutoresetMode.SAME_STEP:
            self._deal(self.ended)
        else:
            self.observation[self.ended] = self.final_observation

    def _start(self, rows: np.ndarray) -> None:
        """Seat the learner and let the others play up to its first decision."""
        self.seat = self.seat.copy()  # callers may keep the old array
        new = rows
        while True:
            self._take_seats(new)
            self.runner.advance(new)
            new = new[self.engine.state.records["over"][new] != 0]
            if not len(new):
                break
            self.engine.deal(new)
        self.engine.refresh(rows)
        self._payoff[rows] = 0.0  # so that what was paid before the first decision comes with the first reward

    def _take_seats(self, rows: np.ndarray) -> None:
        players, owners = self.games.players, self.runner.owners
        if self.learner == RANDOM:
            self.seat[rows] = (self.runner.seat_draws(rows, 1)[:, 0] * players).astype(np.int64)
        else:
            self.seat[rows] = self.learner
        agents = len(self.runner.agents)
        for k in range(players):
            owners[rows, (self.seat[rows] + k) % players] = -1 if k == 0 else (k - 1) % agents
