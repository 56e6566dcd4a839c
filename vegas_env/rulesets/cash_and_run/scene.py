"""A position of Cash & Run in plain Python values, and in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from vegas_env.render.text import Line, Span, counted, joined, line, name, padded, player_line, seat_style, width
from vegas_env.rulesets.cash_and_run import phases, record
from vegas_env.rulesets.cash_and_run.board import KIND_NAMES, SYMBOL_NAMES
from vegas_env.rulesets.cash_and_run.config import ACTION_NAMES, UNIT, CashAndRunConfig
from vegas_env.spec import Facts, plain

EVENTS = phases.EVENTS
ENDS = {0: None, record.BY_LAP: "lap", record.BY_SURVIVOR: "survivor", record.BY_LIMIT: "turn_limit"}
CONTESTS = {record.VISIT: "visit", record.TAKEOVER: "takeover"}
STAGES = {record.STAGE_ALL: "all", record.STAGE_HIGH: "high", record.STAGE_LOW: "low"}


def _or_none(number: int) -> int | None:
    return None if number < 0 else number


def _set(mask: int) -> list[int]:
    return [number for number in range(16) if mask >> number & 1]


def facts(game: np.void, config: CashAndRunConfig) -> Facts:
    """The complete position; money in units of 50,000."""
    at = plain(game)
    return {
        "phase": phases.PHASES[at["phase"]].name,
        "pending": phases.EVENTS.get(at["chance"]),
        "seat": _or_none(at["seat"]),
        "stack": [record.FRAMES[frame] for frame in at["stack"][: at["depth"]]],
        "turn": at["turn"],
        "turn_seat": _or_none(at["turn_seat"]),
        "extra": bool(at["extra"]),
        "ran": bool(at["ran"]),
        "bank": at["bank"],
        "pot": at["pot"],
        "owner": [_or_none(owner) for owner in at["owner"]],
        "players": [_player(at, seat) for seat in range(config.players)],
        "bluff_stack": at["bluff_stack"],
        "bottom": at["bottom"][: at["bottom_count"]],
        "bottom_known": at["bottom_known"][: at["bottom_count"]],
        "slam": at["slam"],
        "laying": _set(at["laying"]) if at["laying"] else None,
        "leaving": _or_none(at["leaving"]),
        "contest": _contest(at),
        "debt": _debt(at),
        "auction": _auction(at, config.players),
        "all_play": _all_play(at, config.players),
        "ended": ENDS[at["ended"]],
        "lap_winner": _or_none(at["lap_winner"]),
    }


def _player(at: dict[str, Any], seat: int) -> dict[str, Any]:
    lap = None
    if at["laid"][seat]:
        lap = {"start": at["lap_start"][seat], "steps": at["lap_steps"][seat], "laid": _set(at["laid"][seat])}
    return {
        "cash": at["cash"][seat],
        "position": _or_none(at["position"][seat]),
        "bluff": at["hand"][seat],
        "bankrupt": at["bankrupt"][seat],
        "lap": lap,
    }


def _contest(at: dict[str, Any]) -> dict[str, Any] | None:
    if not at["contest"]:
        return None
    return {
        "kind": CONTESTS[at["contest"]],
        "challenger": at["challenger"],
        "opponent": at["opponent"],
        "casino": at["casino"],
        "symbol": at["symbol"],
        "game": _or_none(at["game"]),
        "stake": at["stake"],
        "won": None if at["won"] < 0 else bool(at["won"]),
        "laid": _or_none(at["card"]),
    }


def _debt(at: dict[str, Any]) -> dict[str, Any] | None:
    if at["debtor"] < 0:
        return None
    return {
        "debtor": at["debtor"],
        "creditor": at["creditor"],
        "amount": at["debt"],
        "first": _or_none(at["first"]),
    }


def _auction(at: dict[str, Any], players: int) -> dict[str, Any] | None:
    if at["lot"] < 0:
        return None
    return {
        "casino": at["lot"],
        "seller": at["seller"],
        "price": at["price"],
        "leader": _or_none(at["leader"]),
        "still_in": _set(at["still_in"]),
        "bids": [_or_none(bid) for bid in at["bids"][:players]],
    }


def _all_play(at: dict[str, Any], players: int) -> dict[str, Any] | None:
    if not at["stage"]:
        return None
    order = [(at["turn_seat"] + k) % players for k in range(players)]
    candidates = [seat for seat in order if at["candidates"] >> seat & 1]
    return {
        "symbol": at["play_symbol"],
        "stage": STAGES[at["stage"]],
        "candidates": candidates,
        "throws": [at["throws"][seat] for seat in candidates if at["throws"][seat] >= 0],
        "scores": [_or_none(score) for score in at["scores"][:players]],
        "winner": _or_none(at["prize_winner"]),
    }


# --- hidden information -------------------------------------------------------------------------------------

HIDDEN = "hidden"  # in place of the kind of a face-down bluff card


def hide(position: Facts, config: CashAndRunConfig, viewer: int | None) -> Facts:
    """Of the others' bluff cards and of those in the stack, show only their number (CR-14).  Hide sealed bids, and
    which seats have already made one (CR-27).
    """
    hidden: dict[str, Any] = {
        "players": [
            player if seat == viewer else player | {"bluff": sum(player["bluff"])}
            for seat, player in enumerate(position["players"])
        ],
        "bluff_stack": sum(position["bluff_stack"]),
        "bottom": [
            kind if viewer is not None and known >> viewer & 1 else None
            for kind, known in zip(position["bottom"], position["bottom_known"], strict=True)
        ],
    }
    contest, auction = position["contest"], position["auction"]
    if contest and contest["laid"] is not None and viewer != _loser(contest):
        hidden["contest"] = contest | {"laid": HIDDEN}
    if auction and position["phase"] == "sealed_bid":
        bids = [bid if seat == viewer else None for seat, bid in enumerate(auction["bids"])]
        hidden["auction"] = auction | {"bids": bids, "still_in": None}
    return position | hidden


def _loser(contest: dict[str, Any]) -> int:
    """The seat that has lost the game for a casino, and so may lay a bluff card."""
    return int(contest["opponent" if contest["won"] else "challenger"])


def how_many(cards: list[int] | int) -> int:
    """The number of bluff cards, given their number by kind or, if they are hidden, their total."""
    return cards if isinstance(cards, int) else sum(cards)


_CASINO_VERBS = {
    "place": "start at",
    "turn_start": "auction",
    "sell": "auction",
    "leave_out": "keep back",
    "takeover_offer": "try to take over",
    "forfeit": "take",
}  # what the choice of a casino means in a phase


def announcement(position: Facts, config: CashAndRunConfig, action: int) -> str:
    """What the other seats hear of an action: no kind of bluff card and no sealed bid."""
    if position["phase"] == "sealed_bid":
        return "make a sealed bid"
    if record.LAY <= action < record.DISCARD:
        return "lay a bluff card"
    if record.DISCARD <= action < record.COMBINATION:
        return "put a bluff card under the stack"
    return describe(position, config, action)


def describe(position: Facts, config: CashAndRunConfig, action: int) -> str:
    """What an action does, with amounts and names."""
    if action >= record.MOVE:
        return f"move to space {action - record.MOVE}, {space_name(config, action - record.MOVE)}"
    if action >= record.CASINO:
        return f"{_CASINO_VERBS[position['phase']]} {config.board.names[action - record.CASINO]}"
    if record.BID <= action < record.CASINO:
        return f"bid {money(config.bids[action - record.BID])}"
    if record.STAKE <= action < record.BID:
        return f"stake {money(config.stakes[action - record.STAKE])}"
    if record.RAISE <= action < record.STAKE:
        return f"bid {money(position['auction']['price'] + config.raises[action - record.RAISE])}"
    colour = action - record.COMBINATION - record.SYMBOLS
    if 0 <= colour < record.COLOURS:
        return f"lay down the {config.board.casinos[colour * record.SYMBOLS][1]} casinos"
    return ACTION_NAMES[action]


# --- words --------------------------------------------------------------------------------------------------

_CELL = 26  # characters for a space of the board, three of which make a line


def money(units: int) -> str:
    return f"${units * UNIT:,},000" if units else "$0"


def status(position: Facts, config: CashAndRunConfig) -> str:
    """How far the game has progressed."""
    over = position["phase"] == "over"
    return f"the game is over ({position['ended']})" if over else f"turn {position['turn']} of {config.turn_limit}"


def question(position: Facts) -> str:
    """What the deciding seat has to decide."""
    return next(phase.question for phase in phases.PHASES if phase.name == position["phase"])


def space_name(config: CashAndRunConfig, space: int) -> str:
    kind, _, detail = config.board.spaces[space].partition(":")
    return detail if kind == "casino" else f"{kind} {detail}".strip().replace("_", " ")


def text(position: Facts, config: CashAndRunConfig, seat: int | None) -> list[Line]:
    """The position in words: bank and pot, the board, a line for each player, open situations, the question."""
    lines = [
        line(Span("Cash & Run", "title"), f", {status(position, config)}"),
        line(
            f"bank {money(position['bank'])}, pot {money(position['pot'])}, bluff cards: "
            f"{how_many(position['bluff_stack'])} in the stack, {len(position['bottom'])} under it"
        ),
        *_board_lines(position, config),
        *(_player_line(position, config, number, seat) for number in range(config.players)),
        *situations(position, config),
    ]
    if seat is not None:
        lines.append(line(name(seat), f": {question(position)}"))
    return lines


def _board_lines(position: Facts, config: CashAndRunConfig) -> list[Line]:
    """Three spaces to a line, with owners; *01 marks the pawns of P0 and P1."""
    cells = [_cell(position, config, space, *part) for space, part in enumerate(config.board.parts)]
    return [joined(cells[first : first + 3]) for first in range(0, record.SPACES, 3)]


def _cell(position: Facts, config: CashAndRunConfig, space: int, kind: int, casino: int) -> Line:
    tail: list[Span] = []
    if kind == record.CASINO_SPACE:
        owner = position["owner"][casino]
        tail = [Span(" (free)", "dim")] if owner is None else [Span(" ("), name(owner), Span(")")]
    pawns = pawns_on(position, space)
    tail += [Span(" *"), *(Span(str(seat), seat_style(seat)) for seat in pawns)] if pawns else []
    label, room = space_name(config, space), _CELL - 3 - width(tail)
    style = config.board.casinos[casino][1] if kind == record.CASINO_SPACE else "dim"
    return padded(
        line(f"{space:>2} ", Span(label if len(label) <= room else f"{label[: room - 1]}…", style), tail), _CELL
    )


def pawns_on(position: Facts, space: int) -> list[int]:
    return [seat for seat, player in enumerate(position["players"]) if player["position"] == space]


def _player_line(position: Facts, config: CashAndRunConfig, number: int, seat: int | None) -> Line:
    player = position["players"][number]
    if player["bankrupt"]:
        return player_line(number, seat, Span("bankrupt", "dim"))
    owned = [casino for casino, owner in enumerate(position["owner"]) if owner == number]
    names = joined((line(Span(*config.board.casinos[casino][:2])) for casino in owned), ", ")
    lap: Line = ()
    if player["lap"]:
        laid = ", ".join(config.board.names[casino] for casino in player["lap"]["laid"])
        lap = line(f"; on the final lap, {player['lap']['steps']} of {record.SPACES} steps, with {laid}")
    return player_line(
        number, seat, f"{money(player['cash'])}, {_bluff_name(player['bluff'])}, ", names or "no casino", lap
    )


def _bluff_name(cards: list[int] | int) -> str:
    count = counted(how_many(cards), "bluff card", "bluff cards")
    if isinstance(cards, int) or not sum(cards):
        return count
    return count + f" ({', '.join(KIND_NAMES[kind] for kind, n in enumerate(cards) for _ in range(n))})"


def situations(position: Facts, config: CashAndRunConfig) -> list[Line]:
    """A line for each open situation: a game for a casino, a debt, an auction, an All play, a Grand Slam."""
    parts = (_contest_line, _debt_line, _auction_line, _all_play_line, _slam_line)
    return [found for part in parts if (found := part(position, config))]


def _contest_line(position: Facts, config: CashAndRunConfig) -> Line:
    contest = position["contest"]
    if not contest:
        return ()
    verb = "plays at" if contest["kind"] == "visit" else "wants to take over"
    casino = Span(*config.board.casinos[contest["casino"]][:2])
    rest = ""
    if contest["stake"]:
        rest += f" for {money(contest['stake'])} at {record.PAYS[contest['symbol'], contest['game']]} to 1"
    if contest["won"] is not None:
        rest += ": won" if contest["won"] else ": lost"
    laid = contest["laid"]
    if laid is not None:
        rest += f", {'a bluff card' if laid == HIDDEN else f'a {KIND_NAMES[laid]} card'} lies face down"
    return line(name(contest["challenger"]), f" {verb} ", casino, " of ", name(contest["opponent"]), rest)


def _debt_line(position: Facts, config: CashAndRunConfig) -> Line:
    debt = position["debt"]
    return line(name(debt["debtor"]), " owes ", name(debt["creditor"]), f" {money(debt['amount'])}") if debt else ()


def _auction_line(position: Facts, config: CashAndRunConfig) -> Line:
    auction = position["auction"]
    if not auction:
        return ()
    leader: Line = ()
    if auction["leader"] is not None:
        leader = line(", ", name(auction["leader"]), f" bids {money(auction['price'])}")
    bids = [line(", ", name(seat), f" has bid {money(bid)}") for seat, bid in enumerate(auction["bids"]) if bid]
    return line(
        name(auction["seller"]), " auctions ", Span(*config.board.casinos[auction["casino"]][:2]), leader, *bids
    )


def _all_play_line(position: Facts, config: CashAndRunConfig) -> Line:
    play = position["all_play"]
    if not play:
        return ()
    thrown = [
        line(", ", name(seat), f" threw {throw + 1}")
        for seat, throw in zip(play["candidates"], play["throws"], strict=False)
    ]
    return line(f"All play with the {SYMBOL_NAMES[play['symbol']]}", *thrown)


def _slam_line(position: Facts, config: CashAndRunConfig) -> Line:
    steps = position["slam"]
    return line(f"Grand Slam: {counted(steps, 'step', 'steps')} won") if steps else ()


def outcome_name(config: CashAndRunConfig, event: int, outcome: int) -> str:
    """A chance outcome in words."""
    name = phases.EVENTS[event]
    if name == "casino":
        return config.board.names[outcome]
    if name in ("bluff", "under"):
        return f"{KIND_NAMES[outcome]} card"
    if name == "start":
        return f"seat {outcome} starts"
    if name == "dice":
        return f"{outcome // 6 + 1},{outcome % 6 + 1}"
    if name == "throw":
        return f"throws {outcome + 1}"
    if name == "announce":
        return "no spade" if outcome else "a spade"
    return "won" if outcome else "lost"


# --- invariants ---------------------------------------------------------------------------------------------


def check(position: Facts, config: CashAndRunConfig) -> None:
    """Assert that no money or bluff cards are created or lost (CR-E8), and that bankrupt players own nothing."""
    players, contest = position["players"], position["contest"]
    stake = contest["stake"] if contest else 0
    money = position["bank"] + position["pot"] + stake + sum(player["cash"] for player in players)
    assert money == config.bank + config.players * config.start_money, f"{money} units of money"
    assert min(position["bank"], position["pot"], stake, *(player["cash"] for player in players)) >= 0
    for kind, copies in enumerate(config.bluff_cards):
        found = position["bluff_stack"][kind] + position["bottom"].count(kind)
        found += sum(player["bluff"][kind] for player in players)
        found += bool(contest) and contest["laid"] == kind
        assert found == copies, f"{found} {KIND_NAMES[kind]} cards instead of {copies}"
    for seat, player in enumerate(players):
        if player["bankrupt"]:
            assert player["cash"] == 0
            assert player["position"] is None
            assert seat not in position["owner"]
        if player["lap"]:
            assert all(position["owner"][casino] == seat for casino in player["lap"]["laid"])
    assert len(position["stack"]) <= record.DEPTH
