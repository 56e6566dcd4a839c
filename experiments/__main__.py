"""The command `vegas`: runs one of the modules of this folder."""

from __future__ import annotations

import sys
from importlib import import_module

from vegas_env.checks import suggest

COMMANDS = {
    "train": "train a network by self-play with PPO",
    "training_speed": "profile training time",
    "ablation": "compare self-play, heuristic opponents and the league",
    "best_response": "train against a frozen agent, to see how exploitable it is",
    "migrate": "adapt saved networks to observations with added slices",
    "export": "play games and save them as a Minari dataset",
    "clone": "behaviour cloning on a Minari dataset",
    "play": "play in the terminal",
    "table": "play and watch games in the browser",
    "replay": "step through a saved game",
    "evaluate": "measure one agent in one seat against others",
    "solve": "solve small two-player games exactly",
    "regret": "measure the regret of agents against optimal play",
    "tournament": "compare agents in mixed line-ups: win shares, ratings, head to head",
    "benchmark": "measure decisions per second through every interface",
    "demo": "train for a few minutes and evaluate the result",
}
# Optional packages, by the extra that installs them.
EXTRAS = {
    "experiments": ("tyro", "rich", "scipy", "matplotlib", "pyarrow", "openskill", "choix"),
    "train": ("torch", "stable_baselines3", "sb3_contrib"),
    "table": ("flask", "waitress"),
    "ray": ("ray",),
    "offline": ("minari",),
}


def main() -> None:
    words = sys.argv[1:]
    if not words or words[0] in ("-h", "--help"):
        lines = [f"  vegas {name:<15} {what}" for name, what in COMMANDS.items()]
        print("\n".join(["usage: vegas COMMAND [options]", "", *lines, "", "vegas COMMAND --help lists its options."]))
        return
    name = words[0]
    if name not in COMMANDS:
        sys.exit(f"vegas: unknown command {name!r}: {suggest(name, COMMANDS)}")
    sys.argv = [f"vegas {name}", *words[1:]]
    try:
        import_module(f"vegas_env.experiments.{name}").main()
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        extra = next((extra for extra, packages in EXTRAS.items() if package in packages), None)
        if extra is None:
            raise
        sys.exit(f'vegas {name}: {package} is not installed: pip install "vegas-env[{extra}]"')


if __name__ == "__main__":
    main()
