"""Offline data sets: record games to a Minari dataset, and load the decisions of one.  Needs the extra `offline`.

An episode is one seat of one game, from its first decision to the end of the game: T + 1 observations (the last one
after the end), T actions, and T rewards, each the payoff up to the seat's next decision.  The infos hold the action
mask, the seat and the number of the game.

>>> from vegas_env.adapters.minari import load_decisions, record
>>> record("las_vegas", "expected_value,greedy", games=500, dataset="vegas/las_vegas-v0", players=3)
>>> load_decisions("vegas/las_vegas-v0").actions
"""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from vegas_env import RULESETS, Games, View
from vegas_env.agent import Agent, as_agents


@dataclasses.dataclass(frozen=True)
class Episode:
    """One seat of one game."""

    game: int
    seat: int
    agent: str
    observations: np.ndarray  # (T + 1, D) float32
    masks: np.ndarray  # (T + 1, A) bool; the last one is all False
    actions: np.ndarray  # (T,) int64
    rewards: np.ndarray  # (T,) float32


def play_episodes(ruleset: str, agents: Sequence[Agent], n: int, seed: int, **options: Any) -> list[Episode]:
    """Play games to their end and return the episodes of all seats, game by game.

    Parameters
    ----------
    ruleset: name of the ruleset
    agents: players of the seats, repeated as needed; they move on by one seat in every game
    n: number of games
    seed: seed of the deals
    options: options of the ruleset
    """
    games = Games(ruleset, n, seed, **options)
    order = np.arange(n)[:, None] + np.arange(games.players)
    owners = order % len(agents)  # (n, P) the agent in each seat
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
    """Split decisions, given in the order of play, by game and seat.  `paid`: payoff so far at each decision."""
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


def record(
    ruleset: str,
    agents: str,
    games: int,
    seed: int = 0,
    dataset: str = "",
    overwrite: bool = False,
    **options: Any,
) -> Any:
    """Play games and save them as a Minari dataset, which is returned.

    Parameters
    ----------
    ruleset: name of the ruleset
    agents: comma-separated names of the players, repeated as needed; seats change from game to game
    games: number of games; each has as many episodes as players
    seed: seed of the deals
    dataset: name of the dataset; vegas/RULESET-v0 by default
    overwrite: replace a dataset of that name; otherwise it is a ValueError
    options: options of the ruleset
    """
    import minari
    from minari.data_collector import EpisodeBuffer

    dataset = dataset or default_dataset(ruleset)
    if dataset in minari.list_local_datasets():
        if not overwrite:
            raise ValueError(f"the dataset {dataset} exists already: choose another name, or overwrite it")
        minari.delete_dataset(dataset)
    episodes = play_episodes(ruleset, as_agents(ruleset, agents), games, seed, **options)
    buffers = [
        EpisodeBuffer(
            id=number, seed=seed, observations=episode.observations, actions=episode.actions,
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
    env = gymnasium.make(RULESETS[ruleset].env_id, **options)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".* is set to None", category=UserWarning)  # author, e-mail, ...
        return minari.create_dataset_from_buffers(
            dataset, buffers, env=env, algorithm_name=agents, data_format="arrow",
            description=f"{games} games of {RULESETS[ruleset].title}, seed {seed}, by {agents}",
        )  # fmt: skip


def default_dataset(ruleset: str) -> str:
    """Name of a ruleset's dataset if none is given."""
    return f"vegas/{ruleset}-v0"


@dataclasses.dataclass(frozen=True)
class Decisions:
    """All N decisions of a dataset, concatenated."""

    observations: np.ndarray  # (N, D) float32
    masks: np.ndarray  # (N, A) bool
    actions: np.ndarray  # (N,) int64
    returns: np.ndarray  # (N,) float32, sum of the rewards from this decision to the end of the episode
    episodes: np.ndarray  # (N,) number of the episode


def load_decisions(dataset: str) -> Decisions:
    """Load all decisions of a dataset that was made by `record`."""
    import minari

    parts = []
    for episode in minari.load_dataset(dataset).iterate_episodes():
        length = len(episode.actions)
        returns = np.cumsum(episode.rewards[::-1], dtype=np.float32)[::-1]
        masks = np.asarray(episode.infos["action_mask"][:length], np.bool_)
        observations = np.asarray(episode.observations[:length], np.float32)
        parts.append((observations, masks, np.asarray(episode.actions), returns, np.full(length, episode.id)))
    return Decisions(*(np.concatenate(part) for part in zip(*parts, strict=True)))
