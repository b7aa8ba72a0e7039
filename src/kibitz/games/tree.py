"""An explicit game tree, read from a small JSON file:

    {
      "title": "what it is",
      "players": ["MAX", "MIN"],
      "tree": {"moves": {"left": {"moves": {"up": 3, "down": {"payoffs": [-1, 1]}}},
                         "right": {"player": 0, "moves": {"again": {"result": 5}}}}}
    }

A node has `moves`, by their names, or it is a leaf: a `result` for the first player (short: just the number), or
`payoffs`, one for each player. `player` is an index into `players`: who moves there; where it is left out the turn
passes on, and the first player begins. `title` and `players` may be left out. The names `chance` (dice or cards: a
weight for each move), more than two players, and payoffs that do not add up to 0 belong to the format; such trees are
refused until they can be played.
"""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from kibitz.data import Ints
from kibitz.games import _tree_file
from kibitz.games._tree_file import Nodes
from kibitz.rules import Game
from kibitz.scene import Action, Cell, Piece, Scene

MOST_DRAWN = 60


class State(NamedTuple):
    """Where we are."""

    node: int  # 0 is the root; the children of a node follow each other


@dataclass(frozen=True)
class Tree(Game):
    """Go from the root of a game tree to a leaf, where the result stands; the nodes say whose turn it is.

    Parameter: `file` is a path that ends in .json, or the name of a tree that comes with kibitz, such as two_ply.
    """

    file: str = "two_ply"
    first: Ints = field(init=False, repr=False)  # of each node: its first child
    count: Ints = field(init=False, repr=False)  # how many children
    turn: Ints = field(init=False, repr=False)  # whose turn
    results: Ints = field(init=False, repr=False)  # how it ends, for the first player
    letters: Ints = field(init=False, repr=False)  # the players' names, then the nodes', each ended by a 0

    def __post_init__(self) -> None:
        self._hold(_tree_file.read(self.file))

    @classmethod
    def from_nested(cls, tree: dict[str, Any]) -> "Tree":
        """A tree from Python data of the same form as a file; it has no spec. Raises GameError as for a file."""
        made = object.__new__(cls)
        object.__setattr__(made, "file", "")
        made._hold(_tree_file.lay_out(tree, "the tree"))
        return made

    def _hold(self, nodes: Nodes) -> None:
        for name in ("first", "count", "turn", "results"):
            object.__setattr__(self, name, Ints(getattr(nodes, name)))
        text = "".join(f"{name}\0" for name in nodes.players + nodes.names)
        object.__setattr__(self, "letters", Ints(map(ord, text)))

    def start(self) -> State:
        return State(0)

    def to_move(self, state: State) -> int:
        return self.turn[state.node]

    def moves(self, state: State) -> Iterable[int]:
        return range(self.count[state.node])

    def play(self, state: State, child: int) -> State:
        return State(self.first[state.node] + child)

    def is_over(self, state: State) -> bool:
        return self.count[state.node] == 0

    def result(self, state: State) -> int:
        """What the leaf says, turned to the side to move."""
        return self.results[state.node] if self.turn[state.node] == 0 else -self.results[state.node]

    def best_result(self) -> int:
        """The largest number at a leaf, be it the first player's or the second's."""
        return max(map(abs, self.results))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The two players, and then the move that leads to each node; nothing for the root."""
        return tuple("".join(map(chr, self.letters)).split("\0")[:-1])

    def move_name(self, state: State, child: int) -> str:
        """The name the file gives the move."""
        return self.names[2 + self.first[state.node] + child]

    def show(self, state: State) -> str:
        """What can still happen, one node a line, each ply further in; of a large tree only the next moves."""
        lines = [f"{'  ' * depth}{self.label(node, depth)}{self.said(node)}" for node, depth in self.below(state.node)]
        return "\n".join(line.ljust(max(map(len, lines))) for line in lines)

    def scene(self, state: State) -> Scene:
        """What can still happen: triangles up where the first player moves, down where the second does, and results."""
        drawn = self.below(state.node)
        x: dict[int, float] = {}
        leaves = itertools.count()
        for node, _ in reversed(drawn):  # leaves side by side, from the right; a node above the middle of its children
            children = [x[child] for child in self.children(node) if child in x]
            x[node] = (children[0] + children[-1]) / 2 if children else -float(next(leaves))
        left = min(x.values())
        return Scene(
            cells=tuple(Cell(str(node), x[node] - left, depth, "round") for node, depth in drawn),
            pieces={str(node): self.piece(node) for node, _ in drawn},
            actions=tuple(Action(i, self.move_name(state, i), str(child)) for i, child in enumerate(self.children(state.node))),
        )

    def children(self, node: int) -> range:
        """The nodes that its moves lead to."""
        return range(self.first[node], self.first[node] + self.count[node])

    def below(self, root: int) -> list[tuple[int, int]]:
        """The nodes to draw and how deep each lies: all from `root` on, or only its children where that is too much."""
        found, ahead = [], [(root, 0)]
        while ahead:
            node, depth = ahead.pop()
            found.append((node, depth))
            ahead += [(child, depth + 1) for child in reversed(self.children(node))]
            if len(found) > MOST_DRAWN:
                return [(root, 0)] + [(child, 1) for child in self.children(root)]
        return found

    def label(self, node: int, depth: int) -> str:
        """The move that leads to a node, for those below the one where we are."""
        return f"{self.names[2 + node]} " if depth else ""

    def said(self, node: int) -> str:
        """Who moves at a node, or the result of a leaf."""
        return self.names[self.turn[node]] if self.count[node] else str(self.results[node])

    def piece(self, node: int) -> Piece:
        """What stands at a node in the picture, where there is room for two characters."""
        if self.count[node]:
            return Piece("\u25b2\u25bc"[self.turn[node]], self.turn[node])
        return Piece(str(self.results[node]) if len(str(self.results[node])) <= 2 else "..")
