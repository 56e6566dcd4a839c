"""Played games as a Minari data set: `vegas export las_vegas --agents expected_value,greedy --games 500`.

An episode is what one seat saw and did in one game, from its first decision to the game's end: T + 1 observations (the
last one after the end), T actions, and for each the reward up to the seat's next decision.  Infos hold the legal
actions, the seat and the agent.  Options of the ruleset are flags of the same names.
"""

from __future__ import annotations

import dataclasses
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import tyro

from vegas_env import RULESETS, Games, View
from vegas_env.agent import Agent, as_agents
from vegas_env.experiments.common.options import with_ruleset_options


@dataclasses.dataclass
class Args:
    ruleset: tyro.conf.Positional[str]
    """Which game."""
    agents: str = "greedy"
    """Who plays: one name or a comma list, repeated as needed; seats change from game to game."""
    games: int = 500
    """How many games; each gives as many episodes as it has players."""
    seed: int = 0
    """The deals."""
    dataset: str = ""
    """Name of the data set; vegas/RULESET-v0 unless told otherwise."""
    overwrite: bool = False
    """Replace a data set of that name."""

    def __post_init__(self) -> None:
        if self.games < 1:
            raise ValueError(f"games must be at least 1, not {self.games}")
        if not self.dataset:
            self.dataset = f"vegas/{self.ruleset}-v0"


@dataclasses.dataclass(frozen=True)
class Episode:
    """One seat of one game."""

    game: int
    seat: int
    agent: str
    observations: np.ndarray  # (T + 1, D) float32
    masks: np.ndarray  # (T + 1, A) bool; after the end nothing is legal
    actions: np.ndarray  # (T,) int64
    rewards: np.ndarray  # (T,) float32


def play(ruleset: str, agents: Sequence[Agent], n: int, seed: int, **options: Any) -> list[Episode]:
    """Play games to their ends and return what every seat saw, game by game."""
    games = Games(ruleset, n, seed, **options)
    order = np.arange(n)[:, None] + np.arange(games.players)
    owners = order % len(agents)  # the agents in turn, moving on by one seat with every game
    steps: list[tuple[np.ndarray, ...]] = []
    while not games.over.all():
        running = np.flatnonzero(~games.over)
        actions = np.zeros(n, np.int64)
        for number, agent in enumerate(agents):
            mine = running[owners[running, games.seat[running]] == number]
            if len(mine):
                actions[mine] = agent.act(View(games, mine))
        seats = games.seat[running].astype(np.int64)
        paid = games.payoff[running, seats]
        steps.append((running, seats, games.observation[running], games.mask[running], actions[running], paid))
        games.step(actions[running], where=running)
    parts = [np.concatenate(part) for part in zip(*steps, strict=True)]
    return _episodes(games, owners, [repr(agent) for agent in agents], *parts)


def _episodes(
    games: Games, owners: np.ndarray, names: list[str], game: np.ndarray, seat: np.ndarray,
    observations: np.ndarray, masks: np.ndarray, actions: np.ndarray, paid: np.ndarray,
) -> list[Episode]:  # fmt: skip
    """Decisions in the order they were made, taken apart by game and seat."""
    order = np.lexsort((np.arange(len(game)), seat, game))
    starts = np.flatnonzero(np.diff(game[order] * games.players + seat[order], prepend=-1))
    found = []
    for rows in np.split(order, starts[1:]):
        i, s = int(game[rows[0]]), int(seat[rows[0]])
        last = games.observe(s, where=np.array([i]))
        earned = np.append(paid[rows], games.payoff[i, s])
        found.append(
            Episode(
                i, s, names[owners[i, s]], np.concatenate([observations[rows], last]),
                np.concatenate([masks[rows], np.zeros((1, masks.shape[1]), np.bool_)]), actions[rows], np.diff(earned),
            )
        )  # fmt: skip
    return found


def export(args: Args, options: dict[str, Any]) -> Any:
    """Play, and write the data set; returns it."""
    import minari
    from minari.data_collector import EpisodeBuffer

    if args.dataset in minari.list_local_datasets():
        if not args.overwrite:
            raise ValueError(f"there is a data set {args.dataset} already: give another name, or --overwrite")
        minari.delete_dataset(args.dataset)
    agents = as_agents(args.ruleset, args.agents)
    episodes = play(args.ruleset, agents, args.games, args.seed, **options)
    buffers = [
        EpisodeBuffer(
            id=number, seed=args.seed, observations=episode.observations, actions=episode.actions,
            rewards=episode.rewards, terminations=np.arange(len(episode.actions)) == len(episode.actions) - 1,
            truncations=np.zeros(len(episode.actions), np.bool_),
            infos={
                "action_mask": episode.masks,
                "seat": np.full((len(episode.masks), 1), episode.seat),
                "game": np.full((len(episode.masks), 1), episode.game),
            },
        )
        for number, episode in enumerate(episodes)
    ]  # fmt: skip
    env = gymnasium.make(RULESETS[args.ruleset].env_id, **options)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".* is set to None", category=UserWarning)  # author, e-mail, …
        return minari.create_dataset_from_buffers(
            args.dataset, buffers, env=env, algorithm_name=args.agents, data_format="arrow",
            description=f"{args.games} games of {RULESETS[args.ruleset].title}, seed {args.seed}, by {args.agents}",
        )  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Decisions:
    """All decisions of a data set, one below the other."""

    observations: np.ndarray  # (N, D)
    masks: np.ndarray  # (N, A)
    actions: np.ndarray  # (N,)
    returns: np.ndarray  # (N,) the rewards from there to the end
    episodes: np.ndarray  # (N,) the episode's number


def load(dataset: str) -> Decisions:
    """A data set made by `vegas export`."""
    import minari

    parts = []
    for episode in minari.load_dataset(dataset).iterate_episodes():
        length = len(episode.actions)
        returns = np.cumsum(episode.rewards[::-1], dtype=np.float32)[::-1]
        masks = np.asarray(episode.infos["action_mask"][:length], np.bool_)
        observations = np.asarray(episode.observations[:length], np.float32)
        parts.append((observations, masks, np.asarray(episode.actions), returns, np.full(length, episode.id)))
    return Decisions(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def main(arguments: list[str] | None = None) -> None:
    words = sys.argv[1:] if arguments is None else arguments
    args, options = with_ruleset_options(Args, words, "vegas export")
    dataset = export(args, options)
    print(f"{dataset.spec.dataset_id}: {dataset.total_episodes:,} episodes, {dataset.total_steps:,} decisions")


if __name__ == "__main__":
    main()
