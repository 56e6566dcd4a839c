"""CONTRIBUTING.md is a true map of the project: its tree exists, imports go one way, the vocabulary is complete."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.paths import ROOT
from vegas_env.kernel.dispatch import RULE_FUNCTIONS

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
INDENT = 4

# Modules and folders of vegas_env, lowest layer first.  A module may import from its own layer and from lower ones.
LAYERS = (
    {"kernel", "config"},
    {"spec", "checks", "render", "files", "versions"},
    {"rulesets"},
    {"engine", "games", "position"},
    {"agent", "seating", "single_agent", "self_play", "current_player"},
    {"adapters", "arena", "testing"},
    {"agents"},
    {"experiments"},
)
EXCEPTIONS = {("vegas_env/arena/roster.py", "agents")}
REEXPORTED = {"Games": "games", "Position": "position", "View": "agent", "Agent": "agent", "RULESETS": "rulesets"}


# --- the tree -------------------------------------------------------------------------------------------------


def paths_of_the_tree() -> list[str]:
    """All paths of the tree: names up to two spaces before the text; folders hold what is indented below them."""
    (tree,) = re.findall(r"```text\n(.*?)```", CONTRIBUTING, re.DOTALL)
    folders: list[str] = []
    found = []
    for line in tree.splitlines():
        depth = (len(line) - len(line.lstrip())) // INDENT
        names = re.split(r" {2,}", line.strip())[0].split()
        del folders[depth:]
        found += ["".join(folders) + name for name in names]
        folders.append(names[0])
    return found


def test_the_tree_exists() -> None:
    paths = paths_of_the_tree()
    assert len(paths) > 60
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("folder", ["vegas_env", "vegas_env/kernel", "agents"])
def test_the_tree_is_complete(folder: str) -> None:
    """Every module of the central folders is on the map; modules of other folders are found by the folder."""
    modules = {f"{folder}/{path.name}" for path in (ROOT / folder).glob("*.py")}
    not_listed = {f"{folder}/{name}" for name in ("__init__.py", "fingerprint.py")}
    not_listed |= {f"{folder}/{path.name}" for path in (ROOT / folder).glob("*_v0.py")}
    assert modules - not_listed <= set(paths_of_the_tree())


# --- the direction of imports ---------------------------------------------------------------------------------


def imports(text: str) -> Iterator[str]:
    """The modules and folders of vegas_env that a module imports when it is imported itself."""
    for node in ast.parse(text).body:
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module == "vegas_env":
            names = [REEXPORTED.get(alias.name, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "vegas_env" and len(parts) > 1:
                yield parts[1]
            elif isinstance(node, ast.ImportFrom) and node.module == "vegas_env":
                yield parts[0]


def test_imports_go_one_way() -> None:
    layer = {name: number for number, names in enumerate(LAYERS) for name in names}
    wrong, checked = [], 0
    for name, number in layer.items():
        place = ROOT / name if name in ("agents", "experiments") else ROOT / "vegas_env" / name
        files = place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")]
        for file in files:
            path = str(file.relative_to(ROOT))
            if "examples/pig" in path:  # a package of its own
                continue
            checked += 1
            imported = [other for other in imports(file.read_text(encoding="utf-8")) if layer.get(other, -1) > number]
            wrong += [(path, other) for other in imported if (path, other) not in EXCEPTIONS]
    assert checked > 100
    assert wrong == []


# --- the vocabulary and where to begin ------------------------------------------------------------------------


def test_the_vocabulary_is_complete() -> None:
    assert [name for name in RULE_FUNCTIONS if f"`{name}`" not in CONTRIBUTING] == []


def test_ten_changes_name_a_file_to_start_in() -> None:
    section = CONTRIBUTING.split("## Where to begin")[1].split("\n## ")[0]
    rows = [line.split(" | ") for line in section.splitlines() if line.startswith("| ")][2:]
    assert len(rows) == 10
    for change, start, touched in rows:
        assert re.search(r"`[a-z_]+/[^`]+`", start), change
        assert "`" in touched, change
