"""The notebooks run from beginning to end, and are committed with text, plots and outputs that name no machine."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.support.paths import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CELL_SECONDS = 300
MOST_OUTPUT = 100_000  # characters of all outputs of a notebook: pictures are drawn small
MACHINE_PATHS = re.compile(r"/(root|home|Users|tmp|work|var|opt)/|[A-Z]:\\\\|site-packages")


# The others take about a minute and more on a fresh machine: run by `make test-all`.
SHORT = ("01_quick_start",)


@pytest.fixture(params=NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def notebook(request: pytest.FixtureRequest) -> Any:
    return nbformat.read(request.param, as_version=4)


def marked_unless_short(path: Path) -> Any:
    return pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem not in SHORT else [])


def outputs_of(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


def test_all_six_are_there() -> None:
    assert [path.stem[:2] for path in NOTEBOOKS] == ["01", "02", "03", "04", "05", "06"]


@pytest.mark.parametrize("path", [marked_unless_short(path) for path in NOTEBOOKS])
def test_notebooks_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of their own, as a user would; an error in any cell is raised here."""
    notebook = nbformat.read(path, as_version=4)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # what notebooks train and play goes away with the test
    NotebookClient(
        notebook, timeout=CELL_SECONDS, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    assert not list(tmp_path.glob("*.ipynb"))


def test_notebooks_teach(notebook: Any) -> None:
    """Text between all that is done, a title first, and results to see without running anything."""
    words = sum(len(cell.source.split()) for cell in notebook.cells if cell.cell_type == "markdown")
    assert words > 200
    assert notebook.cells[0].source.startswith("# ")
    plots = [output for output in outputs_of(notebook) if "image/png" in output.get("data", {})]
    assert len(plots) >= 2
    assert all(cell.execution_count for cell in notebook.cells if cell.cell_type == "code")


def test_every_game_has_its_picture_in_the_quick_start() -> None:
    pictures = [o for o in outputs_of(nbformat.read(NOTEBOOKS[0], 4)) if "image/svg+xml" in o.get("data", {})]
    assert len(pictures) == 5


def test_outputs_are_clean(notebook: Any) -> None:
    """No path of a machine, no warning or error, nothing large, no times of execution."""
    nbformat.validate(notebook)
    texts = [cell.source for cell in notebook.cells]
    size = 0
    for output in outputs_of(notebook):
        assert output.output_type != "error"
        assert output.get("name") != "stderr", output.text
        shown = {kind: data for kind, data in output.get("data", {}).items() if kind != "image/png"}
        texts += [output.get("text", ""), *map(str, shown.values())]
        size += len(output.get("text", "")) + sum(len(str(data)) for data in output.get("data", {}).values())
    for text in texts:
        found = MACHINE_PATHS.search(text)
        assert found is None, text[max(0, found.start() - 80) : found.end() + 80]
    assert size <= MOST_OUTPUT
    assert not any("execution" in cell.metadata for cell in notebook.cells)
