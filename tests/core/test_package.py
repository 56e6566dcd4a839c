"""The package itself: light imports, the compile cache, its notice, and where it may be written."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import vegas_env
from vegas_env.kernel import cache

ROOT = Path(vegas_env.__file__).resolve().parent.parent
FIRST_STEP = """
import sys, vegas_env
games = vegas_env.Games({ruleset!r}, n=2)
games.step(games.mask.argmax(axis=1))
"""


def run(code: str, folder: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python code in a new process."""
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=folder or ROOT,
        env={**os.environ, **environment},
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result


def test_heavy_packages_are_not_imported() -> None:
    heavy = ["torch", "stable_baselines3", "pygame", "matplotlib", "pandas", "rich", "tyro"]
    code = FIRST_STEP.format(ruleset="las_vegas") + f"print([name for name in {heavy} if name in sys.modules])"
    assert run(code).stdout.strip() == "[]"


def test_agents_are_imported_only_when_named() -> None:
    code = FIRST_STEP.format(ruleset="las_vegas") + "print({'agents', 'vegas_env.agents'} & set(sys.modules))"
    assert run(code).stdout.strip() == "set()"


def test_first_compile_is_announced_once_and_later_starts_use_the_cache(tmp_path: Path) -> None:
    check_first_compile("las_vegas", tmp_path)


@pytest.mark.slow
def test_first_compile_of_every_ruleset(ruleset: str, tmp_path: Path) -> None:
    check_first_compile(ruleset, tmp_path)


def check_first_compile(ruleset: str, tmp_path: Path) -> None:
    code = FIRST_STEP.format(ruleset=ruleset) + "from vegas_env.kernel import cache; print(cache.RULES.folder())"
    first = run(code, VEGAS_ENV_CACHE_DIR=str(tmp_path))
    assert first.stderr.lower().count("compiling") == 1
    assert ruleset in first.stderr
    assert "compiling" not in run(code, VEGAS_ENV_CACHE_DIR=str(tmp_path)).stderr.lower()
    folder = Path(first.stdout.strip())
    assert folder.parent == tmp_path
    assert list(folder.glob("**/*.nbc"))


@pytest.mark.slow
def test_a_changed_rule_in_another_file_is_recompiled(tmp_path: Path) -> None:
    """numba's own cache would keep running the old machine code."""
    copy = tmp_path / "copy of the package"
    for package in ("vegas_env", "agents"):
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    code = FIRST_STEP.format(ruleset="las_vegas") + "print(vegas_env.__file__, games.records['dice'][0, 0, 6:].sum())"
    environment = {"VEGAS_ENV_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(copy)}
    before = run(code, copy, **environment).stdout.split()
    assert str(copy) in " ".join(before)
    rules = copy / "vegas_env" / "rulesets" / "las_vegas" / "rules.py"
    text = rules.read_text()
    changed = text.replace("game.dice[seat, OWN_HAND] -= own", "game.dice[seat, OWN_HAND] -= own + own")
    assert changed != text
    rules.write_text(changed)
    after = run(code, copy, **environment)
    assert "compiling" in after.stderr.lower()
    assert after.stdout.split()[-1] != before[-1]


def test_work_on_pictures_does_not_recompile_the_rules(tmp_path: Path) -> None:
    folder = tmp_path / "ruleset"
    folder.mkdir()
    hashes = []
    for name in ("rules.py", "scene.py", "picture.py", "config.py"):
        (folder / name).write_text("a = 1\n")
        hashes.append(cache.Store(folder).source_hash())
    assert hashes[0] == hashes[1] == hashes[2] != hashes[3]


def test_without_a_home_and_with_read_only_sources(tmp_path: Path) -> None:
    code = FIRST_STEP.format(ruleset="las_vegas") + "from vegas_env.kernel import cache; print(cache.RULES.folder())"
    nowhere = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "VEGAS_ENV_CACHE_DIR"), "/dev/null/no")
    folder = run(code, **nowhere, TMPDIR=str(tmp_path)).stdout.strip()
    assert folder.startswith(str(tmp_path))


def test_no_place_to_write_is_a_clear_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("VEGAS_ENV_CACHE_DIR", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(name, "/dev/null/no")
    monkeypatch.setattr("tempfile.tempdir", "/dev/null/no")
    with pytest.raises(OSError, match="VEGAS_ENV_CACHE_DIR"):
        cache.usable_cache_folder()


def test_a_users_own_agents_folder_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "__init__.py").write_text("mine = True\n")
    use = "import gymnasium, vegas_env; gymnasium.make('vegas_env/LasVegas-v0', opponents='greedy').reset()"
    run(use)  # so that the process below finds compiled code in the cache
    code = """
import agents, gymnasium, vegas_env
assert agents.mine
env = gymnasium.make("vegas_env/LasVegas-v0", opponents="greedy")
env.reset(seed=0)
print("ok")
"""
    assert run(code, tmp_path).stdout.strip() == "ok"


def test_extensions_key_the_cache(tmp_path: Path) -> None:
    """Rules and agents of an extension are part of compiled code, so their source is part of the key."""
    source = tmp_path / "extension.py"
    source.write_text("a = 1\n")
    code = f"""
from pathlib import Path
import vegas_env
from vegas_env.kernel import cache
before = cache.RULES.folder()
cache.include(Path({str(source)!r}))
after = cache.RULES.folder()
assert before != after
assert cache.RULES.kernels
assert all(str(after) in kernel.stats.cache_path for kernel in cache.RULES.kernels)
print("ok")
"""
    assert run(code).stdout.strip() == "ok"


@pytest.mark.slow
def test_rules_stay_within_bounds(ruleset: str, tmp_path: Path) -> None:
    """All configurations with numba's bounds checks, in a cache of their own."""
    code = f"""
import numpy as np
from tests.support import configs
from tests.conftest import play_on
from vegas_env import Games
for options in configs.of({ruleset!r}).CONFIGS:
    games = Games({ruleset!r}, 16, seed=1, **options)
    play_on(games, 400, np.random.default_rng(0))
    for seat in range(games.players):
        games.observe(seat)
print("ok")
"""
    environment = {"NUMBA_BOUNDSCHECK": "1", "VEGAS_ENV_CACHE_DIR": str(tmp_path)}
    assert run(code, **environment).stdout.strip() == "ok"
