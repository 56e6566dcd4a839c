"""Golden playthroughs: whole games in readable text.  `make playthroughs` regenerates them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tests.support import configs
from tests.support.paths import GOLDEN
from vegas_env import Position

FOLDER = GOLDEN


def stories(ruleset: str) -> dict[str, tuple[dict[str, Any], int]]:
    """Name → (options, seed) of each playthrough; a ruleset may name games in which something special happens."""
    default = {"default": ({}, 1), "options": (configs.of(ruleset).CONFIGS[-1], 2)}
    return getattr(configs.of(ruleset), "STORIES", default)


def tell(ruleset: str, options: dict[str, Any], seed: int) -> str:
    """A random game as text: every chance event and every decision."""
    rng = np.random.default_rng(seed)
    position = Position(ruleset, **options)
    every = getattr(configs.of(ruleset), "STORY_EVERY", 1)
    lines = [f"# {position.ruleset.title}: a random game, seed {seed}", f"# {position.config}", ""]
    decisions = 0
    while not position.over:
        if position.event:
            outcomes, probabilities = position.outcomes()
            outcome = int(rng.choice(outcomes, p=probabilities))
            lines.append(f"chance  {position.event}: {position.outcome_name(outcome)}")
            position.apply_chance(outcome)
            continue
        names = position.ruleset.action_names
        action = int(rng.choice(position.legal()))
        if decisions % every == 0:
            lines += ["", position.text()]
        decisions += 1
        lines.append("legal   " + "; ".join(names[a] for a in position.legal()))
        lines.append(f"P{position.seat}      {names[action]}")
        position.apply(action)
    lines += ["", position.text(), "payoff  " + " ".join(f"{value:+.3f}" for value in position.payoff)]
    lines.append("shares  " + " ".join(f"{value:.3f}" for value in position.shares))
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


def path_of(ruleset: str, story: str) -> Path:
    return FOLDER / f"{ruleset}_{story}.txt"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for ruleset in configs.NAMES:
        for story, (options, seed) in stories(ruleset).items():
            path_of(ruleset, story).write_text(tell(ruleset, options, seed), encoding="utf-8")
            print(path_of(ruleset, story).name)


if __name__ == "__main__":
    main()
