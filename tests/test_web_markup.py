"""What the rules of a game say is text on every page: no element and no attribute comes of it, whatever it looks like."""

import json
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser

import pytest

from served import served
from visitor import Visitor

pytestmark = pytest.mark.untraced

NASTY = r'''
"""A game whose words are markup."""
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Action, Cell, Game, Piece, Scene

BAD = """'"><img src=x onerror=alert(1)><svg onload=alert(2)></title></style></script>]]>--><b onclick='x'>&lt;"""
def bad(text): return text + BAD

class State(NamedTuple):
    left: int
    turn: int

@dataclass(frozen=True)
class Nasty(Game):
    """DOC"><img src=x onerror=alert(3)><script>alert(4)</script> Take one or two: whoever takes the last one wins."""
    compiles = False
    drawn: bool = True
    fails: bool = False
    def start(self): return State(6, 0)
    def moves(self, state): return [n for n in (1, 2) if n <= state.left]
    def play(self, state, move):
        if self.fails and state.left == 4: raise ValueError(bad("failed"))
        return State(state.left - move, 1 - state.turn)
    def to_move(self, state): return state.turn
    def is_over(self, state): return state.left <= 0
    def result(self, state): return -1
    def move_name(self, state, move): return bad(f"take{move}")
    def player_names(self): return (bad("one"), bad("two"))
    def show(self, state): return bad(f"left{state.left}")
    def scene(self, state):
        if not self.drawn: return None
        names = [bad(f"cell{n}") for n in range(3)]
        cells = tuple(Cell(name, n, 0) for n, name in enumerate(names))
        actions = [Action(n, bad("label"), names[n]) for n in self.moves(state)][:1]
        actions += [Action(n, bad("picked"), names[n], names[0]) for n in self.moves(state)][1:]
        pieces = {names[2]: Piece(bad("piece"), 0), names[0]: Piece(bad("p"), 1, "disc")}
        return Scene(cells, pieces, tuple(actions), (names[1],), tuple(map(bad, "abc")), (bad("row"),))
'''
ELEMENTS = {"img", "b"}  # no template has these but where it says so itself
OWN = {"<b>"}


class Markup(HTMLParser):
    """What a browser would make of a page that no page of ours has."""

    def __init__(self) -> None:
        super().__init__()
        self.strange: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element."""
        text = self.get_starttag_text() or ""
        if any(name.startswith("on") or (value or "").strip().startswith("javascript:") for name, value in attrs):
            self.strange.append(text)
        if (tag in ELEMENTS and text not in OWN) or (tag == "script" and not re.search(r' src="/static/', text)):
            self.strange.append(text)


def strange(html: str) -> list[str]:
    """The elements of a page that came of somebody's words."""
    found = Markup()
    found.feed(html)
    return found.strange


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    file = tmp_path_factory.mktemp("nasty") / "nasty.py"
    file.write_text(NASTY)
    with served([str(file)], NUMBA_DISABLE_JIT="1") as address:
        yield Visitor(address)


def test_the_net_catches_what_it_is_for() -> None:
    assert strange('<p title=""><img src=x onerror=alert(1)>">')
    assert strange("<p onclick='x'>")
    assert strange("<script>alert(1)</script>")
    assert strange('<a href="javascript:alert(1)">')
    assert not strange('<b>12</b><script type="module" src="/static/kibitz.js"></script>&lt;img src=x&gt;')


def looked_at(guest: Visitor, place: str, **headers: str) -> str:
    page = guest.get(place, **headers)
    assert strange(page) == [], place
    return page


def streamed(guest: Visitor, place: str) -> None:
    """The first news of a stream."""
    request = urllib.request.Request(f"{guest.address}{place}", headers={"Accept": "text/event-stream"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        for line in answer:
            if line.startswith(b"data:"):
                news = json.loads(line[5:])
                assert strange(news.get("html", "")) == [], place
                return


@pytest.mark.parametrize("drawn", ["true", "false"])
def test_a_game_that_is_played_and_reviewed(guest: Visitor, drawn: str) -> None:
    looked_at(guest, "/")
    looked_at(guest, "/g/nasty")
    guest.post("/g/nasty/play", **{"player-0": "human", "player-1": "random", "set-drawn": drawn, "seed": "1"})
    place = guest.at
    guest.post(f"{place}/values", values="on")
    page = guest.waits(place, "(wins|loses) in")
    guest.post(f"{place}/hint")
    for _ in range(6):
        page = guest.waits(place, r'name="move" value|id="again"|form="pick"')
        assert strange(page) == []
        picked = re.search(r'form="pick" name="from" value="([^"]*)"', page)
        if picked:
            page = looked_at(guest, f"{place}?from={urllib.parse.quote(unescape(picked[1]))}")
        found = re.search(r'name="move" value="([^"]*)"', page)
        if not found:
            break
        streamed(guest, f"{place}/stream")
        number = re.search(r'name="version" value="(\d+)"', page)
        assert number
        assert strange(guest.post(f"{place}/move", move=unescape(found[1]), version=number[1])) == []
    looked_at(guest, f"{place}?ply=1")
    page = guest.waits(place, 'id="again"')
    assert "The game is over" in page
    looked_at(guest, f"{place}/review")
    guest.post(f"{place}/review", seconds="0.1")
    page = guest.waits(f"{place}/review?seconds=0.1", "Move by move")
    assert strange(page) == []
    assert "take" in page
    assert json.loads(guest.get(f"{place}/review.json?seconds=0.1"))


def test_rules_that_fail_in_words_of_markup(guest: Visitor) -> None:
    guest.post("/g/nasty/play", **{"player-0": "human", "player-1": "human", "set-fails": "true", "set-drawn": "false"})
    place = guest.at
    for version in ("1", "2", "3"):
        page = looked_at(guest, place)
        found = re.search(r'name="move" value="([^"]*)"', page)
        assert found
        request = guest._form(f"{place}/move", {"move": unescape(found[1]), "version": version})
        try:
            page = guest._ask(request)
        except urllib.error.HTTPError as problem:
            with problem:
                page = problem.read().decode()
            assert strange(page) == []
            assert "failed: " in page
            return
    raise AssertionError("they never failed")


def test_a_match_its_games_and_their_reviews(guest: Visitor) -> None:
    looked_at(guest, "/g/nasty/watch")
    fields = {"player-0": "random", "player-1": "greedy", "games": "4", "pace": "quick", "openings": "start", "seed": "5"}
    guest.post("/g/nasty/watch", **fields)
    place = guest.at
    streamed(guest, f"{place}/stream")
    guest.waits(place, "<b>4</b> of 4 games")
    page = looked_at(guest, place)
    looked_at(guest, "/matches")
    game = re.search(rf'href="({place}/\d+/\d+)"', page)
    assert game
    for ply in ("", "?ply=0", "?ply=2"):
        looked_at(guest, f"{game[1]}{ply}")
        looked_at(guest, f"{game[1]}{ply}", **{"Kibitz-Fragment": "replay"})
    guest.post(f"{game[1]}/review", seconds="0.1")
    assert strange(guest.waits(f"{game[1]}/review?seconds=0.1", "Move by move")) == []


@pytest.mark.parametrize("drawn", ["true", "false"])
def test_its_tree(guest: Visitor, drawn: str) -> None:
    place = f"/g/nasty/tree?drawn={drawn}"
    guest.waits(place, 'id="still"')
    page = looked_at(guest, place)
    assert "take1" in page
    for done in ("toggle=1", "top=1", "open=0.1.1", "search=minimax&counts=1"):
        guest.waits(f"{place}&{done}", 'id="still"')
        looked_at(guest, f"{place}&{done}")
