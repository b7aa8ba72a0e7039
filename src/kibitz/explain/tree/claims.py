"""What a node's value says of its mover's prospects: the search's own word, and what its children show beyond that.

A search leaves a node with a limit as soon as that is enough. Where all of its moves were looked at, or the one that counts
is known exactly, more is known than the search needed: the textbook's third node is 2, not "at most 2".
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kibitz.explain.tree.searched import Known
from kibitz.explain.tree.visit import Visit
from kibitz.search.scores import age_score

Bits = Callable[[int], tuple[bool, bool]]
Open = NDArray[np.bool_] | None
LEAVES = ("over", "horizon", "table", "settled", "unfinished")


def brought(child: Visit) -> float:
    """A child's value as the side to move at its parent counts it there."""
    trace = child.tree.trace
    value = trace.value(child.index)
    if trace.scale is None or child.parent is None:
        return value
    older = int(value) if child.asks else age_score(int(value), trace.scale.mask)
    return older if child.maximises == child.parent.maximises else -older


def claims_of(node: Visit) -> tuple[tuple[bool, bool], tuple[bool, bool]]:
    """Whether a node's value is at least, and at most, so much for the side that counts it; and what is proved of it."""
    tree = node.tree
    return claims(node, tree.trace.says, tree.claimed), claims(node, tree.trace.proved, tree.proved, tree.provable)


def claims(node: Visit, bits: Bits, known: Known, open_: Open = None) -> tuple[bool, bool]:
    """Whether the node's value is at least, and at most, so much, for the side that counts it; `bits`: the search's word.

    `open_`: of each node, whether what is below may show more than that.
    """
    return _claim(node, True, bits, known, open_), _claim(node, False, bits, known, open_)


def _claim(node: Visit, least: bool, bits: Bits, known: Known, open_: Open) -> bool:
    """Whether the value is at least (`least`), else at most, so much; children are looked at where the search says nothing."""
    if bits(node.index)[not least]:
        return True
    key, trace = (node.index, least), node.tree.trace
    if key not in known:
        inner = trace.reason(node.index) not in LEAVES and not node.by_chance and not trace.vectors
        known[key] = (
            inner and (open_ is None or bool(open_[node.index])) and _claim_of_children(node, least, bits, known, open_)
        )
    return known[key]


def _claim_of_children(node: Visit, least: bool, bits: Bits, known: Known, open_: Open) -> bool:
    """Whether the children of an inner node show the claim: one that holds the value, or all of them, which do not pass it."""
    value, hers = node.tree.trace.value(node.index), node.tree.trace.scale is None
    climbs = node.maximises or not hers  # the largest of the children's values counts, as values are counted here
    one_will_do = least == climbs
    valued = [(child, brought(child)) for child in node.final_children]
    if one_will_do:
        valued = [(child, worth) for child, worth in valued if worth == value]
    elif node.reason != "searched" or any(worth > value if climbs else worth < value for _, worth in valued):
        return False
    for child, _ in valued:
        same = hers or child.maximises == node.maximises
        if _claim(child, least == same, bits, known, open_) == one_will_do:
            return one_will_do
    return not one_will_do
