"""Generate docs/reference, a page for each ruleset, from the code: `make reference`.

The rules themselves, with their ids, are in docs/rules and written by hand.  The section about ambiguous rules is
copied from there.
"""

from __future__ import annotations

import argparse
import ast
import dataclasses
import importlib.util
import inspect
import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from vegas_env import RULESETS, Position, agents
from vegas_env.checks import choices_text, plain_options
from vegas_env.experiments.site.checkout import DOCS
from vegas_env.spec import Ruleset

FOLDER = DOCS / "reference"
RULES = DOCS / "rules"
GAMES = 10  # random games with each set of options, to find the phases


def page(name: str) -> str:
    """The page of one ruleset."""
    ruleset = RULESETS[name]
    parts = [
        f"# {ruleset.title}: reference",
        "Generated from the code by `make reference`; a test keeps it current. "
        f"The rules, and how ambiguous ones are read: [docs/rules](../rules/{name}.md).",
        f"![a game of {ruleset.title}](../pictures/{name}.svg)",
        "## In short",
        table(("", ""), in_short(ruleset)),
        "## Options",
        table(("option", "default", "meaning"), options(ruleset)),
        "## Actions",
        table(("number", "action"), actions(ruleset)),
        "## Observation",
        "A float32 vector, relative to the observing seat: seat 0 is the observer, seat 1 its left neighbour, and so "
        "on. `games.observation_slices[name].of(observation)` returns a slice in its shape.",
        table(("slice", "indices", "shape", "range", "meaning"), slices(ruleset)),
        "## Rewards",
        field_texts(ruleset.config)["reward"],
        "`games.reward` is the reward of the last step, `games.payoff` the sum of rewards since the start of the game. "
        "`games.shares` is each seat's share of the win, for any reward option.",
        "## Chance",
        table(("number", "event"), [(str(number), event) for number, event in ruleset.events.items()]),
        "## Phases",
        *phases(ruleset),
        "## Ambiguous rules",
        readings(name),
        "## Agents",
        table(("agent", "description", "options"), agent_rows(name)),
        "## Versions",
        table(("version", "changes"), [(f"v{n}", words) for n, words in enumerate(ruleset.history)]),
    ]
    return "\n\n".join(parts) + "\n"


def table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def in_short(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Rows of key figures."""
    low, high = ruleset.player_range
    words = {
        "game": ruleset.summary,
        "players": f"{low} to {high}, {ruleset.config().players} by default",
        "constructors": f'`Games("{ruleset.name}")`, `Position("{ruleset.name}")`, '
        f"`vegas_env.{ruleset.name}_v{ruleset.version}`, `{ruleset.env_id}`",
        "actions": str(ruleset.actions),
        "observation": f"{ruleset.observation_size} numbers",
        "record": f"{ruleset.record.itemsize} bytes",
        "entities for networks": "none"
        if ruleset.entities is None
        else f"{ruleset.entities.num_entities} (see `entities.py`)",
        "version": f"v{ruleset.version}, layout `{ruleset.layout_version}`",
        "code": f"`vegas_env/rulesets/{ruleset.name}/`",
    }
    return list(words.items())


def options(ruleset: Ruleset) -> list[tuple[str, str, str]]:
    """Rows of options: name, default, meaning."""
    texts = field_texts(ruleset.config)
    fields = dataclasses.fields(ruleset.config)
    return [
        (f"`{field.name}`", f"`{field.default!r}`", f"{texts[field.name]} {choices_text(field)}".strip())
        for field in fields
    ]


def field_texts(kind: type) -> dict[str, str]:
    """The docstring below each field of a dataclass."""
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
    """Rows of actions.  Long runs that differ only in numbers are shown by their first and last."""
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
    """Rows of observation slices."""
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


# --- phases ----------------------------------------------------------------------------------------------------


def phases(ruleset: Ruleset) -> tuple[str, str]:
    """An introduction and a table of the phases of a game: from the ruleset's phases.py, or else from random games."""
    module = f"{ruleset.config.__module__.rpartition('.')[0]}.phases"
    if importlib.util.find_spec(module):
        known = importlib.import_module(module).PHASES
        names = {phase.number: phase.name for phase in known}
        rows = [(f"`{p.name}`", p.who, p.question, listed(names[k] for k in p.following)) for p in known]
        return "From the table in `phases.py`.", table(("phase", "who decides", "question", "next phases"), rows)
    introduction = (
        f"From {2 * GAMES} random games, half of them with all boolean options on. In `decision` a seat decides; "
        "all other phases are chance events."
    )
    seen = [(f"`{one}`", listed(sorted(nexts)) or "rare: did not occur") for one, nexts in seen_phases(ruleset)]
    return introduction, table(("phase", "next phases"), seen)


def listed(names: Iterable[str]) -> str:
    """Format distinct names as code."""
    return ", ".join(f"`{name}`" for name in dict.fromkeys(names))


def seen_phases(ruleset: Ruleset) -> list[tuple[str, set[str]]]:
    """Each phase and the phases that followed it, in order of first occurrence."""
    switches = {name: True for name, usual in plain_options(ruleset.config).items() if isinstance(usual, bool)}
    rng = np.random.default_rng(0)
    found: dict[str, set[str]] = {}
    fewest = ruleset.fewest_players
    for chosen, game in itertools.product(({}, switches), range(GAMES)):
        position = Position(ruleset.name, players=fewest + game % 3, **chosen)
        while not position.over:
            before = position.event or "decision"
            if position.event:
                position.apply_chance(position.sample_chance(rng))
            else:
                position.apply(int(rng.choice(position.legal())))
            after = "over" if position.over else position.event or "decision"
            found.setdefault(before, set()).add(after)
    for event in ruleset.events.values():
        found.setdefault(event, set())  # events that did not occur
    return list(found.items())


# --- ambiguous rules, agents ---------------------------------------------------------------------------------------


def readings(name: str) -> str:
    """How ambiguous rules are read: a section of docs/rules, or all paragraphs there that are marked (interp)."""
    text = (RULES / f"{name}.md").read_text(encoding="utf-8")
    chapter = re.search(r"^## [^\n]*[Rr]eadings\n+(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if chapter:
        return chapter[1].strip()
    blocks = re.split(r"\n(?=- )|\n\n", text)
    marked = [block for block in blocks if "(interp)" in block and not block.startswith("Marks:")]
    return "\n\n".join(marked) or "None: the rules were written for this project."


def agent_rows(name: str) -> list[tuple[str, str, str]]:
    """Rows of agents: name, description, options."""
    rows = []
    for agent in agents.names(name):
        settings = agents.options(name, agent)
        rows.append(
            (
                f"`{agent}`",
                agents.description(name, agent),
                ", ".join(f"`{k}={_shown(v)}`" for k, v in settings.items()),
            )
        )
    return rows


def _shown(value: Any) -> str:
    return "…" if value is inspect.Parameter.empty else f"{value:g}" if isinstance(value, float) else str(value)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Generate docs/reference from the code.")
    parser.parse_args(arguments)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in RULESETS:
        (FOLDER / f"{name}.md").write_text(page(name), encoding="utf-8")
        print(f"written: {FOLDER / name}.md")


if __name__ == "__main__":
    main()
