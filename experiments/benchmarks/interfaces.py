"""The interfaces whose speed `experiments.benchmark` compares, each as a `Contender`.

All play at random.  Actions are chosen outside the timing; finished games are dealt anew inside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from vegas_env import Games
from vegas_env.agent import View
from vegas_env.experiments.benchmarks.c_baseline import CLasVegas
from vegas_env.experiments.benchmarks.timing import Batch, Interface, Picker

PLAYOUT = "kernel playout"
PLAYOUT_ONLY = "playout without deal"
GAMES = "Games.step"
GAMES_2 = "Games.step, 2 threads"
VECTOR = "VectorEnv, same-step"
VECTOR_NEXT = "VectorEnv, next-step"
SB3 = "SB3 VecEnv"
AEC = "AEC, raw"
GYM = "Env against random"
SEARCH = "search, rollout decisions"
C_STEP = "C step"
C_PLAYOUT_ONLY = "C playout without deal"
TICTACTOE = "tictactoe_v3, raw"

SEARCH_ROLLOUTS = 200


def game_length(ruleset: str, options: dict[str, Any]) -> int:
    """The mean number of decisions in a game, played at random."""
    games = Games(ruleset, 256, observe=False, **options)
    return max(1, round(_playout(games)() / games.n))


def of_size(ruleset: str, n: int, options: dict[str, Any], with_c: bool) -> list[Interface]:
    """All batch interfaces with n games each and, if there are rivals in C, those."""
    length = game_length(ruleset, options)
    interfaces = [
        playouts(PLAYOUT, ruleset, n, options),
        games_batch(ruleset, n, options, threads=1).contender(GAMES, length),
        games_batch(ruleset, n, options, threads=2).contender(GAMES_2, length),
        vector_batch(ruleset, n, options, "SameStep").contender(VECTOR, length),
        vector_batch(ruleset, n, options, "NextStep").contender(VECTOR_NEXT, length),
        sb3_batch(ruleset, n, options).contender(SB3, length),
    ]
    if with_c:
        interfaces += [
            c_batch(n, options).contender(C_STEP, length),
            playouts(PLAYOUT_ONLY, ruleset, n, options, time_deals=False),
            c_playouts(n, options),
        ]
    return interfaces


def single(ruleset: str, options: dict[str, Any]) -> list[Interface]:
    """The interfaces to one game, search from one position, and PettingZoo's own tictactoe if it can be imported (it
    needs pygame).
    """
    from vegas_env.adapters.aec import raw_env

    interfaces = [aec_loop(AEC, raw_env(ruleset, **options)), gym_loop(ruleset, options), search(ruleset, options)]
    if (tictactoe := tictactoe_env()) is not None:
        interfaces.append(aec_loop(TICTACTOE, tictactoe))
    return interfaces


# --- many games -----------------------------------------------------------------------------------------------


def games_batch(ruleset: str, n: int, options: dict[str, Any], threads: int) -> Batch:
    games = Games(ruleset, n, threads=threads, **options)
    over = games.over

    def step(actions: np.ndarray) -> None:
        games.step(actions)
        if over.any():
            games.reset(where=over)

    return Batch(n, lambda: games.mask, step, lambda where: games.reset(where=where))


def vector_batch(ruleset: str, n: int, options: dict[str, Any], autoreset: str) -> Batch:
    """With next-step reset (Gymnasium's default), the step in which a game is dealt anew counts as no decision."""
    from vegas_env.adapters.vector import VegasVectorEnv

    env = VegasVectorEnv(ruleset, n, learner="hot", autoreset_mode=autoreset, **options)
    env.reset(seed=0)
    return Batch(n, env.action_masks, env.step, lambda where: env.reset(options={"reset_mask": where}))


def sb3_batch(ruleset: str, n: int, options: dict[str, Any]) -> Batch:
    from vegas_env.adapters.sb3 import VegasVecEnv

    env = VegasVecEnv(ruleset, n, learner="hot", **options)
    env.reset()
    return Batch(n, env.action_masks, env.step, lambda where: env.learning.reset(where=where))


def c_batch(n: int, options: dict[str, Any]) -> Batch:
    games = CLasVegas(n, **options)

    def step(actions: np.ndarray) -> None:
        games.step(actions)
        if games.over.any():
            games.reset(games.over)

    return Batch(n, lambda: games.mask, step, games.reset)


# --- whole games without observations -------------------------------------------------------------------------


def playouts(name: str, ruleset: str, n: int, options: dict[str, Any], time_deals: bool = True) -> Interface:
    games = Games(ruleset, n, observe=False, **options)
    return Interface(name, _deal_and_play(games.reset, _playout(games), time_deals))


def c_playouts(n: int, options: dict[str, Any]) -> Interface:
    """Without deals, because those of the C program write observations, which the kernel here leaves out."""
    games = CLasVegas(n, **options)
    return Interface(C_PLAYOUT_ONLY, _deal_and_play(games.reset, games.playout, time_deals=False))


def _playout(games: Games) -> Callable[[], int]:
    return games.engine.play_out


def _deal_and_play(
    deal: Callable[[], None], playout: Callable[[], int], time_deals: bool
) -> Callable[[int], tuple[int, float]]:
    def play(steps: int) -> tuple[int, float]:
        decisions, spent = 0, 0.0
        for _ in range(steps):
            start = time.perf_counter()
            deal()
            dealt = time.perf_counter()
            decisions += playout()
            spent += time.perf_counter() - (start if time_deals else dealt)
        return decisions, spent

    return play


# --- one game -------------------------------------------------------------------------------------------------


def aec_loop(name: str, env: Any) -> Interface:
    """PettingZoo's loop: whole games, with the steps that take leave of agents whose game is over."""
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
                asked = clock()
                decisions += picker.choose(observation["action_mask"][None])
                action = int(picker.actions[0])
                choosing += clock() - asked
                env.step(action)
        return decisions, clock() - start - choosing

    return Interface(name, play)


def gym_loop(ruleset: str, options: dict[str, Any]) -> Interface:
    """Decisions of the learner; those of its random opponents take time but do not count."""
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
                asked = clock()
                decisions += picker.choose(info["action_mask"][None])
                action = int(picker.actions[0])
                choosing += clock() - asked
                _, _, done, _, info = env.step(action)
        return decisions, clock() - start - choosing

    return Interface(GYM, play)


def search(ruleset: str, options: dict[str, Any]) -> Interface:
    """Flat search with random rollouts, a decision at a time; what counts are the decisions within rollouts."""
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
    """PettingZoo's raw tictactoe, or None if what it needs is not installed."""
    try:
        from pettingzoo.classic import tictactoe_v3
    except ImportError:
        return None
    return tictactoe_v3.raw_env()
