"""A search at one of its steps: the tree as far as it was known then."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kibitz.explain.tree.node import Node
from kibitz.explain.tree.steps.walk import Walk
from kibitz.explain.tree.tree import Tree
from kibitz.search.trace import Column, Trace
from kibitz.search.trace_format import REASONS, Reason


@dataclass(frozen=True)
class PartialTrace(Trace):
    """The first nodes of a trace; those `under_way` are not left yet, as if the search had been stopped here."""

    under_way: frozenset[int] = frozenset()

    def reason(self, node: int) -> Reason:
        """Why the search left the node; "unfinished" while it is there."""
        return "unfinished" if node in self.under_way else super().reason(node)

    @property
    def reasons(self) -> Column:
        """Why the search left each node, as numbers."""
        found = super().reasons
        found[list(self.under_way)] = REASONS.index("unfinished")
        return found


class Moment:
    """What is known once a step has happened. `tree` is the tree by then: nodes that are under way have no value yet."""

    def __init__(self, tree: Tree, walk: Walk, number: int) -> None:
        """`walk` belongs to the trace of the whole `tree`. IndexError for a step that there is not."""
        self.whole, self.step = tree, walk.at(number)
        self.is_end = number == walk.last
        trace, here = tree.trace, self.step.node
        path = [here]
        while path[-1] != 0:
            path.append(trace.parent(path[-1]))
        self.path = frozenset(path)
        if self.is_end:
            self.tree = tree
        else:
            latest = here if self.step.kind == "enter" else int(trace.ends[here])
            under_way = path if self.step.kind == "enter" else path[1:]
            self.tree = tree.as_of(_partial_trace(trace, latest + 1, frozenset(under_way)))

    @cached_property
    def node(self) -> Node:
        """The node of the step."""
        return self.tree.node(self.step.node)

    def returned(self, node: Node) -> tuple[Node, ...]:
        """The children of a node whose values it has heard of."""
        last = self.step.node if self.step.kind == "leave" else None
        return tuple(child for child in node.children if child.reason != "unfinished" and child.index != last)

    def window(self, node: Node) -> tuple[float, float]:
        """Alpha and beta at a node, as MAX counts."""
        return node.window_after(len(self.returned(node)))

    def best(self, node: Node) -> Node | None:
        """The best that it has heard of; None where nothing has come, and where an average counts."""
        return best_of(node, self.returned(node))


def best_of(node: Node, children: tuple[Node, ...]) -> Node | None:
    """The first of the best of some children, of those with one move the last; None where chance decides."""
    best: Node | None = None
    if node.by_chance:
        return None
    for child in final(children):
        if best is None or gain(node, child) > gain(node, best):
            best = child
    return best


def final(children: tuple[Node, ...]) -> Iterator[Node]:
    """The children that count: of several with one move the one looked at last."""
    yield from {child.move: child for child in children}.values()


def gain(node: Node, child: Node) -> float:
    """How much the mover at a node likes a child's value."""
    assert child.worth is not None
    if child.worth.payoffs is not None:
        return child.worth.payoffs[node.mover]
    return child.worth.result if node.maximises else -child.worth.result


def _partial_trace(trace: Trace, size: int, under_way: frozenset[int]) -> PartialTrace:
    fields = {name: getattr(trace, name) for name in Trace.__dataclass_fields__}
    partial = PartialTrace(**(fields | {"records": trace.records[:size]}), under_way=under_way)
    partial.__dict__["ends"] = np.minimum(trace.ends[:size], size - 1)  # counted once, for the whole trace
    return partial
