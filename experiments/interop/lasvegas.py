"""Matches against agents of the package `lasvegas` (0.2.0): `python -m experiments.interop.lasvegas --players 5`.

Games are played by vegas_env.  An adapter copies each position into an environment of `lasvegas`, where its policies
decide.  `lasvegas_options` returns the options with which the rules of both packages are the same:

- 48 banknotes instead of 54 (one fewer of 10, 20, 30, 40, 80 and 90 thousand);
- white dice always with 2 to 4 players; with 3, no dice are left over to roll before a round (vegas_env: two, LV-12);
- a random seat starts.

Everything else agrees: the deal, ties, white winnings, what goes under the stack and in which order, the ranking by
money and then by notes.  `lasvegas` has no chip cards; its single-player game has no counterpart here.

The package requires NumPy 1 and so cannot be a dependency of this one, but it runs with NumPy 2:

    pip install --no-deps lasvegas==0.2.0 "tabulate>=0.9" "tqdm>=4.63"
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import shlex
import sys
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import tyro
from rich.console import Console

from vegas_env.agent import Agent, View, as_agent
from vegas_env.arena.match import evaluate
from vegas_env.arena.report import results_table
from vegas_env.arena.statistics import Result
from vegas_env.rulesets.las_vegas.config import LasVegasConfig

POLICIES = ("greedy_first", "greedy_score")
THOUSAND = 1000  # `lasvegas` counts money in units, the facts of vegas_env in thousands


def lasvegas_module(module: str) -> Any:
    """Import a module of `lasvegas`; the ImportError says how to install the package."""
    from importlib import import_module

    try:
        return import_module(f"lasvegas.{module}")
    except ImportError as error:
        raise ImportError(
            'the package lasvegas is not installed: pip install --no-deps lasvegas==0.2.0 "tabulate>=0.9" "tqdm>=4.63"'
        ) from error


def lasvegas_options(players: int) -> dict[str, Any]:
    """Options of las_vegas for the default rules of `lasvegas` with a number of players."""
    book = lasvegas_module("core.rules").RuleBook
    if players not in range(2, 6):
        raise ValueError(f"players must be a whole number from 2 to 5, not {players}")
    colours, white_dice, _ = book.xtr_rules[players]
    options: dict[str, Any] = {
        "players": players,
        "notes": {value // THOUSAND: copies for value, copies in book.bills_pool.items()},
        "minimum": book.casinos_min // THOUSAND,
        "dice": book.num_own_dice,
        "casinos": book.num_casinos,
        "rounds": book.num_rounds,
        "random_start": True,
    }
    if colours:
        options |= {"neutral_dice": True, "white_dice": white_dice, "white_left": 0}
    return options


# --- positions ----------------------------------------------------------------------------------------------


def empty_env(config: LasVegasConfig) -> Any:
    """An environment of `lasvegas` with the same rules as a config, to be filled by `fill`."""
    if config.chips:
        raise ValueError("lasvegas has no chip cards: play with chips=False")
    white = config.neutral_dice
    env = lasvegas_module("core").GameEnv(
        order=True,
        starter=0,
        num_players=config.players,
        num_own_dice=config.dice,
        num_xtr_players=int(white),
        num_xtr_dice=config.white_dice if white else 0,
        xtr_collect=False,
        num_rounds=config.rounds,
        num_casinos=config.casinos,
        casinos_min=config.minimum * THOUSAND,
        bills_pool={value * THOUSAND: copies for value, copies in config.notes},
    )
    env.max_dice = max(config.dice, config.players * config.white_dice + config.white_left)
    return env


def fill(env: Any, facts: dict[str, Any], seat: int) -> None:
    """Set an environment of `lasvegas` to the position with these facts, in which `seat` has rolled and decides."""
    players, casinos = facts["players"], facts["casinos"]
    seats, colours = range(env.num_players), range(env.num_players, env.num_colours)
    env.is_over, env.next_step, env.played = False, None, None
    env.current_round = facts["round"] + 1
    env.current_player_index, env.first_player_index = seat, facts["start"]
    env.round_order = deque((facts["start"] + k) % env.num_players for k in seats)
    still_in = [s for s in seats if players[s]["own_dice"] + players[s]["white_dice"]]
    env.players_index_cycle = deque(sorted(still_in, key=lambda s: (s - seat - 1) % env.num_players))  # `seat` is last
    env.dice = np.zeros((env.num_players + env.num_casinos, env.num_colours), int)
    for s in seats:
        env.dice[s, s] = players[s]["own_dice"]
        env.dice[s, colours] = players[s]["white_dice"]
    for number, casino in enumerate(casinos):
        env.casinos_dice[number, : env.num_players] = casino["dice"]
        env.casinos_dice[number, colours] = casino["white"]
    env.rolled = [{} for _ in range(env.num_colours)]
    env.rolled[seat] = _shown(facts["roll"]["own"])
    for colour in colours:
        env.rolled[colour] = _shown(facts["roll"]["white"])
    env.casinos_bills = [[note * THOUSAND for note in reversed(casino["notes"])] for casino in casinos]
    env.scores = np.array([[player["money"] * THOUSAND, player["notes"]] for player in players])
    stack = Counter(facts["stack"]).elements()  # sorted, because its order is unknown
    env.bills = deque(note * THOUSAND for note in (*stack, *facts["bottom"]))


def _shown(counts: list[int]) -> dict[int, int]:
    """Faces of a roll with their numbers of dice, without those that were not rolled."""
    return {face: number for face, number in enumerate(counts) if number}


def shared_facts(facts: dict[str, Any]) -> dict[str, Any]:
    """The part of a position's facts that an environment of `lasvegas` has too."""
    return {
        "round": facts["round"],
        "start": facts["start"],
        "casinos": [{key: casino[key] for key in ("notes", "dice", "white")} for casino in facts["casinos"]],
        "players": [
            {key: player[key] for key in ("own_dice", "white_dice", "money", "notes")} for player in facts["players"]
        ],
        "roll": facts["roll"],
        "left": Counter(facts["stack"]) + Counter(facts["bottom"]),
    }


def read(env: Any) -> dict[str, Any]:
    """These facts, read from an environment of `lasvegas`."""
    seats, casinos = range(env.num_players), range(env.num_casinos)
    white = env.dice[:, env.num_players :].sum(axis=1).tolist()
    rolled = env.rolled_asarray() if env.rolled is not None else np.zeros_like(env.casinos_dice)
    return {
        "round": env.current_round - 1,
        "start": env.first_player_index,
        "casinos": [
            {
                "notes": [bill // THOUSAND for bill in reversed(env.casinos_bills[c])],
                "dice": env.casinos_dice[c, : env.num_players].tolist(),
                "white": white[env.num_players + c],
            }
            for c in casinos
        ],
        "players": [
            {
                "own_dice": int(env.dice[s, s]),
                "white_dice": white[s],
                "money": int(env.scores[s, 0]) // THOUSAND,
                "notes": int(env.scores[s, 1]),
            }
            for s in seats
        ],
        "roll": {
            "own": rolled[:, : env.num_players].sum(axis=1).tolist(),
            "white": rolled[:, env.num_players :].sum(axis=1).tolist(),
        },
        "left": Counter(int(bill) // THOUSAND for bill in env.bills),
    }


# --- agents -------------------------------------------------------------------------------------------------


class LasvegasAgent:
    """A policy of `lasvegas` as an agent of vegas_env."""

    def __init__(self, policy: str) -> None:
        if policy not in POLICIES:
            raise ValueError(f"policy must be one of {', '.join(POLICIES)}, not {policy!r}")
        self.name = policy
        self._policy: Callable[[Any], int] = getattr(lasvegas_module("act.policy"), policy)
        self._config: Any = None
        self._env: Any = None

    def act(self, view: View) -> np.ndarray:
        if view.config != self._config:
            self._config, self._env = view.config, empty_env(view.config)
        actions = np.zeros(len(view), np.int64)
        for j, (record, seat) in enumerate(zip(view.records, view.seat, strict=True)):
            fill(self._env, view.ruleset.facts(record, view.config), int(seat))
            actions[j] = self._policy(self._env)
        return actions

    def __repr__(self) -> str:
        return self.name


# --- matches ------------------------------------------------------------------------------------------------


@dataclasses.dataclass
class Args:
    players: int = 5
    """Number of players, 2 to 5."""
    agents: str = "greedy"
    """Agents of vegas_env to compare, as a comma-separated list."""
    games: int = 1000
    """Games of each line-up; seats are balanced."""
    seed: int = 0
    """Seed of the deals, which are the same for every line-up."""
    json: Annotated[Path | None, tyro.conf.arg(name="json")] = None
    """File to write the results to."""


def run(args: Args) -> dict[str, Result]:
    """One seat of every agent against random players, and of each package's agents against those of the other."""
    options = lasvegas_options(args.players)
    foreign: dict[str, Agent] = {policy: LasvegasAgent(policy) for policy in POLICIES}
    own = {f"vegas_env {name}": as_agent("las_vegas", name) for name in args.agents.split(",")}
    agents = {"random": as_agent("las_vegas", "random"), **foreign, **own}
    pairs = [(name, "random") for name in (*foreign, *own)]
    for own_name, foreign_name in itertools.product(own, foreign):
        pairs += [(foreign_name, own_name), (own_name, foreign_name)]
    return {
        f"{one} against {others}": evaluate(
            "las_vegas", agents[one], [agents[others]], args.games, args.seed, **options
        )
        for one, others in pairs
    }


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args = tyro.cli(Args, args=words, prog="python -m experiments.interop.lasvegas", description=__doc__)
    rows = run(args)
    console = Console()
    console.print(f"Las Vegas with {args.players} players; the even share is {1 / args.players:.3f}")
    console.print(results_table(rows))
    if args.json is not None:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        written = {
            "command": shlex.join(["python", "-m", "experiments.interop.lasvegas", *words]),
            "results": {name: dataclasses.asdict(result) for name, result in rows.items()},
        }
        args.json.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
