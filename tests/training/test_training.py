"""Training: the network, a run that can be killed and resumed, what it leaves behind."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from tests.conftest import play_on
from vegas_env import RULESETS, Games, View, agents
from vegas_env.agent import as_agent
from vegas_env.agents.ppo.agents import NetworkAgent
from vegas_env.agents.ppo.numpy_net import Network
from vegas_env.agents.ppo.presets import RECIPES, Args, plain_recipe, player_counts, recipe
from vegas_env.agents.ppo.run import Training, kept
from vegas_env.agents.ppo.torch_net import StructuredNet
from vegas_env.experiments import ablation, best_response, demo, training_speed
from vegas_env.experiments.train import main, train

SMALL = {"envs": 32, "rollout": 8, "batch": 64, "section": 2, "watch": "", "games": 60, "log": False}
ONE_ROUND = {"players": 2, "rounds": 1}


def adviser_of(ruleset: str) -> str:
    return "eager" if ruleset == "auction" else "expected_value"


def some_positions(ruleset: str) -> View:
    games = Games(ruleset, 20, seed=1)
    play_on(games, 10, np.random.default_rng(0))
    return View(games, np.flatnonzero(~games.over))


@pytest.mark.parametrize("adviser", ["", "adviser"])
def test_numpy_and_torch_agree(ruleset: str, adviser: str, tmp_path: Path) -> None:
    torch.manual_seed(3)
    net = StructuredNet(ruleset, 16, 24, adviser and adviser_of(ruleset))
    for parameter in net.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    view = some_positions(ruleset)
    plain = net.plain()
    read = plain.reads(view)
    with torch.no_grad():
        logits, values = net(torch.from_numpy(read))
    np.testing.assert_allclose(plain.forward(read)[0], logits.numpy(), atol=1e-3, rtol=1e-3)
    np.testing.assert_allclose(plain.forward(read)[1], values.numpy(), atol=1e-3, rtol=1e-3)
    likely = plain.probabilities(view)
    assert (likely[~view.mask] == 0).all()
    np.testing.assert_allclose(likely.sum(axis=1), 1.0, atol=1e-5)
    plain.save(tmp_path / "net.npz", {"seed": 3})
    again, card = Network.load(tmp_path / "net.npz")
    assert card == {"seed": 3}
    np.testing.assert_allclose(again.probabilities(view), likely, atol=0.02)


@pytest.mark.parametrize("name", [name for name in RULESETS if RULESETS[name].items is not None])
def test_items_are_read_alike(name: str) -> None:
    """Two items that change places change the places of their actions, and nothing else."""
    items = RULESETS[name].items
    assert items is not None
    net = StructuredNet(name, 8, 8).plain()
    for layer, weights in net.weights.items():
        net.weights[layer] = np.random.default_rng(1).normal(size=weights.shape).astype(np.float32)
    observation = some_positions(name).observation
    swapped = observation.copy()
    swapped[:, items.columns[0]], swapped[:, items.columns[3]] = (
        observation[:, items.columns[3]],
        observation[:, items.columns[0]],
    )

    def exchanged(part: int) -> int:
        item, output = divmod(part, items.outputs)
        return {0: 3, 3: 0}.get(item, item) * items.outputs + output

    places = {tuple(sorted(parts)): action for action, parts in items.parts.items()}
    (one, value), (two, other_value) = net.forward(observation), net.forward(swapped)
    np.testing.assert_allclose(value, other_value, rtol=1e-3, atol=1e-3)
    for action, parts in items.parts.items():
        partner = places[tuple(sorted(map(exchanged, parts)))]
        np.testing.assert_allclose(one[:, action], two[:, partner], rtol=1e-3, atol=1e-3)


def test_every_feature_of_items_is_some_feature(ruleset: str) -> None:
    items = RULESETS[ruleset].items
    if items is not None:
        assert len(np.unique(items.columns)) == items.columns.size
        assert items.columns.max() < RULESETS[ruleset].observation_size
        assert max(part for parts in items.parts.values() for part in parts) == items.count * items.outputs - 1


def parameters_of(training: Training) -> list[np.ndarray]:
    return [value.numpy().copy() for value in training.model.policy.state_dict().values()]


@pytest.mark.parametrize("adviser", ["", "greedy"])
def test_a_killed_run_goes_on_as_if_nothing_had_happened(adviser: str, tmp_path: Path) -> None:
    def run(output: str, stop_at: int | None) -> Training:
        args = Args("las_vegas", "greedy", adviser=adviser, steps=3000, output=tmp_path / output, **SMALL)
        training = Training(args, {"players": (2, 3)})
        training.resume()

        class Killed(Exception):
            pass

        def tell(decisions: int, line: str) -> None:
            if stop_at is not None and decisions >= stop_at:
                raise Killed

        with contextlib.suppress(Killed):
            training.run(tell)
        return training

    check_int = run("whole", None)
    run("killed", 800)
    halfway = run("killed", 1900)
    assert halfway.decisions < 3000
    resumed = run("killed", None)
    assert resumed.decisions == check_int.decisions >= 3000
    for one, two in zip(parameters_of(check_int), parameters_of(resumed), strict=True):
        np.testing.assert_array_equal(one, two)
    assert resumed.history[-1]["loss_rates"] == check_int.history[-1]["loss_rates"]
    assert [one.name for one in resumed.league.snapshots] == [one.name for one in check_int.league.snapshots]
    other = Args("las_vegas", "greedy", adviser=adviser, steps=4000, output=tmp_path / "killed", **SMALL)
    with pytest.raises(ValueError, match=r"other settings \(steps\)"):
        Training(other, {"players": (2, 3)}).resume()


def test_training_learns_and_saves(tmp_path: Path) -> None:
    """A single round is learned in seconds."""
    settings: dict[str, Any] = {"envs": 128, "rollout": 32, "batch": 256, "epochs": 2, "section": 5, "watch_games": 100}
    args = Args("las_vegas", "random", steps=36_000, watch="random", output=tmp_path, **settings)
    training = train(args, ONE_ROUND, quiet=True)
    assert training.evaluate("random", 2, 2_000).interval[0] > 0.6
    assert len(training.history) == 2
    for file in ("model.npz", "model.zip"):
        games = Games("las_vegas", 40, seed=2, **ONE_ROUND)
        view = View(games, np.arange(40))
        saved = as_agent("las_vegas", str(tmp_path / file))
        agreed = saved.act(view) == training.agent().act(view)
        assert agreed.mean() > 0.9  # saved in half precision
        assert repr(saved) == str(tmp_path / file)  # not to be taken for another network
    assert list((tmp_path / "tensorboard").iterdir())


def test_a_learner_with_an_adviser_begins_by_following_it(ruleset: str, tmp_path: Path) -> None:
    """Also from its saved files; and it reads the advice of the seat that decides, whoever else plays."""
    adviser = adviser_of(ruleset)
    changes = {"adviser": adviser, "opponents": adviser, "steps": 1, "learning_rate": 1e-9, "output": tmp_path}
    args = recipe(ruleset, **{**SMALL, **changes})
    training = train(args, {}, quiet=True)
    view = some_positions(ruleset)
    followed = as_agent(ruleset, adviser).act(View(view._games, view._index))
    for agent in (training.agent(), *(as_agent(ruleset, str(tmp_path / f"model.{kind}")) for kind in ("npz", "zip"))):
        assert (agent.act(View(view._games, view._index)) == followed).mean() > 0.9
    env = training.make_games(0)
    observation, size = env.observation, RULESETS[ruleset].observation_size
    assert env.observation_space.shape == observation.shape[1:]
    first = env.parts[0]
    assert training.adviser is not None
    np.testing.assert_array_equal(observation[: first.n, size:], first.ratings(training.adviser))
    np.testing.assert_array_equal(observation[: first.n, :size], first.observation)


def test_at_first_only_the_value_is_learned(tmp_path: Path) -> None:
    for value_first, moves in ((1.0, False), (0.0, True)):
        args = recipe("las_vegas", **{**SMALL, "value_first": value_first, "output": tmp_path / str(value_first)})
        training = Training(args, {"players": 2})
        before = {name: value.clone() for name, value in training.model.policy.net.state_dict().items()}
        training._run_section(None, lambda *_: None)
        after = training.model.policy.net.state_dict()
        assert not torch.equal(before["value_out.weight"], after["value_out.weight"])
        for name in ("trust", "item_out.weight"):
            assert torch.equal(before[name], after[name]) != moves


def test_only_compiled_agents_advise(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="an adviser is a compiled agent, which flat is not"):
        Training(recipe("gambler", adviser="flat", output=tmp_path), {})
    network = StructuredNet("las_vegas", 8, 8).plain()
    network.save(tmp_path / "net.npz", {})
    with pytest.raises(ValueError, match="the saved network has the adviser '', this one 'greedy'"):
        Training(recipe("las_vegas", adviser="greedy", initial=str(tmp_path / "net.npz"), output=tmp_path), {})


def test_the_weights_are_averaged(tmp_path: Path) -> None:
    """Without an average it is the learner itself; with one, what it was at the last updates, and hardly before."""
    assert kept(1, 0.98) == 0.0
    assert kept(100, 0.98) == pytest.approx(0.908, abs=0.001)
    assert kept(10_000, 0.98) == 0.98
    for average in (0.0, 0.9):
        args = recipe("gambler", **{**SMALL, "steps": 10_000, "average": average, "output": tmp_path / str(average)})
        training = Training(args, {"players": 2})
        learners = []
        for _ in range(3):
            training.model.one_update(1.0)
            training._average()
            learners.append(training.model.policy.net.plain().weights["value_out.weight"])
        expected = learners[0]
        for updates, learner in enumerate(learners[1:], start=2):
            expected = learner + kept(updates, average) * (expected - learner)
        np.testing.assert_allclose(training.network().weights["value_out.weight"], expected, atol=1e-6)
        assert np.array_equal(expected, learners[-1]) == (average == 0.0)


def test_a_teacher_is_followed(tmp_path: Path) -> None:
    """With the teacher's loss the learner soon does as it does; without, it does not."""
    same = {}
    for teacher in ("most_dice", ""):
        settings: dict[str, Any] = {"envs": 64, "rollout": 32, "batch": 128, "section": 4, "watch": "", "log": False}
        args = Args(
            "las_vegas", "random", teacher=teacher, teacher_rest=1.0, steps=20_000, output=tmp_path / f"_{teacher}",
            **settings,
        )  # fmt: skip
        training = train(args, ONE_ROUND, quiet=True)
        view = View(Games("las_vegas", 400, seed=3, **ONE_ROUND), np.arange(400))
        same[teacher] = (training.agent().act(view) == as_agent("las_vegas", "most_dice").act(view)).mean()
    assert same["most_dice"] > max(0.8, same[""] + 0.1)
    assert Training(Args("las_vegas", teacher="greedy", output=tmp_path), {}).teacher_weight(0) == 1.0


def test_the_command_trains_draws_and_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "gambler --players 2 --steps 600 --envs 16 --rollout 8 --batch 32 --section 2 --games 40 --watch random "
    words += f"--opponents random --watch-games 20 --target 100 --output {tmp_path}"
    main(words.split())
    told = re.search(r"(\d+) decisions in", capsys.readouterr().out)
    assert told is not None
    assert 600 <= int(told.group(1)) < 600 + 16 * 8
    assert (tmp_path / "curve.png").stat().st_size > 1000
    main(words.split())  # nothing left to do: only the table again


def test_recipes_and_bad_settings() -> None:
    assert set(RECIPES) <= set(RULESETS)
    for ruleset in RULESETS:
        args = recipe(ruleset)
        known = agents.names(ruleset)
        named = [name for name in args.opponents.split(",") if name]
        assert set(named) <= set(known)
        assert set(args.watch.split(",")) <= set(known)
    with pytest.raises(ValueError, match="steps must be at least 1"):
        recipe("gambler", steps=0)
    with pytest.raises(ValueError, match="probability"):
        Training(recipe("gambler", self_play=2.0), {})
    with pytest.raises(ValueError, match="players must be"):
        player_counts("las_vegas", (2, 9))
    assert player_counts("cash_and_run", None) == (3, 4, 5, 6)
    plain = plain_recipe("las_vegas", steps=5)
    assert (plain.adviser, plain.teacher, plain.steps) == ("", "expected_value", 5)
    assert plain.opponents == recipe("las_vegas").opponents
    assert plain.win_to == Args("las_vegas").win_to != recipe("las_vegas").win_to


def test_a_network_for_other_observations_is_refused(tmp_path: Path) -> None:
    net = StructuredNet("las_vegas", 8, 8).plain()
    with pytest.raises(ValueError, match="other observations"):
        Network("gambler", net.weights)
    with pytest.raises(FileNotFoundError, match="no model"):
        NetworkAgent(tmp_path / "none.npz")


@pytest.fixture
def tiny_recipe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Trainings of a second, in a folder of their own."""
    tiny = {"envs": 32, "rollout": 16, "batch": 128, "log": False, "opponents": "greedy", "watch_games": 20}
    monkeypatch.setitem(RECIPES, "las_vegas", {**RECIPES["las_vegas"], **tiny})
    monkeypatch.chdir(tmp_path)


def test_the_demo(tiny_recipe: None, capsys: pytest.CaptureFixture[str]) -> None:
    demo.main(steps=1500, games=40, section=2)
    assert "an equal player would win a share of 0.250" in capsys.readouterr().out
    assert Path("runs/demo/curve.png").exists()
    written = json.loads(Path("results/demo.json").read_text())
    assert set(written["results"]) == {f"learned against {name}" for name in demo.AGAINST}
    demo.main(steps=1500, games=40, section=2)  # begins anew
    again = json.loads(Path("results/demo.json").read_text())
    assert again["results"] == written["results"]


def test_the_ablation(tiny_recipe: None) -> None:
    ablation.main(
        ["las_vegas", "--players", "3", "--steps", "600", "--games", "30", "--against", "random", "--output", "out"]
    )
    found = json.loads(Path("out/ablation.json").read_text())
    assert [name.split(":")[0] for name in found] == list(ablation.ways(ablation.Args("las_vegas")))


def test_best_response(tiny_recipe: None) -> None:
    words = "las_vegas --players 3 --agent greedy --steps 600 --games 30 --watch-games 30 --section 1 --output out"
    best_response.main(words.split())
    found = json.loads(Path("out/best_response.json").read_text())
    assert len(found["history"]) == 2
    assert Path("out/curve.png").exists()


def test_training_speed(tiny_recipe: None) -> None:
    words = "las_vegas --players 3 --updates 1 --repeats 1 --json out.json"
    training_speed.main(words.split())
    found = json.loads(Path("out.json").read_text())
    parts = ("forward", "update", "advice", "teacher", "games")
    assert found["whole"] == pytest.approx(sum(found[name] for name in parts), rel=0.01)
    assert all(value > 0 for name, value in found.items() if name != "teacher")
