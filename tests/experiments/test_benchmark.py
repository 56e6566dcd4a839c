"""The benchmark runs and leaves its figures behind; how fast anything is, is not tested."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from vegas_env.experiments.benchmark import Options
from vegas_env.experiments.benchmarks import c_baseline, interfaces, targets
from vegas_env.experiments.site import report

BATCH = {interfaces.PLAYOUT, interfaces.GAMES, interfaces.GAMES_2, interfaces.VECTOR, interfaces.VECTOR_NEXT}
BATCH |= {interfaces.SB3}


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("benchmark") / "results"
    command = [sys.executable, "-m", "experiments.benchmark", "las_vegas", "--quick", "--output", str(folder)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "bars" in run.stdout
    return folder


def test_quick_run(output: Path) -> None:
    report = json.loads((output / "benchmark.json").read_text())
    assert {"date", "command", "repeats", "cpu", "versions", "options", "rulesets", "bars"} <= set(report)
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
    assert len(report["bars"]) == 10
    for bar in report["bars"]:
        assert (bar["value"] is None) == (bar["passed"] is None) == bar["note"].startswith("skipped"), bar
    assert (output / "benchmark.png").read_bytes().startswith(b"\x89PNG")


def test_the_documents_show_the_figures(output: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "BENCHMARK", output / "benchmark.json")
    figures = json.loads((output / "benchmark.json").read_text())
    for text in (report.benchmark_table(), report.performance_page()):
        for bar in figures["bars"]:
            assert f"| las_vegas | {bar['name']} |" in text
    assert "| Games.step | " in report.performance_page()


def test_c_is_skipped_without_a_compiler() -> None:
    for bar in targets.c_bars({}, no_c="no compiler"):
        assert bar.passed is None
        assert "no compiler" in bar.note


def test_c_rows_are_there_with_a_compiler(output: Path) -> None:
    if not c_baseline.available():
        pytest.skip("there is no C compiler")
    report = json.loads((output / "benchmark.json").read_text())
    assert interfaces.C_STEP in report["rulesets"]["las_vegas"]["decisions_per_second"][str(targets.STEP_SIZE)]


def test_options_are_checked() -> None:
    with pytest.raises(KeyError, match="las_vegas"):
        Options(rulesets=("las_vega",))
    with pytest.raises(ValueError, match="repeats"):
        Options(repeats=0)
