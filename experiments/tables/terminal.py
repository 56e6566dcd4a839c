"""Playing and replaying in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from vegas_env.checks import suggest
from vegas_env.experiments.tables.session import Advice, Session

HELP = """\
a number   take the action with that number
hint       an agent's rating of your actions (`hint mcts` asks another agent)
undo       take back your last decision
table      show the table and your actions again
quit       stop and save the game, for `vegas replay`"""
WORDS = ("hint", "undo", "table", "help", "quit")
MAX_HINTS = 20  # shown, best first


class Terminal:
    """Plays a session: prints positions and moves, reads the decisions of people.

    Parameters
    ----------
    session: the game
    hint: name of the agent that gives hints
    record: file to save the game to; by default runs/games/RULESET-SEED.jsonl
    console: where to print
    read: reads a line after showing a prompt
    """

    def __init__(
        self,
        session: Session,
        hint: str,
        record: Path | None = None,
        console: Console | None = None,
        read: Callable[[str], str] = input,
    ) -> None:
        self.session, self.hint, self.read = session, hint, read
        self.record = record or Path("runs", "games", f"{session.ruleset.name}-{session.seed}.jsonl")
        self.console = console or Console(highlight=False)

    def run(self) -> None:
        """Play until the game is over or the user quits, then save it."""
        session, console = self.session, self.console
        names = ", ".join(f"P{seat} {name}" for seat, name in enumerate(session.seats))
        console.print(f"{session.ruleset.title}: {names}; seed {session.seed}. Type `help` for a list of commands.")
        try:
            while not session.over:
                for move in session.advance():
                    console.print(Text(f"P{move.seat}: {move.announcement}", "dim"))
                if not session.over and not self._decide():
                    break
        except KeyboardInterrupt:  # the user quits
            console.print()
        finally:
            session.save(self.record)
        self._table()
        console.print(f"saved: vegas replay {self.record}")

    def _table(self) -> None:
        self.console.print(Text.from_ansi(self.session.render("ansi")))

    def _table_and_actions(self) -> None:
        self._table()
        for number, text in enumerate(self.session.legal().values(), start=1):
            self.console.print(Text(f"{number:>4}  {text}"))

    def _decide(self) -> bool:
        """Read and carry out commands up to a decision of a person.  Returns False if the user quits."""
        session, console = self.session, self.console
        legal = list(session.legal())
        self._table_and_actions()
        while True:
            try:
                word, _, rest = self.read(f"P{session.seat}> ").strip().partition(" ")
            except EOFError:
                return False
            if word.isdigit() and 1 <= int(word) <= len(legal):
                session.play(legal[int(word) - 1])
                return True
            if word == "quit":
                return False
            if word == "undo":
                if session.take_back():
                    return True
                console.print("nothing to take back")
            elif word == "hint":
                self._hint(rest.strip() or self.hint)
            elif word == "table":
                self._table_and_actions()
            elif word == "help":
                console.print(HELP)
            elif word:
                known = "" if word.lstrip("-").isdigit() else f"{suggest(word, WORDS)}; or "
                console.print(f"{known}a number from 1 to {len(legal)}")

    def _hint(self, agent: str) -> None:
        try:
            advice = self.session.advice(agent)
        except (ValueError, KeyError, FileNotFoundError) as error:
            self.console.print(Text(f"no hint: {error}"))
            return
        numbers = {action: number for number, action in enumerate(self.session.legal(), start=1)}
        width = max(len(one.text) for one in advice)
        for one in advice[:MAX_HINTS]:
            line = advice_line(one, numbers[one.action], width)
            self.console.print(Text(line, "bold" if one.chosen else ""))
        if len(advice) > MAX_HINTS:
            self.console.print(f"      and {len(advice) - MAX_HINTS} more, which it rates lower")


def advice_line(one: Advice, number: int, width: int) -> str:
    """A line with an action's number, its text in a column of a width, and an agent's rating of it."""
    words = f"{one.text:<{width}}"
    if one.value is not None:
        words += f"  {one.objective} {one.value:.3f}" + (f" ± {one.error:.3f}" if one.error is not None else "")
    if one.probability is not None:
        words += f"  {one.probability:6.1%}"
    return f"{'→' if one.chosen else ' '}{number:>3}  {words}"


def show_replay(session: Session, viewer: int | str, wait: bool) -> None:
    """Print every position of a finished or interrupted game; `wait` waits for Enter after each."""
    moves = session.moves
    session.go_to(0)
    console = Console(highlight=False)
    console.print(Text.from_ansi(session.render("ansi", viewer)))
    for number, move in enumerate(moves, start=1):
        if wait:
            input()
        session.play(move.action)
        console.rule(f"{number}/{len(moves)}  P{move.seat} ({session.seats[move.seat]}): {move.text}")
        console.print(Text.from_ansi(session.render("ansi", viewer)))
