"""The tree of a search, as Python and notebooks see it."""

import base64
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from kibitz.core.arguments import checked
from kibitz.core.rules import Game
from kibitz.core.thought import Limit
from kibitz.explain.tree.playout_node import PlayoutNode
from kibitz.explain.tree.searched_tree import SearchedTree, figures
from kibitz.explain.tree.sentences import ExplainedNode
from kibitz.explain.tree.shape import Branch, select_branch, usual
from kibitz.explain.tree.text import text
from kibitz.explain.tree.writing import USUAL, format_named
from kibitz.position import Position
from kibitz.search.drivers.request import KnowledgeSource, SearchRequest, Ties
from kibitz.search.traces.playout_trace import PlayoutTrace
from kibitz.search.traces.playout_tracing import tracing_of
from kibitz.search.traces.tracing import NODES

MOST = 60  # nodes of a tree shown whole by default; of a larger one its best line with siblings
ALL = 500  # nodes of that line and its siblings


class Tree(SearchedTree):
    """A search as a tree of nodes; node 0 is the root. Made by `kibitz.tree`.

    Nodes are created on access: a tree of a million takes 24 bytes for each.
    """

    @cached_property
    def root(self) -> ExplainedNode:
        """Where the search began."""
        kind = PlayoutNode if isinstance(self.trace, PlayoutTrace) else ExplainedNode
        return kind(self, 0, None)

    def node(self, index: int) -> ExplainedNode:
        """A node by its number; IndexError if there is none."""
        if not 0 <= index < len(self):
            raise IndexError(f"this tree has the nodes 0 to {len(self) - 1}, no {index}")
        path = [index]
        while path[-1] != 0:
            path.append(self.trace.parent(path[-1]))
        node = self.root
        for child in path[-2::-1]:
            node = next(one for one in node.children if one.index == child)
        return node

    def at(self, moves: Sequence[int | str]) -> ExplainedNode:
        """The node after these moves, numbers or names; KeyError if the search has not been there."""
        node = self.root
        for move in moves:
            found = [child for child in node.children if move in (child.move, child.name)]
            if not found:
                raise KeyError(f"the search has not looked at {move} after {' '.join(node.names) or 'the root'}")
            node = found[-1]
        return node

    def __str__(self) -> str:
        """The outline: a small tree whole, a larger one as its best line with siblings."""
        return text(_usual_branch(self))

    def __iter__(self) -> Iterator[ExplainedNode]:
        """All nodes in the order they were entered."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """An outline and a picture for notebooks: a small tree whole, a larger one as its best line with siblings."""
        found, branch = figures(self), _usual_branch(self)
        picture: str = format_named("svg").write(branch, USUAL)
        image = base64.b64encode(picture.encode()).decode()  # notebooks that are not trusted drop inline SVG
        return {
            "text/plain": f"{text(branch)}\n\n{found.sentence} {found.ended}",
            "text/html": f'<img alt="the tree" style="max-width: 100%" src="data:image/svg+xml;base64,{image}">',
            "image/svg+xml": picture,
        }


@checked()
def tree(
    game: Game | Position | str,
    state: Any = None,
    *,
    search: str | None = None,
    depth: int | None = None,
    knowledge: KnowledgeSource = "auto",
    distance: bool = False,
    ties: Ties = "first",
    nodes: int = NODES,
    playouts: int | None = None,
    seed: int = 0,
) -> Tree:
    """The tree of a search from a state; see `kibitz.search.traces.tracing.trace` for the arguments.

    `playouts` and `seed` are for `mcts`: their number (200 by default), and the source of their dice.
    """
    request = SearchRequest(search, Limit(depth, nodes=playouts), knowledge, distance=distance, ties=ties, seed=seed)
    tracing = tracing_of(game, state, request, nodes)
    try:
        return Tree(tracing.result())
    except BaseException:
        tracing.stop()
        raise


def _usual_branch(tree: Tree) -> Branch:
    """The default: a small tree whole, a larger one as its best line with siblings."""
    return select_branch(tree.root, usual(tree.root, None, MOST), None, ALL)
