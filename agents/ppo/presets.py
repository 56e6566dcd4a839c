"""Settings of a training run, and those that worked, by ruleset: the defaults of `vegas train RULESET`."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any, ClassVar

import tyro

from vegas_env.checks import suggest
from vegas_env.experiments.common.options import as_flag
from vegas_env.rulesets import RULESETS

# What a learner with an adviser needs: it plays well from the beginning, so wins alone may count at once; and it must
# try other things than the adviser's without forgetting these.
ADVISED: dict[str, Any] = {
    "trust": 2.0, "value_first": 0.06, "learning_rate": 1e-3, "batch": 2048, "entropy": 0.001, "self_play": 0.1,
    "win_from": 0.0, "win_to": 0.0, "section": 16,
}  # fmt: skip
ONLY_ADVISED = {*ADVISED, "adviser", "steps", "gae_lambda", "even", "past", "average"}  # not for other learners

# Every heuristic is in the league: whom it beats easily, the learner meets seldom.
RECIPES: dict[str, dict[str, Any]] = {
    "las_vegas": {
        **ADVISED, "opponents": "random,random,random,most_dice,fewest_dice,greedy,gap,profit_per_die,spoiler,patience,"
        "expected_value", "adviser": "expected_value", "watch": "greedy,expected_value", "steps": 8_000_000,
        # Its adviser says how much worse other actions are: it may be trusted more.
        "trust": 3.0, "batch": 1024, "entropy": 0.003, "even": 1.0, "past": 4, "average": 0.99,
    },
    "las_vegas_cards": {
        "opponents": "random,most_cards,greedy,double_down,spoiler,patience,expected_value",
        "teacher": "expected_value", "watch": "greedy,expected_value", "steps": 20_000_000,
    },
    "gambler": {
        "opponents": "random,stopper,pusher,greedy,trap_setter,expected_value",
        "teacher": "expected_value", "watch": "greedy,expected_value", "steps": 24_000_000,
    },
    "cash_and_run": {
        **ADVISED, "opponents": "random,greedy,tight,breaker,value_bidder,bluffer,racer,expected_value",
        "adviser": "expected_value", "watch": "greedy,expected_value", "steps": 8_000_000, "trunk_width": 256,
        # A game has hundreds of decisions: what one of them brings shows late.
        "gae_lambda": 0.9, "learning_rate": 8e-4,
    },
    "auction": {
        **ADVISED, "opponents": "random,truthful,equilibrium,shader,eager,budgeter,best_response",
        # Any profit wins: just below the value is best for a single lot, and of a hundred bids one by chance would
        # hardly ever be that one.
        "adviser": "eager(first=0.99)", "trust": 6.0, "watch": "eager,shader", "steps": 6_000_000, "trunk_width": 256,
        "average": 0.99,
    },
}  # fmt: skip


@dataclasses.dataclass
class Args:
    FREE: ClassVar = ("output", "fresh", "threads", "games", "log")  # may change when a run is continued

    ruleset: tyro.conf.Positional[str]
    """Which game to learn."""
    opponents: str = "greedy"
    """The agents that do not learn, a comma list; "" for none."""
    self_play: float = 0.3
    """Probability that the learner holds all seats of a deal; see agents/ppo/league.py for the others."""
    even: float = 0.8
    """Probability that an opponent is drawn evenly; otherwise by how often the learner loses against it."""
    past: int = 8
    """How many earlier versions of itself the learner may meet, one in each section."""
    adviser: str = ""
    """A compiled agent that goes with the network, in training and ever after: the network reads what it thinks of each
    action, and begins by doing as it says; "" for none."""
    trust: float = 4.0
    """How much more likely the learner does, at first, what the adviser rates higher by one: e to this power."""
    teacher: str = ""
    """An agent that shows the learner what it would do, at first; "" for none."""
    teacher_until: float = 0.2
    """Part of the training in which the teacher counts less and less, down to `teacher_rest`."""
    teacher_rest: float = 0.03
    """How much the teacher counts from then on: what learning cannot tell from chance, it leaves as it was taught."""
    teacher_every: int = 4
    """It is asked about one step in so many, and an eighth as often once it counts for 0.1 or less."""
    steps: int = 20_000_000
    """Decisions to learn from, of all seats that the learner holds."""
    seed: int = 0
    """Same seed, same machine: same result."""
    envs: int = 1024
    """Games played side by side, shared among the player counts."""
    rollout: int = 64
    """Decisions in each game between two updates."""
    batch: int = 1024
    """Decisions in a gradient step."""
    epochs: int = 1
    """Passes over the decisions of an update."""
    learning_rate: float = 2e-3
    """Of the Adam optimiser, falling linearly to a twentieth."""
    entropy: float = 0.003
    """Weight of the entropy bonus."""
    value_first: float = 0.0
    """Part of the training in which only the value is learned: before it is known, advantages are mostly chance, and
    would spoil what a learner with an adviser can do from the beginning."""
    value_weight: float = 0.5
    """Weight of the value's error."""
    gamma: float = 1.0
    """Discount: games end, so none is needed."""
    gae_lambda: float = 0.7
    """Of the advantage estimate: a low one trusts the value more, and dice less."""
    reward: str = "money"
    """The ruleset's reward to begin with."""
    win_from: float = 0.1
    """Part of the training after which the reward begins to change to the win alone."""
    win_to: float = 0.3
    """Part of the training after which only wins count."""
    win_worth: float = 4.0
    """What a win is worth then."""
    average: float = 0.98
    """How much of the averaged weights stays at every update, less at first; they are what is measured and saved."""
    item_width: int = 64
    """Units for each casino or row."""
    trunk_width: int = 128
    """Units for the position as a whole."""
    section: int = 32
    """Updates between two checkpoints; a snapshot of the learner joins the league at each."""
    watch: str = "random,greedy"
    """Agents against which it is measured at every checkpoint, at the highest player count."""
    watch_games: int = 1000
    """Games of these measurements."""
    games: int = 10_000
    """Games of the final evaluation against each of them."""
    threads: int = 1
    """Threads of torch."""
    initial: str = ""
    """A saved network (.npz) to begin with."""
    log: bool = True
    """Write a log for TensorBoard."""
    output: Path = Path("runs/ppo")
    """Folder for checkpoints, model and logs."""
    fresh: bool = False
    """Begin anew, even if the folder holds a run that could go on."""

    def __post_init__(self) -> None:
        for name in ("steps", "envs", "rollout", "batch", "epochs", "section", "threads", "games", "teacher_every"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")


def recipe(ruleset: str, **changes: Any) -> Args:
    """The tested settings of a ruleset, with changes."""
    return Args(ruleset, **{**RECIPES.get(RULESETS[ruleset].name, {}), **changes})


def plain_recipe(ruleset: str, **changes: Any) -> Args:
    """The same game and opponents for a learner without an adviser: the heuristic is its teacher."""
    known = RECIPES.get(RULESETS[ruleset].name, {})
    kept: dict[str, Any] = {name: value for name, value in known.items() if name not in ONLY_ADVISED}
    return Args(ruleset, **{"teacher": known.get("adviser", ""), **kept, **changes})


def player_counts(ruleset: str, wanted: Any) -> tuple[int, ...]:
    """Player counts to train for: one, several, or all of the ruleset."""
    low, high = RULESETS[ruleset].player_range
    if wanted is None:
        return tuple(range(low, high + 1))
    counts = tuple(wanted) if isinstance(wanted, (tuple, list)) else (wanted,)
    for count in counts:
        if count not in range(low, high + 1):
            raise ValueError(f"players must be {suggest(str(count), [str(n) for n in range(low, high + 1)])}")
    return counts


def command(settings: dict[str, Any]) -> str:
    """The command that trains with these settings (of a card): what differs from the recipe."""
    ruleset = RULESETS[settings["ruleset"]]
    usual = json.loads(json.dumps(dataclasses.asdict(recipe(ruleset.name)), default=str))
    changed = {name: settings[name] for name in usual if name in settings and settings[name] != usual[name]}
    if settings["players"] != list(player_counts(ruleset.name, None)):
        changed["players"] = settings["players"]
    flags = [as_flag(name, value) for name, value in {**changed, **settings["options"]}.items()]
    return " ".join(["vegas train", ruleset.name, *flags])
