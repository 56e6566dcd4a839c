"""Train a network by self-play: `vegas train las_vegas --players 4 --steps 3000000`.

Options of the ruleset are flags too (--neutral-dice, …); --players 2,3,4 trains one network for several player counts.
The same command resumes a run that was stopped.
"""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Any

from rich.console import Console

from vegas_env.agents.ppo.presets import TrainingSettings, recipe
from vegas_env.arena.progress import training_bar
from vegas_env.experiments.common.options import parse_args
from vegas_env.rulesets import RULESETS

if TYPE_CHECKING:
    from vegas_env.agents.ppo.run import Training


def train(settings: TrainingSettings, options: dict[str, Any], quiet: bool = False) -> Training:
    """Train, or resume a run that was stopped, with a progress bar; saves the network in the output folder."""
    from vegas_env.agents.ppo.run import Training

    if settings.fresh:
        shutil.rmtree(settings.output, ignore_errors=True)
    training = Training(settings, options)
    resumed = training.resume()
    with training_bar(quiet) as bar:
        task = bar.add_task("resumed" if resumed else "training", total=settings.steps, completed=training.decisions)
        training.run(lambda decisions, line: bar.update(task, completed=decisions, description=line))
    training.save()
    return training


def main(arguments: list[str] | None = None) -> None:
    from vegas_env.arena.report import results_table
    from vegas_env.experiments.common.learning_curve import draw_curve

    words = sys.argv[1:] if arguments is None else arguments
    ruleset = next((word for word in words if word in RULESETS), None)
    default = recipe(ruleset) if ruleset else None
    settings, options = parse_args(TrainingSettings, words, "vegas train", default=default)
    training = train(settings, options)
    results = {
        f"{name}, {players} players": training.evaluate(name, players, settings.games)
        for name in settings.eval_opponents.split(",")
        for players in training.players
    }
    console = Console()
    console.print(results_table(results, f"{settings.ruleset}: the trained network in one seat against"))
    draw_curve(training.history, settings.output / "curve.png", settings.ruleset, training.players[-1])
    console.print(f"{training.decisions:,} decisions in {training.seconds:.0f} s; saved in {settings.output}")


if __name__ == "__main__":
    main()
