"""Who may ask the page, from where, and how often."""

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from asked import OWN, asked, guarded, house_of
from kibitz.web import guard, static_files
from kibitz.web.app import AppState
from kibitz.web.guard import Pace, Token

TOKEN = Token("a-token-of-letters-and-digits", 8127)
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppState]:
    with house_of(["tic_tac_toe"], tmp_path_factory.mktemp("store") / "games.db") as made:
        yield made


def code(app: Any, method: str, address: str = "/", **headers: str) -> int:
    said = {name.replace("_", "-"): text for name, text in headers.items()}
    return asked(app, (method, address), headers={"host": "localhost"} | said)[0].code


@pytest.mark.parametrize("host", ["localhost", "localhost:8127", "LOCALHOST", "127.0.0.1:1", "[::1]", "[::1]:8127"])
def test_the_names_of_this_machine_are_answered(house: AppState, host: str) -> None:
    assert code(guarded(house), "GET", host=host) == 200


@pytest.mark.parametrize(
    "host",
    ["", "evil.example", "localhost.evil.example", "evil.example:8127", "127.0.0.1.evil.example", "localhost@evil.example",
     "[::1", "::1", "[::1]x", "localhost:", "localhost:123456", "localhost/", "local host", "192.168.1.5", "[::2]", "²", "\n"],
)  # fmt: skip
def test_no_other_name_is(house: AppState, host: str) -> None:
    assert code(guarded(house), "GET", host=host) == 421


def test_a_request_without_a_host_is_not_answered(house: AppState) -> None:
    assert asked(guarded(house), ("GET", "/"), headers={})[0].code == 421


def test_a_server_for_everybody_is_called_by_its_numbers(house: AppState) -> None:
    app = guarded(house, by_number=True)
    assert [code(app, "GET", host=host) for host in ("192.168.1.5:8127", "[fe80::1]", "evil.example")] == [200, 200, 421]


def test_what_changes_something_comes_from_a_page_of_this_server(house: AppState) -> None:
    app = guarded(house)
    foreign: list[dict[str, str]] = [
        {},
        FORM,
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"origin": "http://localhost:1"},
        {"origin": "http://[::1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "sec-fetch-dest": "document"},
        {"sec-fetch-site": "cross-site", "origin": "http://localhost"},
        {"content-type": "text/plain; application/json"},
    ]
    assert [code(app, "POST", "/nowhere", **said) for said in foreign] == [403] * len(foreign)
    own: list[dict[str, str]] = [
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"origin": "http://localhost"},
        {"content-type": "application/json; charset=utf-8"},
    ]
    assert [code(app, "POST", "/nowhere", **said) for said in own] == [404] * len(own)


def test_a_program_that_does_not_say_json_is_told_to(house: AppState) -> None:
    app = guarded(house)
    for said in ({}, FORM, {"content-type": "text/plain"}):
        assert code(app, "POST", "/api/state", **said) == 415
        assert code(app, "POST", "/api/state", **said, origin="null") == 403
        assert code(app, "POST", "/api/state", **said, sec_fetch_site="cross-site") == 403
        assert code(app, "POST", "/g/nim/play", **said) == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "FROB"])
def test_nothing_is_changed_but_by_post(house: AppState, method: str) -> None:
    assert code(guarded(house), method, "/", sec_fetch_site="same-origin") == 405


def test_other_sites_may_link_here_and_nothing_else(house: AppState) -> None:
    app, foreign = guarded(house), {"sec-fetch-site": "cross-site"}
    assert code(app, "GET", **foreign, sec_fetch_dest="document", sec_fetch_mode="navigate") == 200
    for kind in ("image", "iframe", "script", "empty", "embed"):
        assert code(app, "GET", **foreign, sec_fetch_dest=kind) == 403
    assert code(app, "OPTIONS", **foreign) == 403  # a question of CORS: there is nothing for others


def test_the_token_is_asked_for(house: AppState) -> None:
    app = guarded(house, TOKEN)
    assert code(app, "GET") == 403
    assert code(app, "GET", "/?token=") == 403
    assert code(app, "GET", "/?token=a-token-of-letters-and-digit") == 403
    assert code(app, "GET", cookie=f"kibitz_token_8127={TOKEN.text}") == 200
    assert code(app, "GET", cookie=f'other={{"a": 1}}; kibitz_token_8127={TOKEN.text}; x') == 200
    assert code(app, "GET", cookie=f"kibitz_token_8128={TOKEN.text}") == 403  # of another server on this machine
    assert code(app, "GET", authorization=f"Bearer {TOKEN.text}") == 200
    assert code(app, "GET", authorization=f"Basic {TOKEN.text}") == 403
    assert code(app, "GET", static_files.address("kibitz.css")) == 403
    assert code(app, "GET", "/?token=%ff\xff") == 403


def test_the_link_works_once_and_leaves_a_cookie_that_no_script_reads(house: AppState) -> None:
    app, link = guarded(house, TOKEN), f"/x?a=%20b&token={TOKEN.text}&c="
    (answer,) = asked(app, ("GET", link), headers=OWN | {"sec-fetch-site": "none"})
    assert (answer.code, answer.headers["location"]) == (303, "/x?a=+b&c=")
    assert answer.headers["set-cookie"] == f"kibitz_token_8127={TOKEN.text}; Path=/; HttpOnly; SameSite=Strict"
    (answer,) = asked(app, ("GET", link), headers={"host": "localhost"})  # from anywhere: a redirection would lose the cookie
    assert (answer.code, answer.headers["refresh"]) == (200, "0; url=/x?a=+b&c=")
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert TOKEN.text not in answer.text
    assert TOKEN.text in answer.headers["set-cookie"]


@pytest.mark.parametrize("path", ["//evil.example/x", "/\\evil.example", "/x\r\nset-cookie: a=b", "/ü"])
def test_the_link_leads_nowhere_else(house: AppState, path: str) -> None:
    (answer,) = asked(guarded(house, TOKEN), ("GET", f"{path}?token={TOKEN.text}"), headers=OWN)
    place = answer.headers["location"]
    assert place.startswith("/")
    assert place.isascii()
    assert place[1:2] not in ("/", "\\")
    assert "\n" not in place


def test_a_foreign_cookie_does_not_hide_ours(house: AppState) -> None:
    assert code(guarded(house, TOKEN), "GET", cookie=f'a="x; b=é; kibitz_token_8127={TOKEN.text}') == 200


def test_one_address_may_not_ask_too_often_where_others_can_come(house: AppState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: 0.0))  # all at the same moment
    slow = replace(house, limits=replace(house.limits, requests=2.0))
    codes = [answer.code for answer in asked(guarded(slow, TOKEN), *[("GET", "/nowhere")] * 20)]
    assert codes == [403] * 16 + [429] * 4
    assert {answer.code for answer in asked(guarded(slow), *[("GET", "/nowhere")] * 20)} == {404}


def test_a_pace_forgives_with_time_and_forgets_the_oldest() -> None:
    bucket = Pace(rate=2.0, burst=3.0, most=2)
    assert [bucket.allows("a", 0.0) for _ in range(5)] == [True, True, True, False, False]
    assert [bucket.allows("a", 0.5), bucket.allows("a", 0.5)] == [True, False]
    assert [bucket.allows("b", 0.5), bucket.allows("c", 0.5), bucket.allows("a", 0.5)] == [True] * 3
