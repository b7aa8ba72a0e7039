"""An explicit game tree, read from a small JSON file:

    {
      "title": "what it is",
      "players": ["MAX", "MIN"],
      "tree": {"moves": {"left": {"moves": {"up": 3, "down": {"payoffs": [-1, 1]}}},
                         "right": {"player": 0, "moves": {"again": {"result": 5}}},
                         "toss": {"chance": {"heads": 1, "tails": 1}, "moves": {"heads": 4, "tails": -2}}}}
    }

A node has `moves`, by their names, or it is a leaf: `payoffs`, one for each player, or between two players also a
`result` for the first, the second having minus that (short: just the number). `player` is an index into `players`, of
which there are 1 to 8: who moves there; where it is left out the turn passes on, and the first player begins. Where dice
or cards decide, `chance` gives each of the moves its weight, in any unit; that takes nobody's turn: whoever would have
moved there moves next. `title` and `players` may be left out.
"""

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from kibitz.data import Floats, Ints
from kibitz.games import _tree_file
from kibitz.games._tree_file import Nodes
from kibitz.rules import CHANCE, Game
from kibitz.scene import Action, Cell, Piece, Scene

MOST_DRAWN = 60
LONGEST_DRAWN = 11  # characters of the numbers at a leaf


class State(NamedTuple):
    """Where we are."""

    node: int  # 0 is the root; the children of a node follow each other


@dataclass(frozen=True)
class Tree(Game):
    """Go from the root of a game tree to a leaf, where it stands what each player gets; the nodes say whose turn it is.

    Parameter: `file` is a path that ends in .json, or the name of a tree that comes with kibitz, such as two_ply.
    """

    file: str = field(default="two_ply", metadata={"choices": _tree_file.shipped()})  # a page offers these, and no others
    players: int = field(init=False, repr=False)  # type: ignore[misc]  # most games have it for the whole class
    first: Ints = field(init=False, repr=False)  # of each node: its first child
    count: Ints = field(init=False, repr=False)  # how many children
    turn: Ints = field(init=False, repr=False)  # whose turn
    paid: Ints | Floats = field(init=False, repr=False)  # what each player gets there, one node after the other
    weights: Floats = field(init=False, repr=False)  # how often chance goes there; nothing in a tree without chance
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
        text = "".join(f"{name}\0" for name in nodes.players + nodes.names)
        whole = all(isinstance(payoff, int) for payoff in nodes.paid)
        held = {
            "players": len(nodes.players),
            "first": Ints(nodes.first),
            "count": Ints(nodes.count),
            "turn": Ints(nodes.turn),
            "paid": Ints(map(int, nodes.paid)) if whole else Floats(map(float, nodes.paid)),
            "weights": Floats(nodes.weights),
            "letters": Ints(map(ord, text)),
        }
        object.__setattr__(self, "own_title", nodes.title)  # what this very tree is, for a page; no field, for rules do not ask
        for name, value in held.items():
            object.__setattr__(self, name, value)

    @cached_property
    def leaves_out(self) -> frozenset[str]:  # type: ignore[override]  # most games have it for the whole class
        """A tree has results where two play for whole numbers that add up to 0 at each leaf, else payoffs; few have chances."""
        zero_sum = self.players == 2 and isinstance(self.paid, Ints) and not any(map(sum, self.payoffs_of_all()))
        told = {"payoffs", "payoff_limits"} if zero_sum else {"result", "best_result"}
        return frozenset(told if self.weights else told | {"chances"})

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

    def chances(self, state: State) -> Iterable[tuple[int, float]]:
        for child in range(self.count[state.node]):
            yield child, self.weights[self.first[state.node] + child]

    def result(self, state: State) -> int:
        """What the leaf says for the side to move."""
        return int(self.paid[2 * state.node + self.turn[state.node]])

    def payoffs(self, state: State) -> Iterable[float]:
        """What the leaf says."""
        for player in range(self.players):
            yield self.paid[self.players * state.node + player]

    def best_result(self) -> int:
        """The largest number at a leaf, be it the first player's or the second's."""
        return int(max(map(abs, self.paid)))

    def payoff_limits(self) -> tuple[int, int]:
        """The smallest number at a leaf, and the largest sum of one."""
        return math.floor(min(map(min, self.payoffs_of_all()))), math.ceil(max(map(sum, self.payoffs_of_all())))

    def payoffs_of_all(self) -> Iterable[tuple[float, ...]]:
        """What each player gets, leaf by leaf."""
        return (self.payoffs_at(node) for node, count in enumerate(self.count) if count == 0)

    def payoffs_at(self, node: int) -> tuple[float, ...]:
        """What each player gets at a leaf."""
        return self.paid[self.players * node : self.players * (node + 1)]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players, and then the move that leads to each node; nothing for the root."""
        return tuple("".join(map(chr, self.letters)).split("\0")[:-1])

    def player_names(self) -> tuple[str, ...]:
        """What the file calls the players."""
        return self.names[: self.players]

    def move_name(self, state: State, child: int) -> str:
        """The name the file gives the move."""
        return self.names[self.players + self.first[state.node] + child]

    def show(self, state: State) -> str:
        """What can still happen, one node a line, each ply further in; of a large tree only the next moves."""
        lines = [f"{'  ' * depth}{self.label(node, above)}{self.said(node)}" for node, depth, above in self.below(state.node)]
        return "\n".join(line.ljust(max(map(len, lines))) for line in lines)

    def scene(self, state: State) -> Scene:
        """What can still happen: who moves at each node, a question mark for chance, and what the players get at the leaves."""
        drawn = self.below(state.node)
        x: dict[int, float] = {}
        leaves = itertools.count()
        for node, _, _ in reversed(drawn):  # leaves side by side, from the right; a node above the middle of its children
            children = [x[child] for child in self.children(node) if child in x]
            x[node] = (children[0] + children[-1]) / 2 if children else -float(next(leaves))
        left = min(x.values())
        return Scene(
            cells=tuple(Cell(str(node), x[node] - left, depth, "round") for node, depth, _ in drawn),
            pieces={str(node): self.piece(node) for node, _, _ in drawn},
            actions=tuple(Action(i, self.move_name(state, i), str(child)) for i, child in enumerate(self.children(state.node))),
        )

    def children(self, node: int) -> range:
        """The nodes that its moves lead to."""
        return range(self.first[node], self.first[node] + self.count[node])

    def below(self, root: int) -> list[tuple[int, int, int]]:
        """The nodes to draw, how deep each lies and below which: all from `root` on, or its children if that is too much."""
        found, ahead = [], [(root, 0, root)]
        while ahead:
            node, depth, above = ahead.pop()
            found.append((node, depth, above))
            ahead += [(child, depth + 1, node) for child in reversed(self.children(node))]
            if len(found) > MOST_DRAWN:
                return [(root, 0, root)] + [(child, 1, root) for child in self.children(root)]
        return found

    def label(self, node: int, above: int) -> str:
        """The move from the node above, and how probable it is where chance decides; nothing for the root."""
        if node == above:
            return ""
        name = self.names[self.players + node]
        if self.turn[above] != CHANCE:
            return f"{name} "
        share = self.weights[node] / sum(self.weights[child] for child in self.children(above))
        return f"{name} {100 * share:.3g}% "

    def said(self, node: int) -> str:
        """Who moves at a node, or what the leaf says."""
        if self.count[node] == 0:
            return self.numbers(node) if "payoffs" in self.leaves_out else f"({self.numbers(node)})"
        return "chance" if self.turn[node] == CHANCE else self.names[self.turn[node]]

    def numbers(self, leaf: int) -> str:
        """The result for the first player, or what each gets."""
        told = self.payoffs_at(leaf)
        return ",".join(f"{payoff:.7g}" for payoff in (told[:1] if "payoffs" in self.leaves_out else told))

    def piece(self, node: int) -> Piece:
        """What stands at a node in the picture; triangles up and down for two players, short names or numbers for more."""
        turn = self.turn[node]
        if self.count[node] == 0:
            return Piece(self.numbers(node) if len(self.numbers(node)) <= LONGEST_DRAWN else "..")
        if turn == CHANCE:
            return Piece("?")
        if self.players == 2:
            return Piece("\u25b2\u25bc"[turn], turn)
        return Piece(self.names[turn] if len(self.names[turn]) <= 2 else str(turn + 1), turn)
