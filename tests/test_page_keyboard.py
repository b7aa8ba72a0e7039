"""A whole game on the page with the keyboard alone: where the focus is, and where it goes."""

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from played import focused, made, play, spots, status

if TYPE_CHECKING:
    from browser import Visitor


def tab_to(page: Page, wanted: str, most: int = 60) -> None:
    """Presses Tab until that has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if focused(page) == wanted:
            return
    raise AssertionError(f"Tab does not lead to {wanted}: it is at {focused(page)}")


def press(page: Page, *keys: str) -> str:
    """Presses keys one after the other; what has the focus then."""
    for key in keys:
        page.keyboard.press(key)
    return focused(page)


def move_here(page: Page, key: str = "Enter") -> None:
    """Plays the move that has the focus."""
    count = len(made(page))
    page.keyboard.press(key)
    expect(page.locator("#moves li")).to_have_count(count + 2)


def test_a_game_with_the_keyboard_alone(visitor: "Visitor") -> None:
    page = visitor.open("/g/tic_tac_toe")
    tab_to(page, "player-1")
    page.keyboard.press("Home")  # a person, the first choice
    tab_to(page, "Play")
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text("X to move.")
    visitor.ready(page)

    tab_to(page, "1,1")
    assert press(page, "ArrowRight", "ArrowDown") == "2,2"
    move_here(page)
    assert focused(page) == "1,2", "the focus is on a neighbour of the place that is taken"
    assert press(page, "ArrowLeft") == "1,1"
    move_here(page, "Space")
    assert focused(page) == "1,2"
    move_here(page)
    assert focused(page) == "1,3"
    move_here(page, "Space")
    assert focused(page) == "2,3"
    assert press(page, "ArrowDown", "ArrowLeft") == "3,2"
    move_here(page)
    expect(status(page)).to_have_text("The game is over: X wins.")
    assert focused(page) == "again", "the next thing to do has the focus"
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text("X to move.")


@pytest.mark.parametrize("game", ["tic_tac_toe", "connect_four", "checkers", "kalah"])
def test_tab_goes_through_all_moves_in_the_order_of_reading(visitor: "Visitor", game: str) -> None:
    page = visitor.begin(game, "human", "human")
    cells = [str(one.get_attribute("data-place")) for one in page.locator("#board button[data-place]").all()]
    assert len(cells) > 2
    tab_to(page, cells[0])
    assert [press(page, "Tab") for _ in cells[1:]] == cells[1:]


def test_arrows_reach_every_column_and_stay_at_the_edge(visitor: "Visitor") -> None:
    page = visitor.begin("connect_four", "human", "human")
    first = str(page.locator("#board button[data-place]").first.get_attribute("data-place"))
    tab_to(page, first)
    reached = {press(page, "ArrowRight") for _ in range(6)}
    assert len(reached) == 6
    last = focused(page)
    assert press(page, "ArrowRight") == last
    assert press(page, *["ArrowLeft"] * 6) == first


def test_the_focus_stays_in_its_column_after_a_move(visitor: "Visitor") -> None:
    page = visitor.begin("connect_four", "human", "human")
    for _ in range(3):
        page.locator("#board button[value='4']").focus()
        move_here(page)
        assert page.locator(":focus").get_attribute("value") == "4"


def test_the_focus_comes_back_when_the_computer_has_moved(visitor: "Visitor") -> None:
    page = visitor.begin("connect_four", "human", "random")
    page.locator("#board button[value='4']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#moves li")).to_have_count(3, timeout=20_000)
    expect(status(page)).to_have_text("Your move, X.")
    assert page.locator(":focus").get_attribute("value") == "4"


def test_the_focus_stays_where_something_was_asked_for(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    play(page, "2,2", "1,1")
    page.get_by_role("button", name="Values", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Values", exact=True)).to_have_attribute("aria-pressed", "true")
    assert page.locator(":focus").inner_text() == "Values"
    page.locator("#undo").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#moves li")).to_have_count(2)
    assert focused(page) == "undo"


def test_news_while_somebody_looks_around_leave_the_focus_alone(visitor: "Visitor") -> None:
    """The values come in one after the other, and each of them draws the board anew."""
    page = visitor.begin("tic_tac_toe", "human", "human")
    page.get_by_role("button", name="Values", exact=True).click()
    tab_to(page, "1,1")
    press(page, "ArrowDown")
    expect(page.get_by_role("button", name=re.compile("^2,1, (draw|estimate)"))).to_be_visible(timeout=20_000)
    assert focused(page) == "2,1"
    assert len(spots(page)) == 9


def test_a_link_leads_past_the_head_of_the_page(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    page.reload()
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the page"
    page.keyboard.press("Enter")
    assert focused(page) == "main"
