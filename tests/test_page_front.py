"""The front page as somebody types what to find."""

import pytest
from playwright.sync_api import expect

from browser import Visitor


@pytest.mark.parametrize("width", [390, 1280])
def test_games_are_found_while_one_types(visitor: Visitor, width: int) -> None:
    page = visitor.open("/")
    page.set_viewport_size({"width": width, "height": 900})
    games = page.locator(".game:visible")
    every = games.count()
    page.get_by_role("searchbox", name="Find a game").press_sequentially("othel")
    expect(games).to_have_count(1)
    expect(games).to_contain_text("Othello")
    expect(page.locator(".group:visible")).to_have_count(1)
    page.get_by_role("searchbox").press_sequentially("zzz")
    expect(page.get_by_text("No game has that")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    expect(games).to_have_count(every)
    page.get_by_role("searchbox").fill("chess")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?q=chess")
    expect(page.get_by_role("searchbox")).to_have_value("chess")
    page.get_by_role("searchbox").fill("othello")
    expect(games).to_have_count(1)
    page.get_by_role("searchbox").fill("")
    expect(games).to_have_count(every)
    for _ in ("Find", "All games", "the first game"):
        page.keyboard.press("Tab")
    expect(page.locator("a.cover:focus")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
