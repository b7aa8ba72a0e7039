"""What the page knows of a tree: columns with a place for each shown node, in the order in which the search entered them.

What can be made of other columns is left out: who leads to whom, when a node was entered and left, and alpha and beta at any
time, but where they are not what the shown nodes make of them.
"""

import re
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

from kibitz.drawing.paint import clean
from kibitz.explain.tree import words
from kibitz.explain.tree.branch import Branch
from kibitz.explain.tree.claims import LEAVES
from kibitz.explain.tree.html.boards import Boards
from kibitz.explain.tree.html.listing import listing
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.reason import why
from kibitz.explain.tree.sentence import sentence_of
from kibitz.explain.worth import NodeWorth, Says
from kibitz.games.tree import Tree as DrawnTree
from kibitz.rules import Game
from kibitz.search._trace import REASONS

KINDS: tuple[Says, ...] = ("exact", "at_least", "at_most")
NOTHING = -1
PHRASES = re.compile(r"(?<=[.,;:]) ")  # sentences about cuts are many, their parts are few
NAMED = ("window", "hidden", "skipped", "spared", "best", "elsewhere", "why")  # columns in which few nodes have a place
Window = tuple[float, float]


class IndexedSet:
    """Things that come up often, each written once: `place` says where."""

    def __init__(self) -> None:
        self._places: dict[Any, int] = {}

    def place(self, thing: Any) -> int:
        """Its number."""
        return self._places.setdefault(thing, len(self._places))

    @property
    def all(self) -> list[Any]:
        """All of them, by their numbers."""
        return list(self._places)


def data_of(
    branch: Branch, title: str | None, boards: bool | None, sentence: Callable[[Node], str | None] | None
) -> dict[str, Any]:
    """All that is in the page's data; `html` says what the arguments mean."""
    tree = branch.node.tree
    trace = tree.trace
    with_boards = not isinstance(tree.game, DrawnTree) if boards is None else boards
    nodes = _Nodes(Boards(tree.game) if with_boards else None, sentence or reason_of)
    nodes.add(branch)
    code = listing(trace.search)
    search = trace.search.replace("_", " ") if code is None else code["name"]
    return {
        "title": clean(title or f"{_called(tree.game)}, searched by {search}"),
        "search": search,
        "windows": not trace.vectors and search != "minimax",
        "players": tree.players,
        "hero": tree.hero,
        "vectors": trace.vectors,
        "nodes": branch.node.count,
        "depth": trace.depth,
        "whole": tree.whole,
        "start": " ".join(branch.node.names),
        "reasons": REASONS,
        "code": code,
        **nodes.columns(),
    }


def reason_of(node: Node) -> str | None:
    """Why a node was cut, as the house says it."""
    reason = why(node)
    return None if reason is None else sentence_of(reason)


class _Nodes:
    """The columns, node by node."""

    def __init__(self, boards: Boards | None, sentence: Callable[[Node], str | None]) -> None:
        self._boards, self._sentence = boards, sentence
        self._names, self._worths, self._phrases = IndexedSet(), IndexedSet(), IndexedSet()
        self._parents: list[int] = []
        self._moves: list[int] = []
        self._values: list[int] = []
        self._reasons: list[int] = []
        self._movers: list[int] = []
        self._numbers: list[int] = []
        self._rare: dict[str, dict[int, Any]] = {name: {} for name in NAMED}

    def add(self, root: Branch) -> None:
        """A branch and all below it."""
        waiting: list[tuple[Branch, int, Window]] = [(root, NOTHING, (-inf, inf))]
        where: dict[int, int] = {}
        while waiting:
            branch, parent, window = waiting.pop()
            where[branch.node.index] = len(self._parents)
            self._one(branch, parent, window)
            waiting += reversed(_windows(branch, where[branch.node.index]))
        for number, best in list(self._rare["best"].items()):
            if best.index in where:
                self._rare["best"][number] = where[best.index]
            else:  # not shown
                del self._rare["best"][number]
                self._rare["elsewhere"][number] = self._names.place(best.name)

    def columns(self) -> dict[str, Any]:
        """As they are written."""
        last = len(self._numbers) - 1
        return {
            "names": self._names.all,
            "worths": self._worths.all,
            "phrases": self._phrases.all,
            "parent": self._parents,
            "move": self._moves,
            "value": self._values,
            "reason": self._reasons,
            "mover": self._movers,
            "index": self._numbers if self._numbers[last] != self._numbers[0] + last else self._numbers[:1],
            **self._rare,
            "boards": None if self._boards is None else self._boards.columns(),
        }

    def _one(self, branch: Branch, parent: int, expected: Window) -> None:
        node, here = branch.node, len(self._parents)
        self._parents.append(parent)
        self._moves.append(NOTHING if parent < 0 or node.move is None else self._names.place(_led(node)))
        self._values.append(NOTHING if node.worth is None else self._worths.place(_worth_fields(node.worth)))
        self._reasons.append(REASONS.index(node.reason))
        self._movers.append(node.mover)
        self._numbers.append(node.index)
        if node.window != expected:
            self._rare["window"][here] = [None if abs(end) == inf else end for end in node.window]
        if branch.hidden:
            self._rare["hidden"][here] = branch.hidden
        if branch.skipped and node.reason not in LEAVES:
            self._rare["skipped"][here] = [self._names.place(name) for name in branch.skipped]
        if node.best is not None:
            self._rare["best"][here] = node.best
        if node.reason == "cut" and not (branch.skipped or node.skipped):
            self._rare["spared"][here] = 1
        elif node.reason == "cut":
            reason = self._sentence(node)
            if reason:
                self._rare["why"][here] = [self._phrases.place(phrase) for phrase in PHRASES.split(reason)]
        if self._boards is not None:
            self._boards.add(node)


def _windows(branch: Branch, here: int) -> list[tuple[Branch, int, Window]]:
    """The children, each with the window that those shown before it would leave to it."""
    node, found = branch.node, []
    low, high = node.window
    for child in branch.children:
        found.append((child, here, (low, high)))
        if child.node.worth is not None and not node.by_chance:
            if node.maximises:
                low = max(low, child.node.worth.result)
            else:
                high = min(high, child.node.worth.result)
    return found


def _led(node: Node) -> str:
    """The move that led to a node; what chance brought, with how probable it was."""
    return words.label(node) if node.parent is not None and node.parent.by_chance else node.name


def _worth_fields(worth: NodeWorth) -> tuple[Any, ...]:
    """A value as the page reads it: in words, the number alone, what it says, and the numbers themselves."""
    return (str(worth), worth.number, KINDS.index(worth.says), worth.result, worth.proved, worth.payoffs)


def _called(game: Game) -> str:
    """ "Tic Tac Toe"; "The tree two_ply"."""
    if isinstance(game, DrawnTree):
        return f"The tree {Path(game.file).stem}".strip()
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(game).__name__)
