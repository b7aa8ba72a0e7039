"""What is in the page of a tree: its data, its pseudocode, the boards beside it, what it allows itself."""

import base64
import hashlib
import json
import re
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

import pytest

from drawn_games import parts
from kibitz.core.scene import Cell, Piece, Scene
from kibitz.drawing.plate import svg
from kibitz.explain.tree.formats.html import html
from kibitz.explain.tree.page_data import listing
from kibitz.explain.tree.tree import tree
from tree_pages import SEARCHES, TicTacToe, all_of, book, large, page_of, searched

if TYPE_CHECKING:
    from browser import Reader

EVIL = "</text><script>alert(1)</script>"
SHAPES = """[...document.querySelectorAll("#board svg [class]")]
    .map((shape) => [shape.tagName, shape.getAttribute("class"), shape.namespaceURI])"""
WIDEST = 54  # characters of a line of pseudocode


def data_in(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.mark.untraced
def test_a_page_of_five_thousand_nodes_is_under_a_megabyte_and_says_what_it_leaves_out() -> None:
    data = data_in(large())
    assert len(data["parent"]) == len(data["index"]) == 5000
    assert len(large().encode()) < 1_000_000
    assert data["nodes"] == 18_297
    assert sum(data["hidden"].values()) > 0
    assert data["index"][0] == 0
    assert data["index"] == sorted(set(data["index"]))


def test_the_page_allows_its_own_script_and_style_and_nothing_else() -> None:
    page = page_of(book())
    (style,), (script,) = (re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL) for tag in ("style", "script"))
    for part in (style, script):
        assert f"'sha256-{base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()}'" in page
    assert "default-src 'none'" in page
    assert not re.search(r"https?://(?!www\.w3\.org/)", page)


def test_the_page_has_a_title_and_its_own_reasons_where_they_are_given() -> None:
    tree = searched("alphabeta")
    data = data_in(html(all_of(tree.root), title="A title", sentence=lambda node: f"Cut: because of {node.index}, and so on."))
    assert data["title"] == "A title"
    told = {place: " ".join(data["phrases"][phrase] for phrase in phrases) for place, phrases in data["why"].items()}
    cut = [node.index for node in tree if node.reason == "cut" and node.skipped]
    assert told == {str(index): f"Cut: because of {index}, and so on." for index in cut}


@pytest.mark.parametrize("search", SEARCHES)
def test_windows_are_shown_where_the_search_narrows_them(search: str) -> None:
    tree = searched(search)
    assert data_in(page_of(tree))["windows"] == any(isfinite(node.window[0]) for node in tree)


@pytest.mark.parametrize("search", SEARCHES)
def test_every_search_has_its_pseudocode(search: str) -> None:
    written = listing(search)
    assert written is not None
    steps = {step.partition(".")[0] for _, steps in written["lines"] for step in steps}
    assert {"enter", "over", "call", "update", "return"} <= steps
    assert max(len(text) for text, _ in written["lines"]) <= WIDEST


def test_a_search_nobody_has_written_down_has_none() -> None:
    assert listing("dowsing") is None


@dataclass(frozen=True)
class Evil(TicTacToe):
    """Its one piece is called like markup."""

    def scene(self, state: object) -> Scene:
        return Scene((Cell(EVIL, 0, 0), Cell("b", 1, 0)), {EVIL: Piece(EVIL, 0)})


def test_the_board_of_every_node_has_the_marks_that_the_picture_has(reader: "Reader") -> None:
    found = searched("alphabeta")
    page = reader.open(html(all_of(found.root)))
    for node in found:
        page.evaluate(f"byId('board').replaceChildren(board({node.index}))")
        shapes = page.evaluate(SHAPES)
        picture = svg(found.game, node.state)
        for kind in ("kb-hash", "kb-sign", "kb-marked"):
            assert sum(kind in one.split() for _, one, _ in shapes) == len(parts(picture, kind)), kind
        assert {space for *_, space in shapes} == {"http://www.w3.org/2000/svg"}
        assert sum("kb-last" in one for _, one, _ in shapes) == (node.parent is not None)
    assert reader.wrong == []


def test_a_piece_is_no_markup(reader: "Reader") -> None:
    page = reader.open(html(all_of(tree(Evil(width=2, height=1, line=2), search="minimax", knowledge=None).root)))
    assert page.locator("#board svg text.kb-piece").text_content() == EVIL
    assert page.locator("#board script").count() == 0
    assert reader.wrong == []
