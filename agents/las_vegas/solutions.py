"""Solved games of Las Vegas for two: start positions, and what they and their actions are worth."""

from __future__ import annotations

import dataclasses
import time
from typing import Any

import numpy as np

from vegas_env import Games, Position, View
from vegas_env.agent import Agent
from vegas_env.agents.las_vegas.solver import Solver
from vegas_env.rulesets.las_vegas import rules as lv

RULESET = "las_vegas"


@dataclasses.dataclass(frozen=True)
class Solution:
    """The value of a game, or of the end of one, and the action values in an example position."""

    value: float  # for seat 0
    states: int  # positions in the solver's memo
    seconds: float  # that solving took
    position: str  # the example, as text
    actions: dict[str, float]  # the value of each legal action there, for the deciding seat


def check_solvable(ruleset: str) -> None:
    if ruleset != RULESET:
        raise ValueError(f"only las_vegas can be solved, not {ruleset}")


def openings(games: int, seed: int, **options: Any) -> Games:
    """Games at their first decision."""
    return Games(RULESET, games, seed, observe=False, **options)


def endings(games: int, dice_left: int, seed: int, by: Agent, **options: Any) -> Games:
    """Games in their last round, at the first decision where no seat has more than `dice_left` dice in hand.

    The agent `by` plays both seats until then.  Games without such a decision are left out.
    """
    playing = Games(RULESET, games, seed, **options)
    most = playing.config.dice + playing.config.white_dice
    if not 1 <= dice_left <= most:
        raise ValueError(f"dice_left must be a whole number from 1 to {most}, not {dice_left}")
    last = playing.config.rounds - 1
    found = np.zeros(games, np.bool_)
    while True:
        records = playing.records
        hands = records["dice"][:, :2, lv.OWN_HAND] + records["dice"][:, :2, lv.WHITE_HAND]
        found |= ~playing.over & (records["round"] == last) & (hands <= dice_left).all(axis=1)
        running = np.flatnonzero(~found & ~playing.over)
        if len(running) == 0:
            break
        playing.step(by.act(View(playing, running)), where=running)
    chosen = Games(RULESET, int(found.sum()), seed, observe=False, **options)
    chosen.restore(playing.records[found])
    return chosen


def start_positions(games: int, seed: int, dice_left: int | None, by: Agent, **options: Any) -> Games:
    """`endings` with at most `dice_left` dice in hand or, without it, `openings`; for two players by default."""
    options = {"players": 2, **options}
    if dice_left is None:
        return openings(games, seed, **options)
    return endings(games, dice_left, seed, by, **options)


def solve(solver: Solver, games: Games, whole_game: bool) -> Solution:
    """Solve the whole game, or the present position of game 0; the example position is that of game 0."""
    start = Position(RULESET, config=solver.config).record if whole_game else games.records[0]
    began = time.perf_counter()
    value = float(solver.values(np.array([start]))[0])
    seconds = time.perf_counter() - began
    values = solver.action_values(games.records[:1])[0]
    actions = {games.action_names[action]: float(values[action]) for action in np.flatnonzero(games.mask[0])}
    text = str(games.render(0, "text", "deciding"))
    return Solution(value, solver.remembered, seconds, text, actions)
