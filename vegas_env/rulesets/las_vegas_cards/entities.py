"""Entities of the observation for networks with shared weights: a casino with the own cards of its value."""

from __future__ import annotations

from vegas_env.rulesets.las_vegas_cards.cards import AMOUNTS, CHOOSE_PAIR, DOUBLES, PAIRS, VALUES
from vegas_env.rulesets.las_vegas_cards.observation import SLICES
from vegas_env.spec import entity_layout

AMOUNT_COUNT = len(AMOUNTS)
OUTPUTS = AMOUNT_COUNT + 2  # each amount of cards of its value; then a single card and a double card as part of a pair


def _action_outputs() -> dict[int, tuple[int, ...]]:
    outputs: dict[int, tuple[int, ...]] = {
        value * AMOUNT_COUNT + amount: (value * OUTPUTS + amount,)
        for value in range(VALUES)
        for amount in range(AMOUNT_COUNT)
    }
    pairs = [(v, dv, w, dw) for v, w in PAIRS for dv, dw in DOUBLES]
    for place, (v, dv, w, dw) in enumerate(pairs):
        outputs[CHOOSE_PAIR + place] = (v * OUTPUTS + AMOUNT_COUNT + dv, w * OUTPUTS + AMOUNT_COUNT + dw)
    return outputs


ENTITIES = entity_layout(
    OUTPUTS,
    _action_outputs(),
    SLICES["notes"].indices,
    SLICES["laid"].indices.transpose(2, 0, 1),
    *(SLICES[name].indices.reshape(VALUES, 2) for name in ("hand", "chosen", "pile", "discards")),
    SLICES["chips"].indices,
)
