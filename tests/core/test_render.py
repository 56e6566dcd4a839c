"""Texts and pictures of every ruleset: readable, within bounds, reproducible, and without hidden information."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.conftest import play_on
from tests.support import configs
from tests.support.paths import ROOT
from vegas_env import RULESETS, Games, Position, testing
from vegas_env.render import pixels, renderer, shapes, svg, text, widgets
from vegas_env.render.renderer import Frame
from vegas_env.render.shapes import Circle, Picture, Polygon, Rect, Stroke, Words, words_width

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
LONGEST = 500  # positions of a game that is rendered
OPTIONS: dict[str, dict[str, Any]] = {}  # by their repr, which can key a cache


@cache
def _played(ruleset: str, chosen: str, seed: int) -> tuple[Position, ...]:
    """The positions of a random game, or its first ones, including those before chance events."""
    rng = np.random.default_rng(seed)
    position = Position(ruleset, **OPTIONS[chosen])
    seen = [position.copy()]
    while not position.over and len(seen) < LONGEST:
        if position.event:
            position.apply_chance(position.sample_chance(rng))
        else:
            position.apply(int(rng.choice(position.legal())))
        seen.append(position.copy())
    return tuple(seen)


def played(ruleset: str, options: dict[str, Any], seed: int = 1) -> tuple[Position, ...]:
    OPTIONS[repr(options)] = options
    return _played(ruleset, repr(options), seed)


def some(ruleset: str, options: dict[str, Any], number: int = 6) -> list[Position]:
    """Positions spread evenly over a random game."""
    seen = played(ruleset, options)
    return [seen[place] for place in np.unique(np.linspace(0, len(seen) - 1, number).astype(int))]


def frame(position: Position, viewer: int | str, caption: str = "") -> Frame:
    return Frame(position.ruleset, position.config, position.facts(), position.seat, viewer, caption)


# --- readable ---------------------------------------------------------------------------------------


def test_text_keeps_to_80_columns_and_names_every_seat(ruleset: str, options: dict[str, Any]) -> None:
    for position in some(ruleset, options):
        for viewer in (*renderer.VIEWERS, 0):
            seen = position.render("ansi", viewer, caption="P0: " + 9 * "did something, ")
            lines = ESCAPES.sub("", str(seen)).split("\n")
            assert "\x1b" not in "".join(lines)
            assert max(map(len, lines)) <= text.WIDTH
            assert all(line == line.rstrip() for line in lines)
            assert RULESETS[ruleset].title in lines[0]
            for seat in range(position.players):
                assert any(re.match(rf"[> ] P{seat}  ", line) for line in lines)


def test_text_without_colours_is_the_same_text(ruleset: str, options: dict[str, Any]) -> None:
    for position in some(ruleset, options):
        assert ESCAPES.sub("", str(position.render("ansi"))) == position.render("text")
        assert position.text() == position.render("text", "deciding")


def test_the_deciding_seat_is_marked(ruleset: str) -> None:
    for position in some(ruleset, {}, 12):
        marked = [line for line in str(position.render("text")).split("\n") if line.startswith("> ")]
        assert [line[2:4] for line in marked] == ([] if position.seat is None else [f"P{position.seat}"])


def test_pictures_stay_on_their_canvas_and_name_every_seat(ruleset: str, options: dict[str, Any]) -> None:
    for position in some(ruleset, options):
        for viewer in ("spectator", "all"):
            picture = frame(position, viewer, caption="P0: " + 6 * "did something, ").picture()
            for shape in picture.shapes:
                left, top, right, bottom = bounds(shape)
                assert left >= -0.01, shape
                assert top >= -0.01, shape
                assert right <= picture.width + 0.01, shape
                assert bottom <= picture.height + 0.01, shape
            written = {shape.text for shape in picture.shapes if isinstance(shape, Words)}
            assert {f"P{seat}" for seat in range(position.players)} <= written


def bounds(shape: shapes.Shape) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a shape."""
    if isinstance(shape, Rect):
        assert shape.width > 0, shape
        assert shape.height > 0, shape
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    if isinstance(shape, Circle):
        return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
    if isinstance(shape, Words):
        assert shape.size >= 7, f"too small to read: {shape}"
        wide = words_width(shape.text, shape.size)
        left = shape.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * wide
        return left, shape.y - shape.size, left + wide, shape.y + 0.25 * shape.size
    if isinstance(shape, Stroke):
        return min(shape.x1, shape.x2), min(shape.y1, shape.y2), max(shape.x1, shape.x2), max(shape.y1, shape.y2)
    assert isinstance(shape, Polygon)
    across, down = zip(*shape.points, strict=True)
    return min(across), min(down), max(across), max(down)


def test_words_do_not_overlap(ruleset: str, options: dict[str, Any]) -> None:
    for position in some(ruleset, options):
        words = [shape for shape in frame(position, "all").picture().shapes if isinstance(shape, Words)]
        boxes = []
        for shape in words:
            left, _, right, _ = bounds(shape)
            boxes.append((left + 0.5, shape.y - 0.7 * shape.size, right - 0.5, shape.y, shape.text))
        for place, (left, top, right, bottom, one) in enumerate(boxes):
            for left2, top2, right2, bottom2, other in boxes[:place]:
                apart = right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top
                assert apart, f"{one!r} overlaps {other!r}"


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("name", ["las_vegas", "las_vegas_cards"])
def test_every_note_that_was_won_can_be_read(name: str, players: int) -> None:
    for seed in range(4):
        position = played(name, {"players": players}, seed)[-1]
        words = [shape.text for shape in frame(position, "all").picture().shapes if isinstance(shape, Words)]
        won = [value for player in position.facts()["players"] for value, n in player["held"].items() for _ in range(n)]
        assert Counter(map(str, won)) <= Counter(words)


def test_the_end_says_who_has_won(ruleset: str) -> None:
    games = Games(ruleset, 1, seed=6)
    while not games.over[0]:
        games.step(games.mask.argmax(axis=1))
    position = Position(ruleset)
    position.record = games.records[0]
    winners = [seat for seat, share in enumerate(position.shares) if share]
    last = str(position.render("text")).split("\n")[-1]
    assert all(f"P{seat}" in last for seat in winners)
    assert last == renderer.result(position.shares)
    assert last in str(position.render("svg"))


def test_results_in_words() -> None:
    assert renderer.result([0, 0, 0]) == ""
    assert renderer.result([0, 1, 0]) == "P1 wins"
    assert renderer.result([0.5, 0, 0.5]) == "P0 and P2 share the win"
    assert renderer.result([1 / 3] * 3) == "P0, P1 and P2 share the win"


def test_long_lines_are_broken_between_words() -> None:
    spans = text.line("Beginning: ", *(text.Span(f"word{n}, ", "red") for n in range(30)), "x" * 100)
    lines = text.page([spans]).lines
    assert len(lines) > 3
    assert all(text.width(line) <= text.WIDTH for line in lines)
    joined = " ".join(text.plain(line).strip() for line in lines)
    assert joined.replace(" ", "") == text.plain(spans).replace(" ", "")
    assert {span.style for line in lines for span in line if "word" in span.text} == {"red"}


def test_texts_are_made_to_fit() -> None:
    assert shapes.fitted("short", 20, 1_000, 10) == ("short", 20)
    smaller, size = shapes.fitted("a longer text", 20, 100, 10)
    assert smaller == "a longer text"
    assert 10 <= size < 20
    cut, size = shapes.fitted("a text that is far too long for the room", 20, 100, 18)
    assert cut.endswith("…")
    assert size == 18
    assert words_width(cut, size) <= 100


# --- hidden information -------------------------------------------------------------------------------------


def test_viewers_are_shown_nothing_that_they_cannot_know(ruleset: str, options: dict[str, Any]) -> None:
    """Nor what others choose at the same time.  Every action has words, and `hide` leaves its input alone."""
    testing.check_rendering(ruleset, options)


HIDING: list[tuple[str, dict[str, Any]]] = [
    ("las_vegas", {"hidden_money": True}),
    ("las_vegas_cards", {}),
    ("las_vegas_cards", {"sequential": True, "hidden_money": True}),
    ("cash_and_run", {}),
    ("cash_and_run", {"auction": "sealed_first"}),
    ("auction", {"auction": "sealed_first"}),
    ("auction", {"auction": "english"}),
]


@pytest.mark.parametrize(("name", "options"), HIDING, ids=str)
@pytest.mark.parametrize("mode", ["text", "svg"])
def test_a_seat_is_shown_more_than_a_spectator(name: str, options: dict[str, Any], mode: str) -> None:
    """Otherwise the checks of hidden information could not fail."""
    more = 0
    for position in played(name, options)[:200:3]:
        if position.seat is not None:
            more += position.render(mode, "deciding") != position.render(mode, "spectator")
            assert position.render(mode, "deciding") == position.render(mode, position.seat)
    assert more


def test_actions_are_told_in_the_words_of_the_game(ruleset: str, options: dict[str, Any]) -> None:
    for position in some(ruleset, options):
        for action in position.legal():
            announced = position.ruleset.announcement(position.facts(), position.config, action)
            described = position.ruleset.describe(position.facts(), position.config, action)
            assert announced
            assert described
            assert "rung" not in announced + described, "a rung is a word of the code"


# --- pixels and SVG -----------------------------------------------------------------------------------------


def test_arrays(ruleset: str) -> None:
    for players in RULESETS[ruleset].player_range:
        games = Games(ruleset, 2, seed=1, players=players)
        play_on(games, 4, np.random.default_rng(0))
        first = games.render(0, "rgb_array", "all")
        assert first.shape == (shapes.HEIGHT, shapes.WIDTH, 3)
        assert first.dtype == np.uint8
        assert first.flags.c_contiguous
        assert len(np.unique(first[::4, ::4].reshape(-1, 3), axis=0)) > 100
        np.testing.assert_array_equal(first, games.render(0, "rgb_array", "all"))
        assert games.render(0, "svg") == games.render(0, "svg")
        assert not np.array_equal(first, games.render(1, "rgb_array", "all"))


def test_svg_is_well_formed_and_escaped(ruleset: str) -> None:
    for position in some(ruleset, {}, 12):
        drawn = str(frame(position, "all", caption='<&> "it\'s"').render("svg"))
        root = ElementTree.fromstring(drawn)
        assert root.tag.endswith("svg")
        written = [element.text for element in root if element.tag.endswith("text")]
        if not position.over:
            assert '<&> "it\'s"' in written
        assert len(root) == len(frame(position, "all", caption="x").picture().shapes)


def test_both_renderers_draw_the_same_shapes() -> None:
    """An SVG read back has the colours of the array, away from edges and letters."""
    import pygame

    picture = Picture(widgets.BACKGROUND, 200, 100)
    picture.rect(10, 10, 60, 40, "#ff0000", 8, "#00ff00", 4)
    picture.circle(120, 50, 30, "#0000ff", "#ffff00", 4)
    picture.polygon([(160, 10), (190, 10), (190, 90)], "#ff00ff")
    picture.stroke(10, 80, 70, 80, "#00ffff", 6)
    surface = pygame.image.load(BytesIO(svg.draw(picture).encode()), "picture.svg")
    mine = pixels.array(picture)
    theirs = pygame.surfarray.array3d(surface).swapaxes(0, 1)
    assert mine.shape == theirs.shape
    different = (np.abs(mine.astype(int) - theirs.astype(int)).max(axis=2) > 60).mean()
    assert different < 0.02
    for x, y, colour in ((40, 30, (255, 0, 0)), (12, 30, (0, 255, 0)), (120, 50, (0, 0, 255)), (40, 80, (0, 255, 255))):
        assert tuple(mine[y, x]) == colour
        assert tuple(theirs[y, x]) == colour


def drawn_width(sample: str, size: float, copies: int = 5) -> float:
    """How wide a text is drawn: measured between copies of it, so that the bearings of its ends cancel."""
    return (inked_columns(copies * sample, size) - inked_columns(sample, size)) / (copies - 1)


def inked_columns(sample: str, size: float) -> int:
    """The number of pixel columns from the first to the last that a text touches."""
    picture = Picture("#000000", int(1.1 * words_width(sample, size)) + 40, int(2 * size))
    picture.words(10, size, sample, size, "#ffffff")
    inked = np.flatnonzero(pixels.array(picture).max(axis=(0, 2)) > 64)
    return int(inked[-1] - inked[0])


@pytest.mark.parametrize("sample", ["Las Vegas, the card game", "$1,234,567,890", "QWERTZ {}~|", "P0: place the 6s"])
def test_the_widths_of_letters_are_those_of_the_font(sample: str) -> None:
    assert drawn_width(sample, 100) == pytest.approx(words_width(sample, 100), rel=0.03)


@pytest.mark.parametrize("sample", ["Atlantic City", "Baden-Baden", "bankrupt", "Las Vegas", "wins"])
def test_small_words_are_as_wide_as_layouts_assume(sample: str) -> None:
    assert drawn_width(sample, 11.5, copies=21) == pytest.approx(words_width(sample, 11.5), rel=0.02)


def test_unknown_modes_and_viewers_are_refused(ruleset: str) -> None:
    position = Position(ruleset)
    with pytest.raises(ValueError, match="mode must be one of 'ansi', 'text', 'svg', 'rgb_array'"):
        position.render("hologram")
    with pytest.raises(ValueError, match="viewer must be one of 'spectator', 'deciding', 'all'"):
        position.render(viewer="everybody")
    with pytest.raises(ValueError, match="viewer must be a whole number from 0 to"):
        position.render(viewer=position.players)


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    settings = {**os.environ, **environment}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, env=settings)


def test_pygame_is_imported_only_for_pixels() -> None:
    code = """
import sys, vegas_env
for ruleset in vegas_env.RULESETS:
    games = vegas_env.Games(ruleset)
    for mode in ("ansi", "text", "svg"):
        assert games.render(0, mode)
print("pygame" in sys.modules)
games.render(0, "rgb_array")
print("pygame" in sys.modules)
"""
    result = run(code)
    assert result.stdout.split() == ["False", "True"], result.stderr


def test_without_pygame_the_error_names_the_extra() -> None:
    code = """
import sys, vegas_env
sys.modules["pygame"] = None
games = vegas_env.Games("las_vegas")
print(len(games.render(0, "svg")) > 1_000)
games.render(0, "rgb_array")
"""
    result = run(code)
    assert result.stdout.strip() == "True"
    assert 'ImportError: pictures and windows need pygame: pip install "vegas-env[render]"' in result.stderr


def test_without_a_display_the_error_says_what_to_do() -> None:
    code = "from vegas_env import las_vegas_v0\nlas_vegas_v0.env(render_mode='human').reset(seed=0)"
    result = run(code, SDL_VIDEODRIVER="no such driver")
    assert 'use render_mode="rgb_array"' in result.stderr
    assert run(code, SDL_VIDEODRIVER="dummy").returncode == 0


def test_configurations_cover_all_numbers_of_players() -> None:
    """The tests above render the fewest and the most players of every ruleset."""
    for name in configs.NAMES:
        seen = {options.get("players") for options in configs.of(name).CONFIGS}
        assert set(RULESETS[name].player_range) <= seen
