"""Rendering of a position from the point of view of one viewer, and the renderer of environments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from vegas_env.checks import check_choice, check_int
from vegas_env.render import ansi, pixels, svg
from vegas_env.render.shapes import Picture
from vegas_env.render.text import Span, Text, line, page
from vegas_env.spec import Config, Facts, Ruleset

if TYPE_CHECKING:
    from vegas_env.games import Games

SPECTATOR, DECIDING, ALL = "spectator", "deciding", "all"
VIEWERS = (SPECTATOR, DECIDING, ALL)
MODES = ("ansi", "text", "svg", "rgb_array")
RENDER_MODES = ("human", "rgb_array", "ansi")  # of environments with one game
MANY_GAMES_MODES = ("rgb_array", "ansi")  # of vectorised environments
FRAMES_PER_SECOND = 4


def check_viewer(viewer: int | str, players: int) -> int | str:
    """`viewer`, which must be a seat or one of VIEWERS."""
    return (
        check_choice("viewer", viewer, VIEWERS)
        if isinstance(viewer, str)
        else check_int("viewer", viewer, 0, players - 1)
    )


class Frame:
    """One position from the point of view of a viewer.

    Args:
        ruleset, config: of the game.
        facts: the complete position.
        seat: the deciding seat, or None.
        viewer: a seat; "spectator", for public information only; "deciding", for the deciding seat; or "all", for
            everything.
        caption: a line about what happened last.
    """

    def __init__(self, ruleset: Ruleset, config: Config, facts: Facts, seat: int | None, viewer: int | str,
                 caption: str = "") -> None:  # fmt: skip
        check_viewer(viewer, config.players)
        if viewer != ALL:
            eye = seat if viewer == DECIDING else viewer
            facts = ruleset.hide(facts, config, eye if isinstance(eye, int) else None)
        self._ruleset = ruleset
        self._arguments = facts, config, seat
        self._caption = caption

    def text(self) -> Text:
        """The position as text."""
        lines = self._ruleset.text(*self._arguments)
        return page([*lines, line(Span(self._caption, "dim"))] if self._caption else lines)

    def picture(self) -> Picture:
        """The position as a picture."""
        return self._ruleset.picture(*self._arguments, self._caption)

    def render(self, mode: str) -> str | np.ndarray:
        """The position as "ansi" (coloured text), "text", "svg" (a string) or "rgb_array" (height, width, 3)."""
        check_choice("mode", mode, MODES)
        if mode in ("ansi", "text"):
            return ansi.coloured(self.text()) if mode == "ansi" else str(self.text())
        return svg.draw(self.picture()) if mode == "svg" else pixels.array(self.picture())


def result(shares: Sequence[float] | np.ndarray) -> str:
    """Who has won, in words; "" before the end."""
    winners = [f"P{seat}" for seat, share in enumerate(shares) if share > 0]
    if len(winners) < 2:
        return f"{winners[0]} wins" if winners else ""
    return f"{', '.join(winners[:-1])} and {winners[-1]} share the win"


class Renderer:
    """Renders the games of an environment in one render mode, for one viewer.

    An environment calls `reset` after a reset, `announce` before and `refresh` after each action, and `render` when its
    user asks for a frame.  Mode "human" displays every position in a window by itself.

    Args:
        games: a `vegas_env.Games`.
        mode: one of `modes`, or None, with which nothing is rendered.
        viewer: see `Frame`.
        modes: the render modes that the environment offers.
    """

    def __init__(
        self, games: Games, mode: str | None, viewer: int | str, modes: tuple[str, ...] = RENDER_MODES
    ) -> None:
        self.mode = None if mode is None else check_choice("render_mode", mode, modes)
        self.metadata: dict[str, Any] = {"render_modes": list(modes), "render_fps": FRAMES_PER_SECOND}
        self.games = games
        self.viewer = check_viewer(viewer, games.players)
        self.caption = ""
        self._window: pixels.Window | None = None

    def announce(self, action: Any) -> None:
        """Make the public description of the action that is about to be taken the caption of the next frame."""
        if self.mode is None:
            return
        games = self.games
        seat = int(games.seat[0])
        in_range = isinstance(action, (int, np.integer)) and 0 <= action < games.ruleset.actions
        legal = in_range and games.mask[0, action]
        announcement = games.ruleset.announcement(games.facts(0), games.config, int(action)) if legal else ""
        self.caption = f"P{seat}: {announcement}" if announcement else ""

    def reset(self) -> None:
        """A new game has begun: clear the caption and update the window."""
        self.caption = ""
        self.refresh()

    def refresh(self) -> None:
        """The position has changed: update the window, if the mode has one."""
        if self.mode == "human":
            self.render()

    def render(self, i: int = 0) -> str | np.ndarray | None:
        """Game i in the render mode; None without a mode, or if the game is displayed in the window."""
        if self.mode is None:
            return None
        if self.mode != "human":
            return self.games.render(i, self.mode, self.viewer, self.caption)
        if self._window is None:
            self._window = pixels.Window(self.games.ruleset.title)
        self._window.display(self.games.frame(i, self.viewer, self.caption).picture(), FRAMES_PER_SECOND)
        return None

    def render_all(self) -> tuple[Any, ...] | None:
        """Every game in the render mode; None without a mode."""
        return None if self.mode is None else tuple(self.render(i) for i in range(self.games.n))

    def close(self) -> None:
        """Close the window."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def __getstate__(self) -> dict[str, Any]:
        """Copies have no window: it belongs to the process that opened it."""
        return self.__dict__ | {"_window": None}
