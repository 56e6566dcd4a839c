"""Tournaments are balanced, reproducible and resumable, and their statistics are correct."""

from __future__ import annotations

import csv
import dataclasses
import json
import math
import os
import shlex
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from vegas_env.agent import View, as_agent, as_agents
from vegas_env.arena import match, standings
from vegas_env.arena.match import GameResults
from vegas_env.arena.report import as_records, how_played, write
from vegas_env.arena.roster import PRECISION, entrants
from vegas_env.arena.schedule import make_schedule, seatings
from vegas_env.arena.standings import BlockSums, Standings
from vegas_env.arena.store import GameStore
from vegas_env.arena.tournament import Tournament, fingerprint
from vegas_env.experiments import evaluate, tournament
from vegas_env.experiments.site import leaderboard, report

SMALL = {"players": 3, "rounds": 1}


def small_args(output: Path, agents: str = "greedy,random,greedy,random", **others: object) -> tournament.Args:
    return tournament.Args("las_vegas", agents=agents, games=30, output=output, **others)  # type: ignore[arg-type]


def run(args: tournament.Args, options: dict[str, object]) -> Tournament:
    """Play a tournament, or the missing games of it, and write its files."""
    played, store = tournament.prepare(args, options)
    played.play(store, quiet=True)
    write(store.folder, played, "the command")
    return played


class Searcher:
    """An agent that declares itself slow and plays like greedy."""

    slow = True

    def __init__(self) -> None:
        self.greedy = as_agent("las_vegas", "greedy")
        self.decisions = 0

    def act(self, view: View) -> np.ndarray:
        self.decisions += len(view)
        return self.greedy.act(view)

    def __repr__(self) -> str:
        return "searcher"


# --- schedule -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_seatings_are_balanced(players: int) -> None:
    """Every member has every seat in each block of P games, and follows every other equally often in all P!."""
    seats = seatings(players)
    for first in range(0, len(seats), players):
        for member in range(players):
            assert sorted(seats[first : first + players, member]) == list(range(players))
    followers = Counter(
        (int(around[seat]), int(around[(seat + 1) % players]))
        for around in np.argsort(seats, axis=1)
        for seat in range(players)
    )
    assert set(followers) == {(a, b) for a in range(players) for b in range(players) if a != b}
    assert len(set(followers.values())) == 1
    assert len(np.unique(seats, axis=0)) == len(seats)


def test_all_line_ups_if_they_are_few() -> None:
    assert make_schedule(5, 3, 10, seed=0) == list(combinations(range(5), 3))


@pytest.mark.parametrize(("agents", "players", "number"), [(12, 5, 40), (9, 4, 27), (7, 2, 15), (8, 6, 20)])
def test_a_sample_of_line_ups_is_balanced(agents: int, players: int, number: int) -> None:
    sample = make_schedule(agents, players, number, seed=1)
    assert len(set(sample)) == number
    assert all(len(set(line_up)) == players for line_up in sample)
    appearances = Counter(member for line_up in sample for member in line_up)
    assert max(appearances.values()) - min(appearances.values()) <= 1
    meetings = Counter(pair for line_up in sample for pair in combinations(line_up, 2))
    assert len(meetings) == min(math.comb(agents, 2), number * math.comb(players, 2))
    assert max(meetings.values()) <= 2 * min(meetings.values())
    assert sample == make_schedule(agents, players, number, seed=1)
    assert sample != make_schedule(agents, players, number, seed=2)


def test_too_few_agents_take_several_seats() -> None:
    assert make_schedule(2, 5, 100, seed=0) == [(0, 0, 0, 1, 1), (0, 0, 1, 1, 1)]
    assert make_schedule(3, 3, 100, seed=0) == [(0, 1, 2)]
    with pytest.raises(ValueError, match="too few"):
        make_schedule(12, 2, 5, seed=0)


def test_agents_of_one_name_get_distinct_names() -> None:
    assert list(entrants("las_vegas", "greedy,random,greedy")) == ["greedy", "random", "greedy #2"]
    assert list(entrants("gambler", "all")) == sorted(entrants("gambler", "all"))
    assert "greedy #2" in entrants("gambler", "all,greedy")


# --- playing --------------------------------------------------------------------------------------------------


def test_line_ups_play_the_same_deals() -> None:
    """Agents that ignore who the others are decide the same way, because deals and seatings are common."""
    greedy, random = as_agents("las_vegas", "greedy,random")
    seats = seatings(3)[:6]
    one = match.Match("las_vegas", [greedy, greedy, random], 5, **SMALL).play(seats, first=9)
    again = match.Match("las_vegas", [greedy, greedy, random], 5, **SMALL).play(seats[3:], first=12)
    np.testing.assert_array_equal(one.money[3:], again.money)
    copies = as_agents("las_vegas", "greedy,greedy,random")
    np.testing.assert_array_equal(one.money, match.Match("las_vegas", copies, 5, **SMALL).play(seats, first=9).money)
    other = match.Match("las_vegas", [greedy, greedy, random], 6, **SMALL).play(seats, first=9)
    assert (one.money != other.money).any()


def test_ranks_and_shares_agree_with_the_games(ruleset: str) -> None:
    players = match.Games(ruleset, 1).players
    agents = as_agents(ruleset, "random") * players
    seats = match.rotation(0, 60, players)
    played = match.Match(ruleset, agents, 3).play(seats)
    games = match.Games(ruleset, 60, 3, observe=False)
    runner = match.MatchRunner(games, agents[:1])
    runner.owners[:] = 0
    runner.play_to_the_end()
    np.testing.assert_allclose(np.take_along_axis(games.shares, seats, axis=1), played.shares, atol=1e-6)
    assert (played.ranks.sum(axis=1) == players * (players - 1)).all()
    np.testing.assert_array_equal(np.take_along_axis(games.payoff, seats, axis=1), played.payoffs)


def stored(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_killed_tournament_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """… and ends with the same files, byte for byte, as one that was never killed."""
    run(small_args(tmp_path / "whole", chunk=12), SMALL)
    replace, replaced = os.replace, []

    def killed_at_the_fourth(part: Path, path: Path) -> None:
        if path.suffix == ".parquet":
            if len(replaced) == 3:
                raise KeyboardInterrupt
            replaced.append(path)
        replace(part, path)

    monkeypatch.setattr(os, "replace", killed_at_the_fourth)
    with pytest.raises(KeyboardInterrupt):
        run(small_args(tmp_path / "killed", chunk=12), SMALL)
    monkeypatch.setattr(os, "replace", replace)
    first = {path: path.stat().st_mtime_ns for path in (tmp_path / "killed").rglob("*.parquet")}
    assert sorted(first) == sorted(replaced)
    assert len(list((tmp_path / "killed").rglob("*.part"))) == 1
    run(small_args(tmp_path / "killed", chunk=12), SMALL)
    assert stored(tmp_path / "killed") == stored(tmp_path / "whole")
    assert first == {path: path.stat().st_mtime_ns for path in first}, "games were played twice"


def test_results_do_not_depend_on_chunks(tmp_path: Path) -> None:
    records = []
    for chunk in (30, 7):
        done = run(small_args(tmp_path / str(chunk), chunk=chunk), SMALL)
        records.append(as_records(done))
        assert (done.sums.games.sum(axis=1) == 30).all()
    assert records[0] == records[1]


def test_another_tournament_is_refused(tmp_path: Path) -> None:
    run(small_args(tmp_path), SMALL)
    before = stored(tmp_path)
    for args, options, name in (
        (small_args(tmp_path, agents="greedy,random"), SMALL, "agents"),
        (small_args(tmp_path, seed=3), SMALL, "seed: 0 there, 3 here"),
        (small_args(tmp_path), {**SMALL, "neutral_dice": True}, "options"),
    ):
        with pytest.raises(ValueError, match=f"another tournament.*{name}.*--fresh"):
            run(args, options)
    with pytest.raises(SystemExit, match="another tournament"):
        tournament.main(["gambler", "--output", str(tmp_path)])
    assert stored(tmp_path) == before, "the folder was touched"
    assert run(small_args(tmp_path, seed=3, fresh=True), SMALL).seed == 3
    with pytest.raises(ValueError, match="two agents or more"):
        run(small_args(tmp_path, agents="greedy"), SMALL)


def test_an_agent_that_plays_differently_is_noticed() -> None:
    prints = {name: fingerprint("gambler", agent, {}) for name, agent in entrants("gambler", "all").items()}
    assert len(set(prints.values())) == len(prints)
    assert prints["greedy"] == fingerprint("gambler", as_agent("gambler", "greedy"), {})


def test_slow_agents_stop_when_precise_enough(tmp_path: Path) -> None:
    searcher = Searcher()
    agents = {**entrants("las_vegas", "greedy,random,random"), "searcher": searcher}
    done = Tournament("las_vegas", agents, games=300, precision=0.15, **SMALL)
    done.play(GameStore(tmp_path, done.identity()), quiet=True)
    games = done.sums.games.sum(axis=1)
    with_searcher = (done.sums.schedule == 3).any(axis=1)
    assert (games[~with_searcher] == 300).all()
    assert len(set(games[with_searcher])) == 1
    assert 3 <= games[with_searcher][0] < 300
    assert done.standings.win_share(3).half <= 0.15
    short = games[with_searcher][0]
    assert f"300 deals for each, but {short} with searcher, which stop when " in how_played(done)
    assert "are known to ± 0.15" in how_played(done)
    decisions = searcher.decisions
    tighter = Tournament("las_vegas", agents, games=300, precision=0.1, **SMALL)
    played_for_the_fingerprint = searcher.decisions - decisions
    tighter.play(GameStore(tmp_path, done.identity()), quiet=True)
    again = tighter.sums.games.sum(axis=1)[with_searcher][0]
    assert again > games[with_searcher][0]
    fresh = searcher.decisions - decisions - played_for_the_fingerprint
    assert 0 < fresh < decisions * (again / games[with_searcher][0]), "stored games were played again"


def test_files_of_a_tournament(tmp_path: Path) -> None:
    four = "greedy,pusher,random,stopper"
    words = f"gambler --players 3 --games 30 --seed 2 --agents {four} --output"
    tournament.main([*words.split(), str(tmp_path)])
    games = pq.read_table(tmp_path / "games")
    names = list(entrants("gambler", four))
    assert games.num_rows == 4 * 30 * 3
    assert set(games["agent"].to_pylist()) == set(names)
    with (tmp_path / "head_to_head.csv").open(encoding="utf-8") as file:
        header, *lines = csv.reader(file)
    assert header[1:] == names == [line[0] for line in lines]
    shares = np.array([[float(cell) if cell else np.nan for cell in line[1:]] for line in lines])
    np.testing.assert_allclose((shares + shares.T)[~np.eye(len(names), dtype=bool)], 1.0, atol=2e-6)
    text = (tmp_path / "tournament.md").read_text(encoding="utf-8")
    assert "vegas tournament gambler --players 3 --games 30 --seed 2" in text
    assert "4 line-ups, 120 games, 30 deals for each" in text
    for name in ("head_to_head.png", "win_shares.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
    records = pq.read_table(tmp_path / "standings.parquet").to_pylist()
    assert [record["rank"] for record in records] == [1, 2, 3, 4]
    assert records[0]["agent"] == "greedy"
    won = dict.fromkeys(names, 0.0)
    for agent, share in zip(games["agent"].to_pylist(), games["win_share"].to_pylist(), strict=True):
        won[agent] += share / 90
    for record in records:
        assert record["win_share"] == pytest.approx(won[record["agent"]], abs=1e-6)
        assert record["games"] == 90
        assert np.mean(record["win_share_by_seat"]) == pytest.approx(record["win_share"])


def test_a_tournament_in_the_library_needs_no_folder(tmp_path: Path) -> None:
    """Plain arguments, agents by name or as objects, no store: the same standings as the command."""
    by_command = run(small_args(tmp_path, agents="greedy,random,most_dice"), SMALL)
    by_name = Tournament("las_vegas", "greedy,random,most_dice", games=30, **SMALL)
    by_object = Tournament("las_vegas", entrants("las_vegas", "greedy,random,most_dice"), games=30, chunk=7, **SMALL)
    for played in (by_name, by_object):
        played.play(quiet=True)
        assert as_records(played) == as_records(by_command)
        assert played.arguments() == by_command.arguments()
    write(tmp_path / "without_command", by_name)
    text = (tmp_path / "without_command" / "tournament.md").read_text(encoding="utf-8")
    assert "\n\n1 line-up, 30 games" in text
    executor: Any = object()
    with pytest.raises(ValueError, match="by name"):
        Tournament("las_vegas", entrants("las_vegas", "greedy,random"), executor=executor)


def test_stored_games_have_the_documented_columns(tmp_path: Path) -> None:
    """Games on disk outlive versions of this package: their format and the keys of the manifest do not change."""
    run(small_args(tmp_path, agents="greedy,random"), SMALL)
    manifest = json.loads((tmp_path / "tournament.json").read_text(encoding="utf-8"))
    assert list(manifest) == ["ruleset", "options", "seed", "agents", "games", "line_ups", "precision"]
    (file,) = (tmp_path / "games").glob("greedy-greedy-random-*/000000000.parquet")
    table = pq.read_table(file)
    assert table.schema.metadata[b"players"] == b"3"
    assert table.column_names == ["deal", "seat", "agent", "rank", "win_share", "money"]


# --- standings ------------------------------------------------------------------------------------------------


def plackett_luce(strengths: np.ndarray, players: int, games: int, seed: int) -> Standings:
    """Standings of games that were sampled from the model of the ratings."""
    rng = np.random.default_rng(seed)
    sums = BlockSums(make_schedule(len(strengths), players, 1000, seed), games)
    for number, line_up in enumerate(sums.schedule):
        luck = strengths[line_up] + rng.gumbel(size=(games, players))
        ranks = (2 * np.argsort(np.argsort(-luck, axis=1), axis=1)).astype(np.int8)
        money = luck.astype(np.float32)
        sums.add(number, GameResults(0, match.rotation(0, games, players), ranks, money, money))
    return Standings(sums, len(strengths), seed)


def test_ratings_recover_the_strengths() -> None:
    strengths = np.array([0.0, 0.3, 1.2, -0.8, 0.6])
    true = standings.ELO * (strengths - strengths.mean())
    inside = []
    for seed in range(4):
        found = plackett_luce(strengths, 3, 900, seed)
        inside += [rating.low < value < rating.high for rating, value in zip(found.ratings, true, strict=True)]
        assert np.argsort([rating.value for rating in found.ratings]).tolist() == np.argsort(strengths).tolist()
        assert all(5 < rating.half < 25 for rating in found.ratings)
        mu = [rating for rating, _ in found.online_ratings]
        assert np.argmax(mu) == 2
        assert np.argmin(mu) == 3
    assert sum(inside) >= 16, "95 % intervals miss too often"


def test_intervals_have_the_promised_coverage() -> None:
    """Equal agents: about 95 % of the 95 % intervals contain the even share."""
    shares, money = [], []
    for seed in range(100):
        found = plackett_luce(np.zeros(4), 3, 60, seed)
        shares += [e.low <= 1 / 3 <= e.high for e in map(found.win_share, range(4))]
        money += [e.low <= np.euler_gamma <= e.high for e in map(found.money, range(4))]
    assert 0.92 <= np.mean(shares) <= 0.98
    assert 0.92 <= np.mean(money) <= 0.98


def test_common_deals_count_once() -> None:
    """Line-ups that repeat each other's results do not narrow the intervals."""
    rng = np.random.default_rng(0)
    ranks = (2 * np.argsort(rng.random((60, 3)), axis=1)).astype(np.int8)
    played = GameResults(0, match.rotation(0, 60, 3), ranks, ranks.astype(np.float32), ranks.astype(np.float32))
    halves = []
    for number in (1, 10):
        sums = BlockSums([(0, 1, 2)] * number, 60)
        for line_up in range(number):
            sums.add(line_up, played)
        halves.append(Standings(sums, 3, 0).win_share(0).half)
    assert halves[1] == pytest.approx(halves[0], rel=0.02)


def test_line_ups_count_the_same_however_long_they_play() -> None:
    """Agent 0 wins every game of its short line-up and none of its long one."""
    sums = BlockSums([(0, 1), (0, 2)], 400)
    for number, games in ((0, 40), (1, 400)):
        ranks = np.tile(np.array([2 * number, 2 - 2 * number], np.int8), (games, 1))
        sums.add(number, GameResults(0, match.rotation(0, games, 2), ranks, -ranks.astype(np.float32), ranks))
    found = Standings(sums, 3, 0)
    assert found.win_share(0).value == pytest.approx(0.5)
    assert found.head_to_head[0, 1] == 1.0
    assert found.head_to_head[2, 0] == 1.0
    assert np.isnan(found.head_to_head[1, 2])
    assert all(np.isfinite(rating.value) for rating in found.ratings)


def test_blocks_hold_all_deals() -> None:
    for games in (6, 300, 5_000, 100_002):
        starts = standings.block_starts(games, 3)
        assert starts[0] == 0
        assert starts[-1] < games
        assert len(starts) <= standings.FINE_BLOCKS + standings.COARSE_BLOCKS
        assert len(set(np.diff(starts))) <= 2


# --- evaluation and leaderboard -------------------------------------------------------------------------------


def test_evaluation_stops_when_precise_enough(tmp_path: Path) -> None:
    words = "las_vegas --players 2 --rounds 1 --agent greedy,random --against random --games 50000 --precision 0.03"
    evaluate.main([*words.split(), "--json", str(tmp_path / "out.json")])
    written = json.loads((tmp_path / "out.json").read_text())
    assert list(written["results"]) == ["greedy", "random"]
    for result in written["results"].values():
        low, high = result["interval"]
        assert (high - low) / 2 <= 0.03
        assert result["games"] < 5_000
        assert result["payoff_interval"][0] < result["payoff"] < result["payoff_interval"][1]
        assert sum(seat["games"] for seat in result["seats"]) == result["games"]
        mean = np.average([s["win_share"] for s in result["seats"]], weights=[s["games"] for s in result["seats"]])
        assert mean == pytest.approx(result["win_share"])


def test_slow_agents_are_evaluated_briefly() -> None:
    opponents = as_agents("las_vegas", "random")
    result = match.evaluate("las_vegas", Searcher(), opponents, 20_000, 1, **SMALL)
    assert result.games < 5_000
    assert (result.interval[1] - result.interval[0]) / 2 <= PRECISION
    all_games = match.evaluate("las_vegas", Searcher(), opponents, 300, 1, precision=0, **SMALL)
    assert all_games.games == 300


def test_bad_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="precision"):
        evaluate.Args("las_vegas", precision=2.0)
    with pytest.raises(ValueError, match="games"):
        tournament.Args("las_vegas", games=0)


def test_a_quick_leaderboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["--quick", "--output", str(tmp_path / "results"), "--document", str(tmp_path / "docs" / "leaderboard.md")]
    document = Path(words[-1])
    leaderboard.main(["auction", *words])
    text = document.read_text(encoding="utf-8")
    assert text.count("| rank | agent |") == 1
    assert text.count("\n| agent | one seat against random |") == 1
    assert "<!-- las_vegas-4 -->\nNot played yet.\n<!-- /las_vegas-4 -->" in text
    picture = tmp_path / "docs" / "pictures" / "leaderboard-auction-2.png"
    assert picture.stat().st_size < 40_000
    table = json.loads((tmp_path / "results" / "auction-2.json").read_text())
    best = table["agents"][0]
    assert table["strongest"] == best["agent"]
    assert best["against"][best["agent"]] is None
    assert [row["agent"] for row in table["agents"] if row["agent"].startswith(("flat", "mcts"))] == []
    check_the_commands_of(table, text, tmp_path / "again")
    check_the_commands_of_search(table["search"], text, tmp_path / "again")
    monkeypatch.setattr(report, "LEADERBOARD", tmp_path / "results" / "auction-2.json")
    assert f"\n| {best['agent']} | {best['win_share']:.3f} (" in report.leaderboard_table()
    for place, name in ((Tournament, "play_line_up"), (leaderboard, "evaluate")):
        monkeypatch.setattr(place, name, lambda *_, **__: pytest.fail("played again"))
    leaderboard.main(["auction", *words])
    assert document.read_text(encoding="utf-8") == text


def check_the_commands_of(table: dict[str, Any], text: str, folder: Path) -> None:
    """The commands printed above a table reproduce it."""
    assert f"`{table['tournament_command']}`: " in text
    assert f"`{table['single_command']}`, and likewise against random: 60 games" in text
    tournament.main([*shlex.split(table["tournament_command"])[2:], "--output", str(folder)])
    records = pq.read_table(folder / "standings.parquet").to_pylist()
    assert [{**record, "against": row["against"]} for record, row in zip(records, table["agents"], strict=True)] == (
        table["agents"]
    )
    for other in ("random", table["strongest"]):
        results = evaluated(table["single_command"], other, folder)
        for row in table["agents"]:
            assert row["against"][other] == (None if row["agent"] == other else results[row["agent"]])


def check_the_commands_of_search(search: dict[str, Any], text: str, folder: Path) -> None:
    """The same for the table of search agents, whose figures are those in the document."""
    names = [row["agent"] for row in search["agents"]]
    assert names == ["flat(rollouts=50)", "mcts(rollouts=50)", "flat(rollouts=200)"]
    assert search["challenger"] == "ppo"
    assert f"`{search['command']}`, and likewise against random; " in text
    assert f"`{search['challenge_command']}`, and likewise against {names[1]} and {names[2]}: at most 40 games" in text
    others = list(search["agents"][0]["against"])
    results = {other: evaluated(search["command"], other, folder) for other in others}
    for row in search["agents"]:
        assert row["against"] == {other: results[other][row["agent"]] for other in others}
        assert {"ppo": row["challenge"]} == evaluated(search["challenge_command"], row["agent"], folder)
        figures = [leaderboard.one_seat(result, 40) for result in (*row["against"].values(), row["challenge"])]
        assert f"| {' | '.join([row['agent'], *figures])} |" in text
        assert all(result["games"] <= 40 for result in (*row["against"].values(), row["challenge"]))


def evaluated(command: str, other: str, folder: Path) -> dict[str, Any]:
    """Run a printed command, against a given opponent; results by agent."""
    words = shlex.split(command)[2:]
    words[words.index("--against") + 1] = other
    evaluate.main([*words, "--json", str(folder / "single.json")])
    written = json.loads((folder / "single.json").read_text())
    alone = {field.name: written.get(field.name) for field in dataclasses.fields(match.Result)}
    return written.get("results", {written["agent"]: alone})


def test_search_beside_a_tournament_without_a_network(tmp_path: Path) -> None:
    """The strongest agent plays against search instead; search agents are left out of the tournament."""
    words = ["auction", "--quick", "--output", str(tmp_path), "--document", str(tmp_path / "leaderboard.md")]
    leaderboard.main([*words, "--agents", "eager,random,flat(rollouts=2)", "--search", "flat(rollouts=2)"])
    table = json.loads((tmp_path / "auction-2.json").read_text())
    assert {row["agent"] for row in table["agents"]} == {"eager", "random"}
    assert table["search"]["challenger"] == table["strongest"] == "eager"
    assert table["search"]["agents"][0]["challenge"]["games"] > 0
    leaderboard.main([*words, "--agents", "eager,random", "--search", ""])
    assert "Search agents: " not in (tmp_path / "leaderboard.md").read_text(encoding="utf-8")
    leaderboard.main([*words, "--agents", "flat(rollouts=2)"])  # too few agents: no error


def test_one_more_agent_costs_only_its_own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play, played = Tournament.play_line_up, []

    def play_and_tell(self: Tournament, number: int, *others: int) -> GameResults:
        played.append({self.names[member] for member in self.schedule[number]})
        return play(self, number, *others)

    monkeypatch.setattr(Tournament, "play_line_up", play_and_tell)
    words = ["gambler", "--quick", "--output", str(tmp_path), "--document", str(tmp_path / "leaderboard.md")]
    words += ["--search", ""]
    leaderboard.main([*words, "--agents", "greedy,random"])
    assert played == [{"greedy", "random"}]
    leaderboard.main([*words, "--agents", "greedy,random,stopper"])
    assert played[1:] == [{"greedy", "stopper"}, {"random", "stopper"}]
    leaderboard.main([*words, "--agents", "greedy,random", "--fresh"])
    assert played[3:] == [{"greedy", "random"}]
