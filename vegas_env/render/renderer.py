"""From a position to a picture or a text of it, as somebody sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from vegas_env.checks import check_choice, check_int
from vegas_env.render import ansi, pixels, svg
from vegas_env.render.shapes import Picture
from vegas_env.render.text import Span, Text, line, page
from vegas_env.spec import Ruleset

SPECTATOR, DECIDING, ALL = "spectator", "deciding", "all"
VIEWERS = (SPECTATOR, DECIDING, ALL)
MODES = ("ansi", "text", "svg", "rgb_array")
RENDER_MODES = ("human", "rgb_array", "ansi")  # of environments
MANY_GAMES_MODES = ("rgb_array", "ansi")  # of those that play many games at once
FRAMES_PER_SECOND = 4


def check_viewer(viewer: int | str, players: int) -> int | str:
    """A seat, or one of VIEWERS."""
    return (
        check_choice("viewer", viewer, VIEWERS)
        if isinstance(viewer, str)
        else check_int("viewer", viewer, 0, players - 1)
    )


class Frame:
    """One position as `viewer` sees it: a seat; "spectator", who sees what everybody sees; "deciding", the seat that
    decides; or "all", from whom nothing is hidden.
    """

    def __init__(self, ruleset: Ruleset, config: Any, facts: dict[str, Any], seat: int | None, viewer: int | str,
                 caption: str = "") -> None:  # fmt: skip
        check_viewer(viewer, config.players)
        if viewer != ALL:
            eyes = seat if viewer == DECIDING else viewer
            facts = ruleset.hide(facts, config, eyes if isinstance(eyes, int) else None)
        self._ruleset = ruleset
        self._arguments = facts, config, seat
        self._caption = caption

    def text(self) -> Text:
        lines = self._ruleset.text(*self._arguments)
        return page([*lines, line(Span(self._caption, "dim"))] if self._caption else lines)

    def picture(self) -> Picture:
        return self._ruleset.picture(*self._arguments, self._caption)

    def render(self, mode: str) -> str | np.ndarray:
        """As "ansi" (text in colours), "text" (without), "svg", or "rgb_array" (height, width, 3)."""
        check_choice("mode", mode, MODES)
        if mode in ("ansi", "text"):
            return ansi.coloured(self.text()) if mode == "ansi" else str(self.text())
        return svg.draw(self.picture()) if mode == "svg" else pixels.array(self.picture())


def result(shares: Sequence[float] | np.ndarray) -> str:
    """Who has won, in words; nothing before the end."""
    winners = [f"P{seat}" for seat, share in enumerate(shares) if share > 0]
    if len(winners) < 2:
        return f"{winners[0]} wins" if winners else ""
    return f"{', '.join(winners[:-1])} and {winners[-1]} share the win"


class Renderer:
    """What the environments render with: a mode, a viewer, and for the mode "human" a window."""

    def __init__(self, games: Any, mode: str | None, viewer: int | str, modes: tuple[str, ...] = RENDER_MODES) -> None:
        self.mode = None if mode is None else check_choice("render_mode", mode, modes)
        self.metadata: dict[str, Any] = {"render_modes": list(modes), "render_fps": FRAMES_PER_SECOND}
        self.games = games
        self.viewer = check_viewer(viewer, games.players)
        self.caption = ""
        self._window: pixels.Window | None = None

    def hear(self, action: Any) -> None:
        """Remember what everybody hears of the action that is about to be taken, if anybody will look."""
        if self.mode is None:
            return
        games = self.games
        seat = int(games.seat[0])
        known = isinstance(action, (int, np.integer)) and 0 <= action < games.ruleset.actions
        legal = known and games.mask[0, action]
        announcement = games.ruleset.announcement(games.facts(0), games.config, int(action)) if legal else ""
        self.caption = f"P{seat}: {announcement}" if announcement else ""

    def begin(self) -> None:
        """A new game begins."""
        self.caption = ""
        self.refresh()

    def refresh(self) -> None:
        """Something has happened: a window shows it at once."""
        if self.mode == "human":
            self.render()

    def render(self, i: int = 0) -> str | np.ndarray | None:
        """Game i; None if there is no mode, or if it is shown in the window."""
        if self.mode is None:
            return None
        if self.mode != "human":
            return self.games.render(i, self.mode, self.viewer, self.caption)
        if self._window is None:
            self._window = pixels.Window(self.games.ruleset.title)
        self._window.show(self.games.frame(i, self.viewer, self.caption).picture(), FRAMES_PER_SECOND)
        return None

    def render_all(self) -> tuple[Any, ...] | None:
        """Every game; None if there is no mode."""
        return None if self.mode is None else tuple(self.render(i) for i in range(self.games.n))

    def close(self) -> None:
        if self._window is not None:
            self._window.close()
            self._window = None

    def __getstate__(self) -> dict[str, Any]:
        """A window stays with the process that opened it."""
        return self.__dict__ | {"_window": None}
