"""The wheel and the sdist, in environments of their own, far from this repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.support.paths import ROOT

PYTHONS = ("3.11", "3.12", "3.13")
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

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist of what is committed and tracked, built as for a release."""
    source = tmp_path_factory.mktemp("source") / "project"
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).exists():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(folder), str(source)], check=True, capture_output=True
    )
    return folder


def wheel(built: Path) -> Path:
    return next(built.glob("*.whl"))


def install(folder: Path, package: str, python: str = sys.executable) -> Path:
    """A new environment with a package; returns its Python."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    own = folder / "bin" / "python"
    constraints = ["--constraint", str(ROOT / "constraints.txt")] if python == sys.executable else []
    command = [str(own), "-m", "pip", "install", "--quiet", *constraints, package]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": ""})
    return own


def folders_called_like_ours(folder: Path) -> None:
    """As a user may have them where the package is used."""
    for name in ("agents", "experiments"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text("raise ImportError('this is the user\\'s own')\n")


def run(python: Path, code: str, cwd: Path, **environment: str) -> str:
    kept = {"PATH": os.environ["PATH"], **environment}
    done = subprocess.run([str(python), "-c", code], cwd=cwd, env=kept, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_inside(built: Path) -> None:
    inside = set(zipfile.ZipFile(wheel(built)).namelist())
    packages = {name.split("/")[0] for name in inside if not name.startswith("vegas_env-")}
    assert packages == {"vegas_env", "agents", "experiments"}
    for folder in ("vegas_env", "agents", "experiments"):
        tracked = subprocess.run(["git", "ls-files", folder], cwd=ROOT, capture_output=True, text=True, check=True)
        assert set(tracked.stdout.split()) <= inside
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE"} <= names
    assert inside - {name for name in inside if name.startswith("vegas_env-")} <= names


def test_a_clean_environment_far_away(built: Path, tmp_path: Path) -> None:
    """A path with spaces, no home, folders of the user that are called like ours, nothing written beside the code."""
    python = install(tmp_path / "an environment with spaces", str(wheel(built)))
    work, temporary = tmp_path / "my work", tmp_path / "temporary"
    temporary.mkdir()
    folders_called_like_ours(work)
    packages = next((tmp_path / "an environment with spaces").glob("lib/python3*/site-packages"))
    for path in [packages, *packages.rglob("*")]:
        path.chmod(path.stat().st_mode & ~0o222)
    before = {str(path) for path in packages.rglob("*")}
    no_home = {"HOME": "/dev/null/no", "TMPDIR": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"}
    assert "played" in run(python, QUICK_START, work, **no_home)
    assert {str(path) for path in packages.rglob("*")} == before
    assert list(temporary.rglob("*.nbi")), "compiled code is kept, where there is nowhere else, among temporary files"


def test_the_command_line_works_when_installed(built: Path, tmp_path: Path) -> None:
    python = install(tmp_path / "env", f"{wheel(built)}[experiments]")
    folders_called_like_ours(tmp_path)
    command = [str(python.parent / "vegas"), "evaluate", "las_vegas", "--agent", "greedy", "--games", "200"]
    done = subprocess.run([*command, "--json", "out.json"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.json").exists()


@pytest.mark.parametrize("version", PYTHONS)
def test_python_versions(built: Path, tmp_path: Path, version: str) -> None:
    interpreter = python_of(version)
    if interpreter is None:
        pytest.skip(f"there is no Python {version} here")
    python = install(tmp_path / "env", str(next(built.glob("*.tar.gz"))), interpreter)
    code = f"import sys; assert sys.version.startswith('{version}.')\n{QUICK_START}"
    assert "played" in run(python, code, tmp_path, VEGAS_ENV_CACHE_DIR=str(tmp_path / "cache"))


def python_of(version: str) -> str | None:
    """An interpreter of a version, from the path or from pyenv."""
    for name in (f"python{version}", *sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))):
        found = shutil.which(str(name))
        if found and subprocess.run([found, "-c", ""], check=False, capture_output=True).returncode == 0:
            return found
    return None
