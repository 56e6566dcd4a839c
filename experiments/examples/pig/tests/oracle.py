"""Pig in plain Python, written from the rules in the README alone."""

from __future__ import annotations

from typing import Any


class PigOracle:
    """One game; see `vegas_env.testing.Oracle`."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.players, self.target = options["players"], options["target"]
        self.scores = [0] * self.players
        self.turn_total = 0
        self.seat = 0
        self.pending: str | None = None

    @property
    def over(self) -> bool:
        return max(self.scores) >= self.target

    def legal(self) -> list[int]:
        if self.over or self.pending:
            return []
        return [0, 1] if self.turn_total else [0]

    def apply(self, action: int) -> None:
        if action == 0:
            self.pending = "roll"
        else:
            self.scores[self.seat] += self.turn_total
            self.pass_on()

    def apply_chance(self, outcome: int) -> None:
        self.pending = None
        if outcome == 1:
            self.pass_on()
        else:
            self.turn_total += outcome
            if self.scores[self.seat] + self.turn_total >= self.target:
                self.scores[self.seat] += self.turn_total
                self.turn_total = 0

    def pass_on(self) -> None:
        self.turn_total = 0
        self.seat = (self.seat + 1) % self.players

    def facts(self) -> dict[str, Any]:
        return {"scores": self.scores, "turn_total": self.turn_total}

    def shares(self) -> list[float]:
        return [float(points >= self.target) for points in self.scores]

    def payoffs(self, reward: str) -> list[float]:
        if reward == "money":
            return [points / self.target for points in self.scores]
        if not self.over:
            return [0.0] * self.players
        if reward == "win":
            return [share - 1 / self.players for share in self.shares()]
        return [1 - 2 * self.rank(points) / (self.players - 1) for points in self.scores]

    def rank(self, points: int) -> float:
        """Players ahead, from 0 for the first; equal ones share their places."""
        ahead = sum(other > points for other in self.scores)
        equal = sum(other == points for other in self.scores)
        return ahead + (equal - 1) / 2
