"""What the rules of a game say is text on every page: no element and no attribute comes of it, whatever it looks like."""

import json
import re
import urllib.parse
import urllib.request
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser

import pytest

import nasty
from served import served
from visitor import Visitor

pytestmark = pytest.mark.untraced


OWN = re.compile(r'<b( class="(whose|ending-\w+)")?>')  # the pages' own


class Markup(HTMLParser):
    """What a browser would make of a page, and no page of ours has: no template has images, or `<b>` with anything in it."""

    def __init__(self) -> None:
        super().__init__()
        self.strange: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element."""
        text = self.get_starttag_text() or ""
        if any(name.startswith("on") or (value or "").strip().startswith("javascript:") for name, value in attrs):
            self.strange.append(text)
        if tag == "img" or (tag == "b" and not OWN.fullmatch(text)) or (tag == "script" and ' src="/static/' not in text):
            self.strange.append(text)


def strange(html: str) -> list[str]:
    """The elements of a page that came of somebody's words."""
    found = Markup()
    found.feed(html)
    return found.strange


class Guest(Visitor):
    """Looks at each page for what came of somebody's words."""

    def looks(self, place: str, words: str = "", **headers: str) -> str:
        page = self.waits(place, words) if words else self.get(place, **headers)
        assert strange(page) == [], place
        return page

    def listens(self, place: str) -> None:
        """To the first news of a stream."""
        request = urllib.request.Request(f"{self.address}{place}/stream", headers={"Accept": "text/event-stream"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            news = next(json.loads(line[5:]) for line in answer if line.startswith(b"data:"))
        assert strange(news.get("html", "")) == [], place


@pytest.fixture(scope="module")
def guest() -> Iterator[Guest]:
    with served([nasty.__file__], NUMBA_DISABLE_JIT="1") as address:
        yield Guest(address)


@pytest.mark.parametrize(
    ("page", "is_strange"),
    [
        ('<p title=""><img src=x onerror=alert(1)>">', True),
        ("<p onclick='x'>", True),
        ('<b class="whose" id="x">', True),
        ("<script>alert(1)</script>", True),
        ('<a href="javascript:alert(1)">', True),
        ('<b>12</b><script type="module" src="/static/kibitz.js"></script>&lt;img src=x&gt;', False),
    ],
)
def test_the_net_catches_what_it_is_for(page: str, is_strange: bool) -> None:
    assert bool(strange(page)) == is_strange


@pytest.mark.parametrize("drawn", ["true", "false"])
def test_a_game_that_is_played_and_reviewed(guest: Guest, drawn: str) -> None:
    guest.looks("/")
    guest.looks("/g/nasty")
    guest.post("/g/nasty/play", **{"player-0": "human", "player-1": "random", "set-drawn": drawn, "seed": "1"})
    place = guest.at
    guest.post(f"{place}/values", values="on")
    guest.looks(place, "(wins|loses) in")
    guest.post(f"{place}/hint")
    while "The game is over" not in (page := guest.looks(place, r'name="move" value|id="again"|form="pick"')):
        picked = re.search(r'form="pick" name="from" value="([^"]*)"', page)
        if picked:
            page = guest.looks(f"{place}?from={urllib.parse.quote(unescape(picked[1]))}")
        guest.listens(place)
        move, version = (re.search(rf'name="{name}" value="([^"]*)"', page) for name in ("move", "version"))
        assert move
        assert version
        assert strange(guest.post(f"{place}/move", move=unescape(move[1]), version=version[1])) == []
    guest.looks(f"{place}?ply=1")
    guest.looks(f"{place}/review")
    guest.post(f"{place}/review", seconds="0.1")
    assert "take" in guest.looks(f"{place}/review?seconds=0.1", 'id="moves"')
    assert "take" in guest.looks(f"{place}/review?seconds=0.1&ply=2", "Now: ")
    assert "take" in guest.looks(f"{place}/review/whole?seconds=0.1", "Move by move")
    assert json.loads(guest.get(f"{place}/review.json?seconds=0.1"))


def test_a_match_its_games_and_their_reviews(guest: Guest) -> None:
    guest.looks("/g/nasty/watch")
    fields = {"player-0": "random", "player-1": "greedy", "games": "2", "pace": "quick", "openings": "start", "seed": "5"}
    guest.post("/g/nasty/watch", **fields)
    place = guest.at
    guest.listens(place)
    page = guest.looks(place, "<b>2</b> of 2 games")
    guest.looks("/matches")
    game = re.search(rf'href="({place}/\d+/\d+)"', page)
    assert game
    for ply in ("", "?ply=0", "?ply=2"):
        guest.looks(f"{game[1]}{ply}")
        guest.looks(f"{game[1]}{ply}", **{"Kibitz-Fragment": "replay"})
    guest.post(f"{game[1]}/review", seconds="0.1")
    guest.looks(f"{game[1]}/review?seconds=0.1", 'id="moves"')
    guest.looks(f"{game[1]}/review/whole?seconds=0.1", "Move by move")


@pytest.mark.parametrize("drawn", ["true", "false"])
def test_its_tree(guest: Guest, drawn: str) -> None:
    for done in ("", "&toggle=1", "&top=1", "&open=0.1.1", "&search=minimax&counts=1"):
        assert "take1" in guest.looks(f"/g/nasty/tree?drawn={drawn}{done}", 'id="still"')
