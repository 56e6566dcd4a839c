"""Las Vegas here and in the package `lasvegas`: the same positions, moves and payouts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("lasvegas")

from tests.support.configs import case_name
from vegas_env import Games, Position, View
from vegas_env.agent import as_agent
from vegas_env.arena import match
from vegas_env.experiments.interop import lasvegas
from vegas_env.experiments.interop.lasvegas import LasvegasAgent, empty_env, fill, lasvegas_options, read, shared_facts

CONFIGS: list[dict[str, Any]] = [
    *({"players": players} for players in (2, 3, 5)),
    *({"players": players, "neutral_dice": True} for players in (2, 3, 4)),
    {"players": 2, "dice": 2, "casinos": 2, "rounds": 3, "notes": {10: 2, 30: 3}, "minimum": 20},
]


@pytest.mark.parametrize("options", [*CONFIGS, *map(lasvegas_options, (2, 3, 4, 5))], ids=case_name)
def test_positions_moves_and_payouts_are_the_same(options: dict[str, Any]) -> None:
    """Random games: facts, legal actions and the effect of every move are the same in both packages."""
    rounds_ended = 0
    for seed in range(10):
        rng = np.random.default_rng(seed)
        position = Position("las_vegas", **options)
        env = empty_env(position.config)
        while not position.over:
            if position.event:
                position.apply_chance(position.sample_chance(rng))
                continue
            seat, before = position.seat, position.facts()
            fill(env, before, seat)
            assert read(env) == shared_facts(before)
            assert env.dice_to_roll().sum() == sum(before["roll"]["own"]) + sum(before["roll"]["white"])
            assert sorted(env.legal_plays()) == position.legal()
            action = position.legal()[int(rng.integers(len(position.legal())))]
            position.apply(action)
            env.play(action)
            env.one_step()  # the end of the turn
            after = position.facts()
            if after["round"] == before["round"]:
                env.one_step()  # the next turn
                assert env.current_player_index == int(position.record["seat"])
                assert read(env) == shared_facts(after)
            else:
                env.one_step()  # the end of the round
                rounds_ended += 1
                assert_same_payout(env, before, after)
    assert rounds_ended == 10 * position.config.rounds


def assert_same_payout(env: Any, before: dict[str, Any], after: dict[str, Any]) -> None:
    paid = read(env)
    for own, other in zip(after["players"], paid["players"], strict=True):
        assert (own["money"], own["notes"]) == (other["money"], other["notes"])
    left = list(env.bills)[sum(before["stack"].values()) :]
    dealt = [note for casino in after["casinos"] for note in casino["notes"]]
    if not dealt:  # otherwise the next round has started with notes from under the stack
        assert after["bottom"] == [note // lasvegas.THOUSAND for note in left]


def test_greedy_score_agrees_with_greedy() -> None:
    """greedy_score maximises its payout if the round ended now, as greedy does; they differ in ties."""
    games = Games("las_vegas", 300, seed=3, **lasvegas_options(5))
    greedy, other = as_agent("las_vegas", "greedy"), LasvegasAgent("greedy_score")
    equal = 0
    for _ in range(20):
        view = View(games, np.arange(games.n))
        equal += (greedy.act(view) == other.act(view)).sum()
        games.step(greedy.act(view))
    assert equal > 0.7 * 20 * games.n


@pytest.mark.parametrize("policy", lasvegas.POLICIES)
def test_agents_of_lasvegas_beat_random_players(policy: str) -> None:
    """Clearly above the even share of 0.2."""
    random = as_agent("las_vegas", "random")
    result = match.evaluate("las_vegas", LasvegasAgent(policy), [random], 200, 1, **lasvegas_options(5))
    assert result.interval[0] > 0.4
    again = match.evaluate("las_vegas", LasvegasAgent(policy), [random], 200, 1, **lasvegas_options(5))
    assert again == result


def test_unsupported_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="no chip cards"):
        empty_env(Position("las_vegas", chips=True).config)
    with pytest.raises(ValueError, match="greedy_first, greedy_score"):
        LasvegasAgent("prompt_play")
    with pytest.raises(ValueError, match="from 2 to 5"):
        lasvegas_options(6)
