"""What is shown of a tree: some of its nodes, and how much was left out."""

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.explain.tree.node import Node


@dataclass(frozen=True)
class Branch:
    """A node that is shown, with those of its children that are.

    `hidden`: how many of its children the search looked at that are not shown. `skipped`: the names of the moves that it never
    looked at, shown as cut branches where a picture has room for them.
    """

    node: Node
    children: "tuple[Branch, ...]" = ()
    hidden: int = 0
    skipped: tuple[str, ...] = ()

    def __iter__(self) -> "Iterator[Branch]":
        """This one and all below, each before those below it."""
        waiting = [self]
        while waiting:
            branch = waiting.pop()
            yield branch
            waiting += reversed(branch.children)

    def __len__(self) -> int:
        """How many nodes are shown."""
        return sum(1 for _ in self)
