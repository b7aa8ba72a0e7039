"""The board beside a tree in a page: as the pictures of the house have it, whatever stands on it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from drawn_games import parts
from kibitz.drawing.board import svg
from kibitz.explain.tree.html import html
from kibitz.explain.tree.tree import tree
from kibitz.scene import Cell, Piece, Scene
from tree_pages import TicTacToe, all_of, searched

if TYPE_CHECKING:
    from browser import Reader

EVIL = "</text><script>alert(1)</script>"
SHAPES = """[...document.querySelectorAll("#board svg [class]")]
    .map((shape) => [shape.tagName, shape.getAttribute("class"), shape.namespaceURI])"""


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
