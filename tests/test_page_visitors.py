"""Pages that change while somebody uses them: by a press elsewhere, in eight windows, when the server is gone."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

import needs
from browser import Visitor
from played import SLOW, announced, choose, made, play, spot
from served import running

SILENT = "The server does not answer. Is it still running?"
GONE = ["ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_INCOMPLETE_CHUNKED_ENCODING"]


def beside(visitor: Visitor) -> tuple[Page, Page]:
    """Two windows of one visitor on one game."""
    other = visitor.begin("tic_tac_toe", "human", "human")
    page = other.context.new_page()
    page.goto(other.url)
    visitor.ready(page)
    return page, other


@pytest.mark.parametrize("device", ["mouse", "keyboard"])
def test_a_click_counts_though_news_come_meanwhile(visitor: Visitor, device: str) -> None:
    """They are shown at once, and what is pressed stays what it is."""
    page, other = beside(visitor)
    chosen = page.get_by_role("form", name="What moves are worth").get_by_role("button", pressed=True)
    spot(page, "2,2").hover()
    spot(page, "2,2").focus()
    page.mouse.down() if device == "mouse" else page.keyboard.down(" ")
    choose(other, "Exam")
    expect(chosen).to_have_text("Exam")
    page.mouse.up() if device == "mouse" else page.keyboard.up(" ")
    expect(page.locator("#moves")).to_contain_text("2,2")
    assert made(page) == ["X 2,2"]
    expect(chosen).to_have_text("Exam")


def test_a_press_on_a_cell_that_is_taken_meanwhile_moves_nothing(visitor: Visitor) -> None:
    page, other = beside(visitor)
    spot(page, "1,1").hover()
    page.mouse.down()
    play(other, "1,1")
    expect(page.locator("#moves")).to_contain_text("X 1,1")
    page.mouse.up()
    play(page, "2,2")
    assert made(page) == ["X 1,1", "O 2,2"]


def test_a_visitor_with_eight_pages_plays_on_and_all_of_them_see_it(visitor: Visitor) -> None:
    """A browser has six connections to a server, and pages that listen must leave some of them free: the others ask."""
    visitor.forgiven.append("503")
    pages = [visitor.begin("tic_tac_toe", "human", "human")]
    for _ in range(7):
        pages.append(pages[0].context.new_page())
        pages[-1].goto(pages[0].url)
    spot(pages[-1], "2,2").click()
    for page in pages:
        expect(page.locator("#moves")).to_contain_text("2,2")


def test_a_server_that_is_killed_and_started_again_goes_on_with_its_games(chromium: Browser, tmp_path: Path) -> None:
    """Without a reload. A page where nobody clicks is told too, and what was thought there does not stand as if it went on."""
    store = str(tmp_path / "games.db")
    with running(store=store, NUMBA_DISABLE_JIT="1") as first:
        visiting = Visitor(chromium, first.address)
        page = visiting.begin("tic_tac_toe", "human", "human")
        play(page, "2,2")
        thinking = visiting.begin("tic_tac_toe", "computer", "human", page=page.context.new_page(), **SLOW)
        expect(thinking.locator("#thinking")).to_contain_text("depth")
        first.end(needs.KILL)
    visiting.forgiven += GONE
    spot(page, "1,1").click()
    expect(announced(page)).to_have_text(SILENT)
    expect(announced(thinking)).to_have_text(SILENT)
    expect(thinking.locator("#thinking")).to_be_hidden()
    with running(store=store, port=urlsplit(visiting.address).port or 0, NUMBA_DISABLE_JIT="1"):
        expect(thinking.locator("#thinking")).to_contain_text("depth")
        expect(announced(thinking)).not_to_contain_text("does not answer")
        play(page, "1,1")
        assert made(page) == ["X 2,2", "O 1,1"]
        visiting.close()
