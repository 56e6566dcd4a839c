"""The endurance run, in short; `python -m tests.support.endurance` is the long one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support import endurance
from vegas_env import RULESETS, Games


def test_a_short_run(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("GAMES", 8), ("STEPS", 50), ("CONFIGURATIONS", 2)):
        monkeypatch.setattr(endurance, name, value)
    lines: list[str] = []
    tallies, memory = endurance.run(0.0, lines.append)
    assert set(tallies) == set(RULESETS)
    assert len(memory) == len(lines) == 2
    for tally in tallies.values():
        assert tally.configurations == 4
        assert tally.decisions == 4 * 8 * 50
        assert tally.checks > 0
    text = endurance.report(0.0, tallies, memory)
    assert all(f"| {name} | 4 | 1,600 |" in text for name in RULESETS)
    assert "Every check held" in text
    assert endurance.growth([100.0, 200.0, 210.0, 205.0]) == 5.0


def test_a_broken_conservation_law_ends_the_run() -> None:
    games = Games("las_vegas", 4, seed=1, players=3)
    rows = np.arange(4)
    endurance.check(games, rows, endurance.Tally())
    records = games.records.copy()
    records["stack"][2, 0] += 1  # a banknote too many
    games.restore(records)
    with pytest.raises(AssertionError):
        endurance.check(games, rows, endurance.Tally())
