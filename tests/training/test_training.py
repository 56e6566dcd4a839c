"""Training: the network, resumable runs, the files a run writes, and the commands that train."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from tests.conftest import play_on
from vegas_env import RULESETS, Games, View, agents
from vegas_env.adapters.sb3 import VegasVecEnv
from vegas_env.agent import as_agent
from vegas_env.agents.ppo.agents import NetworkAgent
from vegas_env.agents.ppo.numpy_net import Network, softmax
from vegas_env.agents.ppo.presets import RECIPES, TrainingSettings, plain_recipe, player_counts, recipe
from vegas_env.agents.ppo.run import Training, ema_decay_at
from vegas_env.agents.ppo.torch_net import StructuredNet
from vegas_env.experiments import ablation, best_response, demo, training_speed
from vegas_env.experiments.train import main, train

SMALL: dict[str, Any] = {
    "num_envs": 32, "num_steps": 8, "batch_size": 64, "updates_per_iteration": 2, "eval_opponents": "", "games": 60,
    "log": False,
}  # fmt: skip
ONE_ROUND = {"players": 2, "rounds": 1}


def adviser_of(ruleset: str) -> str:
    return "eager" if ruleset == "auction" else "expected_value"


def some_positions(ruleset: str) -> View:
    """A view of the same positions at every call."""
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
    network = net.to_numpy()
    inputs = network.inputs(view)
    with torch.no_grad():
        logits, values = net(torch.from_numpy(inputs))
    np.testing.assert_allclose(network.forward(inputs)[0], logits.numpy(), atol=1e-3, rtol=1e-3)
    np.testing.assert_allclose(network.forward(inputs)[1], values.numpy(), atol=1e-3, rtol=1e-3)
    likely = network.probabilities(view)
    assert (likely[~view.mask] == 0).all()
    np.testing.assert_allclose(likely.sum(axis=1), 1.0, atol=1e-5)
    network.save(tmp_path / "net.npz", {"seed": 3})
    again, card = Network.load(tmp_path / "net.npz")
    assert card == {"seed": 3}
    np.testing.assert_allclose(again.probabilities(view), likely, atol=0.02)


@pytest.mark.parametrize("name", [name for name in RULESETS if RULESETS[name].entities is not None])
def test_all_entities_are_read_alike(name: str) -> None:
    """Exchanging two entities exchanges the logits of their actions and changes nothing else."""
    entities = RULESETS[name].entities
    assert entities is not None
    net = StructuredNet(name, 8, 8).to_numpy()
    for layer, weights in net.weights.items():
        net.weights[layer] = np.random.default_rng(1).normal(size=weights.shape).astype(np.float32)
    observation = some_positions(name).observation
    swapped = observation.copy()
    swapped[:, entities.feature_index[0]], swapped[:, entities.feature_index[3]] = (
        observation[:, entities.feature_index[3]],
        observation[:, entities.feature_index[0]],
    )

    def exchanged(part: int) -> int:
        entity, output = divmod(part, entities.num_outputs)
        return {0: 3, 3: 0}.get(entity, entity) * entities.num_outputs + output

    places = {tuple(sorted(parts)): action for action, parts in entities.action_outputs.items()}
    (one, value), (two, other_value) = net.forward(observation), net.forward(swapped)
    np.testing.assert_allclose(value, other_value, rtol=1e-3, atol=1e-3)
    for action, parts in entities.action_outputs.items():
        partner = places[tuple(sorted(map(exchanged, parts)))]
        np.testing.assert_allclose(one[:, action], two[:, partner], rtol=1e-3, atol=1e-3)


def test_entity_columns_are_distinct_columns_of_the_observation(ruleset: str) -> None:
    entities = RULESETS[ruleset].entities
    if entities is not None:
        assert len(np.unique(entities.feature_index)) == entities.feature_index.size
        assert entities.feature_index.max() < RULESETS[ruleset].observation_size
        outputs = entities.num_entities * entities.num_outputs
        assert max(part for parts in entities.action_outputs.values() for part in parts) == outputs - 1


def parameters_of(training: Training) -> list[np.ndarray]:
    return [value.numpy().copy() for value in training.learner.net.state_dict().values()]


@pytest.mark.parametrize("adviser", ["", "greedy"])
def test_a_resumed_run_gives_the_same_result(adviser: str, tmp_path: Path) -> None:
    def run(output: str, stop_at: int | None) -> Training:
        settings = TrainingSettings(
            "las_vegas", "greedy", adviser=adviser, steps=3000, output=tmp_path / output, **SMALL
        )
        training = Training(settings, {"players": (2, 3)})
        training.resume()

        class Killed(Exception):
            pass

        def on_update(decisions: int, line: str) -> None:
            if stop_at is not None and decisions >= stop_at:
                raise Killed

        with contextlib.suppress(Killed):
            training.run(on_update)
        return training

    whole = run("whole", None)
    run("killed", 800)
    halfway = run("killed", 1900)
    assert halfway.decisions < 3000
    resumed = run("killed", None)
    assert resumed.decisions == whole.decisions >= 3000
    for one, two in zip(parameters_of(whole), parameters_of(resumed), strict=True):
        np.testing.assert_array_equal(one, two)
    assert resumed.history[-1]["loss_rates"] == whole.history[-1]["loss_rates"]
    assert [one.name for one in resumed.league.snapshots] == [one.name for one in whole.league.snapshots]
    np.testing.assert_equal(resumed.network().weights, whole.network().weights)
    other = TrainingSettings("las_vegas", "greedy", adviser=adviser, steps=4000, output=tmp_path / "killed", **SMALL)
    with pytest.raises(ValueError, match=r"other settings \(steps\)"):
        Training(other, {"players": (2, 3)}).resume()


def test_training_learns_and_saves(tmp_path: Path) -> None:
    """One round of Las Vegas takes seconds to learn."""
    settings = TrainingSettings(
        "las_vegas", "random", steps=36_000, num_envs=128, num_steps=32, batch_size=256, num_epochs=2,
        updates_per_iteration=5, eval_opponents="random", eval_games=100, output=tmp_path,
    )  # fmt: skip
    training = train(settings, ONE_ROUND, quiet=True)
    assert training.evaluate("random", 2, 2_000).interval[0] > 0.6
    assert len(training.history) == 2
    for file in ("model.npz", "model.zip"):
        games = Games("las_vegas", 40, seed=2, **ONE_ROUND)
        view = View(games, np.arange(40))
        saved = as_agent("las_vegas", str(tmp_path / file))
        agreed = saved.act(view) == training.agent().act(view)
        assert agreed.mean() > 0.9  # saved in half precision
        assert repr(saved) == str(tmp_path / file)  # the whole path, so that two networks have different names
    assert list((tmp_path / "tensorboard").iterdir())


def test_a_learner_with_an_adviser_starts_by_following_it(ruleset: str, tmp_path: Path) -> None:
    """Also from its saved files.  It reads the ratings for the deciding seat, whoever else plays."""
    adviser = adviser_of(ruleset)
    changes = {"adviser": adviser, "opponents": adviser, "steps": 1, "learning_rate": 1e-9, "output": tmp_path}
    settings = recipe(ruleset, **{**SMALL, **changes})
    training = train(settings, {}, quiet=True)
    followed = as_agent(ruleset, adviser).act(some_positions(ruleset))
    for agent in (training.agent(), *(as_agent(ruleset, str(tmp_path / f"model.{kind}")) for kind in ("npz", "zip"))):
        assert (agent.act(some_positions(ruleset)) == followed).mean() > 0.9
    games = training.make_games()
    inputs, size = games.inputs, RULESETS[ruleset].observation_size
    assert inputs.shape[1] == size + RULESETS[ruleset].actions
    first = games.parts[0]
    assert training.adviser is not None
    np.testing.assert_array_equal(inputs[: first.n, size:], first.ratings(training.adviser))
    np.testing.assert_array_equal(inputs[: first.n, :size], first.observation)


def test_value_warmup_trains_the_value_alone(tmp_path: Path) -> None:
    for value_warmup, policy_moves in ((1.0, False), (0.0, True)):
        settings = recipe(
            "las_vegas", **{**SMALL, "value_warmup": value_warmup, "output": tmp_path / str(value_warmup)}
        )
        training = Training(settings, {"players": 2})
        before = {name: value.clone() for name, value in training.learner.net.state_dict().items()}
        training.run_iteration(lambda *_: None)
        after = training.learner.net.state_dict()
        assert not torch.equal(before["value_out.weight"], after["value_out.weight"])
        for name in ("prior_scale", "entity_out.weight"):
            assert torch.equal(before[name], after[name]) != policy_moves


def test_only_compiled_agents_advise(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="an adviser must be a compiled agent, which flat is not"):
        Training(recipe("gambler", adviser="flat", output=tmp_path), {})
    network = StructuredNet("las_vegas", 8, 8).to_numpy()
    network.save(tmp_path / "net.npz", {})
    with pytest.raises(ValueError, match="the saved network has the adviser '', this one 'greedy'"):
        Training(recipe("las_vegas", adviser="greedy", initial_network=str(tmp_path / "net.npz"), output=tmp_path), {})


def test_the_trained_network_has_averaged_weights(tmp_path: Path) -> None:
    """With a decay of 0 they are the learner's; with another, an average in which early updates count little."""
    assert ema_decay_at(1, 0.98) == 0.0
    assert ema_decay_at(100, 0.98) == pytest.approx(0.908, abs=0.001)
    assert ema_decay_at(10_000, 0.98) == 0.98
    for ema_decay in (0.0, 0.9):
        changes = {
            "steps": 10_000,
            "ema_decay": ema_decay,
            "updates_per_iteration": 1,
            "output": tmp_path / str(ema_decay),
        }
        training = Training(recipe("gambler", **{**SMALL, **changes}), {"players": 2})
        learners = []
        for _ in range(3):
            training.run_iteration(lambda *_: None)
            learners.append(training.learner.net.to_numpy().weights["value_out.weight"])
        expected = learners[0]
        for update, learner in enumerate(learners[1:], start=2):
            expected = learner + ema_decay_at(update, ema_decay) * (expected - learner)
        np.testing.assert_allclose(training.network().weights["value_out.weight"], expected, atol=1e-6)
        assert np.array_equal(expected, learners[-1]) == (ema_decay == 0.0)


def test_model_zip_is_a_model_of_maskable_ppo(tmp_path: Path) -> None:
    """It loads in sb3-contrib alone, has the same policy as model.npz, and can be trained further there."""
    settings = recipe("gambler", **{**SMALL, "steps": 1, "num_steps": 16, "opponents": "greedy", "output": tmp_path})
    training = train(settings, {"players": 2}, quiet=True)
    assert not isinstance(training.learner, MaskablePPO)
    env = VegasVecEnv("gambler", 16, opponents="greedy", players=2)
    model = MaskablePPO.load(tmp_path / "model.zip", env=env)
    assert type(model) is MaskablePPO
    assert model.num_timesteps == training.decisions
    observation = env.reset()
    logits, values = training.network().forward(observation)
    policy: Any = model.policy
    distribution = policy.get_distribution(torch.from_numpy(observation), action_masks=env.action_masks())
    expected = softmax(logits, env.action_masks())
    np.testing.assert_allclose(distribution.distribution.probs.detach().numpy(), expected, atol=1e-5)
    np.testing.assert_allclose(
        policy.predict_values(torch.from_numpy(observation)).detach().numpy()[:, 0], values, atol=1e-5
    )
    actions, _ = model.predict(observation, deterministic=True, action_masks=env.action_masks())
    np.testing.assert_array_equal(actions, expected.argmax(axis=1))
    before = policy.net.value_out.weight.detach().clone()
    model.learn(2 * 16 * 16)
    assert not torch.equal(before, policy.net.value_out.weight)


def test_a_teacher_is_followed(tmp_path: Path) -> None:
    """The learner soon plays like its teacher, and does not without it."""
    same = {}
    for teacher in ("most_dice", ""):
        settings = TrainingSettings(
            "las_vegas", "random", teacher=teacher, teacher_rest=1.0, steps=20_000, output=tmp_path / f"_{teacher}",
            num_envs=64, num_steps=32, batch_size=128, updates_per_iteration=4, eval_opponents="", log=False,
        )  # fmt: skip
        training = train(settings, ONE_ROUND, quiet=True)
        view = View(Games("las_vegas", 400, seed=3, **ONE_ROUND), np.arange(400))
        same[teacher] = (training.agent().act(view) == as_agent("las_vegas", "most_dice").act(view)).mean()
    assert same["most_dice"] > max(0.8, same[""] + 0.1)
    assert Training(TrainingSettings("las_vegas", teacher="greedy", output=tmp_path), {}).teacher_weight(0) == 1.0


def test_the_command_trains_draws_and_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "gambler --players 2 --steps 600 --num-envs 16 --num-steps 8 --batch-size 32 --updates-per-iteration 2 "
    words += "--games 40 --eval-opponents random --eval-games 20 --opponents random --target 100 "
    words += f"--output {tmp_path}"
    main(words.split())
    reported = re.search(r"(\d+) decisions in", capsys.readouterr().out)
    assert reported is not None
    assert 600 <= int(reported.group(1)) < 600 + 16 * 8
    assert (tmp_path / "curve.png").stat().st_size > 1000
    main(words.split())  # nothing left to train: only prints the table again


def test_recipes_and_bad_settings() -> None:
    assert set(RECIPES) <= set(RULESETS)
    for ruleset in RULESETS:
        settings = recipe(ruleset)
        known = agents.names(ruleset)
        named = [name for name in settings.opponents.split(",") if name]
        assert set(named) <= set(known)
        assert set(settings.eval_opponents.split(",")) <= set(known)
    with pytest.raises(ValueError, match="steps must be at least 1"):
        recipe("gambler", steps=0)
    with pytest.raises(ValueError, match="probability"):
        Training(recipe("gambler", self_play_prob=2.0), {})
    with pytest.raises(ValueError, match="players must be"):
        player_counts("las_vegas", (2, 9))
    assert player_counts("cash_and_run", None) == (3, 4, 5, 6)
    plain = plain_recipe("las_vegas", steps=5)
    assert (plain.adviser, plain.teacher, plain.steps) == ("", "expected_value", 5)
    assert plain.opponents == recipe("las_vegas").opponents
    assert plain.win_to == TrainingSettings("las_vegas").win_to != recipe("las_vegas").win_to


def test_a_network_for_other_observations_is_refused(tmp_path: Path) -> None:
    net = StructuredNet("las_vegas", 8, 8).to_numpy()
    with pytest.raises(ValueError, match="other observations"):
        Network("gambler", net.weights)
    with pytest.raises(FileNotFoundError, match="no model"):
        NetworkAgent(tmp_path / "none.npz")


@pytest.fixture
def tiny_recipe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Recipes that train in a second, and a working directory for their output."""
    tiny = {"num_envs": 32, "num_steps": 16, "batch_size": 128, "log": False, "opponents": "greedy", "eval_games": 20}
    monkeypatch.setitem(RECIPES, "las_vegas", {**RECIPES["las_vegas"], **tiny})
    monkeypatch.chdir(tmp_path)


def test_the_demo(tiny_recipe: None, capsys: pytest.CaptureFixture[str]) -> None:
    demo.main(steps=1500, games=40, updates_per_iteration=2)
    assert "an equal player would win a share of 0.250" in capsys.readouterr().out
    assert Path("runs/demo/curve.png").exists()
    written = json.loads(Path("results/demo.json").read_text())
    assert set(written["results"]) == {f"trained network against {name}" for name in demo.AGAINST}
    demo.main(steps=1500, games=40, updates_per_iteration=2)  # starts a new run
    again = json.loads(Path("results/demo.json").read_text())
    assert again["results"] == written["results"]


def test_the_ablation(tiny_recipe: None) -> None:
    ablation.main(
        [
            "las_vegas",
            "--players",
            "3",
            "--steps",
            "600",
            "--games",
            "30",
            "--eval-opponents",
            "random",
            "--output",
            "out",
        ]
    )
    found = json.loads(Path("out/ablation.json").read_text())
    assert [name.split(":")[0] for name in found] == list(ablation.variants("las_vegas", ""))


def test_best_response(tiny_recipe: None) -> None:
    words = "las_vegas --players 3 --agent greedy --steps 600 --games 30 --eval-games 30 --updates-per-iteration 1"
    best_response.main([*words.split(), "--output", "out"])
    found = json.loads(Path("out/best_response.json").read_text())
    assert len(found["history"]) == 2
    assert Path("out/curve.png").exists()


def test_training_speed(tiny_recipe: None) -> None:
    words = "las_vegas --players 3 --updates 1 --repeats 1 --json out.json"
    training_speed.main(words.split())
    found = json.loads(Path("out.json").read_text())
    parts = ("forward", "update", "advice", "teacher", "games")
    assert found["total"] == pytest.approx(sum(found[name] for name in parts), rel=0.01)
    assert all(value > 0 for name, value in found.items() if name != "teacher")
