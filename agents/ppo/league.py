"""The learner's opponents: itself, earlier versions of itself, and agents that do not learn."""

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

RECORD_DECAY = 0.999  # how much an opponent's record counts one game later


@dataclasses.dataclass
class Opponent:
    """An agent that does not learn, and its record against the learner."""

    name: str
    agent: Agent
    copies: int = 1  # how often the list of opponents names it
    won: float = 1.0  # its win shares per seat, recent games weighing most
    lost: float = 1.0  # the learner's win shares per seat in the same games

    @property
    def loss_rate(self) -> float:
        """How often the learner loses against it: 0.5 is even, with any number of players."""
        return self.won / (self.won + self.lost)


@dataclasses.dataclass
class SnapshotOpponent(Opponent):
    """An earlier version of the learner, which samples its actions as the learner does in training."""

    agent: NetworkAgent  # of all opponents, only these are saved in checkpoints

    @staticmethod
    def of(network: Network, name: str, won: float = 1.0, lost: float = 1.0) -> SnapshotOpponent:
        return SnapshotOpponent(name, NetworkAgent(network, name, deterministic=False), won=won, lost=lost)


class League:
    """A `Matchmaker` for `SelfPlayGames`.  For every new game it draws who holds which seat:

    - With probability `self_play_prob`, the learner holds all seats.
    - Otherwise, half of the time, one opponent is drawn and holds all seats but one.
    - Otherwise every seat but one is the learner's with probability `self_play_prob`, or else goes to an opponent,
      drawn for each seat separately.

    The remaining seat, drawn uniformly, is always the learner's.

    An opponent is drawn uniformly with probability `uniform_prob`, and otherwise in proportion to the square of the
    rate at which the learner loses against it.  An opponent named several times is drawn that many times as often.

    The opponents are the fixed ones and one of up to `num_snapshots` earlier versions of the learner.  Only one
    snapshot plays at a time, because a network is much faster when it decides for many games at once; `draw_snapshot`
    picks it by the same rule.  When a snapshot is added to a full league, the one that the learner beats most easily is
    removed.

    Parameters
    ----------
    ruleset: name of a ruleset
    fixed: names of agents, a comma list; "" for none
    """

    def __init__(
        self,
        ruleset: str,
        fixed: str = "",
        num_snapshots: int = 4,
        self_play_prob: float = 0.5,
        uniform_prob: float = 0.25,
    ) -> None:
        for name, value in (("self_play_prob", self_play_prob), ("uniform_prob", uniform_prob)):
            if not 0 <= value <= 1:
                raise ValueError(f"{name} must be a probability, not {value}")
        self.ruleset = ruleset
        times = Counter(split_names(fixed) if fixed else [])
        self.fixed = [Opponent(name, as_agent(ruleset, name), copies) for name, copies in times.items()]
        self.snapshots: list[SnapshotOpponent] = []
        self.opponents: list[Opponent] = list(self.fixed)  # those that play at present
        self.num_snapshots = num_snapshots
        self.self_play_prob = self_play_prob
        self.uniform_prob = uniform_prob

    @property
    def agents(self) -> list[Agent]:
        return [opponent.agent for opponent in self.opponents]

    def draw_snapshot(self, seed: int) -> None:
        """Draw the snapshot that plays from now on."""
        self.opponents = list(self.fixed)
        if self.snapshots:
            drawn = np.random.default_rng(seed).choice(
                len(self.snapshots), p=weights(self.snapshots, self.uniform_prob)
            )
            self.opponents.append(self.snapshots[drawn])

    def assign(self, runner: MatchRunner, rows: np.ndarray) -> np.ndarray:
        players = runner.games.players
        numbers = runner.seat_draws(rows, 3 + 2 * players)
        owners = np.full((len(rows), players), LEARNER, np.int8)
        if not self.opponents:
            return owners
        kind, own_seat = numbers[:, 0], (numbers[:, 1] * players).astype(np.int64)
        rest = 1.0 - self.self_play_prob
        against_one = kind < rest / 2
        mixed = (kind >= rest / 2) & (kind < rest)
        drawn = self._draw(numbers[:, 2 : 3 + players])
        owners[against_one] = drawn[against_one, :1]
        owners[mixed] = np.where(numbers[mixed, 3 + players :] < self.self_play_prob, LEARNER, drawn[mixed, 1:])
        owners[np.arange(len(rows)), own_seat] = LEARNER
        return owners

    def _draw(self, numbers: np.ndarray) -> np.ndarray:
        """Opponents, as numbers in `opponents`, from uniform random numbers."""
        bounds = np.cumsum(weights(self.opponents, self.uniform_prob))
        return np.minimum(np.searchsorted(bounds, numbers, side="right"), len(bounds) - 1).astype(np.int8)

    def record(self, owners: np.ndarray, shares: np.ndarray) -> None:
        learners = owners == LEARNER
        learner_mean = (shares * learners).sum(axis=1) / learners.sum(axis=1)
        seats = owners[:, :, None] == np.arange(len(self.opponents))  # (m, players, opponents)
        seat_count = seats.sum(axis=1)
        opponent_mean = (shares[:, :, None] * seats).sum(axis=1) / np.maximum(seat_count, 1)
        games = seat_count > 0
        won, lost = opponent_mean.sum(axis=0), (learner_mean[:, None] * games).sum(axis=0)
        decays = RECORD_DECAY ** games.sum(axis=0)
        for opponent, decay, more_won, more_lost in zip(self.opponents, decays, won, lost, strict=True):
            opponent.won = float(decay * opponent.won + more_won)
            opponent.lost = float(decay * opponent.lost + more_lost)

    def add_snapshot(self, network: Network, name: str) -> None:
        """Add a snapshot of the learner to those that may be drawn."""
        if self.num_snapshots == 0:
            return
        if len(self.snapshots) >= self.num_snapshots:
            self.snapshots.remove(min(self.snapshots, key=lambda opponent: opponent.loss_rate))
        self.snapshots.append(SnapshotOpponent.of(network, name))

    def state_dict(self) -> dict[str, Any]:
        """All records and snapshots, for a checkpoint."""
        return {
            "fixed": [(opponent.won, opponent.lost) for opponent in self.fixed],
            "snapshots": [
                {
                    "name": one.name, "won": one.won, "lost": one.lost,
                    "weights": one.agent.network.weights, "adviser": one.agent.network.adviser,
                }
                for one in self.snapshots
            ],
        }  # fmt: skip

    def load_state_dict(self, state: dict[str, Any]) -> None:
        for opponent, (won, lost) in zip(self.fixed, state["fixed"], strict=True):
            opponent.won, opponent.lost = won, lost
        self.snapshots = [
            SnapshotOpponent.of(
                Network(self.ruleset, one["weights"], one["adviser"]), one["name"], one["won"], one["lost"]
            )
            for one in state["snapshots"]
        ]


def weights(opponents: list[Opponent] | list[SnapshotOpponent], uniform_prob: float) -> np.ndarray:
    """(len(opponents),) the probability that each opponent is drawn."""
    copies = np.array([opponent.copies for opponent in opponents])
    losses = copies * np.array([opponent.loss_rate**2 for opponent in opponents])
    return uniform_prob * copies / copies.sum() + (1 - uniform_prob) * losses / losses.sum()
