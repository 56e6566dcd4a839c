"""Puts a trained network among the agents that come with the package: `vegas publish runs/las_vegas`.

The network is measured against every agent that neither searches nor learned, and written with a card (command,
versions, seed, time, results) to agents/ppo/models, from where it plays as "ppo"; docs/models.md shows all cards.
"""

from __future__ import annotations

import dataclasses
import sys
from functools import partial
from pathlib import Path
from typing import Any

import tyro

from vegas_env import RULESETS
from vegas_env.agents.ppo.agents import MODELS, NetworkAgent, ProbableAgent
from vegas_env.agents.ppo.numpy_net import Network
from vegas_env.agents.ppo.presets import command
from vegas_env.arena.match import evaluate
from vegas_env.arena.progress import games_bar
from vegas_env.arena.report import markdown_row as row
from vegas_env.arena.roster import entrants, is_slow
from vegas_env.arena.statistics import with_interval
from vegas_env.experiments.site.checkout import DOCS

PAGE = DOCS / "models.md"
INTRODUCTION = """# Trained models

The networks that play as the agent `ppo`, as `vegas publish` measured them: one seat against copies of one agent in all
others, every seat equally often; the win share with its 95 % interval. They are files of half-precision weights in
`agents/ppo/models/`, with these cards inside, and play with NumPy alone. How they are trained: [training.md](training.md).
How they stand in mixed company: [leaderboard.md](leaderboard.md).
"""


@dataclasses.dataclass
class Args:
    run: tyro.conf.Positional[Path | None] = None
    """Folder of a finished run of vegas train; without one, only the page is written."""
    own: bool = False
    """The network is only for the player count it was trained for: models/RULESET-PLAYERS.npz."""
    games: int = 10_000
    """Games against each agent at each player count."""
    seed: int = 1000
    """The deals; not those by which anything was tuned."""


def measure(network: Network, players: int, args: Args, options: dict[str, Any]) -> dict[str, Any]:
    """How a network fares in one seat against copies of each heuristic."""
    ruleset = network.ruleset.name
    results = {}
    with games_bar() as bar:
        for name, other in entrants(ruleset, "all").items():
            if is_slow(other) or isinstance(other, ProbableAgent):
                continue
            task = bar.add_task(f"{players} players: {name}", total=args.games)
            result = evaluate(
                ruleset, NetworkAgent(network), [other], args.games, args.seed, partial(bar.advance, task),
                players=players, **options,
            )  # fmt: skip
            results[name] = {
                "win_share": round(result.win_share, 4),
                "interval": [round(end, 4) for end in result.interval],
                "games": result.games,
            }
    return results


def publish(args: Args) -> Path:
    """Measure the network of a run and put it in its place; returns where."""
    assert args.run is not None
    network, card = Network.load(args.run / "model.npz")
    missing = {"command", "players", "settings"} - set(card)
    if missing:
        raise ValueError(f"{args.run} holds no finished run of vegas train (its card has no {', '.join(missing)})")
    if args.own and len(card["players"]) != 1:
        raise ValueError(f"--own is for a network of one player count, not of {card['players']}")
    options = card["settings"]["options"]
    card["results"] = {players: measure(network, players, args, options) for players in card["players"]}
    card["results_seed"] = args.seed
    ending = f"-{card['players'][0]}" if args.own else ""
    path = MODELS / f"{network.ruleset.name}{ending}.npz"
    network.save(path, card)
    return path


def renew_commands() -> None:
    """Recipes change: the command of a card is what its settings need beside the present one."""
    for path in MODELS.glob("*.npz"):
        network, card = Network.load(path)
        if card["command"] != command(card["settings"]):
            network.save(path, {**card, "command": command(card["settings"])})


def page() -> str:
    """All cards."""
    parts = [INTRODUCTION]
    order = list(RULESETS)
    cards = {path.stem: Network.load(path) for path in sorted(MODELS.glob("*.npz"))}
    for name, (network, card) in sorted(cards.items(), key=lambda item: order.index(item[1][0].ruleset.name)):
        parts.append(f"## {network.ruleset.title}: `{name}.npz`\n")
        size = sum(array.size for array in network.weights.values())
        versions = ", ".join(f"{package} {number}" for package, number in card["versions"].items())
        earlier = "".join(f"`{command(settings)}`, then from its network " for settings in card.get("before", []))
        last = "in the last run, " if earlier else ""
        parts.append(
            f"{earlier}`{card['command']}`: {last}{card['decisions']:,} decisions in {card['seconds'] / 60:.0f} "
            f"minutes on one core, seed {card['seed']}, {size:,} weights. Made with {versions}.\n"
        )
        parts.append(results_table(card["results"]))
    return "\n".join(parts)


def results_table(results: dict[str, Any]) -> str:
    """A line for each opponent, a column for each player count."""
    names = list(next(iter(results.values())))
    games = next(iter(next(iter(results.values())).values()))["games"]
    text = row(f"against ({games:,} games)", *(f"{players} players" for players in results))
    text += row("---", *("---:" for _ in results))
    for name in names:
        of_counts = (of_count[name] for of_count in results.values())
        text += row(name, *(with_interval(result["win_share"], *result["interval"]) for result in of_counts))
    return text + row("even share", *(f"{1 / int(players):.3f}" for players in results))


def main(arguments: list[str] | None = None) -> None:
    args = tyro.cli(Args, args=sys.argv[1:] if arguments is None else arguments, prog="vegas publish")
    if args.run is not None:
        print(f"written: {publish(args)}")
    renew_commands()
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
