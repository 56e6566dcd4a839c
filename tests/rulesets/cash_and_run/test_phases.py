"""Games make exactly the transitions that the table of phases lists."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from tests.rulesets.cash_and_run.table import random_game
from tests.support.configs.cash_and_run import CONFIGS
from tests.support.paths import DOCS
from vegas_env import RULESETS, Games
from vegas_env.experiments.site.cash_and_run_facts import Sample
from vegas_env.rulesets.cash_and_run import phases
from vegas_env.rulesets.cash_and_run.phases import PHASES, phase_diagram

STACKS = {
    "", "turn", "turn auction", "turn visit", "turn visit auction", "turn visit debt", "turn visit debt auction",
    "turn visit bankruptcy", "turn takeover", "turn all_play", "turn all_play debt", "turn all_play debt auction",
    "turn all_play bankruptcy",
}  # fmt: skip


@cache
def reachable(number: int) -> frozenset[int]:
    """Phases in which a game can stop next; skipped phases lead on to others."""
    found: set[int] = set()
    open_ends = list(PHASES[number].following)
    while open_ends:
        following = open_ends.pop()
        if following not in found:
            found.add(following)
            if PHASES[following].passes:
                open_ends += PHASES[following].following
    return frozenset(found)


def test_the_table_is_in_order() -> None:
    assert [phase.number for phase in PHASES] == list(range(len(PHASES)))
    assert len({phase.name for phase in PHASES}) == len(PHASES)
    assert {phase.event for phase in PHASES} - {0} == set(phases.EVENTS)
    for phase in PHASES:
        assert bool(phase.event) == (phase.who == "chance")


@pytest.mark.parametrize("number", range(len(CONFIGS)))
def test_only_listed_transitions_occur(number: int) -> None:
    seen: set[str] = set()
    for seed in range(3):
        before = phases.DEAL_CASINO
        for game in random_game(100 * number + seed, **CONFIGS[number]):
            record = game.record
            after = int(record["phase"])
            if game.event != "casino" or before != phases.DEAL_CASINO:
                assert after in reachable(before), f"{PHASES[before].name} -> {PHASES[after].name}"
            assert (record["chance"] != 0) == (PHASES[after].event != 0)
            before = after
            seen.add(" ".join(game.facts()["stack"]))
        assert before == phases.OVER
    assert seen <= STACKS


@cache
def transitions(games: int) -> np.ndarray:
    """(phases, phases) how often random games of all configurations went from one phase to another."""
    seen = np.zeros((len(PHASES), len(PHASES)), np.int64)
    for options in CONFIGS:
        for turn_limit in (1, 4, 20, options.get("turn_limit", 1000)):
            seen += Sample("random", games, **{**options, "turn_limit": turn_limit}).transitions
    return seen


def test_only_listed_transitions_occur_in_many_games() -> None:
    seen = transitions(200)
    for before, after in np.argwhere(seen):
        assert after in reachable(int(before)), f"{PHASES[before].name} -> {PHASES[after].name}"


def test_every_phase_occurs() -> None:
    assert (transitions(200).sum(axis=1) > 0).tolist() == [phase.number != phases.OVER for phase in PHASES]


def test_every_listed_transition_occurs() -> None:
    """Every transition of the table occurs."""
    seen = transitions(5_000)
    listed = {(phase.number, following) for phase in PHASES for following in phase.following}
    missing = [f"{PHASES[a].name} -> {PHASES[b].name}" for a, b in sorted(listed) if not seen[a, b]]
    assert not missing


def test_the_diagram_shows_the_whole_table() -> None:
    diagram = phase_diagram()
    assert diagram.startswith("flowchart TD\n")
    for phase in PHASES:
        assert f'"{phase.name}' in diagram
        for following in phase.following:
            assert f"    p{phase.number} --> p{following}\n" in diagram
    assert diagram.count("-->") == sum(len(set(phase.following)) for phase in PHASES)


def test_no_decision_has_a_single_action_but_discard() -> None:
    """A seat that decides has at least two legal actions."""
    rng = np.random.default_rng(1)
    for options in CONFIGS:
        games = Games("cash_and_run", 128, seed=2, observe=False, **options)
        for _ in range(60):
            choices = games.mask.sum(axis=1)
            single = (choices == 1) & (games.records["phase"] != phases.DISCARD)
            assert not single.any()
            games.step(np.argmax(rng.random(games.mask.shape) * games.mask, axis=1))
            if games.over.any():
                games.reset(where=games.over)


def test_every_game_ends() -> None:
    """Even if all players always take the first, or the last, legal action."""
    for options in CONFIGS:
        for last in (False, True):
            games = Games("cash_and_run", 32, seed=7, observe=False, **{**options, "turn_limit": 60})
            for _ in range(20_000):
                running = np.flatnonzero(~games.over)
                if not len(running):
                    break
                mask = games.mask[running]
                actions = mask.shape[1] - 1 - np.argmax(mask[:, ::-1], axis=1) if last else np.argmax(mask, axis=1)
                games.step(actions, where=running)
            assert games.over.all()


def test_action_names_are_complete() -> None:
    names = RULESETS["cash_and_run"].action_names
    assert len(names) == len(set(names)) == 125


def test_the_documented_diagram_is_up_to_date() -> None:
    page = DOCS / "rules" / "cash_and_run.md"
    assert f"```mermaid\n{phase_diagram()}```" in page.read_text(encoding="utf-8")
