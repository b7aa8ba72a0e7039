"""The page of a review, read as people read it: with the keyboard, and by those who cannot see it."""

from functools import lru_cache
from typing import TYPE_CHECKING

import kibitz
from kibitz import Limit
from tree_pages import TicTacToe

if TYPE_CHECKING:
    from browser import Reader

FOCUSED = "document.activeElement"


@lru_cache(maxsize=1)
def page_of_a_game() -> str:
    """A game with a mistake, for a test that reads it and for one that measures it."""
    return kibitz.review(TicTacToe(), "1,1 1,2 2,2 3,3", limit=Limit(nodes=3_000)).html()


def test_a_point_of_the_graph_leads_to_its_move_by_keyboard(reader: "Reader") -> None:
    page = reader.open(page_of_a_game())
    for stop in ("the graph", "After move 1, 1,1", "After move 2, 1,2"):
        page.keyboard.press("Tab")
        assert page.evaluate(f"{FOCUSED}.getAttribute('aria-label')").startswith(stop)
    page.keyboard.press("Enter")
    page.wait_for_function(f"{FOCUSED}.id === 'move-2'")
    article = page.locator("article:target")
    assert article.locator("h3").inner_text() == "2. O: 1,2"
    assert "mistake proved" in article.inner_text()
    box = article.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 850


def test_the_page_has_no_violations_and_fits_a_telephone(reader: "Reader") -> None:
    from browser import violations

    narrow = reader.open(page_of_a_game(), width=390, dark=True)
    assert violations(narrow) == []
    assert narrow.evaluate("document.documentElement.scrollWidth") == 390
