"""Writes a page about every ruleset from the code itself: `python -m experiments.reference`.

Beside each stands its page in docs/rules, which people write: the rules with their ids, and how unclear ones are read.
"""

from __future__ import annotations

import argparse
import ast
import dataclasses
import inspect
import itertools
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import agents
from vegas_env import RULESETS
from vegas_env.rulesets.spec import Ruleset

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "reference"


def page(name: str) -> str:
    """The page of one ruleset."""
    ruleset = RULESETS[name]
    parts = [
        f"# {ruleset.title}: reference",
        "This page is written by `vegas reference` from the code; a test keeps it current. "
        f"Rules, and how we read unclear ones: [docs/rules](../rules/{name}.md).",
        f"![a game of {ruleset.title}](../pictures/{name}.svg)",
        "## In short",
        table(("", ""), in_short(ruleset)),
        "## Options",
        table(("option", "default", "meaning"), options(ruleset)),
        "## Actions",
        table(("number", "action"), actions(ruleset)),
        "## Observation",
        "A vector of float32, relative to the seat that looks: seat 0 is its own, seat 1 its left neighbour, and so "
        "on. `games.observation_slices[name].of(observation)` gives a part in its shape.",
        table(("slice", "places", "shape", "range", "meaning"), slices(ruleset)),
        "## Chance",
        table(("number", "event"), [(str(number), event) for number, event in ruleset.events.items()]),
        "## Agents",
        table(("agent", "idea", "options"), agent_rows(name)),
    ]
    return "\n\n".join(parts) + "\n"


def table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def in_short(ruleset: Ruleset) -> list[tuple[str, str]]:
    low, high = ruleset.player_range
    words = {
        "what it is about": ruleset.summary,
        "players": f"{low} to {high}, {ruleset.config().players} by default",
        "made by": f'`Games("{ruleset.name}")`, `Position("{ruleset.name}")`, '
        f"`vegas_env.{ruleset.name}_v{ruleset.version}`, `{ruleset.env_id}`",
        "actions": str(ruleset.actions),
        "observation": f"{ruleset.observation_size} numbers",
        "a position": f"{ruleset.record.itemsize} bytes",
        "parts that are alike": "none named" if ruleset.items is None else f"{ruleset.items.count} (see `items.py`)",
        "version": f"v{ruleset.version}, layout `{ruleset.layout_version}`",
        "code": f"`vegas_env/rulesets/{ruleset.name}/`",
    }
    return list(words.items())


def options(ruleset: Ruleset) -> list[tuple[str, str, str]]:
    said = field_texts(ruleset.config)
    fields = dataclasses.fields(ruleset.config)
    return [(f"`{field.name}`", f"`{field.default!r}`", said[field.name]) for field in fields]


def field_texts(kind: type) -> dict[str, str]:
    """What stands below each field of a dataclass."""
    (body,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    for node, following in itertools.pairwise([*body.body, ast.Pass()]):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            texts = following.value if isinstance(following, ast.Expr) else None
            text = texts.value if isinstance(texts, ast.Constant) else ""
            found[node.target.id] = re.sub(r"\s+", " ", str(text)).strip()
    return found


def actions(ruleset: Ruleset) -> list[tuple[str, str]]:
    """All actions; long runs of the same form are shown by their first and last."""
    names = ruleset.action_names
    rows = []
    for _, run in itertools.groupby(enumerate(names), key=lambda one: re.sub(r"\d+", "#", one[1])):
        group = list(run)
        if len(group) <= 3:
            rows += [(str(number), name) for number, name in group]
        else:
            (first, one), (last, other) = group[0], group[-1]
            rows.append((f"{first} … {last}", f"{one} … {other}"))
    return rows


def slices(ruleset: Ruleset) -> list[tuple[str, ...]]:
    return [
        (
            f"`{part.name}`",
            f"{part.start} … {part.stop - 1}" if part.size > 1 else str(part.start),
            " × ".join(map(str, part.shape)),
            f"{part.low * part.scale:g} … {part.high * part.scale:g}",
            part.meaning,
        )
        for part in ruleset.slices.values()
    ]


def agent_rows(name: str) -> list[tuple[str, str, str]]:
    rows = []
    for agent in agents.names(name):
        settings = agents.options(name, agent)
        rows.append(
            (f"`{agent}`", agents.idea(name, agent), ", ".join(f"`{k}={_shown(v)}`" for k, v in settings.items()))
        )
    return rows


def _shown(value: Any) -> str:
    return "…" if value is inspect.Parameter.empty else f"{value:g}" if isinstance(value, float) else str(value)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser("vegas reference", description=__doc__)
    parser.parse_args(arguments)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in RULESETS:
        (FOLDER / f"{name}.md").write_text(page(name), encoding="utf-8")
        print(f"wrote {FOLDER.name}/{name}.md")


if __name__ == "__main__":
    main()
