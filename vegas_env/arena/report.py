"""Results as tables for the screen, Markdown, Parquet, CSV and plots."""

from __future__ import annotations

import csv
import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vegas_env.arena.standings import ONLINE_GAMES, ONLINE_ORDERS, RESAMPLES, Estimate
from vegas_env.arena.statistics import Result, with_interval

if TYPE_CHECKING:
    from rich.table import Table

    from vegas_env.arena.tournament import Tournament

COLUMNS = ("rank", "agent", "win share (95 %)", "money (95 %)", "rating (95 %)", "openskill", "games")


def markdown_row(*cells: Any) -> str:
    """A line of a Markdown table."""
    return "| " + " | ".join(str(cell) for cell in cells) + " |\n"


# --- results of `evaluate` ------------------------------------------------------------------------------------


def results_table(results: Mapping[str, Result], title: str | None = None) -> Table:
    """A table for the screen with a row for each result; the last column is the win share by the agent's seat."""
    from rich.table import Table

    table = Table(title=title)
    table.add_column("agent", overflow="fold")
    for heading in ("win share (95 %)", "mean payoff", "games", "win share in seat 0, 1, …"):
        table.add_column(heading, justify="right")
    for name, result in results.items():
        table.add_row(
            name,
            with_interval(result.win_share, *result.interval),
            f"{result.payoff:+.3f} ± {result.payoff_interval[1] - result.payoff:.3f}",
            f"{result.games:,}",
            " ".join(f"{seat.win_share:.2f}" for seat in result.seats),
        )
    return table


# --- tournaments ----------------------------------------------------------------------------------------------


def title(tournament: Tournament) -> str:
    """Ruleset and number of players."""
    return f"{tournament.ruleset}, {tournament.players} players"


def ranking(tournament: Tournament) -> list[int]:
    """Agents in the order of their win shares, best first."""
    shares = [tournament.standings.win_share(agent).value for agent in range(len(tournament.agents))]
    return sorted(range(len(shares)), key=lambda agent: -shares[agent])


def with_error(estimate: Estimate, digits: int) -> str:
    """Format an estimate with half the width of its interval: "+12.3 ± 4.5"."""
    return f"{estimate.value:+.{digits}f} ± {estimate.half:.{digits}f}"


def rows(tournament: Tournament) -> list[tuple[str, ...]]:
    """The standings as rows of text, one for each agent; headings are in `COLUMNS`."""
    standings = tournament.standings
    found: list[tuple[str, ...]] = []
    for place, agent in enumerate(ranking(tournament), 1):
        mu, sigma = standings.online_ratings[agent]
        found.append(
            (
                str(place),
                tournament.names[agent],
                with_interval(*dataclasses.astuple(standings.win_share(agent))),
                with_error(standings.money(agent), 3),
                with_error(standings.ratings[agent], 0),
                f"{mu:.1f} ± {sigma:.1f}",
                f"{standings.games(agent):,}",
            )
        )
    return found


def standings_table(tournament: Tournament) -> Table:
    """The standings as a table for the screen."""
    from rich.table import Table

    shares = " ".join(f"{share:.3f}" for share in tournament.standings.seat_advantage())
    table = Table(title=title(tournament), caption=f"win share of seat 0, 1, …: {shares}")
    for heading in COLUMNS:
        table.add_column(heading, justify="left" if heading == "agent" else "right", overflow="fold")
    for row in rows(tournament):
        table.add_row(*row)
    return table


def how_played(tournament: Tournament) -> str:
    """A sentence with the number of line-ups, games and deals."""
    games = tournament.sums.games.sum(axis=1)
    number = f"{len(games):,} line-ups" if len(games) > 1 else "1 line-up"
    text = f"{number}, {int(games.sum()):,} games, {int(games.max()):,} deals for each"
    fewest = int(games.min())
    if fewest < tournament.games:
        slow = " or ".join(tournament.names[agent] for agent in tournament.slow)
        text += f", but {fewest:,} with {slow}" if fewest < games.max() else f", all with {slow}"
        text += f", which stop when these agents' win shares are known to ± {tournament.precision:g}"
    return text


def markdown(tournament: Tournament, command: str = "") -> str:
    """The standings as a Markdown page.  `command` names the command that played the tournament."""
    standings = tournament.standings
    played_by = f"`{command}`: " if command else ""
    lines = f"# Tournament: {title(tournament)}\n\n{played_by}{how_played(tournament)}, seed {tournament.seed}.\n\n"
    lines += markdown_row(*COLUMNS) + markdown_row("---:", "---", *["---:"] * (len(COLUMNS) - 2))
    lines += "".join(markdown_row(*row) for row in rows(tournament))
    lines += (
        f"\nThe even win share is {1 / tournament.players:.3f}. Ratings are Plackett–Luce strengths in Elo points, 0 "
        f"for the mean of these agents, with intervals from {RESAMPLES} bootstrap samples of deals. openskill is its "
        f"mu ± sigma on a sample of about {ONLINE_GAMES:,} games in {ONLINE_ORDERS} random orders.\n"
    )
    seats = range(tournament.players)
    lines += "\n## Win share by seat\n\n" + markdown_row("agent", *(f"seat {seat}" for seat in seats))
    lines += markdown_row("---", *["---:"] * tournament.players)
    lines += markdown_row("all agents", *(f"{share:.3f}" for share in standings.seat_advantage()))
    for agent in ranking(tournament):
        lines += markdown_row(tournament.names[agent], *(f"{share:.3f}" for share in standings.seat_shares(agent)))
    lines += "\n## Head to head\n\nHow often the row finishes before the column; ties count half.\n\n"
    order = ranking(tournament)
    lines += markdown_row("", *(tournament.names[agent] for agent in order))
    lines += markdown_row("---", *["---:"] * len(order))
    for agent in order:
        shares = (standings.head_to_head[agent, other] for other in order)
        lines += markdown_row(tournament.names[agent], *("" if np.isnan(s) else f"{s:.3f}" for s in shares))
    return lines + "\n![head to head](head_to_head.png)\n\n![win shares](win_shares.png)\n"


# --- files ----------------------------------------------------------------------------------------------------


def write(folder: Path, tournament: Tournament, command: str = "") -> None:
    """Write tournament.md, standings.parquet, head_to_head.csv, head_to_head.png and win_shares.png.

    `command`, if given, is printed in tournament.md.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tournament.md").write_text(markdown(tournament, command), encoding="utf-8")
    write_standings(folder / "standings.parquet", tournament)
    write_head_to_head(folder / "head_to_head.csv", tournament)
    draw_head_to_head(folder / "head_to_head.png", tournament)
    draw_win_shares(folder / "win_shares.png", tournament)


def write_standings(path: Path, tournament: Tournament) -> None:
    """Write `as_records` to a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist(as_records(tournament)), path)


def as_records(tournament: Tournament) -> list[dict[str, Any]]:
    """The standings as plain values, one record for each agent, best first."""
    standings = tournament.standings
    records = []
    for place, agent in enumerate(ranking(tournament), 1):
        record: dict[str, Any] = {"rank": place, "agent": tournament.names[agent], "games": standings.games(agent)}
        estimates = {
            "win_share": standings.win_share(agent),
            "money": standings.money(agent),
            "rating": standings.ratings[agent],
        }
        for name, estimate in estimates.items():
            record |= {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
        record["openskill_mu"], record["openskill_sigma"] = standings.online_ratings[agent]
        record["win_share_by_seat"] = standings.seat_shares(agent).tolist()
        records.append(record)
    return records


def write_head_to_head(path: Path, tournament: Tournament) -> None:
    """Write the head-to-head shares to a CSV file."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["agent", *tournament.names])
        for name, shares in zip(tournament.names, tournament.standings.head_to_head, strict=True):
            writer.writerow([name, *("" if np.isnan(share) else f"{share:.6f}" for share in shares)])


# --- plots ----------------------------------------------------------------------------------------------------


def draw_head_to_head(path: Path, tournament: Tournament, dpi: int = 100) -> None:
    """Draw the head-to-head shares as a heatmap, best agent first."""
    order = ranking(tournament)
    names = [tournament.names[agent] for agent in order]
    shares = tournament.standings.head_to_head[np.ix_(order, order)]
    side = 1.6 + 0.55 * len(order)
    figure, axes = _figure(side + 0.8, side)
    image = axes.imshow(shares, cmap="RdBu", vmin=0, vmax=1)
    axes.set_xticks(range(len(order)), names, rotation=45, ha="right")
    axes.set_yticks(range(len(order)), names)
    for (row, column), share in np.ndenumerate(shares):
        if not np.isnan(share):
            colour = "white" if abs(share - 0.5) > 0.3 else "black"
            axes.text(column, row, f"{share:.2f}", ha="center", va="center", fontsize=8, color=colour)
    axes.set_title(f"{title(tournament)}:\nrow finishes before column", fontsize=10)
    figure.colorbar(image, shrink=0.8)
    figure.savefig(path, dpi=dpi)


def draw_win_shares(path: Path, tournament: Tournament) -> None:
    """Draw the win shares of all agents with their intervals, and the win share of each seat."""
    order = ranking(tournament)[::-1]
    estimates = [tournament.standings.win_share(agent) for agent in order]
    figure, (left, right) = _figure(9, 1.6 + 0.35 * len(order), columns=2)
    middle = np.array([estimate.value for estimate in estimates])
    reach = np.array([(e.value - e.low, e.high - e.value) for e in estimates]).T
    left.errorbar(middle, range(len(order)), xerr=reach, fmt="o", capsize=3)
    left.set_yticks(range(len(order)), [tournament.names[agent] for agent in order])
    left.set_title(f"{title(tournament)}: win share, 95 %", fontsize=10)
    seats = tournament.standings.seat_advantage()
    right.bar(range(len(seats)), seats)
    right.set_xticks(range(len(seats)))
    right.set_title("win share of each seat", fontsize=10)
    left.axvline(1 / tournament.players, color="grey", linestyle=":")
    right.axhline(1 / tournament.players, color="grey", linestyle=":")
    figure.savefig(path, dpi=100)


def _figure(width: float, height: float, columns: int = 1) -> tuple[Any, Any]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.subplots(1, columns)
