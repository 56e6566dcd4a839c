"""Experiments with packages that need not be there say how to get them."""

from __future__ import annotations

import sys

import pytest

from experiments import interop_lasvegas


def test_without_the_package_lasvegas(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("lasvegas", "lasvegas.core.rules"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match="pip install --no-deps lasvegas"):
        interop_lasvegas.their_rules(5)
