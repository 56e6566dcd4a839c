"""Play tournaments of every ruleset and write docs/leaderboard.md: `make leaderboard`.

Games are saved by line-up, so after an interruption, or with one more agent, only missing games are played.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import tyro
from rich.console import Console
from rich.progress import Progress

from vegas_env import RULESETS
from vegas_env.agent import Agent, as_agent
from vegas_env.arena import report
from vegas_env.arena.match import evaluate
from vegas_env.arena.progress import games_bar
from vegas_env.arena.roster import agent_names, entrants, is_slow
from vegas_env.arena.statistics import Result, games_needed, with_interval
from vegas_env.arena.store import GameStore
from vegas_env.arena.tournament import Tournament, fingerprint
from vegas_env.experiments.site.checkout import DOCS
from vegas_env.files import write_atomically

DEFAULT_PLAYERS = 4
RANDOM = "random"
NETWORK = "ppo"  # the agent that is a trained network
NOTHING = "Not played yet.\n"
INTRODUCTION = """# Leaderboard

This page is written by `make leaderboard`. The main tables show a mixed tournament of the agents that do not search:
all line-ups play the same deals, every agent takes every seat equally often, and the rank follows the win share. The
columns on the right show one seat of the agent against copies of another: random players, and the strongest agent of
the tournament. Search agents are too slow for thousands of games and have separate tables: one seat against the same
opponents, and one seat of the trained network `ppo` (or of the strongest agent, where there is no network) against
copies of the search agent. Shared wins count in parts; intervals are 95 %. Methods: [arena.md](arena.md).
"""

Single = dict[str, Any] | None  # a `Result` as a dict; None for an agent against itself


@dataclasses.dataclass
class Args:
    rulesets: tyro.conf.Positional[tuple[str, ...]] = ()
    """Rulesets to play; all by default."""
    players: tuple[int, ...] = ()
    """Numbers of players; by default the minimum, 4 and the maximum."""
    agents: str = "all"
    """Agents of the mixed tournament: a comma-separated list, or "all".  Search agents are left out."""
    search: str = "flat(rollouts=50),mcts(rollouts=50),flat(rollouts=200)"
    """Search agents, evaluated separately: a comma-separated list, or "" for none."""
    games: int = 2_000
    """Deals of each line-up of the mixed tournaments."""
    max_line_ups: int = 300
    """Maximum number of line-ups of a tournament; of more, a balanced sample plays."""
    single_games: int = 10_000
    """Games of one seat against copies of another agent."""
    search_games: int = 400
    """Maximum number of these games with search agents, whose games take long (in Cash & Run about a second)."""
    precision: float = 0.03
    """With search agents: stop early, when half the width of the win share's 95 % interval is at most this."""
    seed: int = 1
    """Seed of the deals."""
    quick: bool = False
    """A smoke test: few games, and the minimum number of players."""
    fresh: bool = False
    """Delete the saved games of these tables and start again."""
    output: Path = Path("results/leaderboard")
    """Folder for the games."""
    document: Path = DOCS / "leaderboard.md"
    """The page to write; plots go to the folder pictures beside it."""

    def __post_init__(self) -> None:
        for name in self.rulesets:
            RULESETS[name]  # raises a KeyError that lists the rulesets
        if self.quick:
            self.games, self.single_games, self.search_games, self.precision = 24, 60, 40, 0.2

    def tables(self) -> list[tuple[str, int]]:
        """The tables to play, as (ruleset, number of players)."""
        return [
            (ruleset, players)
            for ruleset in self.rulesets or tuple(RULESETS)
            for players in self.players or self.default_players(ruleset)
        ]

    def tournament_agents(self, ruleset: str) -> list[str]:
        """Names of the agents of the mixed tournament."""
        names = agent_names(ruleset, self.agents)
        agents = entrants(ruleset, self.agents).values()
        return [name for name, agent in zip(names, agents, strict=True) if not is_slow(agent)]

    def search_agents(self, ruleset: str) -> dict[str, Agent]:
        """The search agents, by display name."""
        return entrants(ruleset, self.search) if self.search else {}

    def default_players(self, ruleset: str) -> list[int]:
        """The numbers of players to play if none are given."""
        fewest, most = RULESETS[ruleset].player_range
        return [fewest] if self.quick else sorted({fewest, min(DEFAULT_PLAYERS, most), most})


# --- playing --------------------------------------------------------------------------------------------------


def play_table(ruleset: str, players: int, args: Args) -> dict[str, Any]:
    """Play the missing games of a table; returns the content of the table as plain values."""
    names = ",".join(args.tournament_agents(ruleset))
    tournament = Tournament(ruleset, names, args.games, args.max_line_ups, args.seed, players=players)
    folder = args.output / f"{ruleset}-{players}"
    if args.fresh:
        shutil.rmtree(folder, ignore_errors=True)
    # The store is for any agents and number of games: each line-up has its own folder.
    tournament.play(GameStore(folder, tournament.identity()))
    records = report.as_records(tournament)
    strongest = records[0]["agent"]
    searching = args.search_agents(ruleset)
    singles = Singles(tournament, searching, folder / "singles")
    found = singles.play(tournament.names, (RANDOM, strongest), args.single_games)
    picture = args.document.parent / "pictures" / f"leaderboard-{ruleset}-{players}.png"
    picture.parent.mkdir(parents=True, exist_ok=True)
    report.draw_head_to_head(picture, tournament, dpi=60)
    return {
        "ruleset": ruleset,
        "players": players,
        "strongest": strongest,
        "tournament_command": tournament_command(tournament, names, args),
        "tournament_games": report.how_played(tournament),
        "single_command": single_command(tournament, tournament.names, strongest, args.single_games),
        "single_games": args.single_games,
        "seats": tournament.standings.seat_advantage().tolist(),
        "picture": f"pictures/{picture.name}",
        "agents": [{**record, "against": found[record["agent"]]} for record in records],
        "search": measure_search(singles, list(searching), strongest, args) if searching else None,
    }


def measure_search(singles: Singles, searching: list[str], strongest: str, args: Args) -> dict[str, Any]:
    """Evaluate search agents against others, and the network against them."""
    challenger = NETWORK if NETWORK in singles.tournament.names else strongest
    limits = (args.search_games, args.precision)
    found = singles.play(searching, (RANDOM, strongest), *limits)
    challenges = singles.play([challenger], searching, *limits)[challenger]
    return {
        "challenger": challenger,
        "games": args.search_games,
        "precision": args.precision,
        "command": single_command(singles.tournament, searching, strongest, *limits),
        "challenge_command": single_command(singles.tournament, [challenger], searching[0], *limits),
        "agents": [{"agent": name, "against": found[name], "challenge": challenges[name]} for name in searching],
    }


def tournament_command(tournament: Tournament, names: str, args: Args) -> str:
    """The command that plays a tournament."""
    words = ["vegas", "tournament", tournament.ruleset, "--players", tournament.players, "--agents", names]
    words += ["--games", tournament.games, "--max-line-ups", args.max_line_ups, "--seed", args.seed]
    return shlex.join(map(str, words))


def single_command(
    tournament: Tournament, names: list[str], other: str, games: int, precision: float | None = None
) -> str:
    """The command that plays one seat of some agents against another."""
    words = ["vegas", "evaluate", tournament.ruleset, "--players", tournament.players, "--agent", ",".join(names)]
    words += ["--against", other, "--games", games, *([] if precision is None else ["--precision", precision])]
    return shlex.join(map(str, [*words, "--seed", tournament.seed]))


class Singles:
    """Results of one seat of an agent against copies of another, cached in a folder."""

    def __init__(self, tournament: Tournament, searching: dict[str, Agent], folder: Path) -> None:
        self.tournament, self.folder = tournament, folder
        ruleset, options, names = tournament.ruleset, tournament.options, tournament.names
        entered = dict(zip(names, tournament.agents, strict=True))
        self.agents = {RANDOM: as_agent(ruleset, RANDOM), **entered, **searching}
        self.fingerprints = dict(zip(names, tournament.fingerprints, strict=True))
        self.fingerprints |= {name: fingerprint(ruleset, agent, options) for name, agent in searching.items()}

    def play(
        self, names: Iterable[str], others: Iterable[str], games: int, precision: float = 0.0
    ) -> dict[str, dict[str, Single]]:
        """Play every agent against every opponent; results by agent, then by opponent."""
        others = list(dict.fromkeys(others))
        with games_bar() as bar:
            return {name: {other: self._one(name, other, games, precision, bar) for other in others} for name in names}

    def _one(self, name: str, other: str, games: int, precision: float, bar: Progress) -> Single:
        if name == other:
            return None
        tournament = self.tournament
        task = bar.add_task(f"{name} against {other}", total=games_needed(precision, games))
        key = [
            tournament.identity(),
            name,
            self.fingerprints[name],
            other,
            self.fingerprints.get(other),
            games,
            precision,
        ]
        play = partial(
            evaluate, tournament.ruleset, self.agents[name], [self.agents[other]], games, tournament.seed,
            partial(bar.advance, task), precision, **tournament.options,
        )  # fmt: skip
        result = cached(self.folder, key, play)
        bar.update(task, total=result["games"], completed=result["games"])
        return result


def cached(folder: Path, key: list[Any], play: Callable[[], Result]) -> dict[str, Any]:
    """A result from the folder, or else a new one, which is saved; `key` is everything that it depends on."""
    path = folder / f"{hashlib.sha256(json.dumps(key).encode()).hexdigest()[:16]}.json"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(dataclasses.asdict(play())).encode())
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


# --- writing --------------------------------------------------------------------------------------------------


def section(table: dict[str, Any]) -> str:
    """The Markdown tables of a ruleset and number of players, with the commands that play them."""
    search = search_part(table["search"]) if table["search"] else ""
    return f"{tournament_part(table)}\n{search}![head to head]({table['picture']})\n"


def tournament_part(table: dict[str, Any]) -> str:
    """The table of the mixed tournament; columns on the right show one seat of each agent against copies of others."""
    against = opponents_in(table)
    lines = f"`{table['tournament_command']}`: {table['tournament_games']}.\n\n"
    lines += f"`{table['single_command']}`{and_others(against[:-1])}: "
    lines += f"{table['single_games']:,} games for each agent.\n\n"
    lines += report.markdown_row(
        "rank", "agent", "win share (95 %)", "rating", *map(one_seat_against, against), "games"
    )
    lines += report.markdown_row("---:", "---", *["---:"] * (len(against) + 3))
    for record in table["agents"]:
        estimate = with_interval(record["win_share"], record["win_share_low"], record["win_share_high"])
        rating = f"{record['rating']:+.0f} ± {(record['rating_high'] - record['rating_low']) / 2:.0f}"
        cells = [one_seat(result, table["single_games"]) for result in record["against"].values()]
        lines += report.markdown_row(record["rank"], record["agent"], estimate, rating, *cells, f"{record['games']:,}")
    seats = ", ".join(f"{share:.3f}" for share in table["seats"])
    return lines + f"\nThe even share is {1 / table['players']:.3f}. Win shares of the seats, in order: {seats}.\n"


def search_part(search: dict[str, Any]) -> str:
    """The table of search agents."""
    against, challenger = opponents_in(search), search["challenger"]
    others = [record["agent"] for record in search["agents"]][1:]
    lines = f"Search agents: `{search['command']}`{and_others(against[:-1])}; "
    lines += f"`{search['challenge_command']}`{and_others(others)}: "
    lines += f"at most {search['games']:,} games for each figure, fewer (as noted) if it is known to "
    lines += f"± {search['precision']:g} earlier.\n\n"
    headings = [*map(one_seat_against, against), f"one seat of {challenger} against it"]
    lines += report.markdown_row("agent", *headings) + report.markdown_row("---", *["---:"] * len(headings))
    for record in search["agents"]:
        results = [*record["against"].values(), record["challenge"]]
        lines += report.markdown_row(record["agent"], *(one_seat(result, search["games"]) for result in results))
    return lines + "\n"


def opponents_in(part: dict[str, Any]) -> list[str]:
    """The opponents of the single seats of a table: random players and, last, the strongest agent."""
    return list(part["agents"][0]["against"])


def one_seat_against(other: str) -> str:
    """A column heading."""
    return f"one seat against {other}"


def and_others(others: list[str]) -> str:
    """Words after a command that also ran with other opponents."""
    return f", and likewise against {' and '.join(others)}" if others else ""


def one_seat(result: Single, games: int) -> str:
    """A cell: the win share, and the number of games if it is not `games`."""
    if result is None:
        return "–"
    half = (result["interval"][1] - result["interval"][0]) / 2
    fewer = "" if result["games"] == games else f" ({result['games']:,} games)"
    return f"{result['win_share']:.3f} ± {half:.3f}{fewer}"


def document(tables: list[dict[str, Any]], before: str) -> str:
    """The whole page: the given tables, and all others as they are in the old page `before`."""
    new = {f"{table['ruleset']}-{table['players']}": section(table) for table in tables}
    old = dict(re.findall(r"<!-- (\S+) -->\n(.*?)<!-- /\1 -->", before, re.DOTALL))
    text = INTRODUCTION
    for ruleset in RULESETS:
        known = {int(key.rpartition("-")[2]) for key in {**old, **new} if key.rpartition("-")[0] == ruleset}
        text += f"\n## {RULESETS[ruleset].title}\n"
        for players in sorted(known | set(Args().default_players(ruleset))):
            key = f"{ruleset}-{players}"
            content = new.get(key, old.get(key, NOTHING))
            text += f"\n### {RULESETS[ruleset].title}, {players} players\n\n<!-- {key} -->\n{content}<!-- /{key} -->\n"
    return text


def run(args: Args) -> list[dict[str, Any]]:
    """Play all tables; the page is written after each one."""
    console = Console()
    tables = []
    for ruleset, players in args.tables():
        if len(args.tournament_agents(ruleset)) < 2:
            console.print(f"{ruleset}: skipped, a tournament needs two agents that do not search")
            continue
        console.print(f"[bold]{RULESETS[ruleset].title}, {players} players[/]")
        table = play_table(ruleset, players, args)
        tables.append(table)
        write_atomically(args.output / f"{ruleset}-{players}.json", (json.dumps(table, indent=2) + "\n").encode())
        before = args.document.read_text(encoding="utf-8") if args.document.exists() else ""
        write_atomically(args.document, document([table], before).encode())
    console.print(f"written: {args.document}", soft_wrap=True)
    return tables


def main(arguments: list[str] | None = None) -> None:
    try:
        args = tyro.cli(Args, args=arguments, prog="python -m experiments.site.leaderboard", description=__doc__)
    except (KeyError, ValueError) as error:
        sys.exit(f"leaderboard: {error.args[0]}")
    run(args)


if __name__ == "__main__":
    main()
