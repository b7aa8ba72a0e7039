"""The page in Chromium: there is room for the board, its values can be read, and nothing moves that somebody aims at."""

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser import Visitor

PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True}
WIDE: dict[str, Any] = {"width": 1280, "height": 800}
LANDSCAPE: dict[str, Any] = {"width": 844, "height": 390, "touch": True}
MARKS = ".board svg [class*=kb-wt-]"
# Of each mark on the board: how large its figures are, and by how much they and their ring stay inside of what is around them.
ROOM = """marks => marks.map(mark => {
  const text = mark.getBoundingClientRect(), ring = mark.previousElementSibling.getBoundingClientRect()
  return { size: parseFloat(getComputedStyle(mark).fontSize) * mark.getScreenCTM().a, top: ring.top, bottom: ring.bottom,
    gap: Math.min(text.left - ring.left, ring.right - text.right) }
})"""


def box(page: "Page", what: str) -> dict[str, float]:
    """Where something lies on the page, however far that is scrolled."""
    found: dict[str, float] = page.locator(what).first.evaluate(
        "one => { const {x, y, width, height} = one.getBoundingClientRect(); return {x, y: y + scrollY, width, height} }"
    )
    return found


def show_values(page: "Page") -> None:
    page.get_by_role("button", name="Values", exact=True).click()
    expect(page.locator(MARKS).first).to_be_attached()


@pytest.mark.parametrize("page_of", ["play", "analyse"])
def test_on_a_phone_that_lies_the_whole_board_is_seen(visitor: "Visitor", page_of: str) -> None:
    for game in ("othello", "connect_four"):
        page = visitor.begin(game, **LANDSCAPE) if page_of == "play" else visitor.open(f"/g/{game}/analyse", **LANDSCAPE)
        board = box(page, ".board")
        assert board["y"] + board["height"] <= 390
        assert board["height"] > 300, "most of the screen"
        assert page.evaluate("document.documentElement.scrollWidth") <= 844


def test_figures_on_a_phone_can_be_read_and_stay_in_their_rings_and_pits(visitor: "Visitor") -> None:
    for game in ("othello", "checkers", "kalah", "connect_four"):
        page = visitor.begin(game, **PHONE)
        show_values(page)
        marks = page.locator(MARKS).evaluate_all(ROOM)
        assert min(one["size"] for one in marks) >= 12, game
        assert min(one["gap"] for one in marks) >= 1, game
        if game == "kalah":
            middle = box(page, ".board")["y"] + box(page, ".board")["height"] / 2
            assert min(one["top"] for one in marks) > middle, "they lie in the pits of the lower row"


def test_figures_touch_no_ring_on_a_wide_screen(visitor: "Visitor") -> None:
    for game in ("connect_four", "checkers", "othello"):
        page = visitor.begin(game, width=1280, height=800)
        show_values(page)
        assert min(one["gap"] for one in page.locator(MARKS).evaluate_all(ROOM)) >= 3, game


def test_values_take_no_room_from_the_board(visitor: "Visitor") -> None:
    for how in (PHONE, WIDE):
        page = visitor.begin("othello", **how)
        before = box(page, ".board")
        show_values(page)
        expect(page.locator("#bar")).to_be_visible()
        assert box(page, ".board") == before
        bar = box(page, "#bar")
        assert bar["x"] >= 0
        assert bar["x"] + bar["width"] < before["x"]


def test_nothing_moves_when_the_server_does_not_answer(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", **PHONE)
    before = box(page, ".board")
    page.context.set_offline(True)
    page.locator(".spot[name=move]").first.click()
    expect(page.locator("#said.wrong")).to_contain_text("offline")
    assert box(page, ".board") == before
    visitor.forgiven += ["ERR_INTERNET_DISCONNECTED", "no answer"]


@pytest.mark.parametrize("how", [PHONE, WIDE], ids=["a phone", "a wide screen"])
def test_in_a_game_that_is_over_its_moves_stay_where_they_are_while_they_are_looked_at(
    visitor: "Visitor", how: dict[str, Any]
) -> None:
    page = visitor.begin("nim", "human", "human", **how)
    show_values(page)
    while page.locator(".moves a").count() < 4:
        ply = page.locator("#table").get_attribute("data-ply")
        page.locator(".spot[name=move], .plain button").first.click()
        expect(page.locator(f"#table:not([data-ply='{ply}'])")).to_be_attached()
    page.locator("summary", has_text="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    before = box(page, "#moves")
    for number in (1, 2):
        page.locator("#moves a").nth(number).click()
        expect(page.locator("#moves a").nth(number)).to_have_attribute("aria-current", "true")
        assert box(page, "#moves") == before
    page.get_by_role("link", name="Back to the game").click()
    expect(page.get_by_role("link", name="Back to the game")).to_be_hidden()
    assert box(page, "#moves") == before


def test_the_form_of_a_new_game_stands_where_other_pages_do_with_its_board_beside_it(visitor: "Visitor") -> None:
    page = visitor.open("/", width=1280, height=800)
    left = box(page, "main h1, main p")["x"]
    page.goto("/g/othello")
    form, board = box(page, "#begin"), box(page, ".preview svg")
    assert box(page, "h1")["x"] == form["x"] == left
    assert board["x"] > form["x"] + form["width"]
    assert board["width"] > 250
    assert board["x"] + board["width"] <= 1280 - left + 1
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".preview")).to_be_hidden()


def test_the_front_page_leads_to_the_page_for_programs_whose_commands_are_seen_whole_on_a_phone(
    visitor: "Visitor",
) -> None:
    page = visitor.open("/", **PHONE)
    page.get_by_role("link", name="the JSON interface").click()
    page.wait_for_url("**/api")
    assert page.locator("pre").evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")
    assert page.locator("pre").count() > 5
