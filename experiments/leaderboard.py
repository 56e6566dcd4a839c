"""Who plays best: `python -m experiments.leaderboard` plays every ruleset and writes docs/leaderboard.md.

What has been played is kept, line-up by line-up: after an interruption, or with one more agent, only what is missing is
played.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import tyro
from rich.console import Console

from experiments import tournament_report as pages
from experiments.arena import ALL, Result, entrants, evaluate, games_needed, is_slow, roster, with_interval
from experiments.game_store import GameStore, write_whole
from experiments.progress import games_bar
from experiments.tournament import Args as TournamentArgs
from experiments.tournament import Tournament
from vegas_env import RULESETS
from vegas_env.agency import as_agent

ROOT = Path(__file__).resolve().parent.parent
USUAL_PLAYERS = 4
NOTHING = "Not played yet.\n"
INTRODUCTION = """# Leaderboard

`vegas leaderboard` plays and writes all of this. Every table has two parts. In the mixed tournament the agents meet in
line-ups of different agents, which all play the same deals, everybody in every seat equally often; the rank is by the
win share there. On the right, one seat of the agent is set against equal others: random players, and the strongest
agent that does not search. A shared win counts in parts; intervals are 95 %. How the figures come about, and how far
they can be trusted: [arena.md](arena.md).
"""


@dataclasses.dataclass
class Args:
    rulesets: tyro.conf.Positional[tuple[str, ...]] = ()
    """Which rulesets; all, unless told otherwise."""
    players: tuple[int, ...] = ()
    """Numbers of players; the fewest, 4 and the most, unless told otherwise."""
    agents: str = "all"
    """Who takes part: a comma list, or "all" for everybody who does not search."""
    search: str = "flat(rollouts=50),mcts(rollouts=50)"
    """Who else takes part, with "all": agents that search, and so play fewer games; "" for nobody."""
    games: int = 2_000
    """Deals of every line-up of the mixed tournaments."""
    line_ups: int = 300
    """The most line-ups of a tournament: of more, a balanced sample plays."""
    single_games: int = 10_000
    """Games of one seat against equal others."""
    precision: float = 0.03
    """With agents that search: stop when half the width of the 95 % interval of their win share is below this."""
    seed: int = 1
    """The deals."""
    quick: bool = False
    """Few games, the fewest players: to see that everything works."""
    fresh: bool = False
    """Forget the games of these tables that were played before."""
    output: Path = Path("results/leaderboard")
    """Folder for what has been played."""
    document: Path = ROOT / "docs" / "leaderboard.md"
    """The document; pictures go into the folder pictures beside it."""

    def __post_init__(self) -> None:
        for name in self.rulesets:
            RULESETS[name]  # raises, with the names that there are
        if self.quick:
            self.games, self.single_games, self.precision = 24, 60, 0.2

    def tables(self) -> list[tuple[str, int]]:
        """The tables to play: ruleset and number of players."""
        return [
            (ruleset, players)
            for ruleset in self.rulesets or tuple(RULESETS)
            for players in self.players or self.usual_players(ruleset)
        ]

    def roster(self, ruleset: str) -> str:
        """A comma list of all who take part."""
        if self.agents != ALL:
            return roster(ruleset, self.agents)
        quick = [name for name, agent in entrants(ruleset, ALL).items() if not is_slow(agent)]
        return ",".join([*quick, *filter(None, [self.search])])

    def usual_players(self, ruleset: str) -> list[int]:
        fewest, most = RULESETS[ruleset].player_range
        return [fewest] if self.quick else sorted({fewest, min(USUAL_PLAYERS, most), most})


# --- playing --------------------------------------------------------------------------------------------------


def play_table(ruleset: str, players: int, args: Args) -> dict[str, Any]:
    """Play what is missing of a table; returns it in plain values."""
    names = args.roster(ruleset)
    agents = entrants(ruleset, names)
    wanted = TournamentArgs(ruleset, names, args.games, args.line_ups, args.precision, args.seed)
    options = {"players": players}
    tournament = Tournament(ruleset, agents, wanted, options)
    folder = args.output / f"{ruleset}-{players}"
    if args.fresh:
        shutil.rmtree(folder, ignore_errors=True)
    # Other agents, or more games, are welcome here: line-ups are kept apart.
    tournament.play(GameStore(folder, tournament.identity()))
    records = pages.as_records(tournament)
    strongest = next(record["agent"] for record in records if not is_slow(agents[record["agent"]]))
    singles = play_singles(tournament, ("random", strongest), folder / "singles", args)
    for record in records:
        record["against"] = {other: singles[other][record["agent"]] for other in singles}
    picture = args.document.parent / "pictures" / f"leaderboard-{ruleset}-{players}.png"
    picture.parent.mkdir(parents=True, exist_ok=True)
    pages.draw_head_to_head(picture, tournament, dpi=60)
    return {
        "ruleset": ruleset,
        "players": players,
        "strongest": strongest,
        "tournament_command": tournament_command(tournament, names, args),
        "tournament_games": pages.how_played(tournament),
        "single_commands": single_commands(tournament, strongest, args),
        "single_games": args.single_games,
        "seats": tournament.standings.seat_advantage().tolist(),
        "picture": f"pictures/{picture.name}",
        "agents": records,
    }


def tournament_command(tournament: Tournament, names: str, args: Args) -> str:
    words = ["vegas", "tournament", tournament.ruleset, "--players", tournament.players, "--agents", names]
    words += ["--games", tournament.games, "--line-ups", args.line_ups]
    words += ["--precision", args.precision] if tournament.slow else []
    return shlex.join(map(str, [*words, "--seed", args.seed]))


def single_commands(tournament: Tournament, other: str, args: Args) -> list[str]:
    """One for the agents that search, if there are any, and one for those that do not."""
    commands = []
    for slow in (False, True):
        agents = [name for n, name in enumerate(tournament.names) if (n in tournament.slow) == slow]
        words = ["vegas", "evaluate", tournament.ruleset, "--players", tournament.players, "--agent", ",".join(agents)]
        words += ["--against", other, "--games", args.single_games, *(["--precision", args.precision] if slow else [])]
        commands += [shlex.join(map(str, [*words, "--seed", args.seed]))] if agents else []
    return commands


def play_singles(
    tournament: Tournament, others: tuple[str, ...], folder: Path, args: Args
) -> dict[str, dict[str, dict[str, Any] | None]]:
    """One seat of every agent against each of some others; None for an agent against itself."""
    found: dict[str, dict[str, dict[str, Any] | None]] = {}
    agents = dict(zip(tournament.names, tournament.agents, strict=True))
    marks = dict(zip(tournament.names, tournament.fingerprints, strict=True))
    with games_bar() as bar:
        for other in dict.fromkeys(others):
            found[other] = {}
            opponent = agents.get(other) or as_agent(tournament.ruleset, other)
            for name, agent in agents.items():
                if name == other:
                    found[other][name] = None
                    continue
                precision = args.precision if is_slow(agent) or is_slow(opponent) else 0.0
                task = bar.add_task(f"{name} against {other}", total=games_needed(precision, args.single_games))
                key = [name, marks[name], other, marks.get(other), args.single_games, precision]
                play = partial(
                    evaluate, tournament.ruleset, agent, [opponent], args.single_games, args.seed,
                    partial(bar.advance, task), precision, **tournament.options,
                )  # fmt: skip
                result = kept(folder, [tournament.identity(), *key], play)
                bar.update(task, total=result["games"], completed=result["games"])
                found[other][name] = result
    return found


def kept(folder: Path, key: list[Any], play: Callable[[], Result]) -> dict[str, Any]:
    """A result from the folder, or played now and put there; `key` is all that it depends on."""
    path = folder / f"{hashlib.sha256(json.dumps(key).encode()).hexdigest()[:16]}.json"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(dataclasses.asdict(play())).encode())
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


# --- writing --------------------------------------------------------------------------------------------------


def section(table: dict[str, Any]) -> str:
    """A table in Markdown, with the commands that play it."""
    strongest = table["strongest"]
    against = list(dict.fromkeys(("random", strongest)))
    lines = f"`{table['tournament_command']}`: {table['tournament_games']}.\n\n"
    lines += " and ".join(f"`{command}`" for command in table["single_commands"])
    lines += "" if strongest == "random" else ", and the same against random"
    lines += f": {table['single_games']:,} games for each agent"
    lines += ", fewer where the table says so.\n\n" if any(fewer_games(table)) else ".\n\n"
    lines += pages.markdown_row(
        "rank", "agent", "win share (95 %)", "rating", *(f"one seat against {other}" for other in against), "games"
    )
    lines += pages.markdown_row("---:", "---", *["---:"] * (len(against) + 3))
    for record in table["agents"]:
        estimate = with_interval(record["win_share"], record["win_share_low"], record["win_share_high"])
        rating = f"{record['rating']:+.0f} ± {(record['rating_high'] - record['rating_low']) / 2:.0f}"
        cells = [one_seat(record["against"].get(other), table["single_games"]) for other in against]
        lines += pages.markdown_row(record["rank"], record["agent"], estimate, rating, *cells, f"{record['games']:,}")
    seats = ", ".join(f"{share:.3f}" for share in table["seats"])
    lines += f"\nAn even share is {1 / table['players']:.3f}; the seats, in order, win {seats}.\n\n"
    return lines + f"![who finishes before whom]({table['picture']})\n"


def fewer_games(table: dict[str, Any]) -> list[bool]:
    results = [result for record in table["agents"] for result in record["against"].values() if result]
    return [result["games"] < table["single_games"] for result in results]


def one_seat(result: dict[str, Any] | None, games: int) -> str:
    if result is None:
        return "–"
    half = (result["interval"][1] - result["interval"][0]) / 2
    fewer = "" if result["games"] == games else f" ({result['games']:,} games)"
    return f"{result['win_share']:.3f} ± {half:.3f}{fewer}"


def document(tables: list[dict[str, Any]], before: str) -> str:
    """The whole document: the given tables anew, others as they were before."""
    new = {f"{table['ruleset']}-{table['players']}": section(table) for table in tables}
    old = dict(re.findall(r"<!-- (\S+) -->\n(.*?)<!-- /\1 -->", before, re.DOTALL))
    text = INTRODUCTION
    for ruleset in RULESETS:
        known = {int(key.rpartition("-")[2]) for key in {**old, **new} if key.rpartition("-")[0] == ruleset}
        text += f"\n## {RULESETS[ruleset].title}\n"
        for players in sorted(known | set(Args().usual_players(ruleset))):
            key = f"{ruleset}-{players}"
            content = new.get(key, old.get(key, NOTHING))
            text += f"\n### {RULESETS[ruleset].title}, {players} players\n\n<!-- {key} -->\n{content}<!-- /{key} -->\n"
    return text


def run(args: Args) -> list[dict[str, Any]]:
    """Play and write every table; the document grows with every one that is done."""
    console = Console()
    tables = []
    for ruleset, players in args.tables():
        if len(entrants(ruleset, args.roster(ruleset))) < 2:
            console.print(f"{ruleset}: only one agent, nothing to compare")
            continue
        console.print(f"[bold]{RULESETS[ruleset].title}, {players} players[/]")
        table = play_table(ruleset, players, args)
        tables.append(table)
        write_whole(args.output / f"{ruleset}-{players}.json", (json.dumps(table, indent=2) + "\n").encode())
        before = args.document.read_text(encoding="utf-8") if args.document.exists() else ""
        write_whole(args.document, document([table], before).encode())
    console.print(f"written: {args.document}", soft_wrap=True)
    return tables


def main(arguments: list[str] | None = None) -> None:
    try:
        args = tyro.cli(Args, args=arguments, prog="vegas leaderboard")
    except (KeyError, ValueError) as error:
        sys.exit(str(error.args[0]))
    run(args)


if __name__ == "__main__":
    main()
