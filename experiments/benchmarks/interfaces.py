"""The interfaces that the benchmark compares, each as an `Interface`.

All play at random.  Actions are chosen outside the timing; resets of finished games are inside.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from vegas_env import Games
from vegas_env.agent import View
from vegas_env.experiments.benchmarks.c_baseline import CLasVegas
from vegas_env.experiments.benchmarks.timing import BatchInterface, Interface, Picker

PLAYOUT = "kernel playout"
PLAYOUT_ONLY = "playout without reset"
GAMES = "Games.step"
GAMES_2 = "Games.step, 2 threads"
VECTOR = "VectorEnv, same-step"
VECTOR_NEXT = "VectorEnv, next-step"
SB3 = "SB3 VecEnv"
AEC = "AEC, raw"
GYM = "Env against random"
SEARCH = "search, rollout decisions"
C_STEP = "C step"
C_PLAYOUT_ONLY = "C playout without reset"
TICTACTOE = "tictactoe_v3, raw"

SEARCH_ROLLOUTS = 200


def game_length(ruleset: str, options: dict[str, Any]) -> int:
    """Mean number of decisions in a game of random play."""
    games = Games(ruleset, 256, observe=False, **options)
    return max(1, round(_playout(games)() / games.n))


def of_size(ruleset: str, n: int, options: dict[str, Any], with_c: bool) -> list[Interface]:
    """All batch interfaces with n games each, and those of the C program."""
    length = game_length(ruleset, options)
    interfaces = [
        playouts(PLAYOUT, ruleset, n, options),
        games_batch(ruleset, n, options, threads=1).interface(GAMES, length),
        games_batch(ruleset, n, options, threads=2).interface(GAMES_2, length),
        vector_batch(ruleset, n, options, "SameStep").interface(VECTOR, length),
        vector_batch(ruleset, n, options, "NextStep").interface(VECTOR_NEXT, length),
        sb3_batch(ruleset, n, options).interface(SB3, length),
    ]
    if with_c:
        interfaces += [
            c_batch(n, options).interface(C_STEP, length),
            playouts(PLAYOUT_ONLY, ruleset, n, options, time_resets=False),
            c_playouts(n, options),
        ]
    return interfaces


def single(ruleset: str, options: dict[str, Any]) -> list[Interface]:
    """The interfaces to a single game, a search, and PettingZoo's tictactoe if it can be imported (it needs pygame)."""
    from vegas_env.adapters.aec import raw_env

    interfaces = [aec_loop(AEC, raw_env(ruleset, **options)), gym_loop(ruleset, options), search(ruleset, options)]
    if (tictactoe := tictactoe_env()) is not None:
        interfaces.append(aec_loop(TICTACTOE, tictactoe))
    return interfaces


# --- many games -----------------------------------------------------------------------------------------------


def games_batch(ruleset: str, n: int, options: dict[str, Any], threads: int) -> BatchInterface:
    games = Games(ruleset, n, threads=threads, **options)
    over = games.over

    def step(actions: np.ndarray) -> None:
        games.step(actions)
        if over.any():
            games.reset(where=over)

    return BatchInterface(n, lambda: games.mask, step, lambda where: games.reset(where=where))


def vector_batch(ruleset: str, n: int, options: dict[str, Any], autoreset: str) -> BatchInterface:
    """With next-step autoreset (Gymnasium's default), the step that resets a game does not count as a decision."""
    from vegas_env.adapters.vector import VegasVectorEnv

    env = VegasVectorEnv(ruleset, n, learner="hot", autoreset_mode=autoreset, **options)
    env.reset(seed=0)
    return BatchInterface(n, env.action_masks, env.step, lambda where: env.reset(options={"reset_mask": where}))


def sb3_batch(ruleset: str, n: int, options: dict[str, Any]) -> BatchInterface:
    from vegas_env.adapters.sb3 import VegasVecEnv

    env = VegasVecEnv(ruleset, n, learner="hot", **options)
    env.reset()
    return BatchInterface(n, env.action_masks, env.step, lambda where: env.learning.reset(where=where))


def c_batch(n: int, options: dict[str, Any]) -> BatchInterface:
    games = CLasVegas(n, **options)

    def step(actions: np.ndarray) -> None:
        games.step(actions)
        if games.over.any():
            games.reset(games.over)

    return BatchInterface(n, lambda: games.mask, step, games.reset)


# --- whole games without observations -------------------------------------------------------------------------


def playouts(name: str, ruleset: str, n: int, options: dict[str, Any], time_resets: bool = True) -> Interface:
    games = Games(ruleset, n, observe=False, **options)
    return Interface(name, _reset_and_play(games.reset, _playout(games), time_resets))


def c_playouts(n: int, options: dict[str, Any]) -> Interface:
    """Without resets: in the C program they write observations, which the kernel playout does not."""
    games = CLasVegas(n, **options)
    return Interface(C_PLAYOUT_ONLY, _reset_and_play(games.reset, games.playout, time_resets=False))


def _playout(games: Games) -> Callable[[], int]:
    return games.engine.play_out


def _reset_and_play(
    reset: Callable[[], None], playout: Callable[[], int], time_resets: bool
) -> Callable[[int], tuple[int, float]]:
    def play(steps: int) -> tuple[int, float]:
        decisions, spent = 0, 0.0
        for _ in range(steps):
            start = time.perf_counter()
            reset()
            after_reset = time.perf_counter()
            decisions += playout()
            spent += time.perf_counter() - (start if time_resets else after_reset)
        return decisions, spent

    return play


# --- one game -------------------------------------------------------------------------------------------------


def aec_loop(name: str, env: Any) -> Interface:
    """PettingZoo's AEC loop over whole games, including the steps of agents that have terminated."""
    picker = Picker(1)
    clock = time.perf_counter
    env.reset(seed=0)

    def play(games: int) -> tuple[int, float]:
        decisions, choosing = 0, 0.0
        start = clock()
        for _ in range(games):
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                choice_start = clock()
                decisions += picker.choose(observation["action_mask"][None])
                action = int(picker.actions[0])
                choosing += clock() - choice_start
                env.step(action)
        return decisions, clock() - start - choosing

    return Interface(name, play)


def gym_loop(ruleset: str, options: dict[str, Any]) -> Interface:
    """The learner's decisions; those of its random opponents take time but do not count."""
    from vegas_env.adapters.gym import VegasEnv

    env = VegasEnv(ruleset, opponents="random", **options)
    picker = Picker(1)
    clock = time.perf_counter

    def play(games: int) -> tuple[int, float]:
        decisions, choosing = 0, 0.0
        start = clock()
        for _ in range(games):
            _, info = env.reset()
            done = False
            while not done:
                choice_start = clock()
                decisions += picker.choose(info["action_mask"][None])
                action = int(picker.actions[0])
                choosing += clock() - choice_start
                _, _, done, _, info = env.step(action)
        return decisions, clock() - start - choosing

    return Interface(GYM, play)


def search(ruleset: str, options: dict[str, Any]) -> Interface:
    """Flat search with random rollouts, one decision at a time; the decisions within rollouts count."""
    from vegas_env.agents.search import Flat

    games = Games(ruleset, 1, observe=False, **options)
    agent = Flat(ruleset, rollouts=SEARCH_ROLLOUTS, rollout_policy="random", value="win", rounds="game")
    first = np.zeros(1, np.int64)
    clock = time.perf_counter

    def play(searches: int) -> tuple[int, float]:
        before = agent.decisions
        start = clock()
        for _ in range(searches):
            agent.act(View(games, first))
        return agent.decisions - before, clock() - start

    return Interface(SEARCH, play)


def tictactoe_env() -> Any:
    """PettingZoo's raw tictactoe, or None if its requirements are not installed."""
    try:
        from pettingzoo.classic import tictactoe_v3
    except ImportError:
        return None
    return tictactoe_v3.raw_env()
