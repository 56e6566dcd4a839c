"""The server of `vegas table`: a page, a JSON API, and games in memory.

It listens on this machine only.  Requests may name registered agents and options with plain values; no part of a
request is ever used as a path.
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

MAX_SESSIONS = 200  # in memory; the least recently used is dropped
MAX_REQUEST_BYTES = 1 << 20
WORD = re.compile(r"\w+(\+[\d.]+\*\w+)?")  # greedy, money, win+0.1*money
MAX_SEARCH = 20_000  # limit of numeric agent options, such as rollouts or milliseconds


@dataclasses.dataclass
class SharedSession:
    """A session, and the lock that a request holds while it uses it."""

    session: Session
    lock: threading.Lock = dataclasses.field(default_factory=threading.Lock)


class SessionStore:
    """The sessions in memory, by random ids that cannot be guessed."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[str, SharedSession] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, session: Session) -> str:
        """Add a session; returns its id."""
        name = secrets.token_urlsafe(9)
        with self._lock:
            self._sessions[name] = SharedSession(session)
            while len(self._sessions) > MAX_SESSIONS:
                self._sessions.popitem(last=False)
        return name

    def __getitem__(self, name: str) -> SharedSession:
        """The session with this id, now the most recently used; a 404 response if there is none."""
        with self._lock:
            if name not in self._sessions:
                abort(404, f"there is no game {name!r} here, or no longer")
            self._sessions.move_to_end(name)
            return self._sessions[name]


def make_app() -> Flask:
    """The Flask application, with an empty session store."""
    app = Flask(__name__, static_folder="static", static_url_path="/static")
    app.config["MAX_CONTENT_LENGTH"] = MAX_REQUEST_BYTES
    games = SessionStore()

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> tuple[Response, int]:
        return jsonify(error=error.description), error.code or 500

    @app.errorhandler(ValueError)
    @app.errorhandler(KeyError)
    @app.errorhandler(TypeError)
    def bad_request(error: Exception) -> tuple[Response, int]:
        return jsonify(error=str(error.args[0] if error.args else error)), 400

    @app.get("/")
    def page() -> Response:
        return app.send_static_file("index.html")

    @app.get("/api/rulesets")
    def rulesets() -> Response:
        return jsonify([about(name) for name in RULESETS])

    @app.post("/api/games")
    def new_game() -> Response:
        session = open_game(body())
        return jsonify(id=games.add(session))

    @app.post("/api/records")
    def load_record() -> Response:
        text = body().get("record")
        if not isinstance(text, str):
            abort(400, "a record is the text of a saved game")
        session = load_game(text)
        return jsonify(id=games.add(session))

    @app.get("/api/games/<name>")
    def show_game(name: str) -> Response:
        game = games[name]
        with game.lock:
            return jsonify(state(game.session, request.args.get("at"), request.args.get("viewer")))

    @app.post("/api/games/<name>/play")
    def play(name: str) -> Response:
        sent = body()
        game = games[name]
        with game.lock:
            session = game.session
            if sent.get("moves") != len(session.moves):
                abort(409, "the game has moved on: reload it")
            if not session.waits_for_you:
                abort(409, "it is not your turn")
            action = sent.get("action")
            if isinstance(action, bool) or not isinstance(action, int):
                abort(400, "action must be the number of a legal action")
            session.play(action)
            return jsonify(state(session))

    @app.post("/api/games/<name>/step")
    def step(name: str) -> Response:
        """One move of an agent, or all moves until a person decides."""
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
                abort(409, "nothing to take back")
            return jsonify(state(game.session))

    @app.get("/api/games/<name>/advice")
    def advice(name: str) -> Response:
        """An agent's rating of the actions in the current position, or in the one after `at` moves."""
        game = games[name]
        with game.lock:
            session = at_move(game.session, request.args.get("at"))
            if session.seat is None:
                abort(409, "the game is over")
            if not session.waits_for_you and not is_open(game.session):
                abort(409, "wait for your turn: advice on another player's decision would reveal hidden information")
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


# --- requests ---------------------------------------------------------------------------------------------


def body() -> dict[str, Any]:
    """The JSON object in the request."""
    found = request.get_json(silent=True)
    if not isinstance(found, dict):
        abort(400, "the request must contain a JSON object")
    return found


def open_game(sent: dict[str, Any]) -> Session:
    """Start the game that a request describes."""
    ruleset = known_ruleset(sent.get("ruleset"))
    seats = sent.get("seats")
    low, high = RULESETS[ruleset].player_range
    if not isinstance(seats, list) or not low <= len(seats) <= high or not all(isinstance(s, str) for s in seats):
        raise ValueError(f"seats must be {low} to {high} names, each {YOU!r} or an agent")
    seed = sent.get("seed")
    if seed is None:
        seed = secrets.randbits(32)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
        raise ValueError("seed must be a whole number, 0 or more")
    names = [seat if seat == YOU else allowed_agent(ruleset, seat) for seat in seats]
    return Session(ruleset, names, seed, **allowed_options(ruleset, sent.get("options") or {}))


def load_game(text: str) -> Session:
    """Load a saved game, with the same limits on agents and options as for a new one."""
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
    """Check that a text names a registered agent, not a file, and that its options keep searches short."""
    name, options = parse(text)
    known = agents.names(ruleset, restricted=False)
    if name not in known:
        raise ValueError(f"unknown agent {text!r}: {suggest(name, known)}")
    for option, value in options.items():
        if isinstance(value, (int, float)) and value > MAX_SEARCH:
            raise ValueError(f"{option} may be at most {MAX_SEARCH:,} here")
        if isinstance(value, str) and not WORD.fullmatch(value):
            raise ValueError(f"{option} must be one word here, not {value!r}")
    return text


def options_of(ruleset: str) -> dict[str, Any]:
    """The options that a page may set, with their defaults: plain values; the seats give the number of players."""
    return {name: value for name, value in plain_options(RULESETS[ruleset].config).items() if name != "players"}


def allowed_options(ruleset: str, options: Any) -> dict[str, Any]:
    """Check options against `options_of`."""
    allowed = options_of(ruleset)
    if not isinstance(options, dict):
        raise ValueError("options must be a JSON object")
    for name, value in options.items():
        if name not in allowed:
            raise ValueError(f"unknown option {name!r} of {ruleset}: {suggest(str(name), allowed)}")
        if not isinstance(value, type(allowed[name])):
            raise ValueError(f"the option {name} must have the type of {allowed[name]!r}, not {value!r}")
    return dict(options)


# --- responses ------------------------------------------------------------------------------------------------


def about(name: str) -> dict[str, Any]:
    """What the page needs to offer a ruleset."""
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
    """Whether every view may be shown: no person plays, or the game is over."""
    return YOU not in session.seats or session.over


def at_move(session: Session, at: str | None) -> Session:
    """The game after the first `at` moves; None means the current position."""
    if at is None:
        return session
    total = len(session.moves)
    if not at.isdecimal() or int(at) > total:
        abort(400, f"at must be from 0 to {total}")
    return session.fork(int(at))


def state(session: Session, at: str | None = None, viewer: str | None = None) -> dict[str, Any]:
    """The JSON state of a game, at the current position or after the first `at` moves.

    A game in which a person plays shows that person's view; an open one shows the view of any `viewer`.
    """
    total = len(session.moves)
    open_to_all = is_open(session)
    if viewer is not None and not open_to_all:
        abort(403, "while you play, only your own view is available")
    seen_by: int | str | None = int(viewer) if viewer is not None and viewer.isdigit() else viewer
    shown = at_move(session, at)
    current = len(shown.moves) == total
    return {
        "ruleset": session.ruleset.name,
        "title": session.ruleset.title,
        "seats": session.seats,
        "seed": session.seed,
        "svg": shown.render("svg", seen_by),
        "text": shown.render("text", seen_by),
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
