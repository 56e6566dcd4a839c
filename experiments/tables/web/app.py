"""The server of `vegas table`: games in memory, a page that shows them, requests and answers in JSON.

It listens on this machine only.  Agents are those registered by name and options plain ones: nothing that a request
says is ever taken for a file.
"""

from __future__ import annotations

import dataclasses
import re
import secrets
import threading
from collections import OrderedDict
from typing import Any

from flask import Flask, Response, abort, jsonify, request
from werkzeug.exceptions import HTTPException

from vegas_env import agents
from vegas_env.agents.registry import parse
from vegas_env.checks import plain_options, suggest
from vegas_env.experiments.tables.session import YOU, Session
from vegas_env.rulesets import RULESETS

MOST_GAMES = 200  # in memory; the one that was looked at longest ago makes room
LARGEST_REQUEST = 1 << 20
WORD = re.compile(r"\w+(\+[\d.]+\*\w+)?")  # greedy, money, win+0.1*money
LARGEST_SEARCH = 20_000  # rollouts or milliseconds of an agent that a page may ask for


@dataclasses.dataclass
class Game:
    session: Session
    lock: threading.Lock = dataclasses.field(default_factory=threading.Lock)


class Games:
    """The games that are being played, by a name that cannot be guessed."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, session: Session) -> str:
        name = secrets.token_urlsafe(9)
        with self._lock:
            self._games[name] = Game(session)
            while len(self._games) > MOST_GAMES:
                self._games.popitem(last=False)
        return name

    def __getitem__(self, name: str) -> Game:
        with self._lock:
            if name not in self._games:
                abort(404, f"there is no game {name!r} here (any more)")
            self._games.move_to_end(name)
            return self._games[name]


def make_app() -> Flask:
    """The application, with no games yet."""
    app = Flask(__name__, static_folder="static", static_url_path="/static")
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST
    games = Games()

    @app.errorhandler(HTTPException)
    def tell(error: HTTPException) -> tuple[Response, int]:
        return jsonify(error=error.description), error.code or 500

    @app.errorhandler(ValueError)
    @app.errorhandler(KeyError)
    @app.errorhandler(TypeError)
    def refuse(error: Exception) -> tuple[Response, int]:
        return jsonify(error=str(error.args[0] if error.args else error)), 400

    @app.get("/")
    def page() -> Response:
        return app.send_static_file("index.html")

    @app.get("/api/rulesets")
    def rulesets() -> Response:
        return jsonify([about(name) for name in RULESETS])

    @app.post("/api/games")
    def begin() -> Response:
        wanted = body()
        session = open_game(wanted)
        return jsonify(id=games.add(session))

    @app.post("/api/records")
    def load() -> Response:
        text = body().get("record")
        if not isinstance(text, str):
            abort(400, "a record is the text of a saved game")
        session = load_game(text)
        return jsonify(id=games.add(session))

    @app.get("/api/games/<name>")
    def look(name: str) -> Response:
        game = games[name]
        with game.lock:
            return jsonify(state(game.session, request.args.get("at"), request.args.get("viewer")))

    @app.post("/api/games/<name>/play")
    def play(name: str) -> Response:
        wanted = body()
        game = games[name]
        with game.lock:
            session = game.session
            if wanted.get("moves") != len(session.moves):
                abort(409, "the game has gone on meanwhile: look at it again")
            if not session.waits_for_you:
                abort(409, "it is not your turn")
            action = wanted.get("action")
            if isinstance(action, bool) or not isinstance(action, int):
                abort(400, "action must be the number of a legal action")
            session.play(action)
            return jsonify(state(session))

    @app.post("/api/games/<name>/step")
    def step(name: str) -> Response:
        """One move of an agent, or all up to a person's decision."""
        game = games[name]
        with game.lock:
            session = game.session
            if body().get("all"):
                session.advance()
            elif session.seat is not None and not session.waits_for_you:
                session.agent_move()
            return jsonify(state(session))

    @app.post("/api/games/<name>/undo")
    def undo(name: str) -> Response:
        game = games[name]
        with game.lock:
            if not game.session.take_back():
                abort(409, "there is nothing to take back")
            return jsonify(state(game.session))

    @app.get("/api/games/<name>/advice")
    def advice(name: str) -> Response:
        """What an agent thinks of the position, or of the one after `at` moves."""
        game = games[name]
        with game.lock:
            session = at_move(game.session, request.args.get("at"))
            if session.seat is None:
                abort(409, "the game is over")
            if not session.waits_for_you and not is_open(game.session):
                abort(409, "wait for your turn: an agent's thoughts are its own")
            agent = allowed_agent(session.ruleset.name, request.args.get("agent", ""))
            return jsonify([dataclasses.asdict(one) for one in session.advice(agent)])

    @app.get("/api/games/<name>/record")
    def record(name: str) -> Response:
        game = games[name]
        with game.lock:
            text = game.session.record()
        headers = {"Content-Disposition": f"attachment; filename={game.session.ruleset.name}.jsonl"}
        return Response(text, mimetype="application/jsonl", headers=headers)

    return app


# --- from requests ---------------------------------------------------------------------------------------------


def body() -> dict[str, Any]:
    """The JSON object that came with the request."""
    found = request.get_json(silent=True)
    if not isinstance(found, dict):
        abort(400, "the request needs a JSON object")
    return found


def open_game(wanted: dict[str, Any]) -> Session:
    """A new game as a page asks for it."""
    ruleset = known_ruleset(wanted.get("ruleset"))
    seats = wanted.get("seats")
    low, high = RULESETS[ruleset].player_range
    if not isinstance(seats, list) or not low <= len(seats) <= high or not all(isinstance(s, str) for s in seats):
        raise ValueError(f"seats must be {low} to {high} names: {YOU!r}, or agents")
    seed = wanted.get("seed")
    if seed is None:
        seed = secrets.randbits(32)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
        raise ValueError("seed must be a whole number from 0")
    names = [seat if seat == YOU else allowed_agent(ruleset, seat) for seat in seats]
    return Session(ruleset, names, seed, **allowed_options(ruleset, wanted.get("options") or {}))


def load_game(text: str) -> Session:
    """A saved game, if its agents and options are such as a page may ask for."""
    head = Session.head(text)
    ruleset = known_ruleset(head["ruleset"])
    allowed_options(ruleset, head["options"])
    for seat in head["seats"]:
        if seat != YOU:
            allowed_agent(ruleset, seat)
    return Session.parse(text)


def known_ruleset(name: Any) -> str:
    if not isinstance(name, str) or name not in RULESETS:
        raise ValueError(f"unknown ruleset {name!r}: {suggest(str(name), RULESETS)}")
    return name


def allowed_agent(ruleset: str, text: str) -> str:
    """A registered agent, by name and options; never a file, and nobody who thinks for minutes."""
    name, options = parse(text)
    known = agents.names(ruleset, restricted=False)
    if name not in known:
        raise ValueError(f"unknown agent {text!r}: {suggest(name, known)}")
    for option, value in options.items():
        if isinstance(value, (int, float)) and value > LARGEST_SEARCH:
            raise ValueError(f"{option} may be at most {LARGEST_SEARCH:,} here")
        if isinstance(value, str) and not WORD.fullmatch(value):
            raise ValueError(f"{option} must be one word here, not {value!r}")
    return text


def options_of(ruleset: str) -> dict[str, Any]:
    """The options that a page may set, with their defaults: no files; how many play is known by the seats."""
    return {name: value for name, value in plain_options(RULESETS[ruleset].config).items() if name != "players"}


def allowed_options(ruleset: str, options: Any) -> dict[str, Any]:
    allowed = options_of(ruleset)
    if not isinstance(options, dict):
        raise ValueError("options must be a JSON object")
    for name, value in options.items():
        if name not in allowed:
            raise ValueError(f"unknown option {name!r} of {ruleset}: {suggest(str(name), allowed)}")
        if not isinstance(value, type(allowed[name])):
            raise ValueError(f"the option {name} must be of the kind of {allowed[name]!r}, not {value!r}")
    return dict(options)


# --- to answers ------------------------------------------------------------------------------------------------


def about(name: str) -> dict[str, Any]:
    """What a page needs to know to open a game."""
    ruleset = RULESETS[name]
    low, high = ruleset.player_range
    return {
        "name": name,
        "title": ruleset.title,
        "summary": ruleset.summary,
        "players": [low, high, ruleset.config().players],
        "options": options_of(name),
        "agents": {agent: agents.description(name, agent) for agent in agents.names(name, restricted=False)},
    }


def is_open(session: Session) -> bool:
    """Whether nothing is hidden any more: games without people, and those that are over."""
    return YOU not in session.seats or session.over


def at_move(session: Session, at: str | None) -> Session:
    """The game as it stood after so many moves; as it stands, if `at` is not told."""
    if at is None:
        return session
    total = len(session.moves)
    if not at.isdecimal() or int(at) > total:
        abort(400, f"at must be from 0 to {total}")
    return session.fork(int(at))


def state(session: Session, at: str | None = None, viewer: str | None = None) -> dict[str, Any]:
    """The game as it stands, or after the first `at` moves, for the person who plays it.

    Games that are open may be looked at by any viewer.
    """
    total = len(session.moves)
    open_to_all = is_open(session)
    if viewer is not None and not open_to_all:
        abort(403, "while you play, you see your own side only")
    eyes: int | str | None = int(viewer) if viewer is not None and viewer.isdigit() else viewer
    shown = at_move(session, at)
    current = len(shown.moves) == total
    return {
        "ruleset": session.ruleset.name,
        "title": session.ruleset.title,
        "seats": session.seats,
        "seed": session.seed,
        "svg": shown.render("svg", eyes),
        "text": shown.render("text", eyes),
        "seat": shown.seat,
        "yours": current and session.waits_for_you,
        "over": shown.over,
        "shares": shown.result() if shown.over else None,
        "moves": total,
        "at": len(shown.moves),
        "open": open_to_all,
        "log": [
            {
                "seat": move.seat,
                "announcement": move.text if open_to_all or session.seats[move.seat] == YOU else move.announcement,
            }
            for move in session.moves
        ],
        "legal": [{"action": a, "text": text} for a, text in session.legal().items()]
        if current and session.waits_for_you
        else [],
    }
