"""The web page: the JSON API, and the page in a real browser."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.paths import ROOT
from vegas_env.experiments.tables.session import YOU, Session
from vegas_env.experiments.tables.web.app import make_app
from vegas_env.rulesets import RULESETS

# --- requests and responses ---------------------------------------------------------------------------------------


@pytest.fixture
def client() -> FlaskClient:
    return make_app().test_client()


def start(client: FlaskClient, ruleset: str, seats: list[str], **more: Any) -> str:
    answer = client.post("/api/games", json={"ruleset": ruleset, "seats": seats, "seed": 5, **more})
    assert answer.status_code == 200, answer.json
    return f"/api/games/{answer.json['id']}"


def seats_of(ruleset: str, first: str = YOU) -> list[str]:
    return [first, *["random"] * (RULESETS[ruleset].config().players - 1)]


def test_a_whole_game_by_requests(ruleset: str, client: FlaskClient) -> None:
    options = {"turn_limit": 12} if ruleset == "cash_and_run" else {}
    place = start(client, ruleset, seats_of(ruleset), options=options)
    state = client.get(place).json
    for _ in range(2_000):
        if state["over"]:
            break
        if state["yours"]:
            sent = {"action": state["legal"][0]["action"], "moves": state["moves"]}
            state = client.post(f"{place}/play", json=sent).json
        else:
            state = client.post(f"{place}/step", json={"all": True}).json
    assert state["over"]
    assert sum(state["shares"]) == pytest.approx(1.0, abs=1e-4)
    assert state["svg"].startswith("<svg")
    record = client.get(f"{place}/record").data.decode()
    assert Session.parse(record).over
    again = f"/api/games/{client.post('/api/records', json={'record': record}).json['id']}"
    middle = state["moves"] // 2
    seen = client.get(f"{again}?at={middle}&viewer=all").json
    assert seen["at"] == middle
    assert seen["moves"] == state["moves"]


def test_play_undo_and_advice(client: FlaskClient) -> None:
    place = start(client, "las_vegas", [YOU, "greedy"])
    state = client.post(f"{place}/step", json={"all": True}).json
    advice = client.get(f"{place}/advice?agent=flat(rollouts=50)").json
    assert {one["action"] for one in advice} == {one["action"] for one in state["legal"]}
    assert client.post(f"{place}/undo", json={}).status_code == 409
    sent = {"action": state["legal"][0]["action"], "moves": state["moves"]}
    assert client.post(f"{place}/play", json=sent).status_code == 200
    late = client.post(f"{place}/play", json=sent)  # as by the second click of a double click
    assert late.status_code == 409
    back = client.post(f"{place}/undo", json={}).json
    assert back["moves"] == state["moves"]
    assert back["text"] == state["text"]


def test_advice_on_games_that_are_over(client: FlaskClient) -> None:
    place = start(client, "gambler", ["greedy", "random"])
    middle = client.post(f"{place}/step", json={}).json["moves"]
    total = client.post(f"{place}/step", json={"all": True}).json["moves"]
    assert client.get(f"{place}/advice?agent=greedy&at={total}").status_code == 409
    for at in (0, middle, total - 1):
        advice = client.get(f"{place}/advice?agent=greedy&at={at}").json
        assert sum(one["chosen"] for one in advice) == 1
    assert client.get(f"{place}/advice?agent=greedy&at={total + 1}").status_code == 400
    playing = start(client, "gambler", [YOU, "random"])
    state = client.get(playing).json
    client.post(f"{playing}/play", json={"action": state["legal"][-1]["action"], "moves": 0})
    client.post(f"{playing}/step", json={})
    assert client.get(f"{playing}/advice?agent=greedy&at=99").status_code == 400


def test_hidden_information_stays_hidden(client: FlaskClient) -> None:
    """While a person plays, the page shows that person's view and only announcements of the others' moves."""
    place = start(client, "las_vegas_cards", [YOU, "random", "random"])
    assert client.get(f"{place}?viewer=all").status_code == 403
    assert client.get(f"{place}?viewer=1").status_code == 403
    state = client.get(place).json
    client.post(f"{place}/play", json={"action": state["legal"][0]["action"], "moves": 0})
    assert client.get(f"{place}/advice?agent=random").status_code == 409  # an agent decides now
    state = client.post(f"{place}/step", json={}).json
    assert state["log"][1]["announcement"] == "choose cards"
    watched = start(client, "las_vegas_cards", ["random", "random"])
    assert client.get(f"{watched}?viewer=all").status_code == 200


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"ruleset": "poker"}, "unknown ruleset"),
        ({"ruleset": ["las_vegas"]}, "unknown ruleset"),
        ({"seats": [YOU]}, "seats must be 2 to 5"),
        ({"seats": "you"}, "seats must be"),
        ({"seats": [YOU, "gredy"]}, "unknown agent 'gredy'"),
        ({"seats": [YOU, "/etc/passwd.npz"]}, "unknown agent"),
        ({"seats": [YOU, "../model.zip"]}, "unknown agent"),
        ({"seats": [YOU, "flat(rollouts=99999999)"]}, "at most"),
        ({"seats": [YOU, "flat(rollout_policy=/tmp/x.npz)"]}, "one word"),
        ({"seed": "1"}, "seed must be"),
        ({"seed": -1}, "seed must be"),
        ({"options": {"notes": "/etc/passwd"}}, "unknown option"),
        ({"options": {"rounds": "many"}}, "rounds must have the type"),
        ({"options": {"rounds": 0}}, "rounds"),
        ({"options": [1]}, "options must be"),
    ],
)
def test_bad_requests_are_refused(client: FlaskClient, wanted: dict[str, Any], message: str) -> None:
    import re

    answer = client.post("/api/games", json={"ruleset": "las_vegas", "seats": [YOU, "greedy"], **wanted})
    assert answer.status_code == 400
    assert re.search(message, answer.json["error"])


def test_files_are_out_of_reach(client: FlaskClient) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/../../etc/passwd", "/static/..%2fapp.py"):
        assert client.get(path).status_code in (400, 404)
    answer = client.post(
        "/api/games", json={"ruleset": "gambler", "seats": [YOU, "random"], "options": {"tableaus": "/etc/passwd"}}
    )
    assert answer.status_code == 400
    record = (
        Session("gambler", [YOU, "random"], 1)
        .record()
        .replace('"options": {}', '"options": {"tableaus": "\'/etc/passwd\'"}')
    )
    answer = client.post("/api/records", json={"record": record})
    assert answer.status_code == 400
    assert "unknown option" in answer.json["error"]


def test_malformed_requests_are_refused(client: FlaskClient) -> None:
    place = start(client, "gambler", [YOU, "random"])
    for path, sent in (
        ("/api/games", b"{"), ("/api/games", b"[]"), (f"{place}/play", b"null"), ("/api/records", b'{"record": 3}'),
        ("/api/records", b'{"record": "nonsense"}'),
    ):  # fmt: skip
        answer = client.post(path, data=sent, content_type="application/json")
        assert answer.status_code == 400
        assert answer.json["error"]
    for action in ("1", None, True, 10**6, -1):
        assert client.post(f"{place}/play", json={"action": action, "moves": 0}).status_code in (400, 409)
    assert client.get("/api/games/none").status_code == 404
    assert client.get(f"{place}?at=99").status_code == 400
    assert client.get(f"{place}/advice?agent=unknown").status_code in (400, 409)
    assert client.post("/api/games", data=b"x" * (2 << 20)).status_code in (400, 413)
    assert client.get(place).status_code == 200


def test_the_least_recently_used_game_is_dropped(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vegas_env.experiments.tables.web.app.MAX_SESSIONS", 2)
    places = [start(client, "gambler", [YOU, "random"]) for _ in range(3)]
    assert [client.get(place).status_code for place in places] == [404, 200, 200]


# --- a browser ------------------------------------------------------------------------------------------------

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1300,1000",
)  # fmt: skip


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The real server, as a user starts it."""
    server = subprocess.Popen(
        [sys.executable, "-m", "experiments.table", "--port", "0"], stdout=subprocess.PIPE, text=True,
        cwd=ROOT,
    )  # fmt: skip
    assert server.stdout is not None
    yield server.stdout.readline().split()[1]
    server.kill()
    server.wait()


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Any]:
    if not (CHROMIUM and DRIVER):
        pytest.skip("needs chromium and chromedriver")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--user-data-dir={tmp_path / 'profile'}"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    driver.set_page_load_timeout(60)
    yield driver
    driver.quit()


class Page:
    """Drives the page as a person would."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser = browser
        browser.get(address)
        self.until("return document.querySelectorAll('#ruleset option').length > 0")

    def until(self, script: str, seconds: float = 60.0) -> None:
        end = time.monotonic() + seconds
        while not self.browser.execute_script(script):
            assert time.monotonic() < end, f"timed out: {script}; error: {self.text('#error')!r}"
            time.sleep(0.05)

    def text(self, selector: str) -> str:
        return self.browser.execute_script("return document.querySelector(arguments[0])?.textContent", selector)

    def click(self, selector: str) -> None:
        from selenium.webdriver.common.by import By

        self.browser.find_element(By.CSS_SELECTOR, selector).click()

    def start(self, ruleset: str, players: int) -> None:
        from selenium.webdriver.common.by import By
        from selenium.webdriver.support.select import Select

        Select(self.browser.find_element(By.ID, "ruleset")).select_by_value(ruleset)
        Select(self.browser.find_element(By.ID, "players")).select_by_value(str(players))
        self.browser.find_element(By.ID, "seed").send_keys("7")
        self.browser.execute_script("for (const one of document.querySelectorAll('[name=target]')) one.value = 160")
        self.click("#start")
        self.until("return !document.getElementById('game').hidden")

    def my_turn_or_over(self) -> bool:
        """Wait; True if there is something to decide."""
        self.until("return shown && (shown.yours || shown.over) && !busy")
        return self.browser.execute_script("return shown.yours")

    def moves(self) -> int:
        return self.browser.execute_script("return shown.moves")

    def decide(self) -> None:
        before = self.moves()
        self.click("#legal button")
        self.until(f"return shown.moves > {before}")


def test_a_game_by_clicking(browser: Any, address: str) -> None:
    page = Page(browser, address)
    page.start("gambler", 2)
    browser.execute_script("window.setTimeout = (f) => Promise.resolve().then(f)")  # no pauses
    assert page.my_turn_or_over()
    page.click("#advise")
    page.until("return document.querySelectorAll('#advice .bar').length > 0")
    page.decide()
    page.my_turn_or_over()
    moves = page.moves()
    browser.refresh()  # in the middle of the game
    page.until("return typeof shown !== 'undefined' && shown !== null")
    assert page.moves() >= moves
    browser.execute_script("window.setTimeout = (f) => Promise.resolve().then(f)")
    for _ in range(600):
        if not page.my_turn_or_over():
            break
        page.decide()
    assert "win" in page.text("#board")
    page.click("#back")
    page.until("return shown.at === shown.moves - 1 && !busy")
    page.click("#advise")  # of any move of a game that is over
    page.until("return document.querySelectorAll('#advice .chosen').length === 1")
    assert page.text("#error") == ""


def test_two_tabs_have_two_games(browser: Any, address: str) -> None:
    page = Page(browser, address)
    page.start("las_vegas", 2)
    first = browser.current_window_handle
    page.my_turn_or_over()
    page.decide()
    page.my_turn_or_over()
    moves, board = page.moves(), page.text("#board")
    browser.switch_to.new_window("tab")
    other = Page(browser, address)
    other.start("auction", 3)
    assert "Auction" in other.text("#status")
    browser.switch_to.window(first)
    assert page.moves() == moves
    page.decide()
    assert page.text("#board") != board
    assert "Las Vegas" in page.text("#status")


def test_errors_are_shown(browser: Any, address: str) -> None:
    page = Page(browser, f"{address}/#nowhere")
    page.until("return !document.getElementById('error').hidden")
    assert "no game" in page.text("#error")
