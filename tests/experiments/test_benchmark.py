"""The benchmark runs and writes its results.  Speed itself is not tested."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from tests.support.paths import ROOT
from vegas_env.experiments.benchmark import Options
from vegas_env.experiments.benchmarks import c_baseline, interfaces, targets
from vegas_env.experiments.benchmarks.report import show_comparisons
from vegas_env.experiments.site import report

BATCH = {interfaces.PLAYOUT, interfaces.GAMES, interfaces.GAMES_2, interfaces.VECTOR, interfaces.VECTOR_NEXT}
BATCH |= {interfaces.SB3}


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("benchmark") / "results"
    command = [sys.executable, "-m", "experiments.benchmark", "las_vegas", "--quick", "--output", str(folder)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "comparisons" in run.stdout
    assert "target" not in run.stdout, "a quick run compares nothing with targets"
    return folder


def test_quick_run(output: Path) -> None:
    report = json.loads((output / "benchmark.json").read_text())
    assert {"date", "command", "repeats", "cpu", "versions", "options", "rulesets", "targets"} <= set(report)
    assert set(report["versions"]) == {"python", "numpy", "numba", "gymnasium", "pettingzoo"}
    assert "--quick" in report["command"]
    assert report["repeats"] >= 1
    result = report["rulesets"]["las_vegas"]
    rates = result["decisions_per_second"]
    assert {"1", str(targets.PLAYOUT_SIZE), str(targets.ADAPTER_SIZE), str(targets.STEP_SIZE)} <= set(rates)
    for of_size in rates.values():
        assert set(of_size) >= BATCH
        assert min(of_size.values()) > 0
    assert {interfaces.AEC, interfaces.GYM, interfaces.SEARCH} <= set(result["decisions_per_second_single"])
    assert min(result["decisions_per_second_single"].values()) > 0
    for name in ("warm_start_seconds", "bytes_per_game", "bytes_per_game_unobserved", "decisions_per_game"):
        assert result[name] > 0, name
    assert result["bytes_per_game_unobserved"] < result["bytes_per_game"]
    assert not result["torch_imported"]
    assert len(report["targets"]) == 10
    for target in report["targets"]:
        skipped = target["note"].startswith("skipped")
        assert (target["value"] is None) == (target["passed"] is None) == skipped, target
        assert target["relation"] in ("≥", ">", "≤", "<")
        assert target["threshold"] > 0
    assert (output / "benchmark.png").read_bytes().startswith(b"\x89PNG")


def test_the_documents_show_the_figures(output: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "BENCHMARK", output / "benchmark.json")
    figures = json.loads((output / "benchmark.json").read_text())
    for text in (report.benchmark_table(), report.performance_page()):
        for measure in figures["targets"]:
            assert f"| las_vegas | {measure['name']} |" in text
        assert "| value |\n" in text
    assert "| Games.step | " in report.performance_page()


def test_c_is_skipped_without_a_compiler() -> None:
    for target in targets.c_targets({}, no_c="no compiler"):
        assert target.passed is None
        assert "no compiler" in target.note


def test_c_is_measured_with_a_compiler(output: Path) -> None:
    if not c_baseline.available():
        pytest.skip("there is no C compiler")
    report = json.loads((output / "benchmark.json").read_text())
    assert interfaces.C_STEP in report["rulesets"]["las_vegas"]["decisions_per_second"][str(targets.STEP_SIZE)]


def test_missed_targets_are_printed() -> None:
    targets_of_a_run = [
        targets.Target("gambler", "speed", 1.0, "≥", 3.0).as_json(),
        targets.Target("gambler", "memory", 0.5, "≤", 1.0).as_json(),
    ]
    for quick in (False, True):
        console = Console(file=io.StringIO(), width=100)
        show_comparisons(console, targets_of_a_run, quick)
        assert isinstance(console.file, io.StringIO)
        shown = console.file.getvalue()
        assert ("gambler: speed: 1.000, the target is ≥ 3" in shown) is not quick
        assert "gambler: memory" not in shown


def test_options_are_checked() -> None:
    with pytest.raises(KeyError, match="las_vegas"):
        Options(rulesets=("las_vega",))
    with pytest.raises(ValueError, match="repeats"):
        Options(repeats=0)
