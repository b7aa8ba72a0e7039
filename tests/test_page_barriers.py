"""axe looks at the pages of play, dark and light, narrow and wide: no barrier for those who cannot see or use a mouse."""

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from played import play, status

if TYPE_CHECKING:
    from browser import Visitor

LONG = 30_000  # milliseconds
LARGE: dict[str, Any] = {"set_width": "5", "set_height": "5", "set_line": "4"}
LOOKS = [(390, True), (1200, False)]  # colours are those of the scheme at every width


@pytest.mark.parametrize(("width", "dark"), LOOKS)
def test_no_page_has_a_barrier(visitor: "Visitor", width: int, dark: bool) -> None:
    from browser import violations

    page = visitor.open("/", width=width, dark=dark)
    assert violations(page) == [], "the front page"
    page.goto("/g/othello")
    page.locator("details.more summary").click()
    assert violations(page) == [], "a new game"
    page.goto("/nowhere")
    visitor.forgiven.append("404")
    assert violations(page) == [], "a page that is not there"
    page.goto("/api")
    assert violations(page) == [], "the JSON interface"
    page = visitor.begin("tic_tac_toe", "human", "human", page=page)
    assert violations(page) == [], "a game"
    play(page, "1,1", "1,2")
    page.get_by_role("button", name="Values", exact=True).click()
    expect(page.get_by_role("button", name="2,2, wins in 5", exact=True)).to_be_visible(timeout=LONG)
    assert violations(page) == [], "values"
    page.goto(f"{page.url}?ply=1")
    assert violations(page) == [], "looking back"
    page.goto(page.url.partition("?")[0])
    visitor.ready(page)
    page.get_by_role("button", name="Exam", exact=True).click()
    expect(page.get_by_text("Values stay hidden.")).to_be_visible()
    play(page, "2,1", "2,2", "3,1")
    expect(status(page)).to_contain_text("The game is over")
    assert violations(page) == [], "a game that is over"


@pytest.mark.parametrize(("width", "dark"), LOOKS)
def test_no_page_has_a_barrier_while_the_computer_thinks(visitor: "Visitor", width: int, dark: bool) -> None:
    from browser import violations

    page = visitor.begin("tic_tac_toe", "human", "computer", width=width, dark=dark, seconds="20", **LARGE)
    play(page, "3,3")
    expect(page.locator("#thinking")).to_contain_text("depth", timeout=LONG)
    assert violations(page) == []
