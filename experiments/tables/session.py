"""One game between people and agents, with a record: what `vegas play`, `vegas replay` and the web page share."""

from __future__ import annotations

import ast
import dataclasses
import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from vegas_env import Games, View
from vegas_env.agent import Agent, as_agent
from vegas_env.rulesets import RULESETS

FORMAT = "vegas_env game"
VERSION = 1
YOU = "you"  # the name of a seat that a person holds


@dataclasses.dataclass(frozen=True)
class Move:
    """One decision."""

    seat: int
    action: int
    text: str  # what it did, in words
    announcement: str  # what everybody heard of it


@dataclasses.dataclass(frozen=True)
class Advice:
    """What an agent thinks of one legal action."""

    action: int
    text: str
    chosen: bool = False  # what the agent would do
    probability: float | None = None  # of a network: how likely it would do this
    value: float | None = None  # of a search: the chance to win, or whatever it was told to value
    error: float | None = None  # standard error of the value
    valued: str = ""  # what the value is of: "win", "money+win", …


class Session:
    """A game from a seed, with a name for every seat: YOU, or an agent.

    Moves are what the record keeps: the same seed, options and moves make the same game, so that a record can be
    replayed, and a move be taken back.
    """

    def __init__(self, ruleset: str, seats: Sequence[str], seed: int = 0, **options: Any) -> None:
        for name, value in options.items():
            _check_plain(name, value)
        self.games = Games(ruleset, 1, seed, players=len(seats), **options)
        self.ruleset = self.games.ruleset
        self.seats: list[str] = list(seats)
        self.seed = seed
        self.options = options
        self.agents: dict[str, Agent] = {name: as_agent(ruleset, name) for name in dict.fromkeys(seats) if name != YOU}
        self.moves: list[Move] = []

    # --- the position ---------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return bool(self.games.over[0])

    @property
    def seat(self) -> int | None:
        """Who decides; nobody when the game is over."""
        return None if self.over else int(self.games.seat[0])

    @property
    def waits_for_you(self) -> bool:
        return self.seat is not None and self.seats[self.seat] == YOU

    def legal(self) -> dict[int, str]:
        """The legal actions, in words."""
        facts = self.games.facts(0)
        return {
            int(a): self.ruleset.describe(facts, self.games.config, int(a)) for a in np.flatnonzero(self.games.mask[0])
        }

    def viewer(self) -> int | str:
        """Whose eyes see the table: the only person's, or those of whoever decides; nobody's if only agents play."""
        people = [seat for seat, name in enumerate(self.seats) if name == YOU]
        if len(people) > 1 and self.seat in people:
            return self.seat
        return people[0] if len(people) == 1 else "spectator"

    def render(self, mode: str, viewer: int | str | None = None) -> Any:
        """The table, as the person at it sees it; see `Games.render`."""
        caption = f"P{self.moves[-1].seat}: {self.moves[-1].announcement}" if self.moves else ""
        return self.games.render(0, mode, self.viewer() if viewer is None else viewer, caption)

    def result(self) -> list[float]:
        """Who won how much of the game."""
        return [round(float(share), 6) for share in self.games.shares[0]]

    # --- playing --------------------------------------------------------------------------------------------

    def play(self, action: int) -> Move:
        """Take an action for whoever decides; an illegal one is refused."""
        facts, config = self.games.facts(0), self.games.config
        seat = self.seat
        legal = seat is not None and 0 <= action < self.ruleset.actions and bool(self.games.mask[0, action])
        described = self.ruleset.describe(facts, config, action) if legal else ""
        announcement = self.ruleset.announcement(facts, config, action) if legal else ""
        self.games.step(np.array([action]))  # says what is wrong with it, if it is illegal
        assert seat is not None
        move = Move(seat, int(action), described, announcement)
        self.moves.append(move)
        return move

    def agent_move(self) -> Move:
        """Let the agent decide whose turn it is."""
        if self.seat is None or self.waits_for_you:
            raise ValueError("no agent is to decide now")
        return self.play(int(self.agents[self.seats[self.seat]].act(self._view())[0]))

    def advance(self) -> list[Move]:
        """Let agents play up to a person's decision, or to the end."""
        made = []
        while self.seat is not None and not self.waits_for_you:
            made.append(self.agent_move())
        return made

    def take_back(self) -> bool:
        """Go back to a person's last decision, if there was one; chance will be the same again."""
        places = [place for place, move in enumerate(self.moves) if self.seats[move.seat] == YOU]
        if not places:
            return False
        self.go_to(places[-1])
        return True

    def go_to(self, moves: int) -> None:
        """The position after so many of the moves; those that follow are forgotten."""
        kept = [move.action for move in self.moves[:moves]]
        self.games.reset(seed=self.seed)
        self.moves = []
        self._play_all(kept)

    def fork(self, moves: int) -> Session:
        """Another session at the position after so many of the moves."""
        other = Session(self.ruleset.name, self.seats, self.seed, **self.options)
        other._play_all(move.action for move in self.moves[:moves])
        return other

    def _play_all(self, actions: Iterable[int]) -> None:
        for action in actions:
            self.play(action)

    def advice(self, agent: str | Agent) -> list[Advice]:
        """What an agent thinks of the legal actions, the best first."""
        adviser = as_agent(self.ruleset.name, agent)
        view = self._view()
        chosen = int(adviser.act(self._view())[0])
        found = [Advice(action, text, action == chosen) for action, text in self.legal().items()]
        if hasattr(adviser, "evaluate"):
            _, mean, error = (part[0] for part in adviser.evaluate(view))
            what = str(getattr(adviser, "value_text", ""))
            found = [
                dataclasses.replace(a, value=_finite(mean[a.action]), error=_finite(error[a.action]), valued=what)
                for a in found
            ]
        elif hasattr(adviser, "probabilities"):
            likely = adviser.probabilities(view)[0]
            found = [dataclasses.replace(a, probability=float(likely[a.action])) for a in found]
        return sorted(found, key=_liked, reverse=True)

    def _view(self) -> View:
        return View(self.games, np.zeros(1, np.int64))

    # --- the record -----------------------------------------------------------------------------------------

    def record(self) -> str:
        """The game so far as JSON Lines: how it was set up, each move, and at the end the result."""
        options = {name: repr(value) for name, value in self.options.items()}
        head = {
            "format": FORMAT, "version": VERSION, "ruleset": self.ruleset.name, "layout": self.ruleset.layout_version,
            "seed": self.seed, "seats": self.seats, "options": options,
        }  # fmt: skip
        lines = [head, *(dataclasses.asdict(move) for move in self.moves)]
        if self.over:
            lines.append({"shares": self.result(), "payoff": self.games.payoff[0].round(6).tolist()})
        return "".join(json.dumps(line) + "\n" for line in lines)

    def save(self, path: Path) -> None:
        """Write the record into a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.record(), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Session:
        """A saved game, at its last position."""
        return cls.parse(path.read_text(encoding="utf-8"), str(path))

    @classmethod
    def parse(cls, text: str, source: str = "this record") -> Session:
        """A game from the text of its record."""
        head = cls.head(text, source)
        if RULESETS[head["ruleset"]].layout_version != head["layout"]:
            raise ValueError(f"{source} was saved with other rules: {head['layout']}")
        session = cls(head["ruleset"], head["seats"], head["seed"], **head["options"])
        session._play_all(head["actions"])
        return session

    @staticmethod
    def head(text: str, source: str = "this record") -> dict[str, Any]:
        """How a recorded game was set up, and its actions; nothing is played yet."""
        try:
            head, *rest = [json.loads(line) for line in text.splitlines() if line.strip()]
            if head["format"] != FORMAT or head["version"] != VERSION:
                raise ValueError("not a game of this version")
            return {
                "ruleset": str(head["ruleset"]),
                "layout": str(head["layout"]),
                "seats": [str(seat) for seat in head["seats"]],
                "seed": int(head["seed"]),
                "options": {name: ast.literal_eval(value) for name, value in head["options"].items()},
                "actions": [int(line["action"]) for line in rest if "action" in line],
            }
        except (ValueError, KeyError, TypeError, AttributeError, SyntaxError) as error:
            raise ValueError(f"{source} is not a game saved by vegas play: {error}") from None


def _liked(one: Advice) -> tuple[bool, float, float]:
    """For sorting: what the agent would do, then what it thinks most of; last what it has not tried."""
    return one.chosen, -math.inf if one.value is None else one.value, one.probability or 0.0


def _finite(figure: float) -> float | None:
    """None for what a search cannot know yet: the value of an action not tried, the error of one tried once."""
    return float(figure) if math.isfinite(figure) else None


def _check_plain(name: str, value: Any) -> None:
    """Options must be plain values: the record holds them in words."""
    try:
        plain = ast.literal_eval(repr(value)) == value
    except (ValueError, SyntaxError):
        plain = False
    if not plain:
        raise ValueError(
            f"the option {name} must be a plain value, to be kept in the record of the game, not {value!r}"
        )
