"""The analysis board in Chromium: variations and comments that stay, keys, live lines that move nothing, copies, no script."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser import Visitor, violations
from played import PHONE

LINE = "/g/tic_tac_toe/analyse?moves=2,2+1,1+3,3"
LONG = 60_000  # milliseconds until a worker has come up, where others need the machine
SOLVED = re.compile("proved")
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
BOXES = """() => ["#variations", ".steps", ".board", "#comment"]
  .map((one) => document.querySelector(one).getBoundingClientRect().top)"""


def opened(visitor: Visitor, place: str, **how: Any) -> Page:
    page = visitor.open(place, **how)
    expect(page.locator("#analysis")).to_be_visible()
    return page


def make(page: Page, move: str) -> None:
    """A move on the board, once it has come."""
    page.locator(f'#board button[name=play][value="{move}"]').click()
    expect(page.locator("#variations [aria-current]")).to_have_text(move)
    shows(page, move)


def shows(page: Page, move: str) -> None:
    """Waits until the board is at this move."""
    expect(page.locator("#analysis")).to_have_attribute("data-line", re.compile(f'{re.escape(move)}"]$'))


def moves(page: Page) -> str:
    return " ".join(page.locator("#variations").inner_text().split())


def test_another_move_makes_a_variation_and_nothing_is_lost(visitor: Visitor) -> None:
    page = opened(visitor, LINE)
    assert moves(page) == "start 1. 2,2 1,1 2. 3,3"
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"moves=2%2C2%201%2C1|moves=2,2\+1,1$"))
    make(page, "1,3")
    make(page, "3,1")
    assert moves(page) == "start 1. 2,2 1,1 2. 3,3 2. 1,3 3,1"
    page.locator("#comment").fill("holds")
    expect(page.locator(".variation .remark")).to_have_text("holds")
    page.keyboard.press("ArrowLeft")  # in a text it moves the cursor
    expect(page.locator("#variations [aria-current]")).to_have_text("3,1")
    page.reload()
    visitor.ready(page)
    expect(page.locator(".variation .remark")).to_have_text("holds")
    assert page.locator("#comment").input_value() == "holds"
    page.get_by_role("button", name="Make it the main line").click()
    assert moves(page) == "start 1. 2,2 1,1 2. 1,3 2. 3,3 2... 3,1 holds"
    page.get_by_role("button", name="Delete from here").click()
    shows(page, "1,3")
    assert moves(page) == "start 1. 2,2 1,1 2. 1,3 2. 3,3"
    page.get_by_role("button", name="Bring back").click()
    assert "3,1 holds" in moves(page)
    page.get_by_role("button", name="Begin anew").click()
    expect(page.locator("#variations")).to_have_text("start")
    expect(page.locator("#analysis")).to_have_attribute("data-line", "[]")


def test_keys_go_through_the_line_and_into_the_variation_one_was_in(visitor: Visitor) -> None:
    page = opened(visitor, LINE)
    current = page.locator("#variations [aria-current]")
    for key, name in [("Home", "start"), ("ArrowRight", "2,2"), ("End", "3,3"), ("ArrowLeft", "1,1")]:
        page.keyboard.press(key)
        expect(current).to_have_text(name)
    make(page, "1,3")
    for key, name in [("ArrowLeft", "1,1"), ("ArrowRight", "1,3"), ("Home", "start")]:
        page.keyboard.press(key)
        expect(current).to_have_text(name)
    for _ in range(2):  # quicker than the board can come
        page.keyboard.press("ArrowRight")
    expect(current).to_have_text("1,1")
    shows(page, "1,1")
    page.go_back()
    expect(page.locator("#status")).to_be_visible()
    page.locator("#variations").get_by_role("link", name="3,3").click()
    shows(page, "3,3")
    page.locator("[data-step=First]").click()
    expect(page.locator("[data-step=Back]")).to_have_attribute("aria-disabled", "true")
    page.locator("[data-step=Next]").click()
    shows(page, "2,2")


def test_a_move_made_before_the_board_has_come_is_made_where_one_is(visitor: Visitor) -> None:
    page = opened(visitor, LINE)
    page.route(re.compile(r"analyse\?moves=2%2C2\+1%2C1$"), lambda route: None)  # it never comes
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#variations [aria-current]")).to_have_text("1,1")
    page.locator('#board button[name=play][value="1,3"]').click()
    shows(page, "1,3")
    expect(page).to_have_url(re.compile(r"moves=2,2\+1,1\+1,3$"))
    page.unroute_all()


def test_who_is_on_the_board_with_the_keyboard_goes_from_place_to_place(visitor: Visitor) -> None:
    page = opened(visitor, "/g/tic_tac_toe/analyse")
    page.locator("#board button").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board button:focus")).to_have_attribute("value", "1,3")
    page.keyboard.press("Enter")
    shows(page, "1,3")


@pytest.mark.parametrize("how", [{"width": 1280, "height": 800}, {**PHONE, "dark": True}])
def test_lines_come_and_nothing_moves(visitor: Visitor, how: dict[str, Any]) -> None:
    page = visitor.context(**how).new_page()
    page.add_init_script(
        "new PerformanceObserver((list) => { for (const one of list.getEntries()) "
        "if (!one.hadRecentInput) window.shifted = (window.shifted ?? 0) + one.value; })"
        ".observe({ type: 'layout-shift', buffered: true });"
    )
    page.goto("/g/tic_tac_toe/analyse?moves=2,2")
    visitor.ready(page)
    before = page.evaluate(BOXES)
    page.evaluate("window.shifted = 0")
    expect(page.locator("#lines")).to_contain_text(SOLVED, timeout=LONG)
    expect(page.locator("#lines .rows li")).to_have_count(3)
    assert page.evaluate(BOXES) == before
    assert page.evaluate("window.shifted ?? 0") < 0.01
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= how["width"]
    page.locator("#lines .rows a").nth(1).click()  # the second move of the best line
    expect(page.locator("#variations .step")).to_have_count(4)


def test_nothing_is_searched_for_a_page_that_nobody_sees(visitor: Visitor) -> None:
    page = visitor.context().new_page()
    ended = list[str]()
    for event in ("requestfailed", "requestfinished"):
        page.on(event, lambda one: ended.append(one.url) if "/stream" in one.url else None)
    page.goto("/g/othello/analyse")
    visitor.ready(page)
    expect(page.locator("#lines .rows li")).to_have_count(3, timeout=LONG)
    assert ended == []
    page.evaluate(HIDE, True)
    page.wait_for_timeout(100)
    assert len(ended) == 1
    with page.expect_request("**/stream*"):
        page.evaluate(HIDE, False)


def test_pgn_addresses_and_moves_are_copied_and_pgn_is_loaded(visitor: Visitor) -> None:
    page = opened(visitor, LINE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("ArrowLeft")
    make(page, "1,3")
    page.locator("#comment").fill("better")
    for name, text in [
        ("Copy moves", "2,2 1,1 1,3"),
        ("Copy address", f"{visitor.address}/g/tic_tac_toe/analyse?moves=2,2+1,1+1,3"),
    ]:
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("button", name="Copied")).to_be_focused()
        assert page.evaluate("navigator.clipboard.readText()") == text
        expect(page.get_by_role("button", name=name)).to_be_visible()
    page.get_by_role("button", name="Copy PGN").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert "1. 2,2 1,1 2. 3,3 (2. 1,3 {better}) *" in text
    with page.expect_download() as download:
        page.get_by_role("button", name="Download PGN").click()
    assert download.value.path().read_text("utf-8") == text
    assert download.value.suggested_filename == "tic_tac_toe.pgn"


def test_a_pasted_game_comes_with_its_comments_and_what_was_there_can_be_brought_back(visitor: Visitor) -> None:
    page = opened(visitor, LINE)
    page.get_by_text("Paste moves or a game").click()
    page.get_by_label("A game, or moves").fill('[Game "tic_tac_toe"]\n\n1. 1,1 {a corner} 2,2 *')
    page.locator("#paste").get_by_role("button", name="Analyse").click()
    expect(page.locator("#variations .remark")).to_have_text("a corner")
    assert moves(page) == "start 1. 1,1 a corner 1... 2,2"
    expect(page).to_have_url(re.compile("/g/tic_tac_toe/analyse\\?moves="))
    page.get_by_role("button", name="Bring back").click()
    assert "3,3" in moves(page)


def test_the_board_works_without_a_script(visitor: Visitor) -> None:
    page = visitor.open("/g/tic_tac_toe/analyse?moves=2,2+1,1+3,3+1,2&ply=3", script=False)
    page.get_by_role("button", name="1,3", exact=True).click()
    expect(page).to_have_url(re.compile(r"moves=2,2\+1,1\+3,3\+1,3$"))
    page.get_by_role("link", name="Back").click()
    expect(page.locator("#status")).to_have_text("O to move.")
    page.get_by_role("link", name="What are the moves worth?").click()
    expect(page.get_by_role("row").nth(1)).to_contain_text("draw")
    expect(page.get_by_role("row")).to_have_count(7)
    page.get_by_role("button", name="Practise from here").click()
    expect(page.locator("#status")).to_contain_text("Your move, O.")


def test_the_board_is_found_from_a_game(visitor: Visitor) -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    page.locator('#board button[value="2,2"]').click()
    expect(page.locator("#moves li")).to_have_count(2)
    page.locator(".links").get_by_role("link", name="Analyse").click()
    shows(page, "2,2")


def test_the_pages_for_pasting_and_playing_on_have_no_barrier(visitor: Visitor) -> None:
    for width, dark in ((390, True), (1280, False)):
        page = visitor.context(width=width, dark=dark).new_page()
        for place in ("/analyse", "/g/othello?moves=f5d6", "/g/othello/line/review?moves=f5d6"):
            page.goto(place)
            assert violations(page) == [], place
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_line_is_previewed_as_long_as_the_pointer_or_the_focus_is_on_it(visitor: Visitor) -> None:
    page = opened(visitor, "/g/tic_tac_toe/analyse?moves=2,2", width=1280, height=800)
    steps = page.locator(".steps-of a")
    expect(page.locator("#lines .facts")).to_have_text(SOLVED, timeout=LONG)
    expect(page.locator("#marks [class*=kb-wt-]")).to_have_count(3)
    men = page.locator("#preview g[data-at]")
    steps.nth(1).hover()
    expect(men).to_have_count(3)
    there = {steps.nth(number).inner_text() for number in (0, 1)} | {"2,2"}
    assert set(men.evaluate_all("all => all.map(one => one.dataset.at)")) == there
    page.mouse.move(5, 5)
    expect(page.locator("#preview")).to_have_count(0)
    steps.nth(0).focus()
    expect(men).to_have_count(2)
    page.keyboard.press("Enter")
    expect(page.locator("#preview")).to_have_count(0)
    expect(page.locator("#variations [aria-current]")).to_have_text(next(iter(there - {"2,2", steps.nth(1).inner_text()})))


ANNOTATED = """[Event "Rated blitz"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]

1. e4 {[%eval 0.18] [%clk 0:03:00]} e5 {[%csl Ge4]} 2. Nf3
{[%eval #-3] [%clk 0:02:58] good [%cal Ge4e5,Rg1f3][%csl Yd4,Zz9]} 1-0
"""


def test_commands_in_comments_are_shown_as_what_they_are_and_stay_in_the_file(visitor: Visitor) -> None:
    page = opened(visitor, "/g/chess/analyse")
    page.locator("#paste summary").click()
    page.locator("#paste textarea").fill(ANNOTATED)
    page.locator("#paste button").click()
    expect(page.locator("#about")).to_have_text("Anna \N{EN DASH} Ben, Rated blitz, 1-0")
    page.locator("#variations a", has_text="Nf3").click()
    expect(page.locator("#annotated .noted-Y")).to_have_count(1)
    assert page.locator("#annotated polygon").count() == 2
    assert moves(page) == "start 1. e4 3:00 e5 2. Nf3 2:58 good"
    assert page.locator(".evals .course").get_attribute("points") == "120.0 43.4 360.0 90.0"
    assert page.locator("#comment").input_value() == "good"
    page.locator("#comment").fill("best")
    rows = page.evaluate("JSON.parse(document.querySelector('#pgn').elements.tree.value)")
    assert rows[3][2] == "[%eval #-3] [%clk 0:02:58] [%cal Ge4e5,Rg1f3] [%csl Yd4,Zz9] best"
    page.locator(".evals").click(position={"x": 2, "y": 20})
    expect(page.locator("#variations [aria-current]")).to_have_text("start")
    expect(page.locator("#annotated")).to_have_count(0)
    page.reload()
    visitor.ready(page)
    expect(page.locator("#about")).to_contain_text("Anna")
    assert page.locator("#pgn [name^=player]").evaluate_all("all => all.map(one => one.value)") == ["Anna", "Ben"]
    page.get_by_role("button", name="Begin anew").click()
    expect(page.locator("#about")).to_have_text("")
    expect(page.locator("#evals")).to_be_hidden()
