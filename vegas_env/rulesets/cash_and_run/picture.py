"""A position of Cash & Run as a picture: the board around bank, players and open situations."""

from __future__ import annotations

from vegas_env.render import widgets
from vegas_env.render.shapes import Picture, words_width
from vegas_env.render.text import plain
from vegas_env.rulesets.cash_and_run import record, scene
from vegas_env.rulesets.cash_and_run.config import CashAndRunConfig
from vegas_env.spec import Facts

COLOURS = {
    "blue": "#4f95ec", "red": "#e5575c", "yellow": "#f2bd3d", "green": "#3fb27f", "purple": "#b184e0",
}  # fmt: skip
_OTHER_COLOURS = ("#4f95ec", "#e5575c", "#f2bd3d", "#3fb27f", "#b184e0")  # for boards with other colour names
_FELT = "#1d3a36"
_LABELS = {
    record.CASH_AND_RUN: "Cash & Run",
    record.BLUFF_SPACE: "Bluff",
    record.POT_SPACE: "Pot",
    record.ALL_PLAY_SPACE: "All play",
    record.GRAND_SLAM_SPACE: "Grand Slam",
    record.TAKEOVER_SPACE: "Takeover",
}
_TAG, _TAG_SIZE = 24, 11.5  # of a casino that a player owns: height with the gap below, size of its name
BLANK = 3  # kind of a bluff card without a symbol

# 36 spaces along the edges of eleven columns and nine rows.
_COLUMNS, _ROWS = 11, 9
_LEFT, _TOP, _GAP = 4.0, 4.0, 3.0
_WIDE = (widgets.WIDTH - 2 * _LEFT + _GAP) / _COLUMNS
_HIGH = (widgets.BOTTOM - 2 - _TOP + _GAP) / _ROWS
_INNER = _LEFT + _WIDE + 8
_INNER_WIDTH = (_COLUMNS - 2) * _WIDE - 16 - _GAP
_INNER_TOP = _TOP + _HIGH + 4


def draw(position: Facts, config: CashAndRunConfig, seat: int | None, caption: str) -> Picture:
    question = "" if seat is None else scene.question(position)
    picture = widgets.table("", "", seat, question, caption)
    _draw_middle(picture, position, config)
    marked = {part["casino"] for part in (position["contest"], position["auction"]) if part}
    for space, (kind, detail) in enumerate(config.board.parts):
        _draw_space(picture, space, kind, detail, position, config, marked)
    return _draw_players(picture, position, config, seat)


# --- the board ----------------------------------------------------------------------------------------------


def _corner(space: int) -> tuple[float, float]:
    """The upper left corner of a space.  Spaces run clockwise from the upper left."""
    column, row = _place(space)
    return _LEFT + column * _WIDE, _TOP + row * _HIGH


def _place(space: int) -> tuple[int, int]:
    right, down = _COLUMNS - 1, _ROWS - 1
    if space < right:
        return space, 0
    if space < right + down:
        return right, space - right
    if space < 2 * right + down:
        return 2 * right + down - space, down
    return 0, 2 * (right + down) - space


def _draw_space(picture: Picture, space: int, kind: int, detail: int, position: Facts,
                config: CashAndRunConfig, marked: set[int]) -> None:  # fmt: skip
    x, y = _corner(space)
    wide, high = _WIDE - _GAP, _HIGH - _GAP
    casino = detail if kind == record.CASINO_SPACE else None
    if casino is not None:
        _draw_casino(picture, x, y, wide, high, casino, position, config, marked=casino in marked)
    else:
        special = kind == record.CASH_AND_RUN
        fill = widgets.mixed(widgets.PANEL, widgets.GOLD, 0.8 if special else 0.06)
        picture.rect(x, y, wide, high, fill, 6, widgets.PANEL_EDGE, 1)
        ink = widgets.DARK if special else widgets.INK
        picture.words(x + wide / 2, y + 12, _LABELS[kind], 11.5, ink, "middle", room=wide - 8)
        if detail >= 0:
            draw_symbol(picture, x + 15, y + high - 14, 9, detail)
    for place, pawn in enumerate(scene.pawns_on(position, space)):
        _draw_pawn(picture, x + 10 + 12.4 * place, y + 31, pawn)


def _draw_casino(picture: Picture, x: float, y: float, wide: float, high: float, casino: int,
                 position: Facts, config: CashAndRunConfig, marked: bool) -> None:  # fmt: skip
    """A casino space: its name on a band of its colour, its symbol and its owner."""
    colour = casino_colour(config, casino)
    edge = widgets.GOLD if marked else widgets.mixed(colour, widgets.PANEL, 0.4)
    picture.rect(x, y, wide, high, widgets.PANEL, 6, edge, 3 if marked else 1)
    inset = 3 if marked else 1
    picture.rect(x + inset, y + inset, wide - 2 * inset, 20 - inset, colour, 5)
    name = config.board.casinos[casino][0]
    picture.words(x + wide / 2, y + 11, name, 11.5, widgets.on(colour), "middle", room=wide - 8)
    draw_symbol(picture, x + 15, y + high - 14, 9, casino % record.SYMBOLS)
    owner = position["owner"][casino]
    if owner is None:
        picture.words(x + wide - 8, y + high - 14, "free", 11, widgets.MUTED, "end")
    else:
        widgets.badge(picture, x + wide - 32, y + high - 14, owner, 12)


def casino_colour(config: CashAndRunConfig, casino: int) -> str:
    return COLOURS.get(config.board.casinos[casino][1], _OTHER_COLOURS[casino // record.SYMBOLS])


def _draw_pawn(picture: Picture, x: float, y: float, seat: int) -> None:
    colour = widgets.SEATS[seat]
    picture.circle(x, y, 8.5, colour, widgets.INK, 1.5)
    picture.words(x, y, str(seat), 10, widgets.on(colour), "middle")


def draw_symbol(picture: Picture, x: float, y: float, radius: float, symbol: int) -> None:
    """A roulette wheel, a die or a playing card, centred at (x, y)."""
    if symbol == 0:
        picture.circle(x, y, radius, "#2c2c34", widgets.GOLD, 1.5)
        picture.circle(x, y, 0.62 * radius, "#b8323a")
        for dx, dy in ((1, 0), (0, 1)):
            reach = 0.62 * radius
            picture.stroke(x - dx * reach, y - dy * reach, x + dx * reach, y + dy * reach, widgets.INK, 1)
        picture.circle(x, y, 0.22 * radius, widgets.GOLD)
    elif symbol == 1:
        widgets.die(picture, x - 0.9 * radius, y - 0.9 * radius, 1.8 * radius, 5, widgets.WHITE)
    else:
        widgets.card(picture, x - 0.7 * radius, y - radius, 1.4 * radius, 2 * radius)
        _draw_diamond(picture, x, y, 0.42 * radius)


def _draw_diamond(picture: Picture, x: float, y: float, radius: float) -> None:
    picture.polygon([(x - radius, y), (x, y - 1.3 * radius), (x + radius, y), (x, y + 1.3 * radius)], widgets.BAD)


# --- the middle ---------------------------------------------------------------------------------------------


def _draw_middle(picture: Picture, position: Facts, config: CashAndRunConfig) -> None:
    height = (_ROWS - 2) * _HIGH - _GAP
    picture.rect(_LEFT + _WIDE, _TOP + _HIGH, (_COLUMNS - 2) * _WIDE - _GAP, height, _FELT, 10)
    y = _INNER_TOP + 18
    used = picture.words(_INNER + 6, y, "Cash & Run", 24, widgets.GOLD)
    picture.words(_INNER + used + 22, y + 1, scene.status(position, config), 15, widgets.MUTED, room=400)
    y += 32
    stack = f"{scene.how_many(position['bluff_stack'])} + {len(position['bottom'])} under"
    amounts = (("bank", scene.money(position["bank"])), ("pot", scene.money(position["pot"])), ("bluff cards", stack))
    for (label, amount), (x, wide) in zip(amounts, widgets.across(3, 10, _INNER, _INNER_WIDTH), strict=True):
        picture.rect(x, y - 14, wide, 28, widgets.mixed(_FELT, widgets.DARK, 0.35), 6)
        used = picture.words(x + 10, y, label, 13, widgets.MUTED)
        picture.words(x + wide - 10, y, amount, 16, widgets.INK, "end", room=wide - used - 30)


def _draw_players(picture: Picture, position: Facts, config: CashAndRunConfig, seat: int | None) -> Picture:
    lines = scene.situations(position, config)
    top = _INNER_TOP + 74
    bottom = _TOP + (_ROWS - 1) * _HIGH - _GAP - 6
    room = 24 * max(2, len(lines))
    rows = 2 if config.players <= 4 else 3
    height = (bottom - room - top) / rows
    columns = widgets.across(2, 10, _INNER, _INNER_WIDTH)
    for number in range(config.players):
        x, wide = columns[number % 2]
        y = top + number // 2 * height
        _draw_player(picture, x, y, wide, height - 8, number, position, config, deciding=number == seat)
    for place, words in enumerate(lines):
        y = bottom - room + 12 + 24 * place
        picture.words(_INNER + 4, y, plain(words), 15, widgets.INK, room=_INNER_WIDTH - 8)
    return picture


def _draw_player(picture: Picture, x: float, y: float, wide: float, high: float, seat: int, position: Facts,
                 config: CashAndRunConfig, deciding: bool) -> None:  # fmt: skip
    player = position["players"][seat]
    out = bool(player["bankrupt"])
    amount = "bankrupt" if out else scene.money(player["cash"])
    widgets.player(picture, x, y, wide, high, seat, deciding, amount, out=out)
    _draw_bluff_cards(picture, x + 60, y + 22, seat, player["bluff"])
    lap = player["lap"]
    owned = [casino for casino, owner in enumerate(position["owner"]) if owner == seat]
    room = high - 42 - (26 if lap else 6)
    _draw_owned(picture, x + 10, y + 42, wide - 20, room, owned, lap["laid"] if lap else [], config)
    if lap:
        picture.words(x + 10, y + high - 13, f"final lap, {lap['steps']} of {record.SPACES}", 12, widgets.GOLD)
        widgets.bar(picture, x + 150, y + high - 17, wide - 160, 8, lap["steps"] / record.SPACES, widgets.SEATS[seat])


def _draw_bluff_cards(picture: Picture, x: float, y: float, seat: int, cards: list[int] | int) -> None:
    """Bluff cards in hand: face up, or face down if `cards` is only their number."""
    hidden = isinstance(cards, int)
    kinds = [None] * cards if isinstance(cards, int) else [kind for kind, n in enumerate(cards) for _ in range(n)]
    for place, kind in enumerate(kinds):
        left = x + 24 * place
        if hidden:
            widgets.card_back(picture, left, y - 14, 20, 28, widgets.SEATS[seat])
            continue
        widgets.card(picture, left, y - 14, 20, 28)
        if kind is not None and kind != BLANK:
            draw_symbol(picture, left + 10, y, 7, kind)


def _draw_owned(picture: Picture, x: float, y: float, wide: float, high: float, owned: list[int], laid: list[int],
                config: CashAndRunConfig) -> None:  # fmt: skip
    """The casinos of a player as tags in their colour with their symbol, and with their name if there is room."""
    tags = {casino: _tag_width(config, casino) for casino in owned}
    if _TAG * len(_lines(tags, wide)) > high:
        tags = dict.fromkeys(owned, _TAG - 3.0)
    for row, casinos in enumerate(_lines(tags, wide)):
        left = x
        for casino in casinos:
            _draw_tag(picture, left, y + row * _TAG, tags[casino], casino, config, laid=casino in laid)
            left += tags[casino] + 3


def _tag_width(config: CashAndRunConfig, casino: int) -> float:
    return words_width(config.board.casinos[casino][0], _TAG_SIZE) + _TAG + 4


def _lines(tags: dict[int, float], wide: float) -> list[list[int]]:
    """Break tags into lines of at most this width."""
    lines: list[list[int]] = []
    left = 0.0
    for casino, width in tags.items():
        if not lines or left + width > wide:
            lines.append([])
            left = 0.0
        lines[-1].append(casino)
        left += width + 3
    return lines


def _draw_tag(picture: Picture, x: float, y: float, wide: float, casino: int, config: CashAndRunConfig, laid: bool
              ) -> None:  # fmt: skip
    """The tag of an owned casino; with a bright edge if it is laid down for a final lap."""
    colour = casino_colour(config, casino)
    high = _TAG - 3
    edge = widgets.INK if laid else widgets.mixed(colour, widgets.DARK, 0.4)
    picture.rect(x, y, wide, high, colour, 4, edge, 2 if laid else 1)
    draw_symbol(picture, x + high / 2, y + high / 2, 7, casino % record.SYMBOLS)
    if wide > high:
        picture.words(x + high + 1, y + high / 2, config.board.casinos[casino][0], _TAG_SIZE, widgets.on(colour))
