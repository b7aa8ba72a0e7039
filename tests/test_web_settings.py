"""What a browser wants of all pages is kept in a cookie of its own; and what makes the page a program of its own."""

import json
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asked import OWN, Answer, asked, guarded, house_of
from kibitz.web.app import AppState
from kibitz.web.preferences import ALL, CHOICES, Preferences
from kibitz.web.static_files import static_address, static_content


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppState]:
    with house_of(["tic_tac_toe"], tmp_path_factory.mktemp("store") / "games.db") as made:
        yield made


FORM = {"content-type": "application/x-www-form-urlencoded"}


def ask(house: AppState, method: str, place: str, body: str = "", **headers: str) -> Answer:
    (answer,) = asked(
        guarded(house), (method, place, body.encode()), headers=OWN | (FORM if method == "POST" else {}) | headers
    )
    return answer


def test_the_pages_look_as_it_is_wanted(house: AppState) -> None:
    form = (b"colours=dark&motion=none&signs=none&back=/g/nim", OWN | FORM)
    kept, page, back, usual = asked(
        guarded(house), ("POST", "/settings", *form), ("GET", "/"), ("POST", "/settings", b"colours=", OWN | FORM), ("GET", "/")
    )
    assert (kept.code, kept.headers["location"]) == (303, "/g/nim")
    assert kept.headers["set-cookie"].startswith("kibitz_preferences=colours-dark.motion-none.signs-none; HttpOnly;")
    assert '<html lang="en" data-still data-unmarked>' in page.text
    assert '<meta name="color-scheme" content="dark">' in page.text
    (sheet,) = re.findall(r"/static/\w+/kibitz\.css", page.text)
    text = ask(house, "GET", sheet).text
    assert "prefers-color-scheme" not in text
    assert "@media all" in text
    assert "Max-Age=0" in back.headers["set-cookie"]
    assert '<html lang="en">' in usual.text
    assert sheet not in usual.text


@pytest.mark.parametrize(
    "back", ["https://example.org/", "//example.org", "/\\example.org", "", "javascript:alert(1)", "/a\nb"]
)
def test_nothing_leads_to_another_server(house: AppState, back: str) -> None:
    assert ask(house, "POST", "/settings", f"colours=light&back={back}").headers["location"] == "/settings"


@pytest.mark.parametrize(
    ("referer", "back"),
    [("http://localhost/g/nim?x=1", "/g/nim?x=1"), ("http://other/g/nim", "/"), ("", "/"), ("http://[", "/")],
)
def test_settings_lead_back_to_where_one_came_from(house: AppState, referer: str, back: str) -> None:
    text = ask(house, "GET", "/settings", host="localhost", referer=referer).text
    assert f'name="back" value="{back}"' in text


@given(st.text(max_size=200))
def test_whatever_the_cookie_says_it_is_read(text: str) -> None:
    parts = (part.partition("-") for part in text.split("."))
    found = Preferences.read({name: word for name, _, word in parts})
    assert all(getattr(found, name) in choices for name, choices in CHOICES.items())


def test_each_sheet_has_an_address_and_all_are_found(house: AppState) -> None:
    for file in ("kibitz.css", "motion.css", "board.css", "review.css"):
        addresses = {static_address(file, wanted) for wanted in ALL}
        assert len(addresses) == len({static_content(file, wanted) for wanted in ALL}) > 1
        assert {ask(house, "GET", address).code for address in addresses} == {200}
    assert len({static_address("kibitz.js", wanted) for wanted in ALL}) == 1


def test_the_page_can_be_installed(house: AppState) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in ask(house, "GET", "/").text
    answer = ask(house, "GET", "/manifest.webmanifest")
    found = json.loads(answer.text)
    assert (answer.headers["content-type"], found["display"], found["start_url"]) == (
        "application/manifest+json",
        "standalone",
        "/",
    )
    assert [ask(house, "GET", icon["src"]).code for icon in found["icons"]] == [200]
