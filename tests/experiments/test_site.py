"""Maintainers' tools write into a checkout, and never beside an installed package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import DOCS, ROOT
from vegas_env.experiments.__main__ import COMMANDS

SITE = ROOT / "experiments" / "site"
TOOLS = sorted(path.stem for path in SITE.glob("*.py") if path.stem not in ("__init__", "checkout"))


def test_tools_refuse_to_run_outside_a_checkout(tmp_path: Path) -> None:
    """Copied as a wheel installs it, with agents and experiments inside the package, no tool starts or writes."""
    package = tmp_path / "vegas_env"
    shutil.copytree(ROOT / "vegas_env", package, ignore=shutil.ignore_patterns("__pycache__"))  # follows links
    assert (package / "experiments" / "site" / "checkout.py").is_file()
    before = sorted(path for path in tmp_path.rglob("*") if "__pycache__" not in path.parts)
    code = f"""
import importlib
for tool in {TOOLS!r}:
    try:
        importlib.import_module("vegas_env.experiments.site." + tool)
    except SystemExit as error:
        assert "run them from a checkout" in str(error.code), error.code
    else:
        raise AssertionError(tool + " did not refuse")
"""
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert sorted(path for path in tmp_path.rglob("*") if "__pycache__" not in path.parts) == before


def test_tools_are_make_targets_and_no_commands() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for tool in TOOLS:
        assert tool not in COMMANDS
        assert re.search(rf"^\t\$\(SITE\)\.{tool}\b", makefile, re.MULTILINE), tool


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_help_lists_every_target() -> None:
    run = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*?[^\\])\n", makefile, re.MULTILINE | re.DOTALL)
    listed = set(re.findall(r"^  make ([a-z-]+)", run.stdout, re.MULTILINE))
    assert listed == set(phony.replace("\\\n", " ").split())


def test_generated_pages_name_existing_commands() -> None:
    """In README and generated pages, `vegas NAME` is a command, `make NAME` a target and `python -m …` a module."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):.*##", makefile, re.MULTILINE))
    pages = [DOCS / name for name in ("leaderboard.md", "performance.md", "facts/gambler.md", "facts/cash_and_run.md")]
    for page in [ROOT / "README.md", *pages, *sorted((DOCS / "reference").glob("*.md"))]:
        text = page.read_text(encoding="utf-8")
        assert set(re.findall(r"`vegas (\w+)", text)) <= {*COMMANDS, "NAME"}, page
        assert set(re.findall(r"`make ([a-z-]+)", text)) <= targets, page
        for module in re.findall(r"python -m (experiments(?:\.\w+)+)", text):
            assert (ROOT / f"{module.replace('.', '/')}.py").is_file() or module == "experiments.NAME", (page, module)
