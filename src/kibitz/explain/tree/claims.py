"""What a node's value says of its mover's prospects: the search's own word, and what its children show beyond that.

A search leaves a node with a limit as soon as that is enough. Where all of its moves were looked at, or the one that counts
is known exactly, more is known than the search needed: the textbook's third node is 2, not "at most 2".
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kibitz.search._values import aged

if TYPE_CHECKING:
    from kibitz.explain.tree.node import Node

Bits = Callable[[int], tuple[bool, bool]]
Open = NDArray[np.bool_] | None
LEAVES = ("over", "horizon", "table", "settled", "unfinished")


def brought(child: "Node") -> float:
    """A child's value as the side to move at its parent counts it there."""
    trace = child.tree.trace
    value = trace.value(child.index)
    if trace.scale is None or child.parent is None:
        return value
    older = int(value) if child.asks else aged(int(value), trace.scale.mask)
    return older if child.maximises == child.parent.maximises else -older


def claims(node: "Node", bits: Bits, known: dict[int, tuple[bool, bool]], open_: Open = None) -> tuple[bool, bool]:
    """Whether the node's value is at least, and at most, so much, for the side that counts it; `bits`: the search's word.

    `open_`: of each node, whether what is below may show more than that.
    """
    if node.index in known:
        return known[node.index]
    least, most = bits(node.index)
    if (
        not (least and most)
        and node.tree.trace.reason(node.index) not in LEAVES
        and not node.by_chance
        and not node.tree.trace.vectors
        and (open_ is None or open_[node.index])
    ):
        least, most = _shown(node, least, most, bits, known, open_)
    known[node.index] = least, most
    return least, most


def _shown(
    node: "Node", least: bool, most: bool, bits: Bits, known: dict[int, tuple[bool, bool]], open_: Open
) -> tuple[bool, bool]:
    """The claims of an inner node, with what its children show."""
    value, hers = node.tree.trace.value(node.index), node.tree.trace.scale is None
    climbs = node.maximises or not hers  # the largest of the children's values counts, as values are counted here
    held, limited = False, node.reason == "searched"
    for child in node.final_children:
        low, high = claims(child, bits, known, open_)
        if not hers and child.maximises != node.maximises:
            low, high = high, low
        worth = brought(child)
        held = held or (worth == value and (low if climbs else high))
        limited = limited and (worth <= value if climbs else worth >= value) and (high if climbs else low)
    return (least or held, most or limited) if climbs else (least or limited, most or held)
