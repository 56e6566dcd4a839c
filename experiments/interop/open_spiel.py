"""Algorithms of OpenSpiel on games of vegas_env: `python -m experiments.interop.open_spiel`.

CFR+ on a small Las Vegas game, compared with the exact solver of vegas_env, and an MCTS bot against a random one in
Gambler.
"""

from __future__ import annotations

import dataclasses

import numpy as np
import pyspiel
import tyro
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, mcts
from open_spiel.python.bots import uniform_random
from rich.console import Console

from vegas_env.adapters.open_spiel import VegasGame, VegasState, load_game
from vegas_env.agents.las_vegas.solver import Solver
from vegas_env.arena.statistics import wilson

SMALL = {"players": 2, "dice": 2, "casinos": 2, "rounds": 1, "notes": {20: 1, 50: 2}, "minimum": 20, "reward": "money"}


@dataclasses.dataclass
class Args:
    iterations: int = 20
    """Iterations of CFR+."""
    games: int = 20
    """Games of Gambler between the MCTS bot and a random one."""
    simulations: int = 50
    """Simulations of the MCTS bot for each decision."""
    target: int = 200
    """Points that end a game of Gambler."""
    seed: int = 0
    """Seed of the bots and of chance."""


@dataclasses.dataclass(frozen=True)
class Solved:
    """Values, for seat 0, of the initial position and of positions in random games."""

    values: list[float]  # of the average policy of CFR+
    exact: list[float]  # by the exact solver
    nash_conv: float  # gain of best responses to the average policy, summed over players

    @property
    def difference(self) -> float:
        """Largest difference between the two values of a position."""
        return float(np.abs(np.subtract(self.values, self.exact)).max())


def positions(game: VegasGame, games: int, seed: int) -> list[VegasState]:
    """The initial state, and the states of all decisions in some random games."""
    rng = np.random.default_rng(seed)
    found = [game.new_initial_state()]
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                found.append(state.clone())
            state.apply_action(int(rng.choice(state.legal_actions())))
    return found


def solve(iterations: int, games: int = 5, seed: int = 0) -> Solved:
    """Solve the small game with CFR+ and with the exact solver."""
    game = load_game("las_vegas", **SMALL)
    learner = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        learner.evaluate_and_update_policy()
    policy = learner.average_policy()
    states = positions(game, games, seed)
    values = [float(expected_game_score.policy_value(state, [policy] * 2)[0]) for state in states]
    exact = Solver(game.config).values(np.array([state.position.record for state in states]))
    return Solved(values, exact.tolist(), float(exploitability.nash_conv(game, policy)))


def play(game: VegasGame, bots: list[pyspiel.Bot], rng: np.random.Generator) -> list[float]:
    """Play a game between bots; returns the returns of all players."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            action = int(rng.choice(outcomes, p=probabilities))
        else:
            action = bots[state.current_player()].step(state)
        state.apply_action(action)
    return list(state.returns())


def mcts_wins(args: Args) -> float:
    """Number of games that the MCTS bot wins against a random one; seats alternate and draws count half."""
    game = load_game("gambler", players=2, target=args.target)
    random = np.random.RandomState(args.seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    rng = np.random.default_rng(args.seed)
    won = 0.0
    for number in range(args.games):
        seat = number % 2
        searcher = mcts.MCTSBot(game, 1.5, args.simulations, evaluator, random_state=random)
        bots = [uniform_random.UniformRandomBot(other, random) for other in range(2)]
        bots[seat] = searcher
        returns = play(game, bots, rng)
        won += 0.5 + np.sign(returns[seat]) / 2
    return won


def main(arguments: list[str] | None = None) -> None:
    args = tyro.cli(Args, args=arguments, prog="python -m experiments.interop.open_spiel", description=__doc__)
    console = Console()
    solved = solve(args.iterations)
    console.print(
        f"small Las Vegas: CFR+ and the exact solver differ by at most {solved.difference:.2g} in {len(solved.values)} "
        f"positions with values {min(solved.exact):+.3f} to {max(solved.exact):+.3f}; NashConv {solved.nash_conv:.2g}"
    )
    won = mcts_wins(args)
    low, high = wilson(won, args.games)
    console.print(
        f"Gambler: the MCTS bot wins {won / args.games:.2f} ({low:.2f} … {high:.2f}) of {args.games} games "
        "against a random one"
    )


if __name__ == "__main__":
    main()
