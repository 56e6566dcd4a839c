"""`greedy` plays every configuration, and beats random players."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.configs import case_name
from tests.support.configs.cash_and_run import CONFIGS
from vegas_env import Games, agents
from vegas_env.seating import MatchRunner


@pytest.mark.parametrize("options", CONFIGS, ids=case_name)
def test_greedy_plays_every_configuration(options: dict[str, Any]) -> None:
    games = Games("cash_and_run", 64, seed=1, observe=False, **options)
    runner = MatchRunner(games, [agents.make("cash_and_run", "greedy")])
    runner.owners[:] = 0
    runner.play_to_the_end()
    assert games.records["over"].all()


def test_greedy_beats_random() -> None:
    games = Games("cash_and_run", 1_000, seed=2, observe=False)
    runner = MatchRunner(games, [agents.make("cash_and_run", name) for name in ("random", "greedy")])
    runner.owners[:] = 0
    runner.owners[:, 0] = 1
    runner.play_to_the_end()
    assert games.shares[:, 0].mean() > 0.5


def test_the_page_of_facts_can_be_written() -> None:
    from vegas_env.experiments.site import cash_and_run_facts

    lines = list(cash_and_run_facts.lengths(games=20))
    assert len(lines) == 2 + 6 * len(cash_and_run_facts.POLICIES)
    sample = cash_and_run_facts.Sample("greedy", 50, players=3)
    assert sum(sample.ends().values()) == pytest.approx(1.0)
    assert sample.phases[0] == 6  # casinos dealt
