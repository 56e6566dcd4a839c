"""A position of Las Vegas, the card game, in plain Python values, and in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.kernel import multisets
from vegas_env.render import casinos
from vegas_env.render.text import Line, Span, line, name, player_line
from vegas_env.rulesets.las_vegas_cards import cards
from vegas_env.rulesets.las_vegas_cards import rules as lc
from vegas_env.rulesets.las_vegas_cards.config import LasVegasCardsConfig
from vegas_env.rulesets.shared import banknotes, chips, las_vegas_common
from vegas_env.spec import Facts, plain

EVENTS = las_vegas_common.EVENTS | {lc.DRAW: "draw"}
PLACES = ("hand", "pile", "discards", "placed", "chosen")  # where a player's cards can be


def _cards(multiset: int) -> list[int]:
    """Number of cards of each kind."""
    return multisets.counts(multiset, cards.KINDS)


def facts(game: np.void, config: LasVegasCardsConfig) -> Facts:
    """The complete position; money in thousands, cards as their number by kind (2 * value + is_double)."""
    values = [value for value, _ in config.notes]
    at = plain(game)
    in_casinos = list(zip(*at["laid"][: config.players], strict=True))  # dice, then cards, by casino, then by seat
    in_a_turn = not at["over"] and at["chance"] in (0, lc.DRAW)
    return {
        "round": at["round"],
        "turn": at["turns"][at["seat"]] if in_a_turn else 0,
        "start": at["start"],
        "offer": at["casino"] if at["casino"] >= 0 and not at["chance"] else None,
        "casinos": [
            {
                "notes": banknotes.notes_at(at, casino),
                "dice": list(in_casinos[casino]),
                "cards": list(in_casinos[lc.CARDS + casino]),
                "chips": chips.counts(at["chips"][casino]),
            }
            for casino in range(lc.CASINOS)
        ],
        "players": [
            {
                "in": bool(at["active"][seat]),
                **{place: _cards(at[place][seat]) for place in PLACES},
                "cards_placed": at["placed_count"][seat],
                **banknotes.won(at, seat, values),
                "chips": chips.counts(at["chips_held"][seat]),
            }
            for seat in range(config.players)
        ],
        "stack": dict(zip(values, at["stack"], strict=False)),
        "box": dict(zip(values, at["box"], strict=False)),
        "chip_stack": chips.counts(at["chip_stack"]),
    }


def hide(position: Facts, config: LasVegasCardsConfig, viewer: int | None) -> Facts:
    """Of the others' cards in hand, pile and discards, show only how many there are: a number instead of a list.

    Hide also which seats have already chosen (LC-6), and with the option `hidden_money` the money won.
    """
    players = position["players"]
    if config.hidden_money and not is_over(position, config):
        players = banknotes.hide_wealth(players, viewer)
    return position | {
        "players": [player if seat == viewer else _hide_cards(player) for seat, player in enumerate(players)]
    }


def _hide_cards(player: dict[str, Any]) -> dict[str, Any]:
    hidden = {place: sum(player[place]) for place in ("hand", "pile", "discards")}
    hidden["hand"] += sum(player["chosen"])
    return player | hidden | {"chosen": 0}


def how_many(some: list[int] | int) -> int:
    """The number of cards, given their number by kind or, if they are hidden, their total."""
    return some if isinstance(some, int) else sum(some)


def describe(position: Facts, config: LasVegasCardsConfig, action: int) -> str:
    """What an action does, in words."""
    return cards.ACTION_NAMES[action]


def announcement(position: Facts, config: LasVegasCardsConfig, action: int) -> str:
    """What the other seats hear of an action.  Simultaneous choices stay hidden until the reveal (LC-6)."""
    simultaneous = not config.sequential and action < cards.TAKE_CHIP
    return "choose cards" if simultaneous else describe(position, config, action)


def is_over(position: Facts, config: LasVegasCardsConfig) -> bool:
    return bool(position["round"] == config.rounds)


def status(position: Facts, config: LasVegasCardsConfig, seat: int | None) -> str:
    """How far the game has progressed."""
    if is_over(position, config):
        return "the game is over"
    turn = "" if seat is None else f", turn {position['turn'] + 1} of {config.turns}"
    return f"round {position['round'] + 1} of {config.rounds}{turn}"


def text(position: Facts, config: LasVegasCardsConfig, seat: int | None) -> list[Line]:
    """The position in words: a line for each casino, a line for each player, and the hand of the deciding seat."""
    lines = [
        line(Span("Las Vegas, the card game", "title"), f", {status(position, config, seat)}"),
        *casinos.rows(position["casinos"]),
    ]
    for who, player in enumerate(position["players"]):
        placed = f"cards placed: {player['cards_placed']}" + ("" if player["in"] else ", out of this round")
        held = line("   chips: ", casinos.chip_spans(player["chips"])) if any(player["chips"]) else ()
        lines.append(player_line(who, seat, f"{banknotes.wealth_name(player)}, {placed}", held))
    if seat is not None:
        lines.append(line(name(seat), f" {question(position, seat)}"))
    return lines


def question(position: Facts, seat: int) -> str:
    """What the deciding seat has to decide."""
    if position["offer"] is not None:
        return f"may take a chip from casino {position['offer'] + 1}"
    hand = position["players"][seat]["hand"]
    return f"chooses from {hand} cards" if isinstance(hand, int) else f"holds {cards.names(hand)}"


def check(position: Facts, config: LasVegasCardsConfig) -> None:
    """Assert that no notes, cards or chip cards are created or lost, and that casinos count the cards placed there."""
    banknotes.check_notes(position, config.notes, elsewhere=position["box"])
    chips.check_chips(position, copies=config.chips * config.chip_copies)
    for seat, player in enumerate(position["players"]):
        for kind, copies in enumerate(config.deck):
            found = sum(player[place][kind] for place in PLACES)
            assert found == copies, f"seat {seat} has {found} cards {cards.card_name(kind)} instead of {copies}"
        assert player["cards_placed"] == sum(player["placed"])
        for value, casino in enumerate(position["casinos"]):
            singles, doubles = player["placed"][2 * value : 2 * value + 2]
            assert casino["cards"][seat] == singles + doubles
            assert casino["dice"][seat] == singles + 2 * doubles


def outcome_name(config: LasVegasCardsConfig, event: int, outcome: int) -> str:
    """A chance outcome in words."""
    if event in las_vegas_common.EVENTS:
        return las_vegas_common.deal_name(config, event, outcome)
    return cards.names(_cards(outcome))
