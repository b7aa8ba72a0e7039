"""Trees of the tests of pages. Their games are searched as plain Python, which is quicker here than to compile for them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from kibitz.explain.tree.formats.html import html
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.shape import Branch
from kibitz.explain.tree.tree import Tree, tree
from kibitz.games import tic_tac_toe
from kibitz.games.textbook import tree as drawn_tree
from kibitz.position import Position

if TYPE_CHECKING:
    import pytest
    from playwright.sync_api import Page

NEAR_THE_END = "1,1;2,2;3,3;1,3;3,1"  # four squares are empty
TREES = {"minimax": "two_ply", "maxn": "three_players", "paranoid": "three_players", "expectiminimax": "chances"}
SEARCHES = ("alphabeta", "deepening", "solve", *TREES)


@dataclass(frozen=True)
class TicTacToe(tic_tac_toe.TicTacToe):
    """Not compiled."""

    compiles = False


@dataclass(frozen=True)
class Drawn(drawn_tree.Tree):
    """Not compiled."""

    compiles = False


@cache
def searched(search: str) -> Tree:
    """A small tree of any search; "book" is the two-ply tree of the textbooks."""
    if search == "book":
        return book()
    if search in TREES:
        return tree(Drawn(TREES[search]), search=search, knowledge=None)
    return tree(Position.after(TicTacToe(), NEAR_THE_END), search=search, knowledge=None)


@cache
def book() -> Tree:
    """The two-ply tree of the textbooks."""
    return tree(Drawn(), search="alphabeta")


@cache
def large() -> str:
    """The page of 5,000 nodes of tic-tac-toe, those nearest to the root."""
    whole = tree(TicTacToe(), search="alphabeta", knowledge=None)
    chosen: set[int] = set()
    ahead = [whole.root]
    for node in ahead:
        if len(chosen) == 5000:
            break
        chosen.add(node.index)
        ahead += node.children

    def shown(node: Node) -> Branch:
        children = tuple(shown(child) for child in node.children if child.index in chosen)
        return Branch(node, children, len(node.children) - len(children), node.skipped)

    return html(shown(whole.root))


def all_of(node: Node) -> Branch:
    """All that the search looked at."""
    return Branch(node, tuple(all_of(child) for child in node.children), 0, node.skipped)


def page_of(tree: Tree) -> str:
    """The page of a whole tree."""
    return html(all_of(tree.root))


def events(node: Node) -> Iterator[tuple[str, Node]]:
    """Entered, left, told to the parent: in the order of the search."""
    yield "enter", node
    for child in node.children:
        yield from events(child)
        yield "return", child
    yield "leave", node


@dataclass(frozen=True)
class Explorer:
    """The explorer as a page that is one file, or on the page of the server: what can be done in one can be done in both."""

    kind: str
    request: "pytest.FixtureRequest"

    def open(self, search: str, **how: Any) -> "Page":
        """The page with the tree `searched(search)`, as soon as its script has it; `how`: dark, width."""
        if self.kind == "file":
            reader = self.request.getfixturevalue("reader")
            page: Page = reader.open(page_of(searched(search)), **how)
            return page
        page = self.request.getfixturevalue("visitor").open(place_of(search), **how)
        page.locator("#outline li").first.wait_for(timeout=60_000)
        return page


def place_of(search: str) -> str:
    """Where the server has the tree `searched(search)`."""
    if search == "book":
        return "/g/tree/tree?file=two_ply&search=alphabeta"
    if search in TREES:
        return f"/g/tree/tree?file={TREES[search]}&search={search}"
    return f"/g/tic_tac_toe/tree?search={search}&plain=1&moves={NEAR_THE_END}"
