"""A training run: self-play in iterations, each of which starts from a complete checkpoint."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.optim.swa_utils import AveragedModel
from torch.utils.tensorboard import SummaryWriter

from vegas_env.agent import as_agent, as_agents
from vegas_env.agents.ppo.agents import NetworkAgent
from vegas_env.agents.ppo.league import League
from vegas_env.agents.ppo.learner import SelfPlayPPO
from vegas_env.agents.ppo.numpy_net import Network, make_adviser
from vegas_env.agents.ppo.presets import TrainingSettings, commands, player_counts, run_identity
from vegas_env.agents.ppo.rollout import RolloutGames
from vegas_env.agents.ppo.torch_net import StructuredNet
from vegas_env.arena.match import evaluate
from vegas_env.arena.statistics import Result
from vegas_env.files import write_atomically
from vegas_env.self_play import SelfPlayGames
from vegas_env.versions import versions

CHECKPOINT = "checkpoint.pt"
WARMUP = 10  # early on, the moving average covers about the last tenth of all updates
PACKAGES = ("vegas_env", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib")  # versions on the card


def ema_decay_at(update: int, ema_decay: float) -> float:
    """The decay of the moving average of the weights at an update, counted from 1: 0 at first, `ema_decay` at last."""
    return min(ema_decay, 1.0 - WARMUP / (update + WARMUP - 1))


class Training:
    """A training run: the learner, its league and its history.

    An iteration is a fixed number of updates.  It starts with new games and random streams seeded by (seed, iteration),
    and ends with a checkpoint of everything else.  A run that was killed and resumed therefore gives the same result as
    one that was not, bit for bit.

    Parameters
    ----------
    settings: settings of the run
    options: options of the ruleset; `players` is one player count or several

    Attributes
    ----------
    learner: the learner
    league: its opponents
    history: one entry for each iteration: decisions, seconds, win_fraction, loss_rates, and the win share with its
        95 % interval against each of `eval_opponents`
    """

    def __init__(self, settings: TrainingSettings, options: dict[str, Any]) -> None:
        self.settings = settings
        self.options = dict(options)
        self.identity = run_identity(settings, options)
        self.players = player_counts(settings.ruleset, self.options.pop("players", None))
        self.league = League(
            settings.ruleset, settings.opponents, settings.num_snapshots, settings.self_play_prob, settings.uniform_prob
        )
        self.iteration = 0
        self.history: list[dict[str, Any]] = []
        self.seconds = 0.0  # of training, over all resumed runs
        self._log: SummaryWriter | None = None
        torch.set_num_threads(settings.threads)
        torch.manual_seed(settings.seed)
        self.adviser = make_adviser(settings.ruleset, settings.adviser) if settings.adviser else None
        self.learner = self._make_learner()
        self.before: list[dict[str, Any]] = []  # settings of the runs that made the initial network
        if settings.initial_network:
            network, card = Network.load(Path(settings.initial_network))
            self.learner.net.load_numpy(network)
            self.before = [*card.get("before", []), *([card["settings"]] if "settings" in card else [])]
        self.averaged = AveragedModel(self.learner.net, avg_fn=self._average)
        settings.output.mkdir(parents=True, exist_ok=True)

    @property
    def decisions(self) -> int:
        """Decisions learned from so far."""
        return self.learner.num_decisions

    # --- learner and games ----------------------------------------------------------------------------------

    def _make_learner(self) -> SelfPlayPPO:
        settings = self.settings
        net = StructuredNet(
            settings.ruleset, settings.entity_width, settings.trunk_width, settings.adviser, settings.prior_scale
        )
        return SelfPlayPPO(
            net,
            settings.num_envs // len(self.players) * len(self.players),
            num_steps=settings.num_steps,
            batch_size=settings.batch_size,
            num_epochs=settings.num_epochs,
            learning_rate=settings.learning_rate,
            gamma=settings.gamma,
            gae_lambda=settings.gae_lambda,
            ent_coef=settings.ent_coef,
            vf_coef=settings.vf_coef,
            teacher=as_agent(settings.ruleset, settings.teacher) if settings.teacher else None,
            teacher_every=settings.teacher_every,
        )

    def make_games(self) -> RolloutGames:
        """New games for the current iteration, equally many for each player count."""
        settings, win_fraction = self.settings, self.win_fraction(self.decisions)
        share = settings.num_envs // len(self.players)
        return RolloutGames(
            [
                SelfPlayGames(
                    settings.ruleset, share, self._iteration_seed, first=share * place, agents=self.league.agents,
                    matchmaker=self.league, reward_weight=1.0 - win_fraction,
                    win_weight=win_fraction * settings.win_bonus, players=players,
                    **{"reward": settings.reward, **self.options},
                )
                for place, players in enumerate(self.players)
            ],
            self.adviser,
        )  # fmt: skip

    @property
    def _iteration_seed(self) -> int:
        return self.settings.seed * 1_000_003 + self.iteration

    def win_fraction(self, decisions: int) -> float:
        """How much of the reward is for the win after so many decisions: 0 at first, 1 at last."""
        done = decisions / self.settings.steps
        start, end = self.settings.win_from, self.settings.win_to
        return float(min(max((done - start) / max(end - start, 1e-9), 0.0), 1.0))

    def teacher_weight(self, decisions: int) -> float:
        """The weight of imitation after so many decisions: 1 at first, then less."""
        left = 1.0 - decisions / self.settings.steps / max(self.settings.teacher_until, 1e-9)
        return max(self.settings.teacher_rest, left)

    # --- running --------------------------------------------------------------------------------------------

    def run(self, on_update: Callable[[int, str], Any]) -> None:
        """Train to the end.  After every update, calls `on_update(decisions so far, a line about the progress)`."""
        if self.settings.log:
            self._log = SummaryWriter(str(self.settings.output / "tensorboard"), purge_step=self.decisions)
        while self.decisions < self.settings.steps:
            self.run_iteration(on_update)
            self.save_checkpoint()
        if self._log is not None:
            self._log.close()

    def run_iteration(self, on_update: Callable[[int, str], Any]) -> None:
        """One iteration: updates, an evaluation, a new snapshot in the league."""
        settings, learner = self.settings, self.learner
        start = time.perf_counter()
        torch.manual_seed(self._iteration_seed)
        self.league.draw_snapshot(self._iteration_seed)
        games = self.make_games()
        for _ in range(settings.updates_per_iteration):
            learner.teacher_weight = self.teacher_weight(self.decisions)
            learner.value_only = self.decisions < settings.value_warmup * settings.steps
            figures = learner.collect_and_update(games, 1.0 - self.decisions / settings.steps)
            self.averaged.update_parameters(learner.net)
            if self._log is not None:
                for name, value in figures.items():
                    self._log.add_scalar(f"train/{name}", value, self.decisions)
            on_update(self.decisions, f"entropy {figures['entropy']:.2f}")
            if self.decisions >= settings.steps:
                break
        self.iteration += 1
        self.seconds += time.perf_counter() - start
        self._evaluate_iteration()
        self.league.add_snapshot(learner.net.to_numpy(), f"after {self.decisions:,}")

    def _average(self, averaged: Tensor, current: Tensor, updates_before: Tensor | int) -> Tensor:
        """The moving average of a parameter after one more update."""
        return torch.lerp(current, averaged, ema_decay_at(int(updates_before) + 1, self.settings.ema_decay))

    def _evaluate_iteration(self) -> None:
        """Add an entry to the history."""
        entry: dict[str, Any] = {
            "decisions": self.decisions,
            "seconds": self.seconds,
            "win_fraction": self.win_fraction(self.decisions),
        }
        entry["loss_rates"] = {opponent.name: round(opponent.loss_rate, 4) for opponent in self.league.opponents}
        if self.settings.eval_opponents and self.settings.eval_games:
            for name in self.settings.eval_opponents.split(","):
                result = self.evaluate(name, self.players[-1], self.settings.eval_games)
                entry[name] = [result.win_share, *result.interval]
                if self._log is not None:
                    self._log.add_scalar(f"win_share/{name}", result.win_share, self.decisions)
        self.history.append(entry)

    # --- results --------------------------------------------------------------------------------------------

    def network(self) -> Network:
        """The trained network, with averaged weights."""
        net: Any = self.averaged.module  # a copy of the learner's net
        return net.to_numpy()

    def agent(self) -> NetworkAgent:
        """The trained network as an agent."""
        return NetworkAgent(self.network())

    def evaluate(self, against: str, players: int, games: int) -> Result:
        """One seat of the trained agent against copies of another."""
        ruleset = self.settings.ruleset
        others = as_agents(ruleset, against)
        seed = self.settings.seed + 1
        return evaluate(ruleset, self.agent(), others, games, seed, players=players, **self.options)

    def card(self) -> dict[str, Any]:
        """How the network was made.

        commands: the commands that make it again
        settings: what determines the result of this run; see `presets.run_identity`
        before: the same of the runs that made the initial network, in order
        players, decisions, seconds, seed, versions: player counts, length of the run, seed, versions of packages
        """
        settings = {**self.identity, "initial_network": Path(self.settings.initial_network).name}
        card = {
            "before": self.before,
            "players": self.players,
            "decisions": self.decisions,
            "seconds": round(self.seconds),
            "seed": self.settings.seed,
            "versions": versions(*PACKAGES),
            "settings": settings,
        }
        return {"commands": commands(card, self.settings.output.name), **card}

    def save(self) -> None:
        """Write the trained network to the output folder: model.npz for NumPy, model.zip for Stable-Baselines3."""
        from vegas_env.agents.ppo import sb3

        settings, network = self.settings, self.network()
        model = sb3.to_maskable_ppo(
            network,
            learning_rate=settings.learning_rate,
            n_steps=settings.num_steps,
            batch_size=settings.batch_size,
            n_epochs=settings.num_epochs,
            gamma=settings.gamma,
            gae_lambda=settings.gae_lambda,
            ent_coef=settings.ent_coef,
            vf_coef=settings.vf_coef,
        )
        model.num_timesteps = self.decisions
        sb3.save(model, settings.output / "model.zip")
        network.save(settings.output / "model.npz", self.card())

    # --- checkpoints ----------------------------------------------------------------------------------------

    def save_checkpoint(self) -> None:
        state = {
            "identity": self.identity,
            "learner": self.learner.state_dict(),
            "averaged": self.averaged.state_dict(),
            "iteration": self.iteration,
            "league": self.league.state_dict(),
            "history": self.history,
            "seconds": self.seconds,
        }
        content = io.BytesIO()
        torch.save(state, content)
        write_atomically(self.settings.output / CHECKPOINT, content.getbuffer())

    def resume(self) -> bool:
        """Load the checkpoint in the output folder; returns False if there is none."""
        output = self.settings.output
        if not (output / CHECKPOINT).exists():
            return False
        state = torch.load(output / CHECKPOINT, weights_only=False)
        different = sorted(name for name, value in self.identity.items() if state["identity"].get(name) != value)
        if different:
            raise ValueError(
                f"{output} holds a run with other settings ({', '.join(different)}): use the same settings to resume "
                "it, another --output, or --fresh to start a new run"
            )
        self.learner.load_state_dict(state["learner"])
        self.averaged.load_state_dict(state["averaged"])
        self.iteration = state["iteration"]
        self.league.load_state_dict(state["league"])
        self.history = state["history"]
        self.seconds = state["seconds"]
        return True
