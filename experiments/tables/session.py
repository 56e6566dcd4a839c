"""A game between people and agents that can be saved, replayed and undone; used by the terminal and the web page."""

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
YOU = "you"  # the name of a person's seat


@dataclasses.dataclass(frozen=True)
class Move:
    """One decision."""

    seat: int
    action: int
    text: str  # the action in words
    announcement: str  # the action as all players see it, without what is hidden from them


@dataclasses.dataclass(frozen=True)
class Advice:
    """An agent's rating of one legal action."""

    action: int
    text: str
    chosen: bool = False  # whether the agent would take this action
    probability: float | None = None  # by the policy of a network
    value: float | None = None  # by a search
    error: float | None = None  # standard error of the value
    objective: str = ""  # what the search maximises: "win", "money+win", …


class Session:
    """A game in progress.

    The seed, the options and the moves determine the game.  A saved record holds just these, and undo replays the moves
    up to an earlier one.

    Parameters
    ----------
    ruleset: name of the ruleset
    seats: for each seat, `YOU` or the name of an agent
    seed: seed of the game
    options: options of the ruleset, all plain values
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
        """The deciding seat; None when the game is over."""
        return None if self.over else int(self.games.seat[0])

    @property
    def waits_for_you(self) -> bool:
        """Whether a person decides."""
        return self.seat is not None and self.seats[self.seat] == YOU

    def legal(self) -> dict[int, str]:
        """The legal actions, with a description of each."""
        facts = self.games.facts(0)
        return {
            int(a): self.ruleset.describe(facts, self.games.config, int(a)) for a in np.flatnonzero(self.games.mask[0])
        }

    def viewer(self) -> int | str:
        """Whose view to show: the person's; with several people, that of the one who decides; else "spectator"."""
        people = [seat for seat, name in enumerate(self.seats) if name == YOU]
        if len(people) > 1 and self.seat in people:
            return self.seat
        return people[0] if len(people) == 1 else "spectator"

    def render(self, mode: str, viewer: int | str | None = None) -> Any:
        """Render the game as `viewer` sees it, by default `self.viewer()`; modes as in `Games.render`."""
        caption = f"P{self.moves[-1].seat}: {self.moves[-1].announcement}" if self.moves else ""
        return self.games.render(0, mode, self.viewer() if viewer is None else viewer, caption)

    def result(self) -> list[float]:
        """Share of the win of each seat."""
        return [round(float(share), 6) for share in self.games.shares[0]]

    # --- playing --------------------------------------------------------------------------------------------

    def play(self, action: int) -> Move:
        """Take an action for the deciding seat.  An illegal action raises a ValueError and changes nothing."""
        facts, config = self.games.facts(0), self.games.config
        seat = self.seat
        legal = seat is not None and 0 <= action < self.ruleset.actions and bool(self.games.mask[0, action])
        described = self.ruleset.describe(facts, config, action) if legal else ""
        announcement = self.ruleset.announcement(facts, config, action) if legal else ""
        self.games.step(np.array([action]))  # raises if the action is illegal
        assert seat is not None
        move = Move(seat, int(action), described, announcement)
        self.moves.append(move)
        return move

    def agent_move(self) -> Move:
        """Let the deciding agent make one move."""
        if self.seat is None or self.waits_for_you:
            raise ValueError("no agent has a decision to make now")
        return self.play(int(self.agents[self.seats[self.seat]].act(self._view())[0]))

    def advance(self) -> list[Move]:
        """Let agents play until a person decides or the game is over; returns their moves."""
        made = []
        while self.seat is not None and not self.waits_for_you:
            made.append(self.agent_move())
        return made

    def take_back(self) -> bool:
        """Undo: go back to the last decision of a person.  Returns False if there is none.  Chance events repeat."""
        own_moves = [number for number, move in enumerate(self.moves) if self.seats[move.seat] == YOU]
        if not own_moves:
            return False
        self.go_to(own_moves[-1])
        return True

    def go_to(self, moves: int) -> None:
        """Go to the position after the first `moves` moves and discard the others."""
        kept = [move.action for move in self.moves[:moves]]
        self.games.reset(seed=self.seed)
        self.moves = []
        self.play_all(kept)

    def fork(self, moves: int) -> Session:
        """A new session at the position after the first `moves` moves."""
        other = Session(self.ruleset.name, self.seats, self.seed, **self.options)
        other.play_all(move.action for move in self.moves[:moves])
        return other

    def play_all(self, actions: Iterable[int]) -> None:
        """Take several actions, one after the other."""
        for action in actions:
            self.play(action)

    def advice(self, agent: str | Agent) -> list[Advice]:
        """An agent's rating of the legal actions, best first; values or probabilities if the agent provides them."""
        adviser = as_agent(self.ruleset.name, agent)
        view = self._view()
        chosen = int(adviser.act(self._view())[0])
        found = [Advice(action, text, action == chosen) for action, text in self.legal().items()]
        if hasattr(adviser, "evaluate"):
            _, mean, error = (part[0] for part in adviser.evaluate(view))
            objective = str(getattr(adviser, "value_text", ""))
            found = [
                dataclasses.replace(
                    a, value=_finite(mean[a.action]), error=_finite(error[a.action]), objective=objective
                )
                for a in found
            ]
        elif hasattr(adviser, "probabilities"):
            probabilities = adviser.probabilities(view)[0]
            found = [dataclasses.replace(a, probability=float(probabilities[a.action])) for a in found]
        return sorted(found, key=_preference, reverse=True)

    def _view(self) -> View:
        return View(self.games, np.zeros(1, np.int64))

    # --- the record -----------------------------------------------------------------------------------------

    def record(self) -> str:
        """The game so far as JSON Lines: the set-up, a line for each move and, after the end, the result."""
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
        """Write the record to a file."""
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
        session.play_all(head["actions"])
        return session

    @staticmethod
    def head(text: str, source: str = "this record") -> dict[str, Any]:
        """The set-up and the actions of a recorded game, without playing it."""
        try:
            head, *rest = [json.loads(line) for line in text.splitlines() if line.strip()]
            if head["format"] != FORMAT or head["version"] != VERSION:
                raise ValueError("not a record of this version")
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


def _preference(advice: Advice) -> tuple[bool, float, float]:
    """Sort key: the chosen action, then by value or probability; actions that a search has not tried come last."""
    return advice.chosen, -math.inf if advice.value is None else advice.value, advice.probability or 0.0


def _finite(value: float) -> float | None:
    """None if not finite: the value of an untried action, or the error of one tried once."""
    return float(value) if math.isfinite(value) else None


def _check_plain(name: str, value: Any) -> None:
    """Options must be Python literals, because the record stores their repr."""
    try:
        plain = ast.literal_eval(repr(value)) == value
    except (ValueError, SyntaxError):
        plain = False
    if not plain:
        raise ValueError(f"the option {name} must be a plain value that a record can store, not {value!r}")
