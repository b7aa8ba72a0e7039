"""A name that is asked once: at the board, in invitations and questions, in the list of games, in files."""

import re
from pathlib import Path

import pytest

from kibitz.web.preferences import LONGEST, tidy_name
from test_web_apart import APART, Person, invitation, status
from web_forms import begin, first
from web_house import Client, Oracle, house

FIELD = 'name="your-name"'


@pytest.fixture
def page(tmp_path: Path):  # type: ignore[no-untyped-def]
    with Client(house(tmp_path, Oracle(first))) as client:
        yield client


def test_a_name_is_asked_for_until_there_is_one(page: Client) -> None:
    assert FIELD in page.get("/g/nim").text
    place = begin(page, "nim", **{"your-name": "  Anna\n Lena ", "player-1": "human"})
    assert re.search(r'class="whose">Anna Lena</b> <span class="quiet">First</span>', page.get(place).text)
    assert FIELD not in page.get("/g/nim").text
    assert '<input type="text" name="your-name" value="Anna Lena"' in page.get("/settings").text
    again = page.post(f"{place}/again", data={}).headers["location"]
    assert "Anna Lena</b>" in page.get(str(again)).text
    page.post("/settings", data={"your-name": ""})
    assert FIELD in page.get("/g/nim").text
    assert "Anna Lena</b>" in page.get(place).text  # a game that has begun keeps its people


def test_nobody_needs_a_name(page: Client) -> None:
    place = begin(page, "nim", **{"your-name": "", "player-1": "random"})
    assert 'class="whose">You</b>' in page.get(place).text
    assert 'class="whose">Random</b>' in page.get(place).text


def test_people_who_are_apart_are_called_by_their_names(tmp_path: Path) -> None:
    with Client(house(tmp_path, Oracle(first))) as client:
        one, other = Person(client), Person(client)
        one.at = other.at = str(one.send("/g/tic_tac_toe/play", **APART, **{"your-name": "Anna"}).headers["location"])
        link = invitation(one)
        assert "Anna invites you to play O." in other.get(link)
        assert FIELD in other.page
        other.send(link, **{"your-name": "Ben"})
        other.at = one.at
        assert "Ben has joined, and plays O." in one.get(one.at)
        one.post("move", move="1,1")
        assert "X (Anna) plays 1,1." in other.get(other.at)
        other.post("ask", what="draw")
        assert "Ben offers a draw." in one.get(one.at)
        one.post("answer", agrees="0")
        assert "Anna would rather not." in other.get(other.at)
        other.post("resign")
        assert "O (Ben) resigned: X (Anna) wins." in status(one)
        assert "against Ben" in one.get("/")
        assert "against Anna" in other.get("/") or "tic_tac_toe" in other.page


def test_files_have_the_names_of_the_players(page: Client) -> None:
    place = begin(page, "chess", **{"your-name": 'Ann "Q" O\'Neil', "player-1": "computer:level=3"})
    form = re.search(r'<form id="as-pgn" method="post" action="([^"]+)".*?</form>', page.get(place).text, re.DOTALL)
    assert form is None  # there is nothing to write down before a move
    version = re.search(r'name="version" value="(\d+)"', page.get(place).text)
    assert version
    page.post(f"{place}/move", data={"move": "e4", "version": version[1]})
    form = re.search(r'<form id="as-pgn" method="post" action="([^"]+)".*?</form>', page.get(place).text, re.DOTALL)
    assert form
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form[0]))
    fields = {name: text.replace("&#34;", '"').replace("&#39;", "'") for name, text in fields.items()}
    text = page.post(form[1], data=fields).text
    assert '[White "Ann \\"Q\\" O\'Neil"]' in text
    assert '[Black "computer, level 3"]' in text


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("Anna", "Anna"),
        (" a\tb\n", "a b"),
        ("you", ""),
        ("\0\x1b[1m", "[1m"),
        ("x" * 99, "x" * LONGEST),
        ("Zoë Ω", "Zoë Ω"),
        ("", ""),
    ],
)
def test_names_are_one_short_line(given: str, name: str) -> None:
    assert tidy_name(given) == name


@pytest.mark.parametrize("cookie", ["name-zz", "name-ff", "name-", "name-41.name-42", "name-" + "41" * 500])
def test_a_cookie_that_is_not_ours_is_nobody(page: Client, cookie: str) -> None:
    page.cookies["kibitz_preferences"] = cookie
    assert page.get("/settings").status_code == 200
