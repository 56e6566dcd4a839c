"""The casinos, all alike, each with the own cards of its value."""

from __future__ import annotations

from vegas_env.rulesets.las_vegas_cards.cards import AMOUNTS, CHOOSE_PAIR, DOUBLES, PAIRS, VALUES
from vegas_env.rulesets.las_vegas_cards.observation import SLICES
from vegas_env.spec import entity_layout

AMOUNT_COUNT = len(AMOUNTS)
OUTPUTS = AMOUNT_COUNT + 2  # every amount of its cards; a single or a double one as part of a pair


def _parts() -> dict[int, tuple[int, ...]]:
    parts: dict[int, tuple[int, ...]] = {
        value * AMOUNT_COUNT + amount: (value * OUTPUTS + amount,)
        for value in range(VALUES)
        for amount in range(AMOUNT_COUNT)
    }
    pairs = [(v, dv, w, dw) for v, w in PAIRS for dv, dw in DOUBLES]
    for place, (v, dv, w, dw) in enumerate(pairs):
        parts[CHOOSE_PAIR + place] = (v * OUTPUTS + AMOUNT_COUNT + dv, w * OUTPUTS + AMOUNT_COUNT + dw)
    return parts


ENTITIES = entity_layout(
    OUTPUTS,
    _parts(),
    SLICES["notes"].places,
    SLICES["laid"].places.transpose(2, 0, 1),
    *(SLICES[name].places.reshape(VALUES, 2) for name in ("hand", "chosen", "pile", "discards")),
    SLICES["chips"].places,
)
