"""What the documents show works: their code runs, the commands of the README parse, its tables have their markers."""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from vegas_env import RULESETS
from vegas_env.experiments.__main__ import COMMANDS
from vegas_env.experiments.site import reference, report

README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def code_of(document: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL)


BLOCKS = [
    pytest.param(code, id=f"{document.stem}-{number}")
    for document in DOCUMENTS
    for number, code in enumerate(code_of(document), start=1)
]


@pytest.mark.parametrize("code", BLOCKS)
def test_the_code_of_the_documents_runs(code: str, tmp_path: Path) -> None:
    """From a file, as a user would: compiled functions are read from there."""
    script = tmp_path / "example.py"
    script.write_text(code, encoding="utf-8")
    places = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    result = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": places},
        check=False,
    )
    assert result.returncode == 0, result.stderr


def test_the_documents_have_code() -> None:
    assert len(code_of(ROOT / "README.md")) >= 4
    assert len(code_of(ROOT / "docs" / "agents.md")) >= 4


def test_the_commands_of_the_readme_exist() -> None:
    named = set(re.findall(r"`vegas (\w+)", README)) | set(re.findall(r"experiments\.(\w+)", README))
    assert named - {"NAME", "arena"} <= set(COMMANDS)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in ("demo", "report")])
def test_every_command_tells_how_it_is_used(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        import_module(f"vegas_env.experiments.{command}").main(["--help"])
    assert not ended.value.code
    assert "usage" in capsys.readouterr().out


def test_unknown_commands_name_the_nearest() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "experiments", "evalute"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert result.returncode != 0
    assert "did you mean 'evaluate'" in result.stderr


def test_the_tables_can_be_written_anew() -> None:
    text = report.replace(README, "rulesets", report.rulesets_table())
    text = report.replace(text, "picture", report.picture())
    assert text == README, "the README is out of date: run `make readme-tables`"
    with pytest.raises(ValueError, match="no markers"):
        report.replace(README, "nonsense", "")


def test_every_ruleset_has_its_page(ruleset: str) -> None:
    page = ROOT / "docs" / "rules" / f"{ruleset}.md"
    assert page.exists()
    assert len(page.read_text(encoding="utf-8")) > 1_000


def test_the_tree_names_no_machine() -> None:
    """No path of a machine or host of a package index stands in what we ship."""
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, cwd=ROOT, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    for name in listed.stdout.split("\n"):
        path = ROOT / name
        if path.suffix in (".py", ".md", ".toml", ".txt", ".cff", ".yaml", ".c") and path.name != Path(__file__).name:
            text = path.read_text(encoding="utf-8")
            assert "/root/" not in text, name
            assert "/home/" not in text, name
            assert "pypi.org" not in text, name


# --- the reference pages and the site -----------------------------------------------------------------------


def test_the_reference_is_current(ruleset: str) -> None:
    """Otherwise: `make reference`."""
    written = (reference.FOLDER / f"{ruleset}.md").read_text(encoding="utf-8")
    assert written == reference.page(ruleset)


def test_options_and_actions_are_documented(ruleset: str) -> None:
    page = reference.page(ruleset)
    assert all(meaning for _, _, meaning in reference.options(RULESETS[ruleset]))
    assert f"| {RULESETS[ruleset].actions - 1} | " in page or f"… {RULESETS[ruleset].actions - 1} | " in page


def test_the_reference_is_complete(ruleset: str) -> None:
    page = reference.page(ruleset)
    for head in (
        "In short",
        "Options",
        "Actions",
        "Observation",
        "Rewards",
        "Phases",
        "Ambiguous rules",
        "Versions",
    ):
        assert re.search(rf"^## {head}.*\n\n\S", page, re.MULTILINE), head
    if ruleset != "auction":  # whose rules are ours
        assert re.search(r"\b(LV|LC|CR|GA)-\d", reference.readings(ruleset))
    assert f"| v{RULESETS[ruleset].version} | " in page


def test_a_new_version_must_be_told() -> None:
    with pytest.raises(ValueError, match="must tell of 2 versions"):
        dataclasses.replace(RULESETS["gambler"], version=1)


def test_the_site_builds(tmp_path: Path) -> None:
    """Strictly: a page that is missing, or missing from the table of contents, fails."""
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path / "site")]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert "Gambler" in (tmp_path / "site" / "reference" / "gambler" / "index.html").read_text(encoding="utf-8")
    listed = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        assert str(page.relative_to(ROOT / "docs")) in listed
