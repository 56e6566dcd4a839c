"""Whom the learner plays against: itself, earlier selves, and agents that do not learn."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from agents.network import Network, NetworkAgent
from vegas_env.agency import Agent, Seating, as_agents
from vegas_env.selfplay import LEARNER

MEMORY = 0.999  # how much of an opponent's record is kept from one of its games to the next
EVEN = 0.25  # part of the opponents drawn evenly; the others by how often they beat the learner


@dataclasses.dataclass
class Opponent:
    """An agent that does not learn, and how it fares."""

    name: str
    agent: Agent
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

    The learner always holds the one seat, which is drawn evenly.  An opponent is drawn evenly in a quarter of the
    draws, and otherwise in proportion to the square of the rate at which the learner loses against it.

    Opponents are the fixed ones and up to `past` snapshots of the learner; when a new one joins a full league, the
    snapshot leaves against which the learner loses least.
    """

    def __init__(self, ruleset: str, fixed: str = "", past: int = 4, self_play: float = 0.5) -> None:
        if not 0 <= self_play <= 1:
            raise ValueError(f"self_play is a probability, not {self_play}")
        self.ruleset = ruleset
        self.opponents = [Opponent(repr(agent), agent) for agent in (as_agents(ruleset, fixed) if fixed else [])]
        self.fixed = len(self.opponents)
        self.past = past
        self.self_play = self_play

    @property
    def agents(self) -> list[Agent]:
        return [opponent.agent for opponent in self.opponents]

    def weights(self) -> np.ndarray:
        """How likely each opponent is drawn."""
        losses = np.array([opponent.loss_rate**2 for opponent in self.opponents])
        return EVEN / len(losses) + (1 - EVEN) * losses / losses.sum()

    def seat(self, seating: Seating, rows: np.ndarray) -> np.ndarray:
        players = seating.games.players
        numbers = seating.numbers(rows, 3 + 2 * players)
        owners = np.full((len(rows), players), LEARNER, np.int8)
        if not self.opponents:
            return owners
        kind, own_seat = numbers[:, 0], (numbers[:, 1] * players).astype(np.int64)
        rest = 1.0 - self.self_play
        copies = kind < rest / 2
        mixed = (kind >= rest / 2) & (kind < rest)
        owners[copies] = self._draw(numbers[copies, 2])[:, None]
        own, drawn = np.split(numbers[mixed, 3:], 2, axis=1)
        owners[mixed] = np.where(own < self.self_play, LEARNER, self._draw(drawn))
        owners[np.arange(len(rows)), own_seat] = LEARNER
        return owners

    def _draw(self, numbers: np.ndarray) -> np.ndarray:
        bounds = np.cumsum(self.weights())
        return np.minimum(np.searchsorted(bounds, numbers, side="right"), len(bounds) - 1).astype(np.int8)

    def note(self, owners: np.ndarray, shares: np.ndarray) -> None:
        own = owners == LEARNER
        own_mean = (shares * own).sum(axis=1) / own.sum(axis=1)
        for number, opponent in enumerate(self.opponents):
            theirs = owners == number
            games = np.flatnonzero(theirs.any(axis=1))
            if len(games):
                keep = MEMORY ** len(games)
                their_mean = (shares * theirs)[games].sum(axis=1) / theirs[games].sum(axis=1)
                opponent.won = keep * opponent.won + float(their_mean.sum())
                opponent.lost = keep * opponent.lost + float(own_mean[games].sum())

    def join(self, network: Network, name: str) -> None:
        """A snapshot of the learner becomes an opponent."""
        if self.past == 0:
            return
        snapshots = self.opponents[self.fixed :]
        if len(snapshots) >= self.past:
            self.opponents.remove(min(snapshots, key=lambda opponent: opponent.loss_rate))
        self.opponents.append(Opponent(name, NetworkAgent(network, name, deterministic=False)))

    # --- kept in checkpoints --------------------------------------------------------------------------------

    def state(self) -> list[dict[str, Any]]:
        kept = []
        for place, opponent in enumerate(self.opponents):
            weights = opponent.agent.network.weights if place >= self.fixed else None  # type: ignore[attr-defined]
            kept.append({"name": opponent.name, "won": opponent.won, "lost": opponent.lost, "weights": weights})
        return kept

    def restore(self, kept: list[dict[str, Any]]) -> None:
        del self.opponents[self.fixed :]
        for place, one in enumerate(kept):
            if place >= self.fixed:
                self.opponents.append(
                    Opponent(one["name"], NetworkAgent(Network(self.ruleset, one["weights"]), one["name"], False))
                )
            self.opponents[place].won, self.opponents[place].lost = one["won"], one["lost"]
