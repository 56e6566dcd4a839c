"""Publish a trained network as the agent "ppo": `python -m experiments.site.publish runs/las_vegas`.

Evaluates the network against every agent that neither searches nor learns, and writes it with its card and the results
to agents/ppo/models.  Then writes docs/models.md, which shows all cards; without a run, does only that.
"""

from __future__ import annotations

import dataclasses
import sys
from functools import partial
from pathlib import Path
from typing import Any

import tyro

from vegas_env.agents.ppo.agents import MODELS, NetworkAgent, PolicyAgent
from vegas_env.agents.ppo.network_file import NetworkFile
from vegas_env.agents.ppo.numpy_net import Network
from vegas_env.agents.ppo.presets import commands
from vegas_env.arena.match import evaluate
from vegas_env.arena.progress import games_bar
from vegas_env.arena.report import markdown_row as row
from vegas_env.arena.roster import entrants, is_slow
from vegas_env.arena.statistics import with_interval
from vegas_env.experiments.site.checkout import DOCS
from vegas_env.rulesets import RULESETS

PAGE = DOCS / "models.md"
INTRODUCTION = """# Trained models

The networks that play as the agent `ppo`. Each is evaluated in one seat against copies of one agent in all others,
every seat equally often; tables show win shares with 95 % intervals. The files in `agents/ppo/models/` hold
half-precision weights and the card shown here, and play with NumPy alone. How they are trained:
[training.md](training.md). Their results against mixed opponents: [leaderboard.md](leaderboard.md).
"""


@dataclasses.dataclass
class Args:
    run: tyro.conf.Positional[Path | None] = None
    """Folder of a finished run of vegas train; without one, only the page is written."""
    own: bool = False
    """Publish as the network of the one player count that it was trained for: models/RULESET-PLAYERS.npz."""
    games: int = 10_000
    """Games against each agent at each player count."""
    seed: int = 1000
    """Seed of these games; use one that nothing was tuned on."""


def measure(network: Network, players: int, games: int, seed: int, options: dict[str, Any]) -> dict[str, Any]:
    """Evaluate a network in one seat against copies of each heuristic; results by the heuristic's name."""
    ruleset = network.ruleset.name
    results = {}
    with games_bar() as bar:
        for name, opponent in entrants(ruleset, "all").items():
            if is_slow(opponent) or isinstance(opponent, PolicyAgent):
                continue
            task = bar.add_task(f"{players} players: {name}", total=games)
            result = evaluate(
                ruleset, NetworkAgent(network), [opponent], games, seed, partial(bar.advance, task), players=players,
                **options,
            )  # fmt: skip
            results[name] = {
                "win_share": round(result.win_share, 4),
                "interval": [round(end, 4) for end in result.interval],
                "games": result.games,
            }
    return results


def publish(run: Path, own: bool, games: int, seed: int) -> Path:
    """Evaluate the network of a finished run and add it to the published ones; returns its path."""
    network, card = Network.load(run / "model.npz")
    missing = {"before", "players", "settings"} - set(card)
    if missing:
        raise ValueError(f"{run} holds no finished run of vegas train (its card has no {', '.join(missing)})")
    if own and len(card["players"]) != 1:
        raise ValueError(f"--own is for a network of one player count, not of {card['players']}")
    options = card["settings"]["options"]
    card["results"] = {players: measure(network, players, games, seed, options) for players in card["players"]}
    card["results_seed"] = seed
    name = f"{network.ruleset.name}-{card['players'][0]}" if own else network.ruleset.name
    path = MODELS / f"{name}.npz"
    network.save(path, {**card, "commands": commands(card, name)})
    return path


def update_commands() -> None:
    """Write current commands to all cards: a command says what differs from the recipe, and recipes change."""
    for path in MODELS.glob("*.npz"):
        file = NetworkFile.read(path)
        current = commands(file.card, path.stem)
        if file.card.get("commands") != current:
            file.card["commands"] = current
            file.write(path)


def page() -> str:
    """The text of docs/models.md."""
    parts = [INTRODUCTION]
    order = list(RULESETS)
    cards = {path.stem: Network.load(path) for path in sorted(MODELS.glob("*.npz"))}
    for name, (network, card) in sorted(cards.items(), key=lambda item: order.index(item[1][0].ruleset.name)):
        parts.append(f"## {network.ruleset.title}: `{name}.npz`\n")
        parts.append("\n".join(["```bash", *commands(card, name), publish_command(name, network), "```\n"]))
        size = sum(array.size for array in network.weights.values())
        versions = ", ".join(f"{package} {number}" for package, number in card["versions"].items())
        last = "Last run: " if card["before"] else ""
        adviser = f", with the heuristic `{network.adviser}` as its adviser" if network.adviser else ""
        parts.append(
            f"{last}{card['decisions']:,} decisions in {card['seconds'] / 60:.0f} minutes on one core, seed "
            f"{card['seed']}. {size:,} weights{adviser}. Made with {versions}.\n"
        )
        parts.append(results_table(card["results"]))
    return "\n".join(parts)


def publish_command(name: str, network: Network) -> str:
    own = "" if name == network.ruleset.name else " --own"
    return f"python -m experiments.site.publish runs/{name}{own}"


def results_table(results: dict[str, Any]) -> str:
    """A row for each opponent, a column for each player count."""
    names = list(next(iter(results.values())))
    games = next(iter(next(iter(results.values())).values()))["games"]
    text = row(f"against ({games:,} games)", *(f"{players} players" for players in results))
    text += row("---", *("---:" for _ in results))
    for name in names:
        of_counts = (of_count[name] for of_count in results.values())
        text += row(name, *(with_interval(result["win_share"], *result["interval"]) for result in of_counts))
    return text + row("even share", *(f"{1 / int(players):.3f}" for players in results))


def main(arguments: list[str] | None = None) -> None:
    args = tyro.cli(Args, args=sys.argv[1:] if arguments is None else arguments, prog="publish")
    if args.run is not None:
        print(f"written: {publish(args.run, args.own, args.games, args.seed)}")
    update_commands()
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
