"""A position of Pig in plain Python values, and in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.render.text import Line, Span, line, name, player_line
from vegas_env.spec import plain
from vegas_pig.config import PigConfig
from vegas_pig.rules import ACTION_NAMES, HOLD, ROLL

EVENTS = {ROLL: "roll"}


def facts(game: np.void, config: PigConfig) -> dict[str, Any]:
    """The whole position."""
    at = plain(game)
    return {"scores": at["scores"][: config.players], "turn_total": at["turn_total"]}


def hide(position: dict[str, Any], config: PigConfig, viewer: int | None) -> dict[str, Any]:
    """Nothing is hidden in Pig."""
    return position


def describe(position: dict[str, Any], config: PigConfig, action: int) -> str:
    """What an action does: everybody sees it."""
    return f"hold and score {position['turn_total']}" if action == HOLD else ACTION_NAMES[action]


def outcome_name(config: PigConfig, event: int, outcome: int) -> str:
    """A chance outcome in words."""
    return f"rolls a {outcome}"


def status(position: dict[str, Any], config: PigConfig) -> str:
    return f"{max(position['scores'])} of {config.target} points"


def question(position: dict[str, Any]) -> str:
    """What the deciding seat is asked."""
    return f"{position['turn_total']} points in this turn: roll or hold?" if position["turn_total"] else "roll"


def text(position: dict[str, Any], config: PigConfig, seat: int | None) -> list[Line]:
    """The game in words: a line for each player, then the question."""
    lines = [line(Span("Pig", "title"), f", {status(position, config)}")]
    for number, points in enumerate(position["scores"]):
        lines.append(player_line(number, seat, f"{points} points"))
    if seat is not None:
        lines.append(line(name(seat), f": {question(position)}"))
    return lines


def check(position: dict[str, Any], config: PigConfig) -> None:
    """What always holds: points are not negative, and at most one player has reached the target."""
    assert min(position["scores"]) >= 0
    assert position["turn_total"] >= 0
    winners = [points for points in position["scores"] if points >= config.target]
    assert len(winners) <= 1
    assert all(points < config.target + config.faces for points in winners)
