"""A game that is left and come back to: reload, the back button, looking back, taking back, giving up, stop and hint."""

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from played import made, play, spot, spots, status

if TYPE_CHECKING:
    from browser import Visitor

LONG = 30_000  # milliseconds
SLOW: dict[str, Any] = {
    "set_width": "5",
    "set_height": "5",
    "set_line": "4",
    "seconds": "20",
}  # a computer that thinks for long


def test_a_reload_in_mid_game_changes_nothing(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    play(page, "2,2", "1,1")
    before = page.locator("main").aria_snapshot()
    page.reload()
    visitor.ready(page)
    assert made(page) == ["X 2,2", "O 1,1"]
    assert page.locator("main").aria_snapshot() == before
    play(page, "1,2")
    assert len(made(page)) == 3


def test_a_reload_sends_no_move_again_without_a_script(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human", script=False)
    play(page, "2,2")
    page.reload()
    assert made(page) == ["X 2,2"]


def test_the_back_button_leads_out_of_the_game_and_in_again(visitor: "Visitor") -> None:
    """Moves are no pages: one step back is the form, where the game began; the game goes on where it was."""
    page = visitor.begin("tic_tac_toe", "human", "human")
    play(page, "2,2", "1,1")
    page.go_back()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.go_forward()
    expect(status(page)).to_have_text("X to move.")
    visitor.ready(page)
    assert made(page) == ["X 2,2", "O 1,1"]
    play(page, "1,2")


def test_a_page_from_before_makes_no_move(visitor: "Visitor") -> None:
    """Two windows on one game, one of which has no script and so does not know what has happened."""
    visitor.forgiven.append("409")
    page = visitor.begin("tic_tac_toe", "human", "human", script=False)
    other = page.context.new_page()
    other.goto(page.url)
    play(page, "2,2")
    spot(other, "1,1").click()
    expect(other.locator(".wrong")).to_contain_text("The game has gone on since this page was shown")
    assert made(other) == ["X 2,2"]


def test_looking_back_and_on(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    play(page, "2,2", "1,1", "1,2")
    page.locator("#moves").get_by_role("link", name="O 1,1").click()
    expect(status(page)).to_have_text("After 2 of 3 moves.")
    expect(page).to_have_url(re.compile(r"\?ply=2$"))
    assert spots(page) == []
    expect(page.locator("#described")).to_contain_text("1,1: O; 2,2: X. Last move: 1,1.")
    page.get_by_role("link", name="Back", exact=True).click()
    expect(status(page)).to_have_text("After 1 of 3 moves.")
    page.go_back()
    expect(status(page)).to_have_text("After 2 of 3 moves.")
    page.reload()
    expect(status(page)).to_have_text("After 2 of 3 moves.")
    visitor.ready(page)
    page.get_by_role("link", name="Back to the game").click()
    expect(status(page)).to_have_text("O to move.")
    play(page, "3,3")
    assert len(made(page)) == 4


def test_moves_are_taken_back(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "random")
    play(page, "2,2")
    expect(status(page)).to_have_text("Your move, X.", timeout=LONG)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".happened")).to_have_text("Taken back.")
    assert made(page) == []
    assert page.get_by_role("button", name="Undo").count() == 0
    assert len(spots(page)) == 9


def test_a_game_is_given_up_and_taken_up_again(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    play(page, "2,2")
    page.get_by_role("button", name="Resign").click()
    expect(status(page)).to_have_text("O resigned: X wins.")
    assert spots(page) == []
    page.get_by_role("button", name="Undo").click()
    expect(status(page)).to_have_text("O to move.")
    page.get_by_role("button", name="Resign").click()
    before = page.url
    page.get_by_role("button", name="Again, the other side begins").click()
    expect(status(page)).to_have_text("X to move.")
    expect(page).not_to_have_url(before)


def test_a_hint_points_at_a_move(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    play(page, "1,1", "2,2", "1,2")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#hint")).to_contain_text("Hint: 1,3", timeout=LONG)
    expect(page.get_by_role("button", name="1,3, this is the hint")).to_be_visible()
    play(page, "1,3")
    assert page.locator("#hint").count() == 0


def test_the_thinking_is_shown_and_can_be_stopped(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "computer", **SLOW)
    play(page, "3,3")
    expect(status(page)).to_contain_text("thinks ...")
    expect(page.locator("#thinking")).to_contain_text(re.compile(r"depth \d.*positions/s", re.DOTALL), timeout=LONG)
    page.get_by_role("button", name="Move now").click()
    expect(status(page)).to_have_text("Your move, X.", timeout=12_000)  # of its 20 s
    assert len(made(page)) == 2


def test_while_the_computer_thinks_a_move_can_be_taken_back(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "computer", **SLOW)
    play(page, "3,3")
    expect(status(page)).to_contain_text("thinks ...")
    page.get_by_role("button", name="Undo").click()
    expect(status(page)).to_have_text("Your move, X.")
    play(page, "2,2")
    expect(status(page)).to_contain_text("thinks ...")
    page.get_by_role("button", name="Resign").click()
    expect(status(page)).to_contain_text("resigned")


def test_the_front_page_leads_back_to_games_that_go_on(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    play(page, "2,2")
    page.goto("/")
    page.get_by_role("heading", name="Your games").locator("..").get_by_role("link", name="Tic tac toe").last.click()
    expect(status(page)).to_have_text("O to move.")
    assert made(page) == ["X 2,2"]
