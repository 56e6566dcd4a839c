"""`vegas COMMAND …`: the experiments as one command."""

from __future__ import annotations

import sys
from importlib import import_module

from vegas_env.rulesets.options import nearest

COMMANDS = {
    "train": "learn a game by self-play with MaskablePPO",
    "training_speed": "where the time of a training goes",
    "ablation": "what the league is good for",
    "best_response": "what a fresh learner gains against a frozen agent",
    "publish": "put a trained network among the agents, with its card",
    "export": "write played games as a Minari data set",
    "clone": "learn to play like a data set",
    "play": "play in the terminal",
    "table": "play and watch in the browser",
    "replay": "look at a saved game",
    "evaluate": "one agent in one seat against others",
    "solve": "best play of small games for two",
    "regret": "how far agents are from best play",
    "tournament": "agents in mixed line-ups: win shares, ratings, head to head",
    "leaderboard": "play tournaments of all rulesets and write docs/leaderboard.md",
    "benchmark": "how fast everything is",
    "report": "write the tables of the README anew",
    "reference": "write the reference pages of the documents anew",
    "pictures": "write the pictures of the documents anew",
    "demo": "train for three minutes and show what was learned",
}


def main() -> None:
    words = sys.argv[1:]
    if not words or words[0] in ("-h", "--help"):
        lines = [f"  vegas {name:<15} {what}" for name, what in COMMANDS.items()]
        print("\n".join(["usage: vegas COMMAND [options]", "", *lines, "", "vegas COMMAND --help tells more."]))
        return
    name = words[0]
    if name not in COMMANDS:
        sys.exit(f"vegas: unknown command {name!r}: {nearest(name, COMMANDS)}")
    sys.argv = [f"vegas {name}", *words[1:]]
    import_module(f"experiments.{name}").main()


if __name__ == "__main__":
    main()
