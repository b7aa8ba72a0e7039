"""Which children of a node are shown: what a shape comes to."""

from collections.abc import Callable, Sequence

from kibitz.errors import TreeError
from kibitz.explain.tree.node import Node

Choice = Callable[[Node], Sequence[Node]]
Shape = Callable[[Node], Choice]  # of the node that is drawn first


def refuse_argument(shape: str, argument: str) -> None:
    """Raises TreeError where something is said to a shape that takes nothing."""
    if argument:
        raise TreeError(f"the shape {shape} takes nothing: leave :{argument} out")
