"""Pages in narrow windows: boards, reviews and lists are never cut; nor is a line of a tree without a word."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import browser
from served import served
from visitor import Visitor

WIDTHS = (320, 360, 390)
LOW = (640, 360)  # 1280 x 720 at 200 %
HEX = str(Path(__file__).parent.parent / "examples" / "hex.py")
CUT = """() => [...document.querySelectorAll('.wide:has(.board)')]
  .map((one) => one.scrollWidth - one.clientWidth).filter((one) => one > 0)"""
FITS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
ROWS = """() => {
  const list = document.getElementById("moves"), frame = list.getBoundingClientRect();
  const rows = [...list.children].map((one) => one.getBoundingClientRect());
  const cut = rows.filter((one) => one.top < frame.top - 1 && one.bottom > frame.top + 1);
  return [list.scrollTop > 0, cut.length, Math.abs(rows.at(-1).bottom - frame.bottom) < 2];
}"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served([HEX], NUMBA_DISABLE_JIT="1") as running:
        yield running


def table(address: str, game: str, *moves: str, **fields: str) -> str:
    """The place of a game of two people, after these moves."""
    somebody = Visitor(address)
    page = somebody.post(f"/g/{game}/play", **{"player-0": "human", "player-1": "human"}, **fields)
    place = somebody.at
    for move in moves:
        version = re.search(r'name="version" value="(\d+)"', page)
        assert version
        page = somebody.post(f"{place}/move", move=move, version=version[1])
    return place


def test_large_boards_fit_the_narrowest_phones(visitor: browser.Visitor, address: str) -> None:
    places = [table(address, game) for game in ("gomoku", "hex", "amazons", "ultimate_tic_tac_toe")]
    places += [table(address, "go", **{"set-size": "19"}), "/g/gomoku/analyse", "/g/go/analyse?size=19"]
    for width in WIDTHS:
        page = visitor.context(width=width, height=800).new_page()
        for place in places:
            page.goto(place)
            page.wait_for_selector(".board svg")
            assert page.evaluate(CUT) == [], (width, place)
            assert page.evaluate(FITS), (width, place)


def test_a_board_keeps_places_for_a_finger_where_there_is_room(visitor: browser.Visitor, address: str) -> None:
    page = visitor.context(width=844, height=390).new_page()
    page.goto(table(address, "gomoku"))
    box = page.locator("#board button[name=move]").first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 23.5, "a low window scrolls; it does not make the places small"


@pytest.mark.parametrize("size", [*((width, 800) for width in WIDTHS), LOW])
def test_reviews_fit_narrow_windows(visitor: browser.Visitor, address: str, size: tuple[int, int]) -> None:
    place = "/g/connect_four/line/review?moves=4656"
    somebody = Visitor(address)
    somebody.post(place, seconds="0.1")
    somebody.waits(f"{place}&seconds=0.1", 'id="moves"')
    page = visitor.context(width=size[0], height=size[1]).new_page()
    for other in (f"{place}&seconds=0.1", f"{place}&seconds=0.1&ply=4", f"{place}&seconds=2", "/g/connect_four"):
        page.goto(other)
        assert page.evaluate(FITS), other


@pytest.mark.parametrize("values", ["off", "on"])
def test_the_first_row_of_a_long_list_is_whole(visitor: browser.Visitor, address: str, values: str) -> None:
    moves = [f"{letter}{row}" for row in (1, 2, 3) for letter in "adgjmbehk"]
    place = table(address, "gomoku", *moves)
    Visitor(address).post(f"{place}/values", values=values)
    page = visitor.context().new_page()
    page.goto(place)
    assert page.evaluate(ROWS) == [True, 0, True]
    page.locator('#board button[name=move][value="o15"]').click()
    page.wait_for_selector(f"#moves li:nth-child({len(moves) + 2})")
    assert page.evaluate(ROWS) == [True, 0, True]


def test_a_line_of_a_tree_that_is_not_shown_whole_says_so(visitor: browser.Visitor) -> None:
    page = visitor.context().new_page()
    for depth, whole in ((4, False), (1, None)):
        page.goto(f"/g/connect_four/tree?search=minimax&depth={depth}")
        page.wait_for_selector("#explorer:not([hidden])", timeout=90_000)
        assert page.locator("#drawing").count() == 0
        found = re.search(r"The line expected( begins)?: ([^.]*)\.", page.evaluate("told(end)"))
        assert (found is None) == (whole is None)
        if found:
            assert (found[1] is None) == whole == (len(found[2].split()) == depth)
