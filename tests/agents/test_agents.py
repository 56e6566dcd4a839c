"""What every agent of every ruleset must satisfy, and the ways to name, write and register an agent."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from tests.conftest import play_on
from tests.support.paths import ROOT
from vegas_env import RULESETS, Games, agents
from vegas_env.agent import Agent, View, as_agent, as_agents, split_names
from vegas_env.agents import registry
from vegas_env.agents.authoring import CompiledAgent
from vegas_env.arena import match

SMALL: dict[str, dict[str, Any]] = {"flat": {"rollouts": 6, "horizon": 40}, "mcts": {"rollouts": 12, "horizon": 40}}
HIDING = ("las_vegas_cards", "cash_and_run", "auction")  # rulesets with hidden information in every configuration


def everyone(ruleset: str) -> list[Agent]:
    """All agents that play any configuration of a ruleset, searches with a small budget."""
    return [agents.make(ruleset, name, **SMALL.get(name, {})) for name in agents.names(ruleset, restricted=False)]


def in_the_middle(ruleset: str, options: dict[str, Any], n: int = 24) -> Games:
    """Games that were played for different numbers of steps."""
    games = Games(ruleset, n, seed=8, **options)
    rng = np.random.default_rng(5)
    for number in range(3):
        play_on(games, 7, rng)
        games.reset(where=np.arange(n) % 4 == number)
    return games


def view_of(games: Games) -> View:
    return View(games, np.arange(games.n))


def with_hidden_information_resampled(games: Games, seed: int) -> Games:
    """Copies of the games with the same luck, which the deciding seats cannot distinguish from them."""
    view = view_of(games)
    view.luck["luck"] = np.random.default_rng(seed).integers(2**63, size=games.n)  # used to resample the records
    twin = games.clone()
    twin.restore(view.records)
    return twin


def check_ignores_hidden_information(
    agent: Agent, games: Games, twin: Games, view: Callable[[Games], View] = view_of
) -> None:
    """Check that the agent acts the same in games that its seat cannot distinguish."""
    np.testing.assert_array_equal(agent.act(view(games)), agent.act(view(twin)), err_msg=repr(agent))


# --- what every agent must satisfy ----------------------------------------------------------------------------


def test_no_agent_uses_hidden_information(ruleset: str, options: dict[str, Any]) -> None:
    games = in_the_middle(ruleset, options)
    twin = with_hidden_information_resampled(games, seed=3)
    np.testing.assert_array_equal(games.seat, twin.seat)
    if ruleset in HIDING or options.get("hidden_money"):
        assert (games.records != twin.records).any(), "nothing was hidden, so this tests nothing"
    for agent in everyone(ruleset):
        check_ignores_hidden_information(agent, games, twin)


@pytest.mark.parametrize("name", HIDING)
def test_an_agent_that_uses_hidden_information_fails_the_check(name: str) -> None:
    class LeakyView(View):
        def __init__(self, games: Games) -> None:
            super().__init__(games, np.arange(games.n))
            self.leaked = games.records

    class Cheating:
        def act(self, view: View) -> np.ndarray:
            assert isinstance(view, LeakyView)
            hashes = [zlib.crc32(record.tobytes()) for record in view.leaked]
            return np.array([np.flatnonzero(row)[hashes[i] % row.sum()] for i, row in enumerate(view.mask)])

    games = in_the_middle(name, {})
    with pytest.raises(AssertionError, match="Cheating"):
        check_ignores_hidden_information(
            Cheating(), games, with_hidden_information_resampled(games, seed=3), view=LeakyView
        )


def test_a_view_depends_only_on_what_the_seat_knows(ruleset: str, options: dict[str, Any]) -> None:
    games = in_the_middle(ruleset, options)
    one, two = view_of(games), view_of(with_hidden_information_resampled(games, seed=4))
    for part in ("seat", "mask", "observation", "records", "luck"):
        np.testing.assert_array_equal(getattr(one, part), getattr(two, part), err_msg=part)


def test_agents_act_legally_and_repeatably_and_change_nothing(ruleset: str, options: dict[str, Any]) -> None:
    games = in_the_middle(ruleset, options)
    before = games.save()
    for agent in everyone(ruleset):
        view = view_of(games)
        seen = {part: getattr(view, part).copy() for part in ("records", "mask", "observation", "seat")}
        actions = agent.act(view)
        assert actions.dtype == np.int64
        assert actions.shape == (games.n,)
        assert games.mask[np.arange(games.n), actions].all()
        for part, array in seen.items():
            np.testing.assert_array_equal(getattr(view, part), array, err_msg=f"{agent!r} changed {part}")
        after = games.save()
        for part in ("records", "luck", "moves", "episodes", "keys"):
            np.testing.assert_array_equal(getattr(after.state, part), getattr(before.state, part), err_msg=repr(agent))
        np.testing.assert_array_equal(agent.act(view_of(games)), actions, err_msg=f"{agent!r} does not repeat itself")


def test_compiled_agents_rate_their_own_action_highest(ruleset: str, options: dict[str, Any]) -> None:
    games = in_the_middle(ruleset, options)
    for agent in everyone(ruleset):
        if isinstance(agent, CompiledAgent):
            ratings, actions = agent.rate(view_of(games)), agent.act(view_of(games))
            assert (ratings[~games.mask] == 0).all()
            assert (ratings <= 0).all()
            assert (ratings[np.arange(games.n), actions] == 0).all()
            choices = games.mask.sum(axis=1) > 1
            assert not choices.any() or (ratings[choices] < 0).any(), f"{agent!r} rates all actions equally"


def test_a_decision_does_not_depend_on_the_other_games_of_a_view(ruleset: str) -> None:
    games = in_the_middle(ruleset, {}, n=6)
    for agent in everyone(ruleset):
        together = agent.act(view_of(games))
        alone = [agent.act(View(games, np.array([i])))[0] for i in range(games.n)]
        np.testing.assert_array_equal(together, alone, err_msg=repr(agent))


def test_every_agent_has_a_description(ruleset: str) -> None:
    assert {"random", "flat", "mcts"} <= set(agents.names(ruleset))
    for name in agents.names(ruleset):
        assert agents.description(ruleset, name).endswith(".")


# --- names ----------------------------------------------------------------------------------------------------


def test_options_in_names() -> None:
    agent = agents.make("gambler", "greedy(courage=2.5)")
    assert agent.policy["courage"] == 2.5
    flat = as_agent("las_vegas", "flat(rollouts=50, value=win+0.1*money, rollout_policy=greedy)")
    assert (flat.rollouts, flat.value, flat.rollout_policy) == (50, "win+0.1*money", "greedy")
    assert agents.options("gambler", "greedy") == {"courage": 1.0}
    nested = as_agent("gambler", "flat(rollout_policy=greedy(courage=3), rollouts=20)")
    assert nested.rollout_record["courage"] == 3.0
    several = as_agents("las_vegas", "greedy, flat(rollouts=5,horizon=9) ,random")
    assert [agent.name for agent in several] == ["greedy", "flat", "random"]
    assert several[1].horizon == 9


def test_lists_are_split_outside_of_parentheses() -> None:
    assert split_names("a, b(c=1,d=(2,3)),e") == ["a", "b(c=1,d=(2,3))", "e"]
    assert split_names("a(b=[1,2]),c(d={1: 2, 3: 4}),e(f='g,h')") == ["a(b=[1,2])", "c(d={1: 2, 3: 4})", "e(f='g,h')"]
    assert split_names("runs/my-4.npz(a=1,b=2), /tmp/x y(1).zip ,greedy (a=1) , o'k,o'l") == [
        "runs/my-4.npz(a=1,b=2)",
        "/tmp/x y(1).zip",
        "greedy (a=1)",
        "o'k",
        "o'l",
    ]
    for wrong in ("a(b", "a)b(", "a,b))", "a)(b", "a),(b"):
        with pytest.raises(ValueError, match="do not match"):
            split_names(wrong)
    for wrong in ("a,,b", "a,", ""):
        with pytest.raises(ValueError, match="an empty entry"):
            split_names(wrong)


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("random", "random", {}),
        ("random()", "random", {}),
        (" flat ( rollouts = 5 ) ", "flat", {"rollouts": 5}),
        (
            "flat(value=win+0.1*money,horizon=None,confidence=1e9,adviser=none)",
            "flat",
            {"value": "win+0.1*money", "horizon": None, "confidence": 1e9, "adviser": "none"},
        ),
        (
            "mcts(adviser=flat(rollouts=50, value=win), rollouts=7)",
            "mcts",
            {"adviser": "flat(rollouts=50, value=win)", "rollouts": 7},
        ),
        (
            "mine(a=[1, 2], b=(3, 4), c={'x': 5}, d='e,f')",
            "mine",
            {"a": [1, 2], "b": (3, 4), "c": {"x": 5}, "d": "e,f"},
        ),
        ("runs/2-x/model.npz", "runs/2-x/model.npz", {}),
        ("runs/2-x/model.zip(deterministic=False)", "runs/2-x/model.zip", {"deterministic": False}),
        (
            "flat(adviser=/tmp/my net-4.npz(deterministic=False),rollouts=5)",
            "flat",
            {"adviser": "/tmp/my net-4.npz(deterministic=False)", "rollouts": 5},
        ),
    ],
)
def test_texts_of_agents_are_read(text: str, name: str, options: dict[str, Any]) -> None:
    assert registry.parse(text) == (name, options)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("greedy(curage=1)", {}, "did you mean 'courage'"),
        ("random", {"speed": 1}, "'speed' of the agent random: it has none"),
        ("greedy(courage=1)", {"courage": 2}, "given twice: courage"),
        ("greedy(courage=1,courage=2)", {}, "'courage' is given twice"),
        ("greedy(2.5)", {}, "options are written as in"),
        ("flat(rollouts=0)", {}, "rollouts must be a whole number"),
        ("flat(rollouts=5,milliseconds=5)", {}, "not both"),
        ("flat(milliseconds=0)", {}, "milliseconds must be"),
        ("flat(value=mony)", {}, "did you mean 'money'"),
        ("flat(value=x*money)", {}, "'x' is not a number"),
        ("flat(rollout_policy=mcts)", {}, "need a compiled agent"),
        ("flat(rollout_policy=gredy)", {}, "did you mean 'greedy'"),
        ("flat(allocation=halves)", {}, "did you mean 'halving'"),
        ("mcts(exploration=-1)", {}, "exploration must be"),
        ("flat(adviser=gredy)", {}, "did you mean 'greedy'"),
        ("flat(confidence=-1)", {}, "confidence must be"),
        ("mcts(horizon=0)", {}, "horizon must be"),
    ],
)
def test_wrong_options_say_what_is_allowed(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as error:
        agents.make("gambler", name, **options)
    assert message in str(error.value)


# --- writing an agent -----------------------------------------------------------------------------------------

CELL = """
NUMBER = {number}

@rule
def place(mask, step):
    left = NUMBER
    for action in range(len(mask)):
        if mask[action]:
            if left <= 0:
                return action
            left -= step
    return np.argmax(mask)

@agents.compiled({ruleset!r}, "stepper", "Written in a notebook.", step=1)
def stepper(policy, game, rules, mask, luck):
    return place(mask, policy.step)
"""


def run_cell(ruleset: str, number: int) -> Agent:
    """Run a definition as a notebook runs a cell, without a source file."""
    from vegas_env.kernel.cache import rule

    scope = {"agents": agents, "np": np, "rule": rule, "__name__": "__main__"}
    exec(compile(CELL.format(ruleset=ruleset, number=number), "<a cell>", "exec"), scope)
    return scope["stepper"]


@pytest.fixture
def temporary_names() -> Iterator[None]:
    """Unregister afterwards what a test registers."""
    before = {ruleset: set(agents.names(ruleset)) for ruleset in RULESETS}
    yield
    for ruleset in RULESETS:
        for name in set(agents.names(ruleset)) - before[ruleset]:
            agents.unregister(ruleset, name)


@pytest.mark.usefixtures("temporary_names")
def test_a_cell_with_a_compiled_agent_can_be_run_again_and_changed() -> None:
    games = Games("gambler", 16, seed=2)
    first = games.mask.argmax(axis=1)
    second = np.array([np.flatnonzero(row)[1] for row in games.mask])
    np.testing.assert_array_equal(run_cell("gambler", 0).act(view_of(games)), first)
    np.testing.assert_array_equal(run_cell("gambler", 0).act(view_of(games)), first)
    changed = run_cell("gambler", 1)  # only a global number that it uses has changed
    np.testing.assert_array_equal(changed.act(view_of(games)), second)
    np.testing.assert_array_equal(agents.make("gambler", "stepper(step=2)").act(view_of(games)), second)
    assert agents.description("gambler", "stepper") == "Written in a notebook."
    assert agents.options("gambler", "stepper") == {"step": 1}
    with pytest.raises(ValueError, match="did you mean 'step'"):
        agents.make("gambler", "stepper", stepp=2)
    for wrong in ("1.5", "fast"):
        with pytest.raises(ValueError, match=f"step of the agent stepper must be a whole number, not '?{wrong}"):
            agents.make("gambler", f"stepper(step={wrong})")


@pytest.mark.usefixtures("temporary_names")
def test_a_changed_rating_is_noticed_though_the_choice_is_the_same() -> None:
    def first(policy, game, rules, mask, luck):  # type: ignore[no-untyped-def]
        return np.argmax(mask)

    def rating(worse: float) -> Any:
        def rate(policy, game, rules, mask, luck, ratings):  # type: ignore[no-untyped-def]
            best = np.argmax(mask)
            for action in range(len(mask)):
                ratings[action] = -worse if mask[action] and action != best else 0.0

        return rate

    games = Games("gambler", 16, seed=2)
    for worse in (0.5, 0.25):
        agent = agents.compiled("gambler", "rating", rate=rating(worse))(first)
        assert agent.rate(view_of(games)).min() == -worse


def test_wrong_compiled_agents_are_refused() -> None:
    with pytest.raises(TypeError, match=r"\(policy, game, rules, mask, luck\)"):
        agents.compiled("gambler", "wrong")(lambda game: 0)
    with pytest.raises(TypeError, match="settings of compiled agents are numbers"):
        agents.compiled("gambler", "wrong", mode="fast")
    with pytest.raises(KeyError, match="did you mean 'gambler'"):
        agents.register("gamblr", "mine", lambda: None)
    assert "greedy" in agents.names("gambler")
    with pytest.raises(ValueError, match=r"registered already, by vegas_env\.agents\.gambler"):
        agents.register("gambler", "greedy", lambda: None)
    with pytest.raises(ValueError, match="a word of letters"):
        agents.register("gambler", "my agent", lambda: None)


def test_an_agent_can_be_unregistered() -> None:
    agents.register("gambler", "passing", lambda: agents.make("gambler", "random"))
    assert "passing" in agents.names("gambler")
    agents.unregister("gambler", "passing")
    assert "passing" not in agents.names("gambler")
    with pytest.raises(ValueError, match="no agent 'passing' is registered for 'gambler'"):
        agents.unregister("gambler", "passing")


def test_a_plain_function_is_an_agent(ruleset: str) -> None:
    def last(position: Any) -> int:
        assert position.seat is not None
        action = position.legal()[-1]
        position.apply(action)  # changes a copy
        return action

    games = in_the_middle(ruleset, {})
    expected = games.ruleset.actions - 1 - games.mask[:, ::-1].argmax(axis=1)
    before = games.records.copy()
    np.testing.assert_array_equal(agents.from_function(last).act(view_of(games)), expected)
    np.testing.assert_array_equal(games.records, before)


def test_a_plain_function_sees_no_hidden_information_and_is_repeatable() -> None:
    @agents.from_function
    def noisy(position: Any, random: np.random.Generator) -> int:
        number = zlib.crc32(position.record.tobytes()) + random.integers(1000)
        return position.legal()[number % len(position.legal())]

    assert noisy.name == "noisy"
    games = in_the_middle("las_vegas_cards", {})
    check_ignores_hidden_information(noisy, games, with_hidden_information_resampled(games, seed=3))
    np.testing.assert_array_equal(noisy.act(view_of(games)), noisy.act(view_of(games)))
    others = as_agents("las_vegas_cards", "random")
    results = [match.evaluate("las_vegas_cards", noisy, others, 8, seed=1, players=2) for _ in range(2)]
    assert results[0] == results[1]


def test_wrong_plain_functions_are_refused() -> None:
    games = Games("gambler", 2)
    with pytest.raises(TypeError, match=r"takes \(position\) or \(position, random\)"):
        agents.from_function(lambda: 0)
    with pytest.raises(TypeError, match="must return the number of an action, not 'roll'"):
        agents.from_function(lambda position: "roll", name="odd").act(view_of(games))
    with pytest.raises(ValueError, match="not legal there"):
        match.evaluate("gambler", agents.from_function(lambda position: -1), as_agents("gambler", "random"), 4, seed=1)


def test_any_agent_can_be_an_opponent() -> None:
    env = gymnasium.make(RULESETS["gambler"].env_id, opponents="flat(rollouts=8,horizon=10), random")
    _, info = env.reset(seed=0)
    for _ in range(5):
        _, _, done, _, info = env.step(int(np.argmax(info["action_mask"])))
        if done:
            break


# --- extensions -----------------------------------------------------------------------------------------------

EXTENSION = """
import dataclasses
import numpy as np
from vegas_env.rulesets.auction import RULESET as AUCTION

def first(position):
    return position.legal()[0]

def register_agents(agents):
    agents.register("house_auction", "first", lambda: agents.from_function(first), "The first legal action.")
    agents.register("*", "anywhere", lambda ruleset: agents.from_function(first, f"{ruleset} first"), "The first one.")

def broken(agents):
    raise OSError("no such thing")

fields = [("house_auction", np.int8), *((name, AUCTION.record[name]) for name in AUCTION.record.names[1:])]
HOUSE = dataclasses.replace(
    AUCTION, name="house_auction", title="House Auction", record=np.dtype(fields, align=True)
)
"""

USE_OF_IT = """
import agents, vegas_env.arena.match, vegas_env, warnings
from vegas_env.agent import as_agent
assert "house_auction" in vegas_env.RULESETS and len(vegas_env.RULESETS) == 6
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert {"first", "anywhere", "random", "flat", "mcts"} <= set(agents.names("house_auction"))
assert ["extension:broken" in str(one.message) for one in caught] == [True]
assert "first" not in agents.names("auction") and "anywhere" in agents.names("auction")
made = as_agent("house_auction", "anywhere")
assert made.name == "house_auction first"
others = [as_agent("house_auction", "random")]
result = vegas_env.arena.match.evaluate("house_auction", made, others, games=64, seed=1)
assert 0 < result.win_share < 1
print("ok")
"""


def test_installed_extensions_add_rulesets_and_agents(tmp_path: Path) -> None:
    """Uses a distribution as an installer leaves it: a module, and metadata with entry points."""
    (tmp_path / "extension.py").write_text(EXTENSION)
    metadata = tmp_path / "extension-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: extension\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        "[vegas_env.rulesets]\nhouse_auction = extension:HOUSE\n\n"
        "[vegas_env.agents]\nmine = extension:register_agents\nbroken = extension:broken\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    result = subprocess.run(
        [sys.executable, "-c", USE_OF_IT], capture_output=True, text=True, cwd=tmp_path, env=environment, check=False
    )
    assert result.stdout.strip() == "ok", result.stderr
