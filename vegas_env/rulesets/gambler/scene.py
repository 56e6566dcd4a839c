"""A position of Gambler in plain Python values, and in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.kernel import multisets
from vegas_env.render.text import Line, Span, counted, line, name, player_line, seat_style
from vegas_env.rulesets.gambler import rules as ga
from vegas_env.rulesets.gambler.config import ACTION_NAMES, GamblerConfig
from vegas_env.rulesets.gambler.tableaus import UNIT, Row, row_note, row_text
from vegas_env.spec import Facts, plain

EVENTS = {ga.TABLEAU: "tableau", ga.ROLL: "roll"}


def facts(game: np.void, config: GamblerConfig) -> Facts:
    """The complete position."""
    at = plain(game)
    return {
        "round": at["round"],
        "tableau": at["tableau"] if at["tableau"] >= 0 else None,
        "rows": [{"filled": _filled(at, row)} for row in range(ga.ROWS)],
        "players": [{"points": at["points"][seat] * UNIT, "dice": at["dice"][seat]} for seat in range(config.players)],
        "roll": multisets.counts(at["roll"], ga.FACES),
        "rolls_made": at["rolls_made"],
        "placed_this_roll": at["placed"],
        "turn_dice": at["turn_dice"],
        "order": at["order"][: at["used"]],
        "starter": at["starter"],
        "last_placer": at["last_placer"] if at["last_placer"] >= 0 else None,
    }


def _filled(at: dict[str, Any], row: int) -> list[int]:
    """The faces of the dice in a row, from left to right."""
    first = row * ga.LONGEST
    return at["squares"][first : first + at["filled"][row]]


def hide(position: Facts, config: GamblerConfig, viewer: int | None) -> Facts:
    """Nothing is hidden."""
    return position


def describe(position: Facts, config: GamblerConfig, action: int) -> str:
    """What an action does, in words."""
    return ACTION_NAMES[action]


def status(position: Facts, config: GamblerConfig) -> str:
    """How far the game has progressed."""
    over = position["tableau"] is not None and position["turn_dice"] == 0
    return f"round {position['round'] + 1}, " + ("over" if over else f"to {config.target} points")


def text(position: Facts, config: GamblerConfig, seat: int | None) -> list[Line]:
    """The position in words: a line for each row, a line for each player."""
    first = line(Span("Gambler", "title"), f", {status(position, config)}")
    lines = []
    if position["tableau"] is not None:
        tableau = config.tableaus[position["tableau"]]
        first = line(first, f", tableau {tableau.name!r}")
        for number, (row, state) in enumerate(zip(tableau.rows, position["rows"], strict=True), start=1):
            points = Span(f"{row.points:+5d}", "good" if row.points > 0 else "bad")
            note = Span(f"  {row_note(row)}", "dim")
            lines.append(line(f"  row {number}  ", points, f"  {row_text(row, state['filled'])}", note))
    for number, player in enumerate(position["players"]):
        dice = counted(player["dice"], "die", "dice")
        lines.append(player_line(number, seat, f"{player['points']} points, {dice}"))
    if seat is not None:
        rolled = _dice(position["roll"]) or "nothing more"
        lines.append(line(name(seat), f", {question(position, config)}: ", Span(rolled, seat_style(seat))))
    return [first, *lines]


def question(position: Facts, config: GamblerConfig) -> str:
    """What the deciding seat has to decide."""
    return f"roll {position['rolls_made']} of {config.rolls}"


def check(position: Facts, config: GamblerConfig) -> None:
    """Assert that no dice are created or lost, that rows are valid, and that no player has negative points."""
    placed = sum(len(row["filled"]) for row in position["rows"])
    held = sum(player["dice"] for player in position["players"])
    each = config.dice // config.players
    assert placed + held == each * config.players, f"{placed + held} dice instead of {each * config.players}"
    for seat, player in enumerate(position["players"]):
        assert player["points"] >= 0, f"seat {seat} has {player['points']} points"
        assert 0 <= player["dice"] <= each, f"seat {seat} has {player['dice']} dice"
    assert sum(position["roll"]) in (0, position["turn_dice"]), "the roll has more or fewer dice than the turn"
    assert len(set(position["order"])) == len(position["order"]), "a tableau was taken as new twice"
    if position["tableau"] is not None:
        for row, state in zip(config.tableaus[position["tableau"]].rows, position["rows"], strict=True):
            assert _is_valid(row, state["filled"]), f"{state['filled']} in a row {row.text}"


def _is_valid(row: Row, dice: list[int]) -> bool:
    """GA-2: whether a row may hold these dice."""
    if row.kind == "faces":
        return dice == list(row.faces[: len(dice)])
    triple, pair = dice[: ga.TRIPLE], dice[ga.TRIPLE :]
    if row.kind == "full_house":
        return len(dice) <= ga.HOUSE and len(set(triple)) <= 1 and len(set(pair)) <= 1 and not set(triple) & set(pair)
    return len(dice) <= (row.length or 0) and len(set(dice)) <= 1


def outcome_name(config: GamblerConfig, event: int, outcome: int) -> str:
    """A chance outcome in words."""
    if event == ga.TABLEAU:
        return f"tableau {config.tableaus[outcome].name}"
    return _dice(multisets.counts(outcome, ga.FACES))


def _dice(counts: list[int]) -> str:
    return ",".join(str(face) for face, n in enumerate(counts, start=1) for _ in range(n))
