"""Settings of a training run, the tested recipe of each ruleset, and the commands that reproduce a run."""

from __future__ import annotations

import dataclasses
import json
import shlex
from pathlib import Path
from typing import Any, ClassVar

import tyro

from vegas_env.checks import suggest
from vegas_env.rulesets import RULESETS

# A learner with an adviser plays well from the start, so the reward can be the win alone.  It must try other actions
# than the adviser's without forgetting those.
ADVISED: dict[str, Any] = {
    "prior_scale": 2.0, "value_warmup": 0.06, "learning_rate": 1e-3, "batch_size": 2048, "ent_coef": 0.001,
    "self_play_prob": 0.1, "win_from": 0.0, "win_to": 0.0, "updates_per_iteration": 16,
}  # fmt: skip
# Settings that suit only a learner with an adviser.
ONLY_ADVISED = {*ADVISED, "adviser", "steps", "gae_lambda", "uniform_prob", "num_snapshots", "ema_decay"}

# Every heuristic is among the opponents; the league rarely draws those that the learner beats easily.
RECIPES: dict[str, dict[str, Any]] = {
    "las_vegas": {
        **ADVISED, "opponents": "random,random,random,most_dice,fewest_dice,greedy,gap,profit_per_die,spoiler,patience,"
        "expected_value", "adviser": "expected_value", "eval_opponents": "greedy,expected_value", "steps": 8_000_000,
        # This adviser rates all actions, so it may count more.
        "prior_scale": 3.0, "batch_size": 1024, "ent_coef": 0.003, "uniform_prob": 1.0, "num_snapshots": 4,
        "ema_decay": 0.99,
    },
    "las_vegas_cards": {
        "opponents": "random,most_cards,greedy,double_down,spoiler,patience,expected_value",
        "teacher": "expected_value", "eval_opponents": "greedy,expected_value", "steps": 20_000_000,
    },
    "gambler": {
        "opponents": "random,stopper,pusher,greedy,trap_setter,expected_value",
        "teacher": "expected_value", "eval_opponents": "greedy,expected_value", "steps": 24_000_000,
    },
    "cash_and_run": {
        **ADVISED, "opponents": "random,greedy,tight,breaker,value_bidder,bluffer,racer,expected_value",
        "adviser": "expected_value", "eval_opponents": "greedy,expected_value", "steps": 8_000_000, "trunk_width": 256,
        # A game has hundreds of decisions, so the effect of each one shows late.
        "gae_lambda": 0.9, "learning_rate": 8e-4,
    },
    "auction": {
        **ADVISED, "opponents": "random,truthful,equilibrium,shader,eager,budgeter,best_response",
        # Any profit wins, so the best bid for a single lot is just below its value.  Exploration alone would hardly
        # ever find that one of a hundred bids.
        "adviser": "eager(first=0.99)", "prior_scale": 6.0, "eval_opponents": "eager,shader", "steps": 6_000_000,
        "trunk_width": 256, "ema_decay": 0.99,
    },
}  # fmt: skip


@dataclasses.dataclass
class TrainingSettings:
    MAY_CHANGE: ClassVar = ("output", "fresh", "threads", "games", "log")  # when a run is resumed

    ruleset: tyro.conf.Positional[str]
    """Game to learn."""
    opponents: str = "greedy"
    """Agents that do not learn, a comma list; "" for none."""
    self_play_prob: float = 0.3
    """Probability that the learner holds all seats of a game; agents/ppo/league.py says who holds them otherwise."""
    uniform_prob: float = 0.8
    """Probability that an opponent is drawn uniformly; otherwise those that beat the learner are drawn more often."""
    num_snapshots: int = 8
    """Earlier versions of the learner to keep as opponents; one of them plays in each iteration."""
    adviser: str = ""
    """A compiled agent whose rating of each action is an input of the network and is added to its logits, in training
    and in play; "" for none."""
    prior_scale: float = 4.0
    """Initial factor of the adviser's ratings in the logits; learned from then on."""
    teacher: str = ""
    """An agent that the learner imitates at first; "" for none."""
    teacher_until: float = 0.2
    """Part of the training in which the weight of imitation falls from 1 to `teacher_rest`."""
    teacher_rest: float = 0.03
    """Weight of imitation from then on; it keeps the teacher's choice where the rewards show no difference."""
    teacher_every: int = 4
    """Ask the teacher in one step of this many, and in an eighth of those once its weight is 0.1 or less."""
    steps: int = 20_000_000
    """Decisions to learn from, of all the learner's seats."""
    seed: int = 0
    """Random seed; the same seed gives the same network on the same machine."""
    num_envs: int = 1024
    """Games played in parallel, divided among the player counts."""
    num_steps: int = 64
    """Steps of each game between two updates."""
    batch_size: int = 1024
    """Decisions in a gradient step."""
    num_epochs: int = 1
    """Passes over the decisions of an update."""
    learning_rate: float = 2e-3
    """Learning rate of Adam; falls linearly to a twentieth."""
    ent_coef: float = 0.003
    """Weight of the entropy bonus."""
    value_warmup: float = 0.0
    """Part of the training in which only the value is learned; until it is, advantages are mostly noise and would
    spoil a policy that begins with an adviser."""
    vf_coef: float = 0.5
    """Weight of the value loss."""
    gamma: float = 1.0
    """Discount factor; games end, so none is needed."""
    gae_lambda: float = 0.7
    """Lambda of the advantage estimate; lower values trust the value more and the dice less."""
    reward: str = "money"
    """Reward option of the ruleset, used at first."""
    win_from: float = 0.1
    """Part of the training after which the reward begins to change to the win alone."""
    win_to: float = 0.3
    """Part of the training after which only the win counts."""
    win_bonus: float = 4.0
    """Reward for a win from then on."""
    ema_decay: float = 0.98
    """Decay of the moving average of the weights, smaller at first; the average is what is evaluated and saved."""
    entity_width: int = 64
    """Hidden units for each casino or row."""
    trunk_width: int = 128
    """Hidden units for the position as a whole."""
    updates_per_iteration: int = 32
    """Updates in an iteration, which ends with a checkpoint, an evaluation and a new snapshot of the learner."""
    eval_opponents: str = "random,greedy"
    """Agents to evaluate against after each iteration, a comma list; "" for none."""
    eval_games: int = 1000
    """Games of each of these evaluations, with the highest player count."""
    games: int = 10_000
    """Games of the final evaluation against each of these agents."""
    threads: int = 1
    """Threads of torch."""
    initial_network: str = ""
    """A saved network (.npz) to start from."""
    log: bool = True
    """Write a TensorBoard log."""
    output: Path = Path("runs/ppo")
    """Folder for checkpoints, networks and logs."""
    fresh: bool = False
    """Start a new run even if the folder holds one that could be resumed."""

    def __post_init__(self) -> None:
        for name in ("steps", "num_envs", "num_steps", "batch_size", "num_epochs", "updates_per_iteration", "threads",
                     "games", "teacher_every"):  # fmt: skip
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")


def recipe(ruleset: str, **changes: Any) -> TrainingSettings:
    """The tested settings of a ruleset, with changes.

    >>> recipe("gambler", steps=100_000).teacher
    'expected_value'
    """
    return TrainingSettings(ruleset, **{**RECIPES.get(RULESETS[ruleset].name, {}), **changes})


def plain_recipe(ruleset: str, **changes: Any) -> TrainingSettings:
    """Settings for the same game and opponents without an adviser: the heuristic is the teacher instead."""
    known = RECIPES.get(RULESETS[ruleset].name, {})
    general: dict[str, Any] = {name: value for name, value in known.items() if name not in ONLY_ADVISED}
    return TrainingSettings(ruleset, **{"teacher": known.get("adviser", ""), **general, **changes})


def player_counts(ruleset: str, wanted: Any) -> tuple[int, ...]:
    """The player counts to train for: one, several, or (for None) all of the ruleset."""
    low, high = RULESETS[ruleset].player_range
    if wanted is None:
        return tuple(range(low, high + 1))
    counts = tuple(wanted) if isinstance(wanted, (tuple, list)) else (wanted,)
    for count in counts:
        if count not in range(low, high + 1):
            raise ValueError(f"players must be {suggest(str(count), [str(n) for n in range(low, high + 1)])}")
    return counts


# --- runs as commands -----------------------------------------------------------------------------------------


def run_identity(settings: TrainingSettings, options: dict[str, Any]) -> dict[str, Any]:
    """Everything that determines the result of a run, as plain JSON values: settings, player counts, ruleset options.

    A run can only be resumed with the same identity, and the card of a network holds it as its `settings`.
    """
    fields = {
        name: value for name, value in dataclasses.asdict(settings).items() if name not in TrainingSettings.MAY_CHANGE
    }
    options = dict(options)
    players = player_counts(settings.ruleset, options.pop("players", None))
    return json.loads(json.dumps({**fields, "players": players, "options": options}, default=str))


def command(settings: dict[str, Any], **changes: Any) -> str:
    """The `vegas train` command of a run, given its identity: everything that differs from the recipe.

    `changes` replace or add settings, for example output="runs/again".
    """
    settings = {**settings, **changes}
    ruleset = RULESETS[settings["ruleset"]]
    defaults = json.loads(json.dumps(dataclasses.asdict(recipe(ruleset.name)), default=str))
    changed = {name: settings[name] for name in defaults if name in settings and settings[name] != defaults[name]}
    if settings["players"] != list(player_counts(ruleset.name, None)):
        changed["players"] = settings["players"]
    flags = [as_flag(name, value) for name, value in {**changed, **settings["options"]}.items()]
    return " ".join(["vegas train", ruleset.name, *flags])


def commands(card: dict[str, Any], name: str) -> list[str]:
    """The commands that train a network again, given its card.

    Where the network was trained in several runs, each command starts from the network of the one before.  The last one
    writes to runs/NAME.
    """
    runs = [*card["before"], card["settings"]]
    outputs = [f"runs/{name}-{number}" for number in range(1, len(runs))] + [f"runs/{name}"]
    initial = [{}, *({"initial_network": f"{output}/model.npz"} for output in outputs)]
    return [
        command(settings, output=output, **network)
        for settings, output, network in zip(runs, outputs, initial, strict=False)
    ]


def as_flag(name: str, value: Any) -> str:
    """A setting as a flag of a command line.

    >>> as_flag("num_envs", 64), as_flag("log", False)
    ('--num-envs 64', '--no-log')
    """
    flag = name.replace("_", "-")
    if isinstance(value, bool):
        return f"--{flag}" if value else f"--no-{flag}"
    text = ",".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)
    return f"--{flag} {shlex.quote(text)}"
