"""`vegas COMMAND …`: the experiments as one command."""

from __future__ import annotations

import sys
from importlib import import_module

from vegas_env.checks import suggest

COMMANDS = {
    "train": "learn a game by self-play with MaskablePPO",
    "training_speed": "where the time of a training goes",
    "ablation": "what the league is good for",
    "best_response": "what a fresh learner gains against a frozen agent",
    "export": "write played games as a Minari data set",
    "clone": "learn to play like a data set",
    "play": "play in the terminal",
    "table": "play and watch in the browser",
    "replay": "look at a saved game",
    "evaluate": "one agent in one seat against others",
    "solve": "best play of small games for two",
    "regret": "how far agents are from best play",
    "tournament": "agents in mixed line-ups: win shares, ratings, head to head",
    "benchmark": "how fast everything is",
    "demo": "train for three minutes and show what was learned",
}
# Packages that a command may find missing, by the extra that brings them.
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
        print("\n".join(["usage: vegas COMMAND [options]", "", *lines, "", "vegas COMMAND --help tells more."]))
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
