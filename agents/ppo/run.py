"""A training run: self-play in sections, each of which begins from a checkpoint that has all it needs."""

from __future__ import annotations

import dataclasses
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch.utils.tensorboard import SummaryWriter

from vegas_env.adapters.sb3_self_play import SelfPlayVecEnv
from vegas_env.agent import as_agent, as_agents
from vegas_env.agents.ppo.agents import NetworkAgent
from vegas_env.agents.ppo.league import League
from vegas_env.agents.ppo.learner import SelfPlayPPO
from vegas_env.agents.ppo.numpy_net import Network
from vegas_env.agents.ppo.presets import Args, command, player_counts
from vegas_env.arena.match import evaluate
from vegas_env.arena.statistics import Result
from vegas_env.self_play import SelfPlayGames
from vegas_env.versions import versions

CHECKPOINT = "checkpoint.pt"
AVERAGED = 10  # the average is of about the last tenth of all updates, while these are few
PACKAGES = ("vegas_env", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib")  # whose versions are noted


def kept(updates: int, average: float) -> float:
    """How much of the averaged weights stays after so many updates."""
    return min(average, 1.0 - AVERAGED / (updates + AVERAGED - 1))


class Training:
    """The learner, its league and its history.

    A section is a fixed number of updates.  At its beginning the games are dealt anew and chance is seeded from
    (seed, section), and at its end everything else is saved; so a run that was killed and resumed is, to the last bit,
    the run that was not.
    """

    def __init__(self, args: Args, options: dict[str, Any]) -> None:
        self.args = args
        self.options = dict(options)
        self.players = player_counts(args.ruleset, self.options.pop("players", None))
        self.league = League(args.ruleset, args.opponents, args.past, args.self_play, args.even)
        self.section = 0
        self.history: list[dict[str, Any]] = []
        self.seconds = 0.0  # spent on training so far, in all sessions
        torch.set_num_threads(args.threads)
        torch.manual_seed(args.seed)
        self.adviser = as_agent(args.ruleset, args.adviser) if args.adviser else None
        self.model = self._make_model()
        self.model.teacher = as_agent(args.ruleset, args.teacher) if args.teacher else None
        self.model.teacher_every = args.teacher_every
        self.before: list[dict[str, Any]] = []  # the settings of the runs that made the network it begins with
        if args.initial:
            network, card = Network.load(Path(args.initial))
            self.model.policy.net.load(network)
            self.before = [*card.get("before", []), *([card["settings"]] if "settings" in card else [])]
        self.averaged = {name: value.clone() for name, value in self.model.policy.net.state_dict().items()}
        args.output.mkdir(parents=True, exist_ok=True)

    # --- what plays -----------------------------------------------------------------------------------------

    def _make_model(self) -> SelfPlayPPO:
        args = self.args
        return SelfPlayPPO(
            self.make_games(0),
            learning_rate=lambda left: args.learning_rate * (0.05 + 0.95 * left),
            n_steps=args.rollout,
            batch_size=args.batch,
            n_epochs=args.epochs,
            gamma=args.gamma,
            gae_lambda=args.gae_lambda,
            ent_coef=args.entropy,
            vf_coef=args.value_weight,
            seed=args.seed,
            device="cpu",
            policy_kwargs={
                "net_arguments": {
                    name: getattr(args, name) for name in ("ruleset", "item_width", "trunk_width", "adviser", "trust")
                }
            },
        )

    def make_games(self, decisions: int) -> SelfPlayVecEnv:
        """New games for the present section, after so many decisions: the same number of every player count."""
        args, win_part = self.args, self.win_part(decisions)
        share = args.envs // len(self.players)
        return SelfPlayVecEnv(
            [
                SelfPlayGames(
                    args.ruleset, share, args.seed * 1_000_003 + self.section, first=share * place,
                    agents=self.league.agents, matchmaker=self.league, reward_weight=1.0 - win_part,
                    win_weight=win_part * args.win_worth, players=players,
                    **{"reward": args.reward, **self.options},
                )
                for place, players in enumerate(self.players)
            ],
            self.adviser,
        )  # fmt: skip

    def win_part(self, decisions: int) -> float:
        """How much of the reward is for winning after so many decisions: nothing at first, all at last."""
        done = decisions / self.args.steps
        begin, end = self.args.win_from, self.args.win_to
        return float(min(max((done - begin) / max(end - begin, 1e-9), 0.0), 1.0))

    def teacher_weight(self, decisions: int) -> float:
        """How much the teacher counts after so many decisions: all at first, then less and less."""
        left = 1.0 - decisions / self.args.steps / max(self.args.teacher_until, 1e-9)
        return max(self.args.teacher_rest, left)

    @property
    def decisions(self) -> int:
        return self.model.num_timesteps

    # --- running --------------------------------------------------------------------------------------------

    def run(self, tell: Callable[[int, str], Any]) -> None:
        """Go on to the end; `tell(decisions so far, a line about it)` is called after every update."""
        log = SummaryWriter(str(self.args.output / "tensorboard"), purge_step=self.decisions) if self.args.log else None
        while self.decisions < self.args.steps:
            self._run_section(log, tell)
            self.save_checkpoint()
        if log is not None:
            log.close()

    def _run_section(self, log: SummaryWriter | None, tell: Callable[[int, str], Any]) -> None:
        begun = time.perf_counter()
        seed = self.args.seed * 1_000_003 + self.section
        torch.manual_seed(seed)
        self.league.change_past(seed)
        self.model.env = self.make_games(self.decisions)
        for _ in range(self.args.section):
            self.model.teacher_weight = self.teacher_weight(self.decisions)
            self.model.policy_learns = self.decisions >= self.args.value_first * self.args.steps
            figures = self.model.one_update(1.0 - self.decisions / self.args.steps)
            self._average()
            if log is not None:
                for name, value in figures.items():
                    log.add_scalar(f"train/{name}", value, self.decisions)
            tell(self.decisions, f"entropy {figures['entropy']:.2f}")
            if self.decisions >= self.args.steps:
                break
        self.section += 1
        self.seconds += time.perf_counter() - begun
        self._look(log)
        self.league.join(self.model.policy.net.plain(), f"after {self.decisions:,}")

    def _look(self, log: SummaryWriter | None) -> None:
        """How strong is it by now?"""
        entry: dict[str, Any] = {
            "decisions": self.decisions,
            "seconds": self.seconds,
            "win_part": self.win_part(self.decisions),
        }
        entry["loss_rates"] = {one.name: round(one.loss_rate, 4) for one in self.league.opponents}
        if self.args.watch and self.args.watch_games:
            for name in self.args.watch.split(","):
                result = self.evaluate(name, self.players[-1], self.args.watch_games)
                entry[name] = [result.win_share, *result.interval]
                if log is not None:
                    log.add_scalar(f"win_share/{name}", result.win_share, self.decisions)
        self.history.append(entry)

    def _average(self) -> None:
        """Let the averaged weights follow those that learn: they wander less."""
        keep = kept(self.model._n_updates // self.args.epochs, self.args.average)
        with torch.no_grad():
            for name, value in self.model.policy.net.state_dict().items():
                self.averaged[name] = torch.lerp(value, self.averaged[name], keep)

    def network(self) -> Network:
        """What has been learned: the averaged weights."""
        weights = {name: value.numpy() for name, value in self.averaged.items()}
        return Network(self.args.ruleset, weights, self.args.adviser)

    def agent(self) -> NetworkAgent:
        """What has been learned, as an agent."""
        return NetworkAgent(self.network())

    def evaluate(self, against: str, players: int, games: int) -> Result:
        """One seat against copies of an agent."""
        others = as_agents(self.args.ruleset, against)
        seed = self.args.seed + 1
        return evaluate(self.args.ruleset, self.agent(), others, games, seed, players=players, **self.options)

    def card(self) -> dict[str, Any]:
        """What is to be known about the network: how it came about."""
        settings = {
            **self.identity(),
            "initial": Path(self.args.initial).name,
        }  # not where it lay
        return {
            "command": command(settings),
            "before": self.before,
            "players": self.players,
            "decisions": self.decisions,
            "seconds": round(self.seconds),
            "seed": self.args.seed,
            "versions": versions(*PACKAGES),
            "settings": settings,
        }

    # --- keeping --------------------------------------------------------------------------------------------

    def identity(self) -> dict[str, Any]:
        """What must be the same for a run to be continued."""
        kept = {name: value for name, value in dataclasses.asdict(self.args).items() if name not in Args.FREE}
        return json.loads(json.dumps({**kept, "players": self.players, "options": self.options}, default=str))

    def save_checkpoint(self) -> None:
        """Write the checkpoint; a kill in the middle leaves the last one whole."""
        state = {
            "identity": self.identity(),
            "policy": self.model.policy.state_dict(),
            "averaged": self.averaged,
            "updates": self.model._n_updates,
            "optimizer": self.model.policy.optimizer.state_dict(),
            "decisions": self.decisions,
            "section": self.section,
            "league": self.league.state(),
            "history": self.history,
            "seconds": self.seconds,
            "spent": self.model.seconds,
        }
        path = self.args.output / CHECKPOINT
        partial = path.with_suffix(".partial")
        torch.save(state, partial)
        os.replace(partial, path)

    def resume(self) -> bool:
        """Go on from the checkpoint in the output folder, if there is one."""
        path = self.args.output / CHECKPOINT
        if not path.exists():
            return False
        state = torch.load(path, weights_only=False)
        other = {name for name, value in self.identity().items() if state["identity"].get(name) != value}
        if other:
            raise ValueError(
                f"{self.args.output} holds a run with other settings ({', '.join(sorted(other))}): give the same ones "
                "to continue it, another --output, or --fresh to begin anew"
            )
        self.model.policy.load_state_dict(state["policy"])
        self.model.policy.optimizer.load_state_dict(state["optimizer"])
        self.averaged = state["averaged"]
        self.model._n_updates = state["updates"]
        self.model.num_timesteps = state["decisions"]
        self.section = state["section"]
        self.league.restore(state["league"])
        self.history = state["history"]
        self.seconds = state["seconds"]
        self.model.seconds = state["spent"]
        return True
