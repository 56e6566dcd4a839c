"""Simple heuristics for Las Vegas, the card game: variations of `greedy`, each with one idea."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vegas_env.agents.authoring import CompiledAgent, policy_type
from vegas_env.agents.las_vegas_cards.greedy import gains_now
from vegas_env.agents.las_vegas_cards.selections import best_selection, chip_action, dice_of, no_room, turns_left
from vegas_env.agents.registry import register
from vegas_env.kernel.cache import rule
from vegas_env.rulesets.shared.banknotes import CASINOS

BACKING = 2.0  # bonus for each die added to own dice (10,000s), in `double_down`


@rule
def choose_spoiler(policy, game, rules, mask, luck):
    """The seat's own money only breaks ties."""
    if game.casino >= 0:
        return chip_action(game, rules)
    return best_selection(mask, gains_now(game, rules, 0.01, -1.0), no_room())


@rule
def choose_patience(policy, game, rules, mask, luck):
    if game.casino >= 0:
        return chip_action(game, rules)
    room = no_room()
    if turns_left(game, rules, game.seat) > 1:
        for number in range(len(room)):
            room[number] = -1000.0 * number
    return best_selection(mask, gains_now(game, rules, 1.0, 0.0), room)


@rule
def choose_most_cards(policy, game, rules, mask, luck):
    if game.casino >= 0:
        return chip_action(game, rules)
    room = no_room()
    for number in range(len(room)):
        room[number] = 1000.0 * number
    return best_selection(mask, gains_now(game, rules, 1.0, 0.0), room)


@rule
def choose_double_down(policy, game, rules, mask, luck):
    if game.casino >= 0:
        return chip_action(game, rules)
    gains = gains_now(game, rules, 1.0, 0.0)
    for casino in range(CASINOS):
        if game.laid[game.seat, casino] > 0:
            for dice in range(1, dice_of(game.hand[game.seat], casino) + 1):
                gains[casino, dice] += BACKING * dice
    return best_selection(mask, gains, no_room())


def _register(name: str, choose: Callable[..., Any], description: str) -> None:
    dtype = policy_type(f"las_vegas_cards_{name}", choose)
    register("las_vegas_cards", name, lambda: CompiledAgent(name, dtype), description)


_register(
    "spoiler",
    choose_spoiler,
    "Lays the cards that cost the others most if the casinos paid now, ideally by drawing level with the leaders.",
)
_register(
    "patience",
    choose_patience,
    "Lays one card a turn, where it pays most now, and in its last turn as many as pay, so that it never drops out "
    "early.",
)
_register(
    "most_cards",
    choose_most_cards,
    "Lays as many cards as it may, where they pay most now, and so drops out of the round early.",
)
_register(
    "double_down",
    choose_double_down,
    "Like greedy, but prefers casinos where it already has dice, to extend its lead there.",
)
