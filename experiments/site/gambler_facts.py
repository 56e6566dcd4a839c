"""Statistics of Gambler on the standard tableaus, written to docs/facts/gambler.md: `make facts`."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Iterable, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

from vegas_env import Games, agents
from vegas_env.agent import View
from vegas_env.experiments.site.checkout import DOCS
from vegas_env.rulesets.gambler.generator import Generated
from vegas_env.rulesets.gambler.rules import FACES, ROLL_AGAIN, ROWS
from vegas_env.rulesets.gambler.tableaus import UNIT

POLICIES = ("random", "stopper", "pusher", "greedy")
PLAYERS = (2, 3, 4, 5, 6)
PAGE = DOCS / "facts" / "gambler.md"


@dataclasses.dataclass
class Counts:
    """Counts over many games of some agents in all orders around the table, because neighbours matter (GA-6)."""

    games: Games
    owners: np.ndarray  # (games, seats) the agent in each seat
    finished: np.ndarray  # (tableaus, rows, agents) how often each agent finished the row
    place: np.ndarray  # (tableaus, rows) sum of places (1 … 6) in the order of finishing
    at_once: np.ndarray  # (tableaus, rows) how often all its dice were placed in one turn
    points: np.ndarray  # (tableaus,) points won and paid in all rounds
    decisions: np.ndarray  # (tableaus,)
    won: np.ndarray  # (agents,) points
    paid: np.ndarray  # (agents,)

    @property
    def rounds(self) -> np.ndarray:
        """(games,) rounds played."""
        return self.games.records["round"] + 1

    @property
    def tableau_rounds(self) -> np.ndarray:
        """(tableaus,) rounds played on each tableau."""
        return self.finished.sum(axis=2)[:, 0]  # every row is finished once per round

    def wins_of_agents(self) -> np.ndarray:
        """(agents,) win share."""
        shares = self.games.shares
        return np.array([(shares * (self.owners == agent)).sum() for agent in range(len(self.won))]) / self.games.n


def play(names: Sequence[str], games: int, seed: int, **options: Any) -> Counts:
    """Play games to their end and count; results depend on the seed alone."""
    seats = len(names)
    chosen = sorted(set(names), key=names.index)
    players = [agents.make("gambler", name) for name in chosen]
    batch = Games("gambler", games, seed, observe=False, players=seats, **options)
    seatings = np.array(sorted(set(permutations(chosen.index(name) for name in names))))
    owners = seatings[np.arange(games) % len(seatings)]
    tableaus = len(batch.config.tableaus)
    counts = Counts(
        batch,
        owners,
        np.zeros((tableaus, ROWS, len(chosen)), np.int64),
        np.zeros((tableaus, ROWS), np.int64),
        np.zeros((tableaus, ROWS), np.int64),
        *(np.zeros(size, np.int64) for size in (tableaus, tableaus, len(chosen), len(chosen))),
    )
    in_turn = np.zeros((games, ROWS), np.int64)  # dice placed in each row in the current turn
    actions = np.zeros(games, np.int64)
    while not batch.over.all():
        alive = np.flatnonzero(~batch.over)
        deciding = owners[alive, batch.seat[alive]]
        for number, player in enumerate(players):
            mine = alive[deciding == number]
            if len(mine):
                actions[mine] = player.act(View(batch, mine))
        _count(counts, in_turn, alive, actions[alive], deciding)
        batch.step(actions[alive], where=alive)
        after = batch.records[alive]
        in_turn[alive[(after["rolls_made"] == 1) & (after["placed"] == 0)]] = 0  # a new turn
    return counts


def _count(counts: Counts, in_turn: np.ndarray, alive: np.ndarray, actions: np.ndarray, deciding: np.ndarray) -> None:
    """Count the effects of decisions."""
    before = counts.games.records[alive]
    np.add.at(counts.decisions, before["tableau"], 1)
    placing = actions < ROLL_AGAIN
    alive, before, deciding, row = alive[placing], before[placing], deciding[placing], actions[placing] // FACES
    in_turn[alive, row] += 1
    here = np.arange(len(alive))
    last = before["filled"][here, row] + 1 == before["length"][here, row]
    alive, before, deciding, row, here = alive[last], before[last], deciding[last], row[last], here[: last.sum()]
    tableau = before["tableau"]
    np.add.at(counts.finished, (tableau, row, deciding), 1)
    np.add.at(counts.place, (tableau, row), (before["filled"] == before["length"]).sum(axis=1) + 1)
    np.add.at(counts.at_once, (tableau, row), in_turn[alive, row] == before["length"][here, row])
    had = before["points"][here, before["seat"]].astype(np.int64)
    gain = UNIT * np.maximum(before["row_points"][here, row].astype(np.int64), -had)
    np.add.at(counts.points, tableau, gain)
    np.add.at(counts.won, deciding, np.maximum(gain, 0))
    np.add.at(counts.paid, deciding, np.maximum(-gain, 0))


# --- the page -----------------------------------------------------------------------------------------------


def lines_of(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[str]:
    """A Markdown table."""
    texts = [[str(cell) for cell in row] for row in rows]
    return [
        "| " + " | ".join(header) + " |",
        "|" + "|".join("---" if k == 0 else "---:" for k in range(len(header))) + "|",
        *("| " + " | ".join(row) + " |" for row in texts),
        "",
    ]


def length_part(alone: dict[tuple[str, int], Counts]) -> list[str]:
    rows = []
    for (policy, players), table in alone.items():
        rounds, total = table.rounds, table.rounds.sum()
        rows.append(
            (
                policy,
                players,
                f"{rounds.mean():.1f}",
                f"{np.percentile(rounds, 5):.0f} to {np.percentile(rounds, 95):.0f}",
                f"{table.games.moves.mean():.0f}",
                f"{table.won.sum() / total / players:.0f}",
                f"{table.paid.sum() / total / players:.0f}",
                f"{np.max(table.rounds)}",
            )
        )
    header = (
        "policy",
        "players",
        "rounds",
        "5 % to 95 %",
        "decisions",
        "won per round",
        "paid per round",
        "most rounds",
    )
    return [
        "## Length of a game, points in a round",
        "",
        "All players use the same policy and play to 500 points.  Won and paid: points per player and round.",
        "",
        *lines_of(header, rows),
    ]


def seat_part(alone: dict[tuple[str, int], Counts]) -> list[str]:
    rows = []
    for (policy, players), table in alone.items():
        shares = table.games.shares
        cells = [f"{100 * share:.1f}" for share in shares.mean(axis=0)] + [""] * (max(PLAYERS) - players)
        error = shares[:, 0].std() / np.sqrt(len(shares))
        edge = 100 * (shares[:, 0].mean() - 1 / players)
        rows.append((policy, players, *cells, f"{edge:+.1f} ± {200 * error:.1f}"))
    return [
        "## Does the first seat matter?",
        "",
        "Win share of each seat in %.  The last column is seat 0 minus the even share, ± two standard",
        "errors.",
        "",
        *lines_of(("policy", "players", *(f"seat {k}" for k in range(max(PLAYERS))), "first seat"), rows),
    ]


def mixed_part(table: Counts) -> list[str]:
    total = table.rounds.sum()
    rows = [
        (policy, f"{100 * wins:.1f}", f"{table.won[k] / total:.0f}", f"{table.paid[k] / total:.0f}")
        for k, (policy, wins) in enumerate(zip(POLICIES, table.wins_of_agents(), strict=True))
    ]
    return [
        "## All four policies in one game",
        "",
        *lines_of(("policy", "games won, %", "won per round", "paid per round"), rows),
    ]


def tableau_part(alone: Counts, mixed: Counts) -> list[str]:
    rows = []
    tableaus = alone.games.config.tableaus
    count = alone.tableau_rounds
    greedy = _share_of_greedy(mixed)
    for k, tableau in enumerate(tableaus):
        positive = [100 * greedy[k, r] for r in range(ROWS) if tableau.rows[r].points > 0]
        negative = [100 * greedy[k, r] for r in range(ROWS) if tableau.rows[r].points < 0]
        rows.append(
            (
                tableau.name,
                tableau.squares,
                sum(row.points for row in tableau.rows),
                f"{alone.points[k] / count[k]:.0f}",
                f"{alone.decisions[k] / count[k]:.0f}",
                f"{min(positive):.0f} to {max(positive):.0f}",
                " and ".join(f"{share:.0f}" for share in negative) or "–",
            )
        )
    header = (
        "tableau",
        "squares",
        "points",
        "paid out",
        "decisions",
        "positive to greedy, %",
        "negative to greedy, %",
    )
    return [
        "## The twenty tableaus",
        "",
        "Points: sum of all rows.  Paid out: what four greedy players get (players never pay",
        "more than they have).  Decisions: those of these games.  The last two columns are from the games of all four",
        "policies: how often the greedy player finishes the positive rows (least and most often) and the negative",
        "rows.  By chance alone it would be 25.",
        "",
        *lines_of(header, rows),
        *_extremes(tableaus, greedy),
    ]


def _share_of_greedy(mixed: Counts) -> np.ndarray:
    return mixed.finished[:, :, POLICIES.index("greedy")] / mixed.finished.sum(axis=2)


def _extremes(tableaus: Any, greedy: np.ndarray) -> list[str]:
    """The rows in which skill matters least, by who finishes them."""
    rated = [(greedy[k, r], t.name, row) for k, t in enumerate(tableaus) for r, row in enumerate(t.rows)]

    def line(what: str, pick: Any, among: Any) -> str:
        share, name, row = pick((item for item in rated if among(item[2])), key=lambda item: item[0])
        return f"- {what}: {row.text.replace('*', '★')} of {name}, {100 * share:.0f} %"

    return [
        "The rows with the least effect of skill:",
        "",
        line(
            "the positive row of one square that the greedy player finishes least often (it goes to the player who "
            "rolls first and most)",
            min,
            lambda row: row.points > 0 and row.length == 1,
        ),
        line(
            "the longer positive row that the greedy player finishes least often",
            min,
            lambda row: row.points > 0 and row.length > 1,
        ),
        line("the negative row that the greedy player finishes most often", max, lambda row: row.points < 0),
        "",
    ]


def row_part(mixed: Counts) -> list[str]:
    rows = []
    shares = mixed.finished / mixed.finished.sum(axis=2, keepdims=True)
    count = mixed.finished.sum(axis=2)
    for k, tableau in enumerate(mixed.games.config.tableaus):
        for r, row in enumerate(tableau.rows):
            by_whom = (f"{100 * share:.0f}" for share in shares[k, r])
            squares = row.text.replace("*", "★")
            place, at_once = mixed.place[k, r] / count[k, r], mixed.at_once[k, r] / count[k, r]
            name = tableau.name if r == 0 else ""
            rows.append((name, squares, row.points, f"{place:.1f}", f"{100 * at_once:.0f}", *by_whom))
    return [
        "## Every row",
        "",
        "From the games of all four policies: mean place of the row in the order in which the six rows are finished;",
        "how often it is started and finished in one turn; how often each policy finishes it, in %.",
        "(★: any face, but all dice the same; r r r g g: full house.)",
        "",
        *lines_of(("tableau", "row", "points", "place", "one turn, %", *POLICIES), rows),
    ]


def generated_part(standard: Counts, generated: Counts) -> list[str]:
    rows = []
    for name, table in (("twenty standard", standard), ("100 generated", generated)):
        count = table.tableau_rounds
        paid = (table.points / np.maximum(count, 1))[count > 0]
        rows.append(
            (
                name,
                f"{table.rounds.mean():.1f}",
                f"{table.games.moves.mean():.0f}",
                f"{paid.mean():.0f}",
                f"{paid.min():.0f} to {paid.max():.0f}",
            )
        )
    return [
        "## Generated tableaus",
        "",
        "Four greedy players on the twenty standard tableaus and on Generated(seed=0, count=100).",
        "",
        *lines_of(("tableaus", "rounds", "decisions", "paid out per round", "poorest to richest tableau"), rows),
    ]


def page(games: int, seed: int) -> str:
    """The whole page."""
    alone = {(policy, players): play([policy] * players, games, seed) for policy in POLICIES for players in PLAYERS}
    mixed = play(POLICIES, 4 * games, seed + 1)
    generated = play(["greedy"] * 4, games, seed + 2, tableaus=Generated(seed=0, count=100))
    greedy = alone["greedy", 4]
    lines = [
        "# Gambler in numbers",
        "",
        f"Written by `make facts` (`python -m experiments.site.gambler_facts --games {games} --seed {seed}`):",
        f"{games:,} games for each line of the tables in which all players use one policy, {4 * games:,} games of",
        "all four policies.",
        "",
        *(f"- **{policy}**: {agents.description('gambler', policy)}" for policy in POLICIES),
        "",
        *length_part(alone),
        *seat_part(alone),
        *mixed_part(mixed),
        *tableau_part(greedy, mixed),
        *generated_part(greedy, generated),
        *row_part(mixed),
    ]
    return "\n".join(lines).rstrip() + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Write docs/facts/gambler.md.")
    parser.add_argument("--games", type=int, default=4_000, help="games for each table (default %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the games (default %(default)s)")
    parser.add_argument("--out", type=Path, default=PAGE, help="file to write (default %(default)s)")
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(page(options.games, options.seed), encoding="utf-8")
    print(f"written: {options.out}")


if __name__ == "__main__":
    main()
