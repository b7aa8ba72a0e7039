"""axe looks at the pages of play, dark and light, narrow and wide: no barrier for those who cannot see or use a mouse."""

import pytest
from playwright.sync_api import Page, expect

from browser import Visitor, violations
from played import SLOW, choose, play, status

PLACES = ("/", "/g/othello", "/g/othello/watch", "/matches", "/settings", "/api", "/nowhere", "/g/tree/tree?moves=zzz")
TREES = ("/g/tree/tree?file=two_ply", "/g/tree/tree?file=chances&counts=1&at=0.3")


def sees_values(page: Page) -> None:
    play(page, "1,1", "1,2")
    choose(page, "Values")
    expect(page.get_by_role("button", name="2,2, wins in 5", exact=True)).to_be_visible()


def looks_back(page: Page) -> None:
    page.locator("#moves").get_by_role("link", name="X 1,1").click()
    expect(status(page)).to_have_text("After 1 of 2 moves.")


def ends_an_exam(page: Page) -> None:
    page.get_by_role("link", name="Back to the game").click()
    choose(page, "Exam")
    expect(page.get_by_text("Values stay hidden.")).to_be_visible()
    play(page, "2,1", "2,2", "3,1")
    expect(status(page)).to_contain_text("The game is over")


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1200, False)])  # colours are those of the scheme at every width
def test_no_page_has_a_barrier(visitor: Visitor, width: int, dark: bool) -> None:
    visitor.forgiven += ["404", "400"]
    page = visitor.context(width=width, dark=dark).new_page()
    for place in (*PLACES, *TREES):
        page.goto(place)
        page.wait_for_selector("#outline li" if place in TREES else "main")
        for more in page.locator("details.more summary").all():
            more.click()
        assert violations(page) == [], place
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    visitor.begin("tic_tac_toe", "human", "human", page=page)
    for step in (sees_values, looks_back, ends_an_exam):
        step(page)
        assert violations(page) == [], step.__name__
    visitor.begin("tic_tac_toe", "computer", "human", page=page, **SLOW)
    expect(page.locator("#thinking")).to_contain_text("depth")
    assert violations(page) == [], "while the computer thinks"


@pytest.mark.parametrize("place", ["/", "/g/tic_tac_toe"])
def test_who_skips_to_the_page_stays_there(visitor: Visitor, place: str) -> None:
    page = visitor.context().new_page()
    page.goto(place)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**#main")
    page.evaluate("new Promise((done) => setTimeout(done, 200))")  # a page that is loaded anew would end this
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
