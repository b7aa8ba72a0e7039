"""What a screen reader is told of the page of a table: the names of its buttons, the board in words, what has happened."""

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from played import announced, play, spot

if TYPE_CHECKING:
    from browser import Visitor

LONG = 30_000  # milliseconds
ANSWERED = re.compile(r"O \(random\) plays \d,\d\. +Your move, X\.")


def test_places_are_named_and_say_what_they_are_worth(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    play(page, "2,2", "1,2", "1,1", "3,3")
    expect(page.get_by_role("button", name="2,1", exact=True)).to_be_visible()
    page.get_by_role("button", name="Values", exact=True).click()
    expect(page.get_by_role("button", name="2,1, wins in 3", exact=True)).to_be_visible(timeout=LONG)
    expect(page.locator(".board")).to_match_aria_snapshot(
        """
        - button "1,3, draw"
        - button "2,1, wins in 3"
        - button "2,3, draw"
        - button "3,1, wins in 3"
        - button "3,2, draw"
        """
    )


def test_columns_are_named_and_say_what_they_are_worth(visitor: "Visitor") -> None:
    page = visitor.begin("connect_four", "human", "human", set_width="4", set_height="4")
    page.get_by_role("button", name="Values", exact=True).click()
    play(page, "2", "2", "3", "3")
    expect(page.get_by_role("button", name="column 1, draw", exact=True)).to_be_visible(timeout=LONG)
    assert [str(one.get_attribute("aria-label")).partition(",")[0] for one in page.locator(".spot").all()] == [
        f"column {number}" for number in range(1, 5)
    ]


def test_what_has_happened_is_announced(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "random")
    expect(announced(page)).to_have_count(1)
    play(page, "2,2")
    expect(announced(page)).to_have_text(ANSWERED, timeout=LONG)


def test_the_board_is_told_in_words(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    expect(page.get_by_text("The board: The board is empty.")).to_be_attached()
    play(page, "2,2", "1,1")
    expect(page.get_by_text("The board: 1,1: O; 2,2: X. Last move: 1,1.")).to_be_attached()
    expect(spot(page, "1,2")).to_be_visible()


def test_what_is_chosen_is_told(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    switch = page.get_by_role("form", name="What moves are worth")
    expect(switch.get_by_role("button", pressed=True)).to_have_text("Values off")
    switch.get_by_role("button", name="Exam").click()
    expect(switch.get_by_role("button", pressed=True)).to_have_text("Exam")
