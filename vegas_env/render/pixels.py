"""Pictures as pixel arrays, as image files and in windows, drawn by pygame, which is imported on first use."""

from __future__ import annotations

import os
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from vegas_env.render.shapes import Circle, Picture, Polygon, Rect, Shape, Stroke

_SCALE = 2  # oversampling of shapes, for smooth edges
_FONT_SCALE = 4  # further oversampling of text


def array(picture: Picture) -> np.ndarray:
    """The picture as an array (height, width, 3) of uint8."""
    pixels = _pygame().surfarray.array3d(_surface(picture))
    return np.ascontiguousarray(pixels.swapaxes(0, 1))


def save(picture: Picture, path: str | os.PathLike[str]) -> None:
    """Write an image file, in the format of its suffix."""
    _pygame().image.save(_surface(picture), os.fspath(path))


class Window:
    """A window for a sequence of pictures.  A process has one window: the instance that displays last owns it."""

    def __init__(self, title: str) -> None:
        self.title = title
        self._screen: Any = None
        self._clock: Any = None

    def display(self, picture: Picture, frames_per_second: float) -> None:
        """Display a picture.  Waits as long as the frame rate requires."""
        pygame = _pygame()
        surface = _surface(picture)
        if not self._is_open() or self._screen.get_size() != surface.get_size():
            self._open(surface.get_size())
        self._screen.blit(surface, (0, 0))
        pygame.event.pump()
        pygame.display.flip()
        self._clock.tick(frames_per_second)

    def _open(self, size: tuple[int, int]) -> None:
        pygame = _pygame()
        try:
            pygame.display.init()
            self._screen = pygame.display.set_mode(size)
        except pygame.error as error:
            raise RuntimeError(
                f'no display is available for a window ({error}): use render_mode="rgb_array", or set the '
                "environment variable SDL_VIDEODRIVER=dummy"
            ) from error
        pygame.display.set_caption(self.title)
        self._clock = pygame.time.Clock()

    def _is_open(self) -> bool:
        return self._screen is not None and _pygame().display.get_surface() is self._screen

    def close(self) -> None:
        if self._is_open():
            _pygame().display.quit()
        self._screen = None


@cache
def _pygame() -> Any:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
        import pygame.surfarray
    except ImportError as error:
        raise ImportError('pictures and windows need pygame: pip install "vegas-env[render]"') from error
    pygame.font.init()
    return pygame


@cache
def _font(pixels: int) -> Any:
    """The font that ships with pygame, so that pictures are the same on every machine."""
    pygame = _pygame()
    return pygame.font.Font(str(Path(pygame.__file__).with_name(pygame.font.get_default_font())), pixels)


def _surface(picture: Picture) -> Any:
    pygame = _pygame()
    large = pygame.Surface((picture.width * _SCALE, picture.height * _SCALE), depth=24)
    for shape in picture.shapes:
        _draw(large, shape)
    return pygame.transform.smoothscale(large, (picture.width, picture.height))


def _draw(surface: Any, shape: Shape) -> None:
    pygame = _pygame()
    if isinstance(shape, Rect):
        if shape.edge is not None:
            _rect(surface, shape, shape.edge, 0.0)
        _rect(surface, shape, shape.fill, shape.edge_width if shape.edge is not None else 0.0)
    elif isinstance(shape, Circle):
        centre = (_SCALE * shape.x, _SCALE * shape.y)
        if shape.edge is not None:
            pygame.draw.circle(surface, shape.edge, centre, _SCALE * shape.radius)
        inner = shape.radius - (shape.edge_width if shape.edge is not None else 0.0)
        pygame.draw.circle(surface, shape.fill, centre, _SCALE * inner)
    elif isinstance(shape, Polygon):
        pygame.draw.polygon(surface, shape.fill, [(_SCALE * x, _SCALE * y) for x, y in shape.points])
    elif isinstance(shape, Stroke):
        ends = (_SCALE * shape.x1, _SCALE * shape.y1), (_SCALE * shape.x2, _SCALE * shape.y2)
        pygame.draw.line(surface, shape.colour, *ends, max(1, round(_SCALE * shape.width)))
    else:
        words, ascent = _words(shape.text, shape.size, shape.colour)
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * words.get_width()
        surface.blit(words, (round(_SCALE * shape.x - shift), round(_SCALE * shape.y - ascent)))


@lru_cache(maxsize=2048)
def _words(text: str, size: float, colour: str) -> tuple[Any, float]:
    """(surface, ascent) of a text; drawn larger and scaled down, which spaces letters evenly."""
    font = _font(round(_FONT_SCALE * _SCALE * size))
    large = _letters(font, text, colour)
    wide, high = (max(1, round(length / _FONT_SCALE)) for length in large.get_size())
    return _pygame().transform.smoothscale(large, (wide, high)), font.get_ascent() / _FONT_SCALE


def _letters(font: Any, text: str, colour: str) -> Any:
    """Text drawn letter by letter, without kerning: with it, pairs such as "ti" get wider than `words_width` says."""
    pygame = _pygame()
    steps = [font.size(letter)[0] for letter in text]
    row = pygame.Surface((sum(steps), font.get_height()), pygame.SRCALPHA)
    row.fill((*pygame.Color(colour)[:3], 0))  # transparent, but keeps edges from getting dark
    left = 0
    for letter, step in zip(text, steps, strict=True):
        row.blit(font.render(letter, True, colour), (left, 0))
        left += step
    return row


def _rect(surface: Any, shape: Rect, colour: str, inset: float) -> None:
    left, top = round(_SCALE * (shape.x + inset)), round(_SCALE * (shape.y + inset))
    right = round(_SCALE * (shape.x + shape.width - inset))
    bottom = round(_SCALE * (shape.y + shape.height - inset))
    radius = round(_SCALE * max(0.0, shape.radius - inset))
    _pygame().draw.rect(surface, colour, (left, top, right - left, bottom - top), border_radius=radius)
