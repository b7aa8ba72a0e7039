"""A whole game on the page: with the mouse, with a finger on a phone, and without JavaScript."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from played import announced, is_over, made, play, play_out, spot, spots, status

if TYPE_CHECKING:
    from browser import Visitor

WON = ["2,2", "1,1", "1,2", "1,3", "3,2"]  # the middle column is X's


def test_a_game_with_the_mouse(visitor: "Visitor") -> None:
    page = visitor.open()
    page.get_by_role("link", name="Play Tic tac toe").click()
    page.get_by_role("combobox", name="O", exact=True).select_option("human")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(status(page)).to_have_text("X to move.")
    visitor.ready(page)
    play(page, *WON)
    expect(status(page)).to_have_text("The game is over: X wins.")
    expect(announced(page)).to_contain_text("The game is over: X wins.")
    assert made(page) == ["X 2,2", "O 1,1", "X 1,2", "O 1,3", "X 3,2"]
    assert spots(page) == []
    assert page.locator("#described").inner_text().endswith("Last move: 3,2. Marked: 1,2, 2,2, 3,2.")


def test_a_game_against_the_computer(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "computer:level=1")
    for _ in play_out(page):
        expect(status(page)).to_have_text("Your move, X.")
    assert status(page).inner_text().startswith("The game is over: ")
    moves = made(page)
    assert 5 <= len(moves) <= 9
    assert [move[0] for move in moves] == list("XOXOXOXOX")[: len(moves)]


def test_a_click_anywhere_in_a_column_drops_a_disc(visitor: "Visitor") -> None:
    """All of a column is its button, wherever in it the disc comes to rest."""
    page = visitor.begin("connect_four", "human", "human")
    board = page.locator(".board").bounding_box()
    assert board is not None
    page.mouse.click(board["x"] + board["width"] * 3.5 / 7, board["y"] + board["height"] * 0.2)
    expect(status(page)).to_have_text("O to move.")
    assert made(page) == ["X 4"]


@pytest.mark.parametrize("game", ["tic_tac_toe", "connect_four", "othello", "checkers"])
def test_on_a_phone_all_is_within_reach_of_a_finger(visitor: "Visitor", game: str) -> None:
    page = visitor.begin(game, "human", "human", width=390, height=844, touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for button in page.locator("main button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24, button.get_attribute("aria-label")


def test_a_game_with_a_finger(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human", width=390, height=844, touch=True)
    play(page, *WON, touch=True)
    expect(status(page)).to_have_text("The game is over: X wins.")
    page.get_by_role("button", name="Play again", exact=True).tap()
    expect(status(page)).to_have_text("X to move.")
    assert made(page) == []


def test_a_game_without_javascript(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human", script=False)
    play(page, *WON)
    expect(status(page)).to_have_text("The game is over: X wins.")
    assert [text.strip() for text in page.locator("#moves li a").all_inner_texts()][1:] == [
        f"{side} {move}" for side, move in zip("XOXOX", WON, strict=True)
    ]


def test_a_game_against_the_computer_without_javascript(visitor: "Visitor") -> None:
    """A page that shows the computer thinking asks again by itself, and so does one after a hint."""
    page = visitor.begin("tic_tac_toe", "random", "human", script=False)
    expect(status(page)).to_have_text("Your move, O.")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#hint")).to_contain_text("Hint: ", timeout=20_000)
    for _ in play_out(page):
        pass
    assert is_over(page)
    page.get_by_role("button", name="Again, the other side begins").click()
    expect(status(page)).to_have_text("Your move, X.")


def test_a_server_that_does_not_answer_is_told_in_red_above_the_board(visitor: "Visitor") -> None:
    page = visitor.begin("tic_tac_toe", "human", "human")
    visitor.forgiven.append("ERR_FAILED")
    page.route("**/move", lambda route: route.abort())
    spot(page, "2,2").click()
    expect(announced(page)).to_have_text("The server does not answer. Is it still running?")
    expect(announced(page)).to_have_class("said wrong")
    told, board = announced(page).bounding_box(), page.locator(".board").bounding_box()
    assert told is not None
    assert board is not None
    assert told["y"] + told["height"] <= board["y"]
    page.unroute("**/move")
    play(page, "2,2")
    expect(announced(page)).not_to_have_class("said wrong")
    assert made(page) == ["X 2,2"]


def test_only_a_mouse_tints_what_it_points_at_and_never_a_piece(visitor: "Visitor") -> None:
    page = visitor.begin("checkers", "human", "human")
    page.locator("button[name=from]").first.hover()
    shown = page.locator("button[name=from]").first.evaluate(
        "one => [getComputedStyle(one).backgroundColor, getComputedStyle(one).boxShadow]"
    )
    assert shown[0] == "rgba(0, 0, 0, 0)"
    assert shown[1] != "none"
