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
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import tyro
from rich.console import Console
from rich.progress import Progress

from vegas_env.experiments.site.checkout import ROOT
from vegas_env.arena import report as pages
from vegas_env.arena.statistics import Result, games_needed, with_interval
from vegas_env.arena.roster import entrants, is_slow, roster
from vegas_env.arena.match import evaluate
from vegas_env.arena.store import GameStore
from vegas_env.files import write_atomically
from vegas_env.arena.progress import games_bar
from vegas_env.experiments.tournament import Args as TournamentArgs
from vegas_env.arena.tournament import Tournament, fingerprint
from vegas_env import RULESETS
from vegas_env.agent import Agent, as_agent, split_names

USUAL_PLAYERS = 4
RANDOM = "random"
NETWORK = "ppo"  # the trained network of every ruleset
NOTHING = "Not played yet.\n"
INTRODUCTION = """# Leaderboard

`vegas leaderboard` plays and writes all of this. Every table has two parts. In the mixed tournament the agents that do
not search meet in line-ups of different agents, which all play the same deals, everybody in every seat equally often;
the rank is by the win share there. On the right, one seat of the agent is set against equal others: random players, and
the strongest agent of the tournament. Agents that search take too long for thousands of games and stand apart, in a
table of their own: one seat of each against the same others, and one seat of the trained network `ppo` (of the
strongest, where there is none) against copies of it: is the network at least level with search? A shared win counts in
parts; intervals are 95 %. How the figures come about, and how far they can be trusted: [arena.md](arena.md).
"""

Single = dict[str, Any] | None  # a `Result` in plain values; None for an agent against itself


@dataclasses.dataclass
class Args:
    rulesets: tyro.conf.Positional[tuple[str, ...]] = ()
    """Which rulesets; all, unless told otherwise."""
    players: tuple[int, ...] = ()
    """Numbers of players; the fewest, 4 and the most, unless told otherwise."""
    agents: str = "all"
    """Who takes part in the mixed tournament: a comma list, or "all".  Agents that search are left out."""
    search: str = "flat(rollouts=50),mcts(rollouts=50),flat(rollouts=200)"
    """Agents that search, measured beside the tournament: a comma list, or "" for none."""
    games: int = 2_000
    """Deals of every line-up of the mixed tournaments."""
    max_line_ups: int = 300
    """The most line-ups of a tournament: of more, a balanced sample plays."""
    single_games: int = 10_000
    """Games of one seat against equal others."""
    search_games: int = 400
    """The same with agents that search, whose games take long (in Cash & Run about a second): at most so many."""
    precision: float = 0.03
    """With agents that search: stop before when half the width of the 95 % interval of the win share is below this."""
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
            self.games, self.single_games, self.search_games, self.precision = 24, 60, 40, 0.2

    def tables(self) -> list[tuple[str, int]]:
        """The tables to play: ruleset and number of players."""
        return [
            (ruleset, players)
            for ruleset in self.rulesets or tuple(RULESETS)
            for players in self.players or self.usual_players(ruleset)
        ]

    def roster(self, ruleset: str) -> str:
        """A comma list of all who take part in the mixed tournament."""
        texts = split_names(roster(ruleset, self.agents))
        agents = entrants(ruleset, self.agents).values()
        return ",".join(text for text, agent in zip(texts, agents, strict=True) if not is_slow(agent))

    def searching(self, ruleset: str) -> dict[str, Agent]:
        """The agents that search, by name."""
        return entrants(ruleset, self.search) if self.search else {}

    def usual_players(self, ruleset: str) -> list[int]:
        fewest, most = RULESETS[ruleset].player_range
        return [fewest] if self.quick else sorted({fewest, min(USUAL_PLAYERS, most), most})


# --- playing --------------------------------------------------------------------------------------------------


def play_table(ruleset: str, players: int, args: Args) -> dict[str, Any]:
    """Play what is missing of a table; returns it in plain values."""
    names = args.roster(ruleset)
    wanted = TournamentArgs(ruleset, names, args.games, args.max_line_ups, seed=args.seed)
    tournament = Tournament(ruleset, entrants(ruleset, names), wanted, {"players": players})
    folder = args.output / f"{ruleset}-{players}"
    if args.fresh:
        shutil.rmtree(folder, ignore_errors=True)
    # Other agents, or more games, are welcome here: line-ups are kept apart.
    tournament.play(GameStore(folder, tournament.identity()))
    records = pages.as_records(tournament)
    strongest = records[0]["agent"]
    searching = args.searching(ruleset)
    singles = Singles(tournament, searching, folder / "singles")
    found = singles.play(tournament.names, (RANDOM, strongest), args.single_games)
    picture = args.document.parent / "pictures" / f"leaderboard-{ruleset}-{players}.png"
    picture.parent.mkdir(parents=True, exist_ok=True)
    pages.draw_head_to_head(picture, tournament, dpi=60)
    return {
        "ruleset": ruleset,
        "players": players,
        "strongest": strongest,
        "tournament_command": tournament_command(tournament, names, args),
        "tournament_games": pages.how_played(tournament),
        "single_command": single_command(tournament, tournament.names, strongest, args.single_games),
        "single_games": args.single_games,
        "seats": tournament.standings.seat_advantage().tolist(),
        "picture": f"pictures/{picture.name}",
        "agents": [{**record, "against": found[record["agent"]]} for record in records],
        "search": measure_search(singles, list(searching), strongest, args) if searching else None,
    }


def measure_search(singles: Singles, searching: list[str], strongest: str, args: Args) -> dict[str, Any]:
    """Agents that search, beside the tournament: how they do against others, and how the network does against them."""
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
    words = ["vegas", "tournament", tournament.ruleset, "--players", tournament.players, "--agents", names]
    words += ["--games", tournament.games, "--max-line-ups", args.max_line_ups, "--seed", args.seed]
    return shlex.join(map(str, words))


def single_command(
    tournament: Tournament, names: list[str], other: str, games: int, precision: float | None = None
) -> str:
    words = ["vegas", "evaluate", tournament.ruleset, "--players", tournament.players, "--agent", ",".join(names)]
    words += ["--against", other, "--games", games, *([] if precision is None else ["--precision", precision])]
    return shlex.join(map(str, [*words, "--seed", tournament.seed]))


class Singles:
    """One seat of an agent against copies of another: played now, or kept from before."""

    def __init__(self, tournament: Tournament, searching: dict[str, Agent], folder: Path) -> None:
        self.tournament, self.folder = tournament, folder
        ruleset, options, names = tournament.ruleset, tournament.options, tournament.names
        entered = dict(zip(names, tournament.agents, strict=True))
        self.agents = {RANDOM: as_agent(ruleset, RANDOM), **entered, **searching}
        self.marks = dict(zip(names, tournament.fingerprints, strict=True))
        self.marks |= {name: fingerprint(ruleset, agent, options) for name, agent in searching.items()}

    def play(
        self, names: Iterable[str], others: Iterable[str], games: int, precision: float = 0.0
    ) -> dict[str, dict[str, Single]]:
        """Each of some agents against each of some others: results by agent, then by opponent."""
        others = list(dict.fromkeys(others))
        with games_bar() as bar:
            return {name: {other: self._one(name, other, games, precision, bar) for other in others} for name in names}

    def _one(self, name: str, other: str, games: int, precision: float, bar: Progress) -> Single:
        if name == other:
            return None
        tournament = self.tournament
        task = bar.add_task(f"{name} against {other}", total=games_needed(precision, games))
        key = [tournament.identity(), name, self.marks[name], other, self.marks.get(other), games, precision]
        play = partial(
            evaluate, tournament.ruleset, self.agents[name], [self.agents[other]], games, tournament.seed,
            partial(bar.advance, task), precision, **tournament.options,
        )  # fmt: skip
        result = kept(self.folder, key, play)
        bar.update(task, total=result["games"], completed=result["games"])
        return result


def kept(folder: Path, key: list[Any], play: Callable[[], Result]) -> dict[str, Any]:
    """A result from the folder, or played now and put there; `key` is all that it depends on."""
    path = folder / f"{hashlib.sha256(json.dumps(key).encode()).hexdigest()[:16]}.json"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(dataclasses.asdict(play())).encode())
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


# --- writing --------------------------------------------------------------------------------------------------


def section(table: dict[str, Any]) -> str:
    """The tables of a ruleset and a number of players in Markdown, with the commands that play them."""
    search = search_part(table["search"]) if table["search"] else ""
    return f"{tournament_part(table)}\n{search}![who finishes before whom]({table['picture']})\n"


def tournament_part(table: dict[str, Any]) -> str:
    """The mixed tournament and, on the right, one seat of each of its agents against equal others."""
    against = opponents_in(table)
    lines = f"`{table['tournament_command']}`: {table['tournament_games']}.\n\n"
    lines += f"`{table['single_command']}`{and_the_same(against[:-1])}: "
    lines += f"{table['single_games']:,} games for each agent.\n\n"
    lines += pages.markdown_row("rank", "agent", "win share (95 %)", "rating", *map(one_seat_against, against), "games")
    lines += pages.markdown_row("---:", "---", *["---:"] * (len(against) + 3))
    for record in table["agents"]:
        estimate = with_interval(record["win_share"], record["win_share_low"], record["win_share_high"])
        rating = f"{record['rating']:+.0f} ± {(record['rating_high'] - record['rating_low']) / 2:.0f}"
        cells = [one_seat(result, table["single_games"]) for result in record["against"].values()]
        lines += pages.markdown_row(record["rank"], record["agent"], estimate, rating, *cells, f"{record['games']:,}")
    seats = ", ".join(f"{share:.3f}" for share in table["seats"])
    return lines + f"\nAn even share is {1 / table['players']:.3f}; the seats, in order, win {seats}.\n"


def search_part(search: dict[str, Any]) -> str:
    """The agents that search."""
    against, challenger = opponents_in(search), search["challenger"]
    others = [record["agent"] for record in search["agents"]][1:]
    lines = f"Agents that search: `{search['command']}`{and_the_same(against[:-1])}; "
    lines += f"`{search['challenge_command']}`{and_the_same(others)}: "
    lines += f"at most {search['games']:,} games for each figure, fewer (the table says so) where it is known to "
    lines += f"± {search['precision']:g} before.\n\n"
    headings = [*map(one_seat_against, against), f"one seat of {challenger} against it"]
    lines += pages.markdown_row("agent", *headings) + pages.markdown_row("---", *["---:"] * len(headings))
    for record in search["agents"]:
        results = [*record["against"].values(), record["challenge"]]
        lines += pages.markdown_row(record["agent"], *(one_seat(result, search["games"]) for result in results))
    return lines + "\n"


def opponents_in(part: dict[str, Any]) -> list[str]:
    """Whom the agents of a table met with one seat: random players and, last, the strongest."""
    return list(part["agents"][0]["against"])


def one_seat_against(other: str) -> str:
    return f"one seat against {other}"


def and_the_same(others: list[str]) -> str:
    """What is added to a command that stands for several."""
    return f", and the same against {' and '.join(others)}" if others else ""


def one_seat(result: Single, games: int) -> str:
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
        if len(split_names(args.roster(ruleset))) < 2:
            console.print(f"{ruleset}: fewer than two agents that do not search, nothing to compare")
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
        args = tyro.cli(Args, args=arguments, prog="vegas leaderboard")
    except (KeyError, ValueError) as error:
        sys.exit(str(error.args[0]))
    run(args)


if __name__ == "__main__":
    main()
