"""What the documents show works: their code runs; commands, flags, files and modules that they name exist."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from vegas_env import RULESETS
from vegas_env.experiments.__main__ import COMMANDS
from vegas_env.experiments.site import reference, report

README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# All documents, as text; of notebooks the words, not the code, which has tests of its own.
TEXTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md")), *ROOT.glob("experiments/examples/*/*.md")]
}
for _path in sorted((ROOT / "notebooks").glob("*.ipynb")):
    _cells = json.loads(_path.read_text(encoding="utf-8"))["cells"]
    TEXTS[f"notebooks/{_path.name}"] = "\n\n".join(
        "".join(cell["source"]) for cell in _cells if cell["cell_type"] == "markdown"
    )


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


# --- commands -------------------------------------------------------------------------------------------------


def snippets(text: str) -> list[str]:
    """What a document shows as code: lines of blocks (those that end in \\ joined with the next), and inline code."""
    blocks = re.findall(r"```(?:bash)?\n(.*?)```", text, re.DOTALL)
    blocks += re.findall(r"(?:^ {4}\S.*\n)+", text, re.MULTILINE)
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    words = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return lines + [inline.replace("\n", " ") for inline in re.findall(r"`((?:[^`\n]|\n(?!\n))+)`", words)]


def commands(text: str, program: str) -> Iterator[list[str]]:
    """The words that follow `program` in every command that a document shows."""
    for snippet in snippets(text):
        if snippet.strip().startswith(f"{program} "):
            yield shlex.split(snippet, comments=True)[len(program.split()) :]


@cache
def help_of(command: str) -> str:
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown), contextlib.suppress(SystemExit):
        import_module(f"vegas_env.experiments.{command}").main(["--help"])
    return shown.getvalue()


OPTIONS = {
    f"--{prefix}{field.name.replace('_', '-')}"
    for ruleset in RULESETS.values()
    for field in dataclasses.fields(ruleset.config)
    for prefix in ("", "no-")
}


@pytest.mark.parametrize("document", TEXTS)
def test_commands_and_their_flags_exist(document: str) -> None:
    for command, *words in commands(TEXTS[document], "vegas"):
        if command in ("COMMAND", "NAME") or document == "CHANGELOG.md":  # which names commands of the past
            continue
        assert command in COMMANDS, command
        for flag in (word.partition("=")[0] for word in words if re.match(r"--\w", word)):
            known = flag in OPTIONS or re.search(rf"(?<![\w-]){flag}(?![\w-])", help_of(command))
            assert known or flag == "--help", f"vegas {command} {flag}"


@pytest.mark.parametrize("document", TEXTS)
def test_modules_that_are_run_exist(document: str) -> None:
    for module, *_ in commands(TEXTS[document], "python -m"):
        if module.split(".")[0] in ("experiments", "tests", "vegas_env") and not module.endswith(".NAME"):
            if document == "CHANGELOG.md" and module == "tests.endurance":  # where it was
                continue
            assert find_spec(module.replace("experiments", "vegas_env.experiments", 1)) is not None, module


@pytest.mark.parametrize("document", TEXTS)
def test_targets_of_make_exist(document: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {target for target, *_ in commands(TEXTS[document], "make")} - {"TARGET"} <= targets


# --- files and modules ----------------------------------------------------------------------------------------

FOLDERS = "vegas_env|agents|experiments|tests|docs|notebooks"


@pytest.mark.parametrize("document", TEXTS)
def test_files_that_are_named_exist(document: str) -> None:
    """Paths in code and links; <name>, NAME and … stand for something else, and vegas_env/LasVegas-v0 is no file."""
    text = TEXTS[document]
    named = set(re.findall(rf"(?<![\w/.])(?:{FOLDERS})/[\w./-]*\w(?![\w<*…])/?", "\n".join(snippets(text))))
    named = {path for path in named if not re.search(r"[A-Z]{4}|/[A-Z]\w+-v\d|<", path)}
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []
    folder = (ROOT / document).parent
    links = {link.partition("#")[0] for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text)}
    assert [link for link in sorted(links) if not (folder / link).exists()] == []


def resolve(name: str) -> bool:
    """Whether a dotted name is a module, or an attribute of one."""
    parts = name.split(".")
    for size in range(len(parts), 0, -1):
        module = ".".join(parts[:size])
        try:
            found = import_module(module)
        except ModuleNotFoundError as error:
            if not module.startswith(error.name or module):
                return True  # it exists, but needs a package that is not installed
            continue
        for attribute in parts[size:]:
            if not hasattr(found, attribute):
                return False
            found = getattr(found, attribute)
        return True
    return False


@pytest.mark.parametrize("document", TEXTS)
def test_modules_that_are_named_exist(document: str) -> None:
    text = TEXTS[document]
    if document == "CHANGELOG.md":  # the left columns have names of the past
        text = re.sub(r"^\| .*? \|", "", text, flags=re.MULTILINE)
    named = set(re.findall(r"(?<![\w./])vegas_env(?:\.\w+)+", "\n".join(snippets(text))))
    named = {name for name in named if not re.search(r"\.(NAME|X)$|\.(py|npz)\b", name)}
    assert [name for name in sorted(named) if not resolve(name)] == []


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "demo"])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        import_module(f"vegas_env.experiments.{command}").main(["--help"])
    assert not ended.value.code
    assert "usage" in capsys.readouterr().out


def test_an_unknown_command_gets_a_suggestion() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "experiments", "evalute"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert result.returncode != 0
    assert "did you mean 'evaluate'" in result.stderr


def test_the_tables_are_current() -> None:
    text = report.replace(README, "rulesets", report.rulesets_table())
    text = report.replace(text, "picture", report.picture())
    assert text == README, "the README is out of date: run `make readme-tables`"
    with pytest.raises(ValueError, match="no markers"):
        report.replace(README, "nonsense", "")


def test_every_ruleset_has_its_page(ruleset: str) -> None:
    page = ROOT / "docs" / "rules" / f"{ruleset}.md"
    assert page.exists()
    assert len(page.read_text(encoding="utf-8")) > 1_000


def test_no_file_names_a_machine() -> None:
    """What we ship contains no path of a machine and no host of a package index."""
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


def test_a_new_version_needs_an_entry_in_the_history() -> None:
    with pytest.raises(ValueError, match="history must have 2 entries"):
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
