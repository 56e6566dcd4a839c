"""The wheel and the sdist, installed in environments of their own, far from this repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.support.paths import PIG, ROOT

PYTHONS = ("3.11", "3.12", "3.13")
FOLDERS = ("agents", "experiments")  # top-level folders that are installed inside vegas_env
DATA = (
    "vegas_env/py.typed",
    "vegas_env/rulesets/gambler/standard.toml",
    "vegas_env/rulesets/cash_and_run/board.toml",
    "vegas_env/experiments/benchmarks/c/",
    "vegas_env/experiments/tables/web/static/",
    "vegas_env/agents/ppo/models/",
)
QUICK_START = """
import sys
import numpy as np
import vegas_env
from vegas_env import Games, las_vegas_v0
from vegas_env import agents

assert "site-packages" in vegas_env.__file__, vegas_env.__file__
games = Games("las_vegas", 100, players=5)
while not games.over.all():
    running = ~games.over
    games.step(games.mask.argmax(axis=1)[running], where=running)
assert np.allclose(games.shares.sum(axis=1), 1)

env = las_vegas_v0.env(players=3)
env.reset(seed=1)
for name in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))

for name in ("greedy", "ppo", "flat"):
    assert name in agents.names("las_vegas"), agents.names("las_vegas")
    agents.make("las_vegas", name)
for ruleset in vegas_env.RULESETS:
    Games(ruleset, 2)
assert "torch" not in sys.modules
print("played")
"""
BESIDE_ANOTHER = """
import sys
import agents
import vegas_env
import vegas_env.agents

assert agents.__file__ != vegas_env.agents.__file__
assert agents.OWNER == "another distribution"
assert agents.registry.OWNER == "another distribution"
assert sys.modules["agents.registry"] is not sys.modules["vegas_env.agents.registry"]
assert "greedy" in vegas_env.agents.names("gambler")
games = vegas_env.Games("gambler", 4)
games.step(vegas_env.agents.make("gambler", "greedy").act(vegas_env.View(games, __import__("numpy").arange(4))))
print("both work")
"""

pytestmark = pytest.mark.slow


def copy_of_checkout(folder: Path, links: bool = True) -> Path:
    """A copy of all tracked files; without `links`, symbolic links are text files, as in a checkout on Windows."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink() and not links:
            target.write_text(os.readlink(source))
        elif source.exists():
            shutil.copy(source, target, follow_symlinks=False)
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel that is built from it, as for a release."""
    source = copy_of_checkout(tmp_path_factory.mktemp("source") / "project")
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(source)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "BuildBackendWarning" not in done.stdout + done.stderr, done.stdout + done.stderr
    return folder


def wheel(built: Path) -> Path:
    return next(built.glob("*.whl"))


def install(folder: Path, *packages: str, python: str = sys.executable) -> Path:
    """Install packages into a new environment; returns its Python."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    own = folder / "bin" / "python"
    constraints = ["--constraint", str(ROOT / "constraints.txt")] if python == sys.executable else []
    command = [str(own), "-m", "pip", "install", "--quiet", *constraints, *packages]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": ""})
    return own


def make_folders_named_like_ours(folder: Path) -> None:
    """Packages of a user, in the folder where vegas_env is used."""
    for name in FOLDERS:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text("raise ImportError('this is the user\\'s own')\n")


def make_wheel_with_agents(folder: Path) -> Path:
    """A wheel of another distribution that owns the top-level package `agents`."""
    source = 'OWNER = "another distribution"\n'
    info = "another_sdk-1.0.dist-info"
    path = folder / "another_sdk-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("agents/__init__.py", f"from agents import registry\n{source}")
        archive.writestr("agents/registry.py", source)
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: another-sdk\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "".join(f"{name},,\n" for name in [*archive.namelist(), f"{info}/RECORD"]))
    return path


def run(python: Path, code: str, cwd: Path, **environment: str) -> str:
    kept = {"PATH": os.environ["PATH"], **environment}
    done = subprocess.run([str(python), "-c", code], cwd=cwd, env=kept, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def installed_name(file: str) -> str:
    """Where a file of the repository stands in the wheel."""
    return f"vegas_env/{file}" if file.startswith(tuple(f"{folder}/" for folder in FOLDERS)) else file


def test_the_wheel_holds_one_package_with_everything(built: Path) -> None:
    names = zipfile.ZipFile(wheel(built)).namelist()
    inside = {name for name in names if ".dist-info/" not in name}
    assert len(names) == len(set(names))
    assert {name.split("/")[0] for name in inside} == {"vegas_env"}
    for entry in DATA:
        assert any(name.startswith(entry) for name in inside), f"{entry} is missing"
    listed = subprocess.run(
        ["git", "ls-files", "vegas_env", *FOLDERS], cwd=ROOT, capture_output=True, text=True, check=True
    )
    tracked = [ROOT / name for name in listed.stdout.split()]
    expected = [file for file in tracked if file.is_file() and not file.is_relative_to(PIG)]
    assert {installed_name(str(file.relative_to(ROOT))) for file in expected} == inside


def test_the_sdist_holds_no_file_twice(built: Path) -> None:
    """The links in vegas_env/ are for tools: nothing is packed through them."""
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
        assert not any(member.issym() or member.islnk() for member in sdist.getmembers())
    assert {"pyproject.toml", "setup.py", "README.md", "LICENSE"} <= names
    assert not any(name.startswith(("vegas_env/agents", "vegas_env/experiments")) for name in names)
    inside = {name for name in zipfile.ZipFile(wheel(built)).namelist() if ".dist-info/" not in name}
    assert inside <= {installed_name(name) for name in names}


def test_a_clean_environment_far_away(built: Path, tmp_path: Path) -> None:
    """A path with spaces, no home, a user's folders named like ours; nothing is written beside the code."""
    python = install(tmp_path / "an environment with spaces", str(wheel(built)))
    work, temporary = tmp_path / "my work", tmp_path / "temporary"
    temporary.mkdir()
    make_folders_named_like_ours(work)
    packages = next((tmp_path / "an environment with spaces").glob("lib/python3*/site-packages"))
    for path in [packages, *packages.rglob("*")]:
        path.chmod(path.stat().st_mode & ~0o222)
    before = {str(path) for path in packages.rglob("*")}
    no_home = {"HOME": "/dev/null/no", "TMPDIR": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"}
    assert "played" in run(python, QUICK_START, work, **no_home)
    assert {str(path) for path in packages.rglob("*")} == before
    assert list(temporary.rglob("*.nbi")), "with no other place to write, compiled code is kept among temporary files"


def test_beside_another_distribution_that_owns_agents(built: Path, tmp_path: Path) -> None:
    """As the PyPI package `openai-agents` does."""
    another = make_wheel_with_agents(tmp_path)
    for number, packages in enumerate([(wheel(built), another), (another, wheel(built))]):
        python = install(tmp_path / f"env{number}", *map(str, packages))
        cache = {"VEGAS_ENV_CACHE_DIR": str(tmp_path / "cache")}
        assert "both work" in run(python, BESIDE_ANOTHER, tmp_path, **cache)


def test_the_command_line_works_when_installed(built: Path, tmp_path: Path) -> None:
    python = install(tmp_path / "env", f"{wheel(built)}[experiments]")
    make_folders_named_like_ours(tmp_path)
    command = [str(python.parent / "vegas"), "evaluate", "las_vegas", "--agent", "greedy", "--games", "200"]
    done = subprocess.run([*command, "--json", "out.json"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.json").exists()


@pytest.mark.parametrize("links", [True, False], ids=["symbolic links", "links as text files"])
def test_an_editable_install(tmp_path: Path, links: bool) -> None:
    """Also of a checkout whose symbolic links are text files, as on Windows."""
    source = copy_of_checkout(tmp_path / "project", links)
    assert (source / "vegas_env" / "agents").is_symlink() == links
    python = install(tmp_path / "env", "--editable", str(source))
    code = (
        "import vegas_env, vegas_env.experiments.__main__, vegas_env.agents as a; print(a.__file__, a.names('gambler'))"
    )
    found = run(python, code, tmp_path)
    assert str(source) in found
    assert "greedy" in found
    at_home = run(python, "import agents, vegas_env.agents; print(agents is vegas_env.agents)", source)
    assert at_home.strip() == "True"


@pytest.mark.parametrize("version", PYTHONS)
def test_python_versions(built: Path, tmp_path: Path, version: str) -> None:
    interpreter = python_of(version)
    if interpreter is None:
        pytest.skip(f"there is no Python {version} here")
    python = install(tmp_path / "env", str(next(built.glob("*.tar.gz"))), python=interpreter)
    code = f"import sys; assert sys.version.startswith('{version}.')\n{QUICK_START}"
    assert "played" in run(python, code, tmp_path, VEGAS_ENV_CACHE_DIR=str(tmp_path / "cache"))


def python_of(version: str) -> str | None:
    """An interpreter of a version, from the path or from pyenv."""
    for name in (f"python{version}", *sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))):
        found = shutil.which(str(name))
        if found and subprocess.run([found, "-c", ""], check=False, capture_output=True).returncode == 0:
            return found
    return None
