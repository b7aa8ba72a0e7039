"""Games that were never seen before, rules and one line for the board, are played on the page with a real board."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser import Visitor
from played import play, spots, status
from served import served

GAMES = Path(__file__).parent / "support" / "grid_games.py"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    names = ("Chomp", "ToadsAndFrogs", "Towers", "Draughts")
    with served([f"{GAMES}:{name}" for name in names], NUMBA_DISABLE_JIT="1") as running:
        yield running


def test_squares_are_bitten_off_a_bar(visitor: Visitor) -> None:
    page = visitor.begin("grid_games_Chomp", "human", "human", width=390)
    assert len(spots(page)) == 12
    play(page, "b2")
    assert set(spots(page)) == {"a1", "b1", "c1", "d1", "a2", "a3"}
    play(page, "a1")
    expect(status(page)).to_contain_text("wins")


def test_pieces_are_picked_up_and_put_down_on_a_line(visitor: Visitor) -> None:
    page = visitor.begin("grid_games_ToadsAndFrogs", "human", "human")
    for source, target in (("b1", "c1"), ("f1", "e1"), ("c1", "d1"), ("e1", "c1")):
        page.locator(f'button[name=from][value="{source}"]').click()
        play(page, f"{source}-{target}")
    expect(page.locator("#moves li:not(.start)").last).to_contain_text("e1-c1")
    assert page.locator(".board svg").count() == 1


def test_a_move_that_is_no_square_is_a_button(visitor: Visitor) -> None:
    page = visitor.begin("grid_games_Towers", "human", "human")
    page.get_by_role("button", name="pass").click()
    expect(status(page)).to_contain_text("wins")


def test_a_board_that_is_turned_is_the_same_for_both(visitor: Visitor) -> None:
    page = visitor.begin("grid_games_Draughts", "human", "human")
    for source, target in (("7", "5"), ("2", "4")):
        page.locator(f'button[name=from][value="{source}"]').click()
        play(page, f"{source}-{target}")
    expect(page.locator("#moves li:not(.start)").last).to_contain_text("2-4")
