"""A table of a game of the operator's: its words are no markup, its rules may fail, and it may be gone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from web_forms import begin, first
from web_house import FRAGMENT, Client, Oracle, house

NASTY = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Action, Cell, Game, Piece, Scene

class State(NamedTuple):
    left: int

@dataclass(frozen=True)
class Nasty(Game):
    """Take <script>alert(1)</script> one or two; whoever takes the last one wins."""
    def start(self): return State(9)
    def moves(self, state): return [n for n in (1, 2) if n <= state.left]
    def play(self, state, move):
        if state.left == 3: raise ValueError("<script>alert(2)</script>")
        return State(state.left - move)
    def is_over(self, state): return state.left <= 0
    def result(self, state): return -1
    def move_name(self, state, move): return f"\\"><script>alert({move})</script>"
    def show(self, state): return "<script>alert(3)</script>"
    def scene(self, state):
        if state.left > 6: return None
        cells = tuple(Cell(f"<script>{n}", n, 0) for n in range(1, 4))
        actions = tuple(Action(n, "<script>x", f"<script>{n}") for n in self.moves(state))
        return Scene(cells, {"<script>3": Piece("<script>alert(4)</script>", 0)}, actions)
'''


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Client]:
    (tmp_path / "nasty.py").write_text(NASTY)
    with Client(house(tmp_path, Oracle(first), [str(tmp_path / "nasty.py")])) as page:
        yield page


def test_nothing_of_a_game_gets_into_the_page_as_markup(page: Client) -> None:
    place = begin(page, "nasty", **{"player-1": "human"})
    for form in (page.get("/"), page.get("/g/nasty")):
        assert "<script>alert" not in form.text
    for number in range(1, 4):
        shown = page.get(place).text
        assert "<script>alert" not in shown
        assert "&lt;script&gt;alert(3)" in shown or "&lt;script&gt;alert(4)" in shown
        name = f'"><script>alert({1 + (number == 3)})</script>'
        data = {"move": name, "version": str(number)}
        assert page.post(f"{place}/move", data=data, headers=FRAGMENT).status_code == 200
    shown = page.get(place).text
    assert "<script>" not in re.sub(r'<script type="module" src="[^"]*"></script>', "", shown)


def test_rules_that_fail_are_told_and_the_game_stays(page: Client) -> None:
    place = begin(page, "nasty", **{"player-1": "human"})
    for number in range(1, 4):
        page.post(f"{place}/move", data={"move": '"><script>alert(2)</script>', "version": str(number)})
    answer = page.post(f"{place}/move", data={"move": '"><script>alert(1)</script>', "version": "4"})
    assert answer.status_code == 400
    assert "failed: " in answer.text
    assert "<script>alert" not in answer.text
    assert "Traceback" not in answer.text
    assert page.get(place).status_code == 200


def test_a_game_that_is_not_served_any_more_is_told(tmp_path: Path) -> None:
    file = tmp_path / "nasty.py"
    file.write_text(NASTY)
    with Client(house(tmp_path, Oracle(first), [str(file)])) as page:
        place = begin(page, "nasty")
        cookies = dict(page.cookies)
    with Client(house(tmp_path, Oracle(first))) as page:
        page.cookies.update(cookies)
        answer = page.get(place)
        assert answer.status_code == 410
        assert "not served here any more" in answer.text
        assert page.get("/").status_code == 200
