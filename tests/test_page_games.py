"""Games of every kind on the page: of three, with dice, with passes, with moves in two steps or in a row, text alone."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from played import announced, is_over, made, play, play_out, press, spot, spots, status
from served import served

if TYPE_CHECKING:
    from browser import Visitor

TESTS = Path(__file__).parent
EXAMPLES = TESTS.parent / "examples"
TEXT_ONLY = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Game

class State(NamedTuple):
    left: int

@dataclass(frozen=True)
class Matches(Game):
    """Take one, two or three matches; who takes the last one loses."""
    heap: int = 7
    def start(self): return State(self.heap)
    def moves(self, state): return range(1, min(3, state.left) + 1)
    def play(self, state, taken): return State(state.left - taken)
    def is_over(self, state): return state.left == 0
    def result(self, state): return 1
    def show(self, state): return "| " * state.left
'''
HOSTILE = '''
from dataclasses import dataclass
from typing import NamedTuple
from kibitz import Action, Cell, Game, Piece, Scene

BAD = "<script>alert(1)</script>\\"'><img src=x onerror=alert(2)>&amp;"

class State(NamedTuple):
    turn: int

@dataclass(frozen=True)
class Hostile(Game):
    """<script>alert(3)</script> "quoted" & 'so on'."""
    def start(self): return State(0)
    def moves(self, state): return (0, 1)
    def play(self, state, move): return State(state.turn + 1)
    def is_over(self, state): return state.turn == 3
    def result(self, state): return 0
    def move_name(self, state, move): return f"{move}" + BAD[:40]
    def show(self, state): return BAD
    def scene(self, state):
        cells = [Cell(BAD, 0, 0), Cell("two", 1, 0)]
        actions = [Action(0, BAD, BAD), Action(1, None, BAD)]
        return Scene(cells, {BAD: Piece(BAD, 0)}, actions)
'''


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with games of the package and files of a user."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "matches.py").write_text(TEXT_ONLY, "utf-8")
    (folder / "hostile.py").write_text(HOSTILE, "utf-8")
    files = [str(folder / "matches.py"), str(folder / "hostile.py"), str(EXAMPLES / "hex.py"), str(TESTS / "both_ways.py")]
    with served(files, NUMBA_DISABLE_JIT="1") as running:
        yield running


def happened(page: Page) -> str:
    """What the last change was, in sentences."""
    return page.locator(".happened").inner_text()


def test_a_file_with_nothing_but_rules_and_a_text(visitor: "Visitor") -> None:
    page = visitor.begin("matches", "human", "human")
    expect(page.get_by_label("The board")).to_have_text("| | | | | | |")
    assert spots(page) == ["1", "2", "3"]
    play(page, "3", "1")
    expect(page.get_by_label("The board")).to_have_text("| | |")
    page.get_by_role("button", name="Values", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("^2 .*wins in 2"))).to_be_visible(timeout=30_000)
    play(page, "2", "1")
    expect(status(page)).to_have_text("The game is over: First wins.")


def test_a_file_with_nothing_but_rules_and_a_text_without_a_script(visitor: "Visitor") -> None:
    page = visitor.begin("matches", "human", "computer:level=10", script=False, set_heap="5")
    for _ in play_out(page):
        pass
    assert is_over(page)


def test_hex_cells(visitor: "Visitor") -> None:
    """Each of the areas of the cells lies where its cell is, and the focus is seen in it."""
    page = visitor.begin("hex", "human", "human", set_size="3")
    for name in spots(page):
        box = spot(page, name).bounding_box()
        assert box is not None
        hit = page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).value", [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        )
        assert hit == name
    moves = ["a1", "b1", "a2", "b2", "a3"]
    play(page, *moves)
    expect(status(page)).to_contain_text("The game is over: ")
    assert len(made(page)) == 5


@pytest.mark.parametrize("script", [True, False])
def test_what_a_game_says_is_text_and_nothing_else(visitor: "Visitor", script: bool) -> None:
    page = visitor.open("/", script=script)
    expect(page.get_by_text("<script>alert(3)</script>").first).to_be_visible()
    page = visitor.begin("hostile", "human", "human", script=script)
    page.get_by_role("button", name="Values", exact=True).click()
    for _ in range(3):
        press(page, page.locator("#board button[name=move]").last)
        expect(page.locator(".happened")).to_contain_text("<script>alert(1)")
    assert "<script>alert(1)" in made(page)[0]
    assert is_over(page)
    assert page.locator("main script, main img").count() == 0
    page.reload()
    assert page.locator("main script, main img").count() == 0


def test_three_players(visitor: "Visitor") -> None:
    page = visitor.begin("trio", "human", "random", "random")
    for _ in play_out(page):
        expect(status(page)).to_contain_text("Your move, ")
    sides = [move[0] for move in made(page)]
    assert sides == [sides[number % 3] for number in range(len(sides))]
    assert len(set(sides)) == 3
    assert re.match(r"The game is over: .*\d, .*\d, .*\d", status(page).inner_text())


def test_dice(visitor: "Visitor") -> None:
    """Chance throws by itself, what fell is told, and the same seed throws the same."""
    pages = [visitor.begin("pig", "human", "human", set_target="20", seed="5") for _ in range(2)]
    for page in pages:
        for _ in range(4):
            play(page, "roll" if "roll" in spots(page) else spots(page)[0])
            expect(page.locator(".happened")).to_contain_text("The die shows ")
    assert made(pages[0]) == made(pages[1])
    assert any(move.startswith("dice ") for move in made(pages[0]))


@pytest.mark.parametrize("script", [True, False])
def test_a_piece_is_picked_up_and_put_down(visitor: "Visitor", script: bool) -> None:
    page = visitor.begin("checkers", "human", "human", script=script)
    picks = page.locator("button[name=from]")
    assert picks.count() == 4
    assert page.locator("#board button[name=move]").count() == 0
    expect(page.get_by_role("button", name=re.compile(", pick it up$"))).to_have_count(4)
    picks.nth(1).click()
    expect(page.get_by_role("button", name=re.compile(", put it back$"))).to_have_count(1)
    targets = spots(page)
    assert 1 <= len(targets) <= 2
    page.get_by_role("button", name=re.compile(", put it back$")).click()
    expect(page.get_by_role("button", name=re.compile(", put it back$"))).to_have_count(0)
    assert page.locator("button[name=move]").count() == 0
    page.locator("button[name=from]").nth(1).click()
    play(page, targets[0])
    assert [move.split(" ", 1)[1] for move in made(page)] == [targets[0]]


def test_a_piece_is_picked_up_and_put_down_by_keyboard(visitor: "Visitor") -> None:
    page = visitor.begin("checkers", "human", "human")
    page.locator("button[name=from]").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile(", put it back$"))).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#board button[name=move]:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#moves li")).to_have_count(2)


@pytest.mark.parametrize("script", [True, False])
def test_a_cell_to_pick_up_from_and_to_move_in_offers_both(visitor: "Visitor", script: bool) -> None:
    page = visitor.begin("both_ways", "human", "human", script=script)
    page.get_by_role("button", name="b1, pick it up", exact=True).click()
    page.get_by_role("button", name="b1 alone", exact=True).click()
    expect(page.locator("#moves li")).to_have_count(2)
    page.get_by_role("button", name="b1, pick it up", exact=True).click()
    spot(page, "b1-c1").click()
    expect(page.locator("#moves li")).to_have_count(3)
    assert [move.partition(" ")[2] for move in made(page)] == ["b1", "b1-c1"]


def test_a_cell_to_pick_up_from_and_to_move_in_offers_both_to_the_keyboard(visitor: "Visitor") -> None:
    page = visitor.begin("both_ways", "human", "human")
    page.locator("button[name=from][value=b1]").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="b1, put it back")).to_be_focused()
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.locator(":focus").inner_text() == "b1 alone":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#moves li")).to_have_count(2)
    assert made(page)[0].endswith(" b1")


def test_a_pass_is_announced(visitor: "Visitor") -> None:
    """After these moves the first player has none, and the second one moves again."""
    page = visitor.begin("othello", "human", "human", set_size="4")
    play(page, "b1", "c1", "d3", "a1")
    expect(announced(page)).to_have_text(re.compile(r"O plays a1\. X has no move and must pass\. +O to move\."))
    assert [move.partition(" ")[2] for move in made(page)] == ["b1", "c1", "d3", "a1", "pass"]


def test_a_second_move_in_a_row_is_announced(visitor: "Visitor") -> None:
    """In Kalah, who sows the last seed into the own store moves again."""
    page = visitor.begin("kalah", "human", "human")
    play(page, spots(page)[2])
    expect(announced(page)).to_contain_text("and moves again.")
    first, second = page.locator("#moves .by").nth(0), status(page)
    assert first.inner_text() in second.inner_text()
