"""What both Las Vegas games share: fields, set-up, dealing, the end of a game, options and their texts.

Rule ids are those of docs/rules/las_vegas.md (LV-…) and docs/rules/las_vegas_cards.md (LC-…).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.checks import check_bools, check_common, check_int, make_rulebook, set_frozen
from vegas_env.kernel import luck as lucks
from vegas_env.kernel import multisets
from vegas_env.kernel.cache import hot_rule, rule
from vegas_env.rulesets.shared import banknotes, chips
from vegas_env.rulesets.shared.banknotes import NOTE_KINDS, NOTES, SEATS
from vegas_env.rulesets.shared.chance import weighted_outcomes
from vegas_env.rulesets.shared.chips import COLOURS
from vegas_env.rulesets.shared.seats import distance, margin
from vegas_env.spec import Slice

# Chance events (game.chance) and their outcomes: the seat that starts, the kind of a note, the colour of a chip card.
# Each game adds its own events after these.
START, NOTE, CHIP = 1, 2, 3
EVENTS = {START: "start", NOTE: "note", CHIP: "chip"}

# Fields of the game state and of the rulebook, after the tag.
GAME_FIELDS: list[Any] = [
    ("over", np.int8),
    ("chance", np.int8),
    ("seat", np.int8),  # the seat that decides or, while chance is pending, that rolls or draws
    ("round", np.int8),  # 0-based; equals rules.rounds when the game is over
    ("start", np.int8),  # the seat that started this round
    ("casino", np.int8),  # the casino being dealt to, or offering its chip cards to the seat; -1 for none
    *banknotes.GAME_FIELDS,
    *chips.GAME_FIELDS,
]
RULES_FIELDS: list[Any] = [
    ("players", np.int64),
    ("reward", np.int64),
    ("rounds", np.int64),
    ("random_start", np.int64),  # 0 or 1
    *banknotes.RULES_FIELDS,
    *chips.RULES_FIELDS,
]


# --- set-up and end -----------------------------------------------------------------------------------------


@rule
def clear_table(game, rules):
    """LV-2, LV-15, LC-2, LC-3: nothing won, all notes and chip cards in their stacks."""
    game.over = 0
    game.chance = 0
    game.seat = 0
    game.round = 0
    game.start = 0
    game.casino = -1
    banknotes.stack_notes(game, rules)
    chips.stack_chips(game, rules)
    clear_notes(game)
    for seat in range(SEATS):
        game.money[seat] = 0
        game.note_count[seat] = 0
        game.held[seat] = 0
        game.chips_held[seat] = 0


@rule
def clear_notes(game):
    """Remove the notes of all casinos."""
    notes = game.notes
    for place in range(len(notes)):
        notes[place] = 0


@rule
def end_game(game, rules):
    """LV-11, LC-11 (see `score`); LV-17, LC-13: chip cards now count as money."""
    for seat in range(rules.players):
        game.money[seat] += chips.chip_money(game, rules, seat)
    game.over = 1
    game.seat = -1


@rule
def score(game, rules, seat):
    """LV-11, LC-11: money, then the number of notes."""
    return np.int64(game.money[seat]) * (NOTES + 1) + game.note_count[seat]


@rule
def money(game, rules, seat):
    """Own money minus the mean of the others', in units of 100,000."""
    total = np.int64(0)
    for other in range(rules.players):
        total += game.money[other]
    return margin(game.money[seat], total, rules.players) / 10.0


@rule
def round_of(game, rules):
    return np.int64(game.round)


# --- chance events ------------------------------------------------------------------------------------------


@hot_rule
def sample_deal(game, rules, luck):
    """Sample the pending chance event, one of START, NOTE and CHIP."""
    if game.chance == NOTE:
        return np.int64(lucks.pick(luck, game.stack, game.stack_count))
    if game.chance == CHIP:
        return lucks.pick_from_multiset(luck, game.chip_stack, multisets.total(game.chip_stack))
    return lucks.below(luck, rules.players)


@rule
def deal_outcomes(game, rules):
    """Outcomes of the pending chance event, one of START, NOTE and CHIP."""
    weights = np.zeros(max(NOTE_KINDS, SEATS, COLOURS), np.int64)
    if game.chance == NOTE:
        weights[:NOTE_KINDS] = game.stack
    elif game.chance == CHIP:
        for colour in range(COLOURS):
            weights[colour] = multisets.count(game.chip_stack, colour)
    elif game.chance == START:
        weights[: rules.players] = 1
    return weighted_outcomes(weights)


# --- observation --------------------------------------------------------------------------------------------

FIFTH = 0.2
ROUNDS_LEFT = Slice("rounds_left", (1,), "rounds left, this one included / 4", 0.25, high=100)
PLAYERS = Slice("players", (1,), "players / 5", FIFTH, high=SEATS)
STARTING = Slice("start", (1,), "seats from the observer to the seat that started the round / 5", FIFTH, high=SEATS)


@hot_rule
def observe_progress(game, rules, seat, deciding, seen, at):
    """Write the slices rounds_left, players, deciding, start and the first element of offer; `at`: the starts."""
    seen[at.rounds_left] = rules.rounds - game.round
    seen[at.players] = rules.players
    seen[at.deciding] = distance(seat, deciding, rules.players)
    seen[at.start] = distance(seat, game.start, rules.players)
    seen[at.offer] = game.casino + 1


# --- options and texts, in Python ---------------------------------------------------------------------------


def check_options(config: Any, standard_notes: dict[int, int]) -> None:
    """Check the options that both games have (for use in `__post_init__`)."""
    check_common(config, 2, SEATS)
    check_bools(config, "chips", "hidden_money", "random_start")
    check_int("rounds", config.rounds, 1, 100)
    check_int("chip_copies", config.chip_copies, 1, multisets.MOST)
    set_frozen(
        config,
        notes=banknotes.checked_notes(standard_notes if config.notes is None else config.notes),
        chip_values=chips.checked_chip_values(config.chip_values),
    )


def compile_options(dtype: np.dtype, config: Any, *names: str) -> np.ndarray:
    """(1,) rulebook with the options of both games and the named options of one of them."""
    rules = make_rulebook(dtype, config, "rounds", "random_start", "hidden_money", "chips", "chip_copies", *names)
    banknotes.write_notes(rules, config.notes)
    chips.write_chip_values(rules, config.chip_values)
    return rules


def deal_name(config: Any, event: int, outcome: int) -> str:
    """An outcome of START, NOTE or CHIP in words."""
    if event == START:
        return f"seat {outcome} starts"
    if event == NOTE:
        return f"{config.notes[outcome][0] * 1000:,}"
    return chips.COLOUR_NAMES[outcome]
