"""Self-play with MaskablePPO: `python -m experiments.train las_vegas --players 4 --steps 3000000`.

Options of the ruleset are flags of the same names (--neutral-dice, …); --players 2,3,4 trains one network for several
player counts.  A run that was stopped goes on when the same command is given again.
"""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Any

from rich.console import Console

from vegas_env.agents.ppo.presets import Args, recipe
from vegas_env.arena.progress import training_bar
from vegas_env.experiments.common.options import with_ruleset_options
from vegas_env.rulesets import RULESETS

if TYPE_CHECKING:
    from vegas_env.agents.ppo.run import Training


def train(args: Args, options: dict[str, Any], quiet: bool = False) -> Training:
    """Train, or go on with a run that was stopped; the model is then in the output folder."""
    from vegas_env.agents.ppo.run import Training

    if args.fresh:
        shutil.rmtree(args.output, ignore_errors=True)
    training = Training(args, options)
    resumed = training.resume()
    with training_bar(quiet) as bar:
        task = bar.add_task("resumed" if resumed else "learning", total=args.steps, completed=training.decisions)
        training.run(lambda decisions, line: bar.update(task, completed=decisions, description=line))
    training.model.policy.net.load(training.network())
    training.model.save(args.output / "model.zip", exclude=["lr_schedule", "clip_range", "learning_rate"])
    training.network().save(args.output / "model.npz", training.card())
    return training


def main(arguments: list[str] | None = None) -> None:
    from vegas_env.experiments.common.learning_curve import draw_curve
    from vegas_env.experiments.evaluate import report

    words = sys.argv[1:] if arguments is None else arguments
    named = next((word for word in words if word in RULESETS), None)
    args, options = with_ruleset_options(Args, words, "vegas train", default=recipe(named) if named else None)
    training = train(args, options)
    results = {
        f"{name}, {players} players": training.evaluate(name, players, args.games)
        for name in args.watch.split(",")
        for players in training.players
    }
    console = Console()
    console.print(report(results, f"{args.ruleset}: what was learned, in one seat against"))
    draw_curve(training.history, args.output / "curve.png", args.ruleset, training.players[-1])
    console.print(f"{training.decisions:,} decisions in {training.seconds:.0f} s; saved in {args.output}")


if __name__ == "__main__":
    main()
