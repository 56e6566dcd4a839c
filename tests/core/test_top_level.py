"""`agents` and `experiments` of a checkout are other names of `vegas_env.agents` and `vegas_env.experiments`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import PIG, ROOT
from vegas_env.experiments.__main__ import COMMANDS

IMPORT_ALL = """
import os, sys
from importlib import import_module

first, second = {prefixes}
for name in {names}:
    module = import_module(first + name)
    assert import_module(second + name) is module, name
    assert module.__name__ == module.__spec__.name == "vegas_env." + name, module.__name__

loaded = {{}}
for module in list(sys.modules.values()):
    file = os.path.realpath(getattr(module, "__file__", None) or "")
    ours = [os.path.join({root!r}, folder, "") for folder in ("vegas_env", "agents", "experiments")]
    if file.startswith(tuple(ours)):
        loaded.setdefault(file, set()).add(id(module))
twice = [file for file, modules in loaded.items() if len(modules) > 1]
assert not twice, twice
"""

USE_AND_PICKLE = """
import pickle, sys
import agents, agents.registry
import vegas_env
from vegas_env.agents import registry

assert agents is vegas_env.agents
assert agents.registry is registry
games = vegas_env.Games("gambler", 2)
made = [agents.make("gambler", name) for name in ("random", "greedy", "flat")]
assert all(type(agent).__module__.startswith("vegas_env.agents.") for agent in made)
sys.stdout.buffer.write(pickle.dumps((made, games)))
"""

RUN_COMMANDS = """
import contextlib, io, runpy, sys
for name in {commands!r}:
    sys.argv = [name, "--help"]
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        runpy.run_module("experiments." + name, run_name="__main__", alter_sys=True)
    assert "usage" in out.getvalue().lower(), (name, out.getvalue())
print("ok")
"""


def run(*arguments: str, cwd: Path = ROOT, **environment: str) -> bytes:
    """Run Python in a new process and return what it prints."""
    settings = {**os.environ, **environment}
    done = subprocess.run([sys.executable, *arguments], cwd=cwd, env=settings, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def modules() -> list[str]:
    """The names of all modules in the two folders, as in `import agents.registry`."""
    files = [file for folder in ("agents", "experiments") for file in sorted((ROOT / folder).rglob("*.py"))]
    files = [file for file in files if not file.is_relative_to(PIG)]
    return [".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for file in files]


@pytest.mark.parametrize("prefixes", [("", "vegas_env."), ("vegas_env.", "")], ids=["alias first", "package first"])
def test_every_submodule_is_one_object(prefixes: tuple[str, str]) -> None:
    """Whichever name comes first, no file is loaded twice."""
    names = modules()
    assert {"agents", "agents.registry", "agents.ppo.learner", "experiments.__main__"} <= set(names)
    run("-c", IMPORT_ALL.format(prefixes=prefixes, names=names, root=str(ROOT)))


def test_pickles_name_the_package(tmp_path: Path) -> None:
    """What is pickled by way of the alias is read without it."""
    pickled = tmp_path / "agents.pickle"
    pickled.write_bytes(run("-c", USE_AND_PICKLE))
    code = f"import pathlib, pickle, sys; pickle.loads(pathlib.Path({str(pickled)!r}).read_bytes())"
    run("-c", f"{code}; assert 'agents' not in sys.modules", cwd=tmp_path, PYTHONPATH=str(ROOT))


def test_commands_run_from_a_checkout() -> None:
    """Every `python -m experiments.NAME --help`; in one process, because their imports take long."""
    commands = [name for name in COMMANDS if name != "demo"]  # the demo takes no options: it starts at once
    assert run("-c", RUN_COMMANDS.format(commands=commands)).split()[-1] == b"ok"
    assert b"usage" in run("-m", "experiments.evaluate", "--help").lower()
    assert b"usage: vegas" in run("-m", "experiments", "--help")
