"""A game in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from vegas_env.checks import suggest
from vegas_env.experiments.tables.session import Advice, Session

HELP = """\
a number   take that action
hint       what an agent thinks of your actions (`hint mcts` asks another one)
undo       take back your last decision
table      show the table and your actions again
quit       stop; the game is saved and can be looked at with `vegas replay`"""
WORDS = ("hint", "undo", "table", "help", "quit")
MOST_HINTS = 20  # the best of them stand first, and should not run off the screen


class Terminal:
    """Reads a person's decisions, shows everything else."""

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
        session, console = self.session, self.console
        names = ", ".join(f"P{seat} {name}" for seat, name in enumerate(session.seats))
        console.print(f"{session.ruleset.title}: {names}; seed {session.seed}. `help` tells what you can type.")
        try:
            while not session.over:
                for move in session.advance():
                    console.print(Text(f"P{move.seat}: {move.announcement}", "dim"))
                if not session.over and not self._decide():
                    break
        except KeyboardInterrupt:  # a way to quit
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
        """One decision of a person; False to stop."""
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
                console.print("there is nothing to take back")
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
        wide = max(len(one.text) for one in advice)
        for one in advice[:MOST_HINTS]:
            words = advice_line(one, numbers[one.action], wide)
            self.console.print(Text(words, "bold" if one.chosen else ""))
        if len(advice) > MOST_HINTS:
            self.console.print(f"      and {len(advice) - MOST_HINTS} more that it thinks less of")


def advice_line(one: Advice, number: int, wide: int) -> str:
    """One action as an agent sees it: its number, its words in a column, and the figures."""
    words = f"{one.text:<{wide}}"
    if one.value is not None:
        words += f"  {one.valued} {one.value:.3f}" + (f" ± {one.error:.3f}" if one.error is not None else "")
    if one.probability is not None:
        words += f"  {one.probability:6.1%}"
    return f"{'→' if one.chosen else ' '}{number:>3}  {words}"
