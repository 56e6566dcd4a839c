"""Games between people and agents: moves, records, hints, and the terminal."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from vegas_env.agents.ppo.agents import NetworkAgent
from vegas_env.experiments import play, replay
from vegas_env.experiments.tables.session import YOU, Session
from vegas_env.experiments.tables.terminal import MAX_HINTS, Terminal
from vegas_env.rulesets import RULESETS


def session_of(ruleset: str, seed: int = 3, **options: Any) -> Session:
    """A person in seat 0, random players in the other seats."""
    players = RULESETS[ruleset].config().players
    return Session(ruleset, [YOU, *["random"] * (players - 1)], seed, **options)


def play_some(session: Session, decisions: int, seed: int = 0) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        session.advance()
        if session.over:
            break
        session.play(int(rng.choice(list(session.legal()))))


def test_a_record_is_the_game(ruleset: str, tmp_path: Path) -> None:
    session = session_of(ruleset)
    play_some(session, 10_000)
    assert session.over
    assert sum(session.result()) == pytest.approx(1.0, abs=1e-4)
    session.save(tmp_path / "game.jsonl")
    again = Session.load(tmp_path / "game.jsonl")
    assert again.moves == session.moves
    assert again.result() == session.result()
    np.testing.assert_array_equal(again.games.records, session.games.records)


def test_a_decision_can_be_taken_back(ruleset: str) -> None:
    session = session_of(ruleset)
    session.advance()
    while len(session.legal()) < 2:
        session.play(next(iter(session.legal())))
        session.advance()
    before, moves = session.games.records.copy(), len(session.moves)
    session.play(list(session.legal())[-1])
    session.advance()
    assert session.take_back()
    assert len(session.moves) == moves
    np.testing.assert_array_equal(session.games.records, before)


def test_nothing_to_take_back_and_illegal_moves(ruleset: str) -> None:
    session = session_of(ruleset)
    assert not session.take_back()
    session.advance()
    before, moves = session.games.records.copy(), list(session.moves)
    for action in (-1, session.ruleset.actions, next(a for a in range(999) if a not in session.legal())):
        with pytest.raises(ValueError, match="nothing was played"):
            session.play(action)
    np.testing.assert_array_equal(session.games.records, before)
    assert session.moves == moves
    with pytest.raises(ValueError, match="no agent"):
        session.agent_move()


def test_advice(ruleset: str) -> None:
    session = session_of(ruleset)
    session.advance()
    advice = session.advice("flat(rollouts=60)")
    assert {one.action for one in advice} == set(session.legal())
    assert [one.chosen for one in advice].count(True) == 1
    assert advice[0].chosen
    assert all(one.value is not None for one in advice)
    plain = session.advice("random")
    assert plain[0].chosen
    assert plain[0].value is plain[0].probability is None


def test_advice_of_a_network() -> None:
    from vegas_env.agents.ppo.torch_net import StructuredNet

    session = session_of("las_vegas")
    session.advance()
    advice = session.advice(NetworkAgent(StructuredNet("las_vegas", 8, 8).to_numpy()))
    assert sum(one.probability or 0.0 for one in advice) == pytest.approx(1.0, abs=1e-3)


def test_bad_records_are_named(tmp_path: Path) -> None:
    for text in ("", "nonsense", '{"format": "other", "version": 1}', '{"format": "vegas_env game", "version": 1}'):
        with pytest.raises(ValueError, match="not a game saved by vegas play"):
            Session.parse(text)
    session = session_of("gambler")
    play_some(session, 2)
    session.save(tmp_path / "game.jsonl")
    lines = (tmp_path / "game.jsonl").read_text().splitlines()
    with pytest.raises(ValueError, match="other rules"):
        Session.parse("\n".join([lines[0].replace("gambler-v0-", "gambler-v9-"), *lines[1:]]))
    with pytest.raises(ValueError, match="plain value"):
        Session("gambler", [YOU, "random"], 0, tableaus=object())


def test_options_survive_the_record(tmp_path: Path) -> None:
    session = Session("las_vegas", [YOU, "random"], 1, notes={10: 6, 20: 9}, minimum=20, casinos=3, rounds=1)
    play_some(session, 1)
    session.save(tmp_path / "game.jsonl")
    assert Session.load(tmp_path / "game.jsonl").games.config == session.games.config


# --- the terminal -----------------------------------------------------------------------------------------------


def typed(words: list[str], tmp_path: Path, ruleset: str = "gambler", **options: Any) -> str:
    """The output of the terminal for some lines of input."""
    args = play.Args(ruleset, "random", seed=4, hint="flat(rollouts=40)", record=tmp_path / "game.jsonl")
    lines = iter(words)

    def read(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    console = Console(file=io.StringIO(), width=80, highlight=False)
    Terminal(play.open_session(args, options), args.hint, args.record, console, read).run()
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_whole_game_in_the_terminal(ruleset: str, tmp_path: Path) -> None:
    options = {"turn_limit": 12} if ruleset == "cash_and_run" else {}
    shown = typed(["1"] * 5_000, tmp_path, ruleset, **options)
    assert " wins" in shown or "share the win" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert Session.load(tmp_path / "game.jsonl").over


def test_what_can_be_typed(tmp_path: Path) -> None:
    shown = typed(
        ["help", "undo", "hint", "hint unknown", "hnt", "77", "1", "undo", "table", "quit"], tmp_path, players=2
    )
    for words in ("take back your last decision", "nothing to take back", "→", "no hint: unknown agent", "hint",
                  "a number from 1 to", "saved: vegas replay"):  # fmt: skip
        assert words in shown
    assert Session.load(tmp_path / "game.jsonl").moves == []


def test_seats_and_bad_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    session = play.open_session(play.Args("las_vegas", "greedy,random", seat=2), {"players": 4})
    assert session.seats == ["random", "greedy", YOU, "greedy"]
    with pytest.raises(SystemExit, match="seat must be 0 to 1"):
        play.main(["gambler", "--players", "2", "--seat", "5"])
    with pytest.raises(SystemExit, match="unknown agent"):
        play.main(["gambler", "--against", "gredy"])
    with pytest.raises(SystemExit, match="did you mean 'gambler'"):
        play.main(["gamblr"])


def test_the_keyboard_can_end_the_game(tmp_path: Path) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    args = play.Args("gambler", "random", seed=4, record=tmp_path / "game.jsonl")
    console = Console(file=io.StringIO(), width=80)
    Terminal(play.open_session(args, {}), args.hint, args.record, console, interrupt).run()
    assert Session.load(tmp_path / "game.jsonl").seed == 4


def test_games_are_saved_beside_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for seed in (1, 2):
        args = play.Args("gambler", "random", seed=seed)
        Terminal(
            play.open_session(args, {}), args.hint, args.record, Console(file=io.StringIO()), lambda prompt: "quit"
        ).run()
    assert {path.name for path in Path("runs", "games").iterdir()} == {"gambler-1.jsonl", "gambler-2.jsonl"}


def test_hints_and_the_table_name_the_numbers_to_type(tmp_path: Path) -> None:
    shown = typed(["hint", "table", "quit"], tmp_path, players=2)
    listed = re.findall(r"^ {1,3}(\d+)  (place a \d in row \d|roll again|stop)$", shown, re.MULTILINE)
    hinted = re.findall(r"^[→ ] *(\d+)  (.+?) +money\+win", shown, re.MULTILINE)
    assert listed[: len(listed) // 2] == listed[len(listed) // 2 :]
    assert set(hinted) == set(listed)
    assert "nan" not in shown


def test_many_hints_do_not_run_off_the_screen(tmp_path: Path) -> None:
    shown = typed(["hint", "quit"], tmp_path, "auction")
    assert shown.count(" ± ") <= MAX_HINTS
    assert re.search(r"and \d+ more", shown)


def test_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed(["1", "1"], tmp_path, players=2)
    replay.main([str(tmp_path / "game.jsonl")])
    shown = capsys.readouterr().out
    assert "P0 (you)" in shown
    with pytest.raises(SystemExit, match="vegas replay"):
        replay.main([str(tmp_path / "none.jsonl")])
    with pytest.raises(SystemExit, match="viewer must be"):
        replay.main([str(tmp_path / "game.jsonl"), "--viewer", "unknown"])
