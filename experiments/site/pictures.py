"""Draw the pictures in docs/pictures: `make pictures`, or some of them: `make pictures ARGS="las_vegas gambler"`.

Each shows a position in the middle of a game between agents.  Seeds are fixed, so the pictures are reproducible.
"""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path
from typing import Any

import numpy as np

from vegas_env import RULESETS, Games
from vegas_env.agent import View, as_agents
from vegas_env.experiments.site.checkout import DOCS

FOLDER = DOCS / "pictures"
FORMATS = ("svg", "png")


@dataclasses.dataclass(frozen=True)
class Scene:
    """A position of a game: after some decisions of agents, who are repeated to fill the seats."""

    decisions: int
    agents: str = "greedy"
    seed: int = 1
    viewer: int | str = "deciding"
    options: dict[str, Any] = dataclasses.field(default_factory=dict)


SCENES = {
    "las_vegas": Scene(80, options={"players": 4, "neutral_dice": True, "chips": True}),
    "las_vegas_cards": Scene(131, "random", options={"players": 5, "sequential": True, "chips": True}),
    "cash_and_run": Scene(188, "greedy,random", seed=5, options={"players": 5}),
    "gambler": Scene(284, seed=0, options={"players": 5}),
    "auction": Scene(292, "truthful", seed=5, options={"players": 5, "auction": "english", "lots": 4, "budget": 200}),
}


def play(ruleset: str, scene: Scene) -> tuple[Games, str]:
    """Play up to a scene; returns the game and a caption that announces the last decision."""
    games = Games(ruleset, 1, seed=scene.seed, **scene.options)
    agents = as_agents(ruleset, scene.agents)
    caption = ""
    for _ in range(scene.decisions):
        if games.over[0]:
            raise ValueError(f"the game of {ruleset} is over after {games.moves[0]} decisions")
        seat = int(games.seat[0])
        action = agents[seat % len(agents)].act(View(games, np.arange(1)))
        caption = f"P{seat}: {games.ruleset.announcement(games.facts(), games.config, int(action[0]))}"
        games.step(action)
    return games, caption


def write(ruleset: str, form: str, folder: Path) -> Path:
    """Draw the picture of a ruleset as "svg" or "png"; returns its path."""
    games, caption = play(ruleset, SCENES[ruleset])
    path = folder / f"{ruleset}.{form}"
    if form == "svg":
        path.write_text(games.render(0, "svg", SCENES[ruleset].viewer, caption), encoding="utf-8")
    else:
        from vegas_env.render import pixels

        pixels.save(games.frame(0, SCENES[ruleset].viewer, caption).picture(), path)
    return path


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Draw the pictures in docs/pictures.")
    parser.add_argument("rulesets", nargs="*", metavar="ruleset", help=f"one of {', '.join(SCENES)}; all by default")
    parser.add_argument("--format", choices=FORMATS, default="svg")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    args = parser.parse_args(arguments)
    for ruleset in args.rulesets:
        RULESETS[ruleset]  # raises a KeyError that lists the rulesets
    args.folder.mkdir(parents=True, exist_ok=True)
    for ruleset in args.rulesets or SCENES:
        print(write(ruleset, args.format, args.folder))


if __name__ == "__main__":
    main()
