"""A position of Las Vegas in plain Python values, and in words."""

from __future__ import annotations

import numpy as np

from vegas_env.kernel import multisets
from vegas_env.render import casinos
from vegas_env.render.text import Line, Span, counted, line, name, player_line, seat_style
from vegas_env.rulesets.las_vegas import rules as lv
from vegas_env.rulesets.las_vegas.config import ACTION_NAMES, LasVegasConfig
from vegas_env.rulesets.shared import banknotes, chips, las_vegas_common
from vegas_env.spec import Facts, plain

EVENTS = las_vegas_common.EVENTS | {lv.LEFT_WHITE: "left_white", lv.ROLL: "roll"}


def facts(game: np.void, config: LasVegasConfig) -> Facts:
    """The complete position; money in thousands."""
    values = [value for value, _ in config.notes]
    at = plain(game)
    dice = at["dice"]
    in_casinos = list(zip(*dice[: config.players], strict=True))  # by casino, then by seat
    return {
        "round": at["round"],
        "start": at["start"],
        "offer": at["casino"] if at["casino"] >= 0 and not at["chance"] else None,
        "casinos": [
            {
                "notes": banknotes.notes_at(at, casino),
                "dice": list(in_casinos[casino]),
                "white": dice[lv.WHITE][casino],
                "chips": chips.counts(at["chips"][casino]),
            }
            for casino in range(config.casinos)
        ],
        "players": [
            {
                "own_dice": dice[seat][lv.OWN_HAND],
                "white_dice": dice[seat][lv.WHITE_HAND],
                **banknotes.won(at, seat, values),
                "chips": chips.counts(at["chips_held"][seat]),
            }
            for seat in range(config.players)
        ],
        "roll": {
            "own": multisets.counts(at["own_roll"], config.casinos),
            "white": multisets.counts(at["white_roll"], config.casinos),
        },
        "stack": dict(zip(values, at["stack"], strict=False)),
        "bottom": [values[kind] for kind in _bottom_kinds(at["bottom"], at["bottom_count"])],
        "chip_stack": chips.counts(at["chip_stack"]),
    }


def _bottom_kinds(bottom: list[int], count: int) -> list[int]:
    """The kinds of the notes under the stack, uppermost first."""
    return [kind for packed in bottom for kind in multisets.counts(packed, multisets.KINDS)][:count]


def hide(position: Facts, config: LasVegasConfig, viewer: int | None) -> Facts:
    """LV-10: only the option `hidden_money` hides anything, until the end of the game."""
    if not config.hidden_money or is_over(position, config):
        return position
    return position | {"players": banknotes.hide_wealth(position["players"], viewer)}


def describe(position: Facts, config: LasVegasConfig, action: int) -> str:
    """What an action does, in words."""
    return ACTION_NAMES[action]


def is_over(position: Facts, config: LasVegasConfig) -> bool:
    return bool(position["round"] == config.rounds)


def status(position: Facts, config: LasVegasConfig) -> str:
    """How far the game has progressed."""
    return "the game is over" if is_over(position, config) else f"round {position['round'] + 1} of {config.rounds}"


def text(position: Facts, config: LasVegasConfig, seat: int | None) -> list[Line]:
    """The position in words: a line for each casino, a line for each player."""
    lines = [line(Span("Las Vegas", "title"), f", {status(position, config)}"), *casinos.rows(position["casinos"])]
    for number, player in enumerate(position["players"]):
        dice = counted(player["own_dice"], "die", "dice") + (
            f" + {player['white_dice']} white" if config.white_dice else ""
        )
        held = line("   chips: ", casinos.chip_spans(player["chips"])) if any(player["chips"]) else ()
        lines.append(player_line(number, seat, f"{banknotes.wealth_name(player)}, {dice}", held))
    if seat is not None:
        lines.append(line(name(seat), f" {question(position)}", _rolled(position, seat)))
    return lines


def question(position: Facts) -> str:
    """What the deciding seat has to decide."""
    return "rolled" if position["offer"] is None else f"may take a chip from casino {position['offer'] + 1}"


def _rolled(position: Facts, seat: int) -> Line:
    if position["offer"] is not None:
        return ()
    own, white = (" ".join(map(str, faces(position["roll"][kind]))) for kind in ("own", "white"))
    both = " and" if own and white else ""
    return line(
        Span(f" {own}" if own else "", seat_style(seat)), both, Span(f" white {white}" if white else "", "white")
    )


def faces(counts: list[int]) -> list[int]:
    """The rolled dice one by one, given their number by face."""
    return [face for face, n in enumerate(counts, start=1) for _ in range(n)]


def check(position: Facts, config: LasVegasConfig) -> None:
    """Assert that no notes, own dice, white dice or chip cards are created or lost."""
    players = position["players"]
    bottom = {value: position["bottom"].count(value) for value, _ in config.notes}
    banknotes.check_notes(position, config.notes, elsewhere=bottom)
    for seat, player in enumerate(players):
        found = player["own_dice"] + sum(casino["dice"][seat] for casino in position["casinos"])
        assert found == config.dice, f"seat {seat} has {found} dice instead of {config.dice}"
    white = sum(player["white_dice"] for player in players) + sum(casino["white"] for casino in position["casinos"])
    expected = config.white_dice * config.players
    thrown = config.white_left if position["round"] < config.rounds else 0
    assert white == expected + thrown, f"{white} white dice instead of {expected + thrown}"
    chips.check_chips(position, copies=config.chips * config.chip_copies)


def outcome_name(config: LasVegasConfig, event: int, outcome: int) -> str:
    """A chance outcome in words."""
    if event in las_vegas_common.EVENTS:
        return las_vegas_common.deal_name(config, event, outcome)
    own, white = outcome & ((1 << lv.WHITE_ROLL_SHIFT) - 1), outcome >> lv.WHITE_ROLL_SHIFT
    if event == lv.LEFT_WHITE:
        own, white = 0, outcome
    return " ".join(part for part in (_dice(own), _dice(white, "white ")) if part)


def _dice(roll: int, prefix: str = "") -> str:
    rolled = faces(multisets.counts(roll, lv.CASINOS))
    return prefix + ",".join(map(str, rolled)) if rolled else ""
