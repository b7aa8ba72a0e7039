"""A search seen as a tree."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kibitz.explain.tree.claims import Known, claims
from kibitz.explain.tree.node import MIRRORED, Node, open_end
from kibitz.explain.tree.provable import provable
from kibitz.explain.worth import Says, Worth
from kibitz.position import Position
from kibitz.rules import Game, Knowledge, says
from kibitz.search._request import Ties
from kibitz.search._traced import Trace
from kibitz.search._tracing import NODES, trace
from kibitz.wording.names import side_names

SAID: dict[tuple[bool, bool], Says] = {(True, True): "exact", (True, False): "at_least", (False, True): "at_most"}


class Tree:
    """What a search did, as a tree of `Node`s; node 0 is the root. Made by `kibitz.tree`. `goes_on`: it is a beginning only.

    Nodes are made when they are looked at: a tree of a million takes 24 bytes for each.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace, self.game, self.goes_on = trace, trace.game, False
        self.players = side_names(trace.game)
        self._said: Known = {}
        self._proved: Known = {}

    def __len__(self) -> int:
        """How many nodes were written down."""
        return len(self.trace)

    @property
    def hero(self) -> int:
        """The player whom the tree calls MAX."""
        return self.trace.hero

    @property
    def whole(self) -> bool:
        """Whether the search came to its end; else the last nodes are `unfinished`."""
        return self.root.worth is not None

    @cached_property
    def root(self) -> Node:
        """Where the search began."""
        return Node(self, 0, None)

    def node(self, index: int) -> Node:
        """A node by its number; IndexError where there is none."""
        if not 0 <= index < len(self):
            raise IndexError(f"this tree has the nodes 0 to {len(self) - 1}, no {index}")
        path = [index]
        while path[-1] != 0:
            path.append(self.trace.parent(path[-1]))
        node = self.root
        for child in path[-2::-1]:
            node = next(one for one in node.children if one.index == child)
        return node

    def at(self, moves: Sequence[int | str]) -> Node:
        """The node after these moves, numbers or names, from the root; KeyError where the search has not been."""
        node = self.root
        for move in moves:
            found = [child for child in node.children if move in (child.move, child.name)]
            if not found:
                raise KeyError(f"the search has not looked at {move} after {' '.join(node.names) or 'the root'}")
            node = found[-1]
        return node

    def __str__(self) -> str:
        """The outline: all of a small tree, of a larger one the best line with its siblings."""
        from kibitz.explain.tree.notebook import outlined  # outlines are of trees

        return outlined(self)

    def __iter__(self) -> Iterator[Node]:
        """All nodes in the order in which they were entered."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    @cached_property
    def takes_turns(self) -> bool:
        """Whether the turns alternate strictly: then whose it is shows without the state."""
        return not says(self.game, "to_move")

    def number(self, value: float) -> float:
        """A value or bound as the search counts it, in the game's units; infinite where it is open."""
        value = open_end(value)
        scale = self.trace.scale
        return value if scale is None or abs(value) == np.inf else value / scale.unit

    def as_of(self, begun: Trace) -> "Tree":
        """The tree of the beginning of this search; `begun` holds its first nodes."""
        tree = Tree(begun)
        tree.goes_on = begun.reason(0) == "unfinished" != self.trace.reason(0)
        tree._provable = self._provable[: len(begun)]  # depends on what is below a node only
        return tree

    def claims_of(self, node: Node) -> tuple[tuple[bool, bool], tuple[bool, bool]]:
        """Whether the node's value is at least, and at most, so much for the side that counts it; and what is proved of it."""
        return claims(node, self.trace.says, self._said), claims(node, self.trace.proved, self._proved, self._provable)

    @cached_property
    def _provable(self) -> NDArray[np.bool_]:
        return provable(self.trace)

    def worth_of(self, node: Node) -> Worth:
        """A node's value as MAX sees it."""
        trace, index = self.trace, node.index
        wanted, proofs = self.claims_of(node)
        said = SAID[wanted]
        ends = trace.scale is not None and trace.scale.is_end(int(trace.value(index)))
        proved = ends or all(proof or not claim for proof, claim in zip(proofs, wanted, strict=True))
        if trace.vectors:
            payoffs = trace.payoffs(index)
            about = None if said == "exact" else node.mover
            return Worth(payoffs[self.hero], said, proved, payoffs=payoffs, about=about)
        if trace.scale is None:
            return Worth(_tidy(trace.value(index)), said, proved)
        number = int(trace.value(index))
        result, plies = trace.scale.result(number) if proved else (round(number / trace.scale.unit, 4), None)
        if node.maximises:
            return Worth(_tidy(result), said, proved, plies)
        return Worth(_tidy(-result), MIRRORED[said], proved, plies)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows: an outline, and a picture, of the whole tree or of the best line with its siblings."""
        from kibitz.explain.tree.notebook import bundle

        return bundle(self)


def _tidy(number: float) -> float:
    return int(number) if number == int(number) else number


def tree(
    game: Game | Position | str,
    state: Any = None,
    *,
    search: str | None = None,
    depth: int | None = None,
    knowledge: Knowledge | Literal["auto"] | None = "auto",
    distance: bool = False,
    ties: Ties = "first",
    nodes: int = NODES,
) -> Tree:
    """The tree that a search walks through at a state; `kibitz.search._tracing.trace` says what the arguments mean."""
    return Tree(trace(game, state, search=search, depth=depth, knowledge=knowledge, distance=distance, ties=ties, nodes=nodes))
