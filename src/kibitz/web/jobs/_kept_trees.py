"""The trees that were traced lately: a reader asks for many parts of one, and to trace it again takes longer than to answer."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property

from kibitz.explain.growth.plain_tree import sequences
from kibitz.explain.tree.provable import plies
from kibitz.explain.tree.steps.walk import Walk
from kibitz.explain.tree.tree import Tree
from kibitz.position import Position
from kibitz.search._tracing import Tracing
from kibitz.web.stop import Stop
from kibitz.web.tree_view import View

MOST, NODES = 8, 3_000_000  # trees, and nodes of all of them: some 130 MB


@dataclass
class Kept:
    """A tree, its steps, and how many nodes each ply of it has."""

    whole: Tree
    position: Position
    walk: Walk = field(init=False)

    def __post_init__(self) -> None:
        self.walk = Walk(self.whole.trace)

    @property
    def tree(self) -> Tree:
        """The tree, with none of the nodes that were looked at for another answer."""
        return self.whole.as_of(self.whole.trace)

    @cached_property
    def counts(self) -> list[tuple[int, int, int | None]]:
        """Of each ply: its number, the nodes of this search, and those of the plain tree (None where nobody has counted)."""
        levels = plies(self.whole.trace)
        here = [int((levels == ply).sum()) for ply in range(int(levels.max()) + 1)]
        plain = sequences(self.position, len(here) - 1)
        return [(ply, count, plain[ply] if ply < len(plain) else None) for ply, count in enumerate(here)]


_kept: OrderedDict[Hashable, Kept] = OrderedDict()


@dataclass(frozen=True)
class Wanted:
    """A search to be traced: of the game of that `spec`, as `view` says, for so many `nodes` and `seconds` at most."""

    spec: str
    position: Position
    view: View
    nodes: int
    seconds: float

    @property
    def key(self) -> Hashable:
        """What makes a tree another one."""
        view = self.view
        return self.spec, self.position.moves, view.search, view.depth, view.plain, view.distance, self.nodes


def kept(wanted: Wanted, stop: Stop) -> Kept:
    """The tree of that search; it ends after its seconds, with what it has looked at. Raises SearchError, RulesError."""
    found = _kept.pop(wanted.key, None) or _traced(wanted, stop)
    if not stop.asked:  # a search that nobody waited for is no tree to show to others
        _kept[wanted.key] = found
    while len(_kept) > 1 and (len(_kept) > MOST or sum(len(one.whole) for one in _kept.values()) > NODES):
        _kept.popitem(last=False)
    return found


def _traced(wanted: Wanted, stop: Stop) -> Kept:
    view = wanted.view
    tracing = Tracing(
        wanted.position,
        search=view.search or None,
        depth=view.depth,
        knowledge=None if view.plain else "auto",
        distance=view.distance,
        nodes=wanted.nodes,
    )
    stop.call(tracing.stop)
    clock = threading.Timer(wanted.seconds, tracing.stop)
    clock.start()
    try:
        return Kept(Tree(tracing.result()), wanted.position)
    finally:
        clock.cancel()
