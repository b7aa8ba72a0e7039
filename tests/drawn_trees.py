"""Small trees to draw: searched as plain Python, whole, and read back from the picture."""

from typing import Any
from xml.etree import ElementTree as ET

from kibitz.explain.tree.node import Node
from kibitz.explain.tree.shape import Branch
from kibitz.explain.tree.tree import Tree, tree
from kibitz.games.kalah import Kalah
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.games.tree import Tree as Nested

SVG = "{http://www.w3.org/2000/svg}"
ROOM = 5000  # nodes: no tree here has more
TEXTBOOK: dict[str, Any] = {
    "players": ["MAX", "MIN"],
    "tree": {
        "moves": {
            "a1": {"moves": {"b1": 3, "b2": 12, "b3": 8}},
            "a2": {"moves": {"c1": 2, "c2": 4, "c3": 6}},
            "a3": {"moves": {"d1": 14, "d2": 5, "d3": 2}},
        }
    },
}


class PlainNested(Nested):
    """Its rules and searches run as plain Python: there is nothing to compile for a handful of nodes."""

    compiles = False


class PlainTicTacToe(TicTacToe):
    """The same of tic-tac-toe."""

    compiles = False


class PlainKalah(Kalah):
    """The same of kalah."""

    compiles = False


def nested(told: dict[str, Any], **asked: Any) -> Tree:
    """The search of a tree that is written down."""
    return tree(PlainNested.from_nested(told), **{"nodes": ROOM, **asked})


def whole(node: Node) -> Branch:
    """All that the search looked at."""
    return Branch(node, tuple(whole(child) for child in node.children), 0, node.skipped)


def cut_at(node: Node, depth: int) -> Branch:
    """The same, so many levels of it."""
    if depth == 0:
        return Branch(node, (), len(node.children), ())
    return Branch(node, tuple(cut_at(child, depth - 1) for child in node.children), 0, node.skipped)


def parts(picture: str, kind: str) -> list[ET.Element]:
    """The elements of a picture that have this class."""
    return [element for element in ET.fromstring(picture).iter() if kind in element.get("class", "").split()]


def texts(picture: str, kind: str) -> list[str]:
    """What is written in them."""
    return [element.text or "" for element in parts(picture, kind)]


def shown(picture: str) -> list[int]:
    """The numbers of the nodes that are drawn."""
    return [int(found) for element in parts(picture, "kb-t-block") if (found := element.get("data-node")) is not None]
