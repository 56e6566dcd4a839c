"""Commands that need an optional package say how to install it."""

from __future__ import annotations

import sys

import pytest

from vegas_env.experiments import __main__ as vegas
from vegas_env.experiments.interop import lasvegas


def test_without_the_package_lasvegas(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("lasvegas", "lasvegas.core.rules"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match="pip install --no-deps lasvegas"):
        lasvegas.lasvegas_options(5)


@pytest.mark.parametrize(
    ("words", "package", "extra"),
    [
        ("evaluate las_vegas --games 10 --ray", "ray", "ray"),
        ("export las_vegas --games 2", "minari", "offline"),
        ("clone vegas/las_vegas-v0", "minari", "offline"),
        ("table", "waitress", "table"),
    ],
)
def test_commands_name_the_extra_that_is_missing(
    words: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setattr(sys, "argv", ["vegas", *words.split()])
    with pytest.raises(SystemExit, match=rf'{package} is not installed: pip install "vegas-env\[{extra}\]"'):
        vegas.main()


def test_packages_without_an_extra_raise_the_usual_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vegas, "EXTRAS", {})
    monkeypatch.setitem(sys.modules, "minari", None)
    monkeypatch.setattr(sys, "argv", ["vegas", "clone", "vegas/las_vegas-v0"])
    with pytest.raises(ModuleNotFoundError, match="minari"):
        vegas.main()
