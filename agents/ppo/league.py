"""Whom the learner plays against: itself, earlier selves, and agents that do not learn."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Any

import numpy as np

from vegas_env.agent import Agent, as_agent, split_names
from vegas_env.agents.ppo.agents import NetworkAgent
from vegas_env.agents.ppo.numpy_net import Network
from vegas_env.seating import MatchRunner
from vegas_env.self_play import LEARNER

MEMORY = 0.999  # how much of an opponent's record is kept from one of its games to the next


@dataclasses.dataclass
class Opponent:
    """An agent that does not learn, and how it fares."""

    name: str
    agent: Agent
    copies: int = 1  # it is drawn so many times as often as if it were one
    won: float = 1.0  # its wins per seat, recent ones weighing most
    lost: float = 1.0  # the learner's in the same games

    @property
    def loss_rate(self) -> float:
        """How often the learner loses against it: 0.5 is even, with any number of players."""
        return self.won / (self.won + self.lost)


class League:
    """A line-up for `SelfPlayGames`, drawn for every deal:

    - with the probability `self_play` the learner holds all seats;
    - otherwise, half of the time, one opponent is drawn and holds all seats but one;
    - otherwise each seat but one is the learner's with the probability `self_play`, or else an opponent's, drawn by
      itself.

    The learner always holds the one seat, which is drawn evenly.  An opponent is drawn evenly with the probability
    `even`, and otherwise in proportion to the square of the rate at which the learner loses against it; one that is
    named several times, so many times as often.

    Opponents are the fixed ones and one of up to `past` snapshots of the learner: one at a time, as a network is much
    faster when it is asked for many games at once.  `change_past` draws it, as opponents are drawn.  When a snapshot
    joins a full league, the one leaves against which the learner loses least.
    """

    def __init__(
        self, ruleset: str, fixed: str = "", past: int = 4, self_play: float = 0.5, even: float = 0.25
    ) -> None:
        for name, value in (("self_play", self_play), ("even", even)):
            if not 0 <= value <= 1:
                raise ValueError(f"{name} is a probability, not {value}")
        self.ruleset = ruleset
        times = Counter(split_names(fixed) if fixed else [])
        self.fixed = [Opponent(name, as_agent(ruleset, name), copies) for name, copies in times.items()]
        self.snapshots: list[Opponent] = []
        self.opponents = list(self.fixed)  # those who play at present
        self.past = past
        self.self_play = self_play
        self.even = even

    @property
    def agents(self) -> list[Agent]:
        return [opponent.agent for opponent in self.opponents]

    def change_past(self, seed: int) -> None:
        """Draw the snapshot that plays from now on."""
        self.opponents = list(self.fixed)
        if self.snapshots:
            number = np.random.default_rng(seed).choice(len(self.snapshots), p=weights(self.snapshots, self.even))
            self.opponents.append(self.snapshots[number])

    def assign(self, runner: MatchRunner, rows: np.ndarray) -> np.ndarray:
        players = runner.games.players
        numbers = runner.seat_draws(rows, 3 + 2 * players)
        owners = np.full((len(rows), players), LEARNER, np.int8)
        if not self.opponents:
            return owners
        kind, own_seat = numbers[:, 0], (numbers[:, 1] * players).astype(np.int64)
        rest = 1.0 - self.self_play
        copies = kind < rest / 2
        mixed = (kind >= rest / 2) & (kind < rest)
        drawn = self._draw(numbers[:, 2 : 3 + players])
        owners[copies] = drawn[copies, :1]
        owners[mixed] = np.where(numbers[mixed, 3 + players :] < self.self_play, LEARNER, drawn[mixed, 1:])
        owners[np.arange(len(rows)), own_seat] = LEARNER
        return owners

    def _draw(self, numbers: np.ndarray) -> np.ndarray:
        bounds = np.cumsum(weights(self.opponents, self.even))
        return np.minimum(np.searchsorted(bounds, numbers, side="right"), len(bounds) - 1).astype(np.int8)

    def record(self, owners: np.ndarray, shares: np.ndarray) -> None:
        own = owners == LEARNER
        own_mean = (shares * own).sum(axis=1) / own.sum(axis=1)
        theirs = owners[:, :, None] == np.arange(len(self.opponents))  # (m, players, opponents)
        seats = theirs.sum(axis=1)
        their_mean = (shares[:, :, None] * theirs).sum(axis=1) / np.maximum(seats, 1)
        games = seats > 0
        won, lost = their_mean.sum(axis=0), (own_mean[:, None] * games).sum(axis=0)
        for opponent, keep, more, less in zip(self.opponents, MEMORY ** games.sum(axis=0), won, lost, strict=True):
            opponent.won = float(keep * opponent.won + more)
            opponent.lost = float(keep * opponent.lost + less)

    def join(self, network: Network, name: str) -> None:
        """A snapshot of the learner becomes one of those that may be drawn."""
        if self.past == 0:
            return
        if len(self.snapshots) >= self.past:
            self.snapshots.remove(min(self.snapshots, key=lambda opponent: opponent.loss_rate))
        self.snapshots.append(snapshot(network, name))

    # --- kept in checkpoints --------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        records = {"fixed": [(one.won, one.lost) for one in self.fixed]}
        networks = [one.agent.network for one in self.snapshots]  # type: ignore[attr-defined]
        kept = [(one.name, one.won, one.lost) for one in self.snapshots]
        made_of = [(network.weights, network.adviser) for network in networks]
        return {**records, "snapshots": list(zip(kept, made_of, strict=True))}

    def restore(self, state: dict[str, Any]) -> None:
        for opponent, (won, lost) in zip(self.fixed, state["fixed"], strict=True):
            opponent.won, opponent.lost = won, lost
        self.snapshots = []
        for (name, won, lost), made_of in state["snapshots"]:
            self.snapshots.append(snapshot(Network(self.ruleset, *made_of), name, won, lost))


def weights(opponents: list[Opponent], even: float) -> np.ndarray:
    """How likely each opponent is drawn."""
    copies = np.array([opponent.copies for opponent in opponents])
    losses = copies * np.array([opponent.loss_rate**2 for opponent in opponents])
    return even * copies / copies.sum() + (1 - even) * losses / losses.sum()


def snapshot(network: Network, name: str, won: float = 1.0, lost: float = 1.0) -> Opponent:
    """The learner as it was, which plays as it explores."""
    return Opponent(name, NetworkAgent(network, name, deterministic=False), won=won, lost=lost)
