"""Why a search left moves alone: who would never allow the position, and what shows that.

A position is cut when what one player is sure of there is no better for the other than what that one was sure of before it
was entered. Only a promise counts on either side: a child left with "at most 0" promises MAX nothing, however good it looks.
And only one that is worth something is told: who has a win here needs no reason from elsewhere, and where the other has one
already, it is that which decides, and not what can be had here.
"""

from kibitz.explain.tree.node import Node
from kibitz.explain.tree.promise import Promise, limits, promise, promised
from kibitz.explain.tree.question import question
from kibitz.explain.tree.refusal import is_hollow, is_utmost, refusal
from kibitz.explain.tree.shares import shares
from kibitz.explain.tree.why import Why


def why(node: Node) -> Why | None:
    """Why moves of this node were left alone; None where none were."""
    if node.reason != "cut" or not node.skipped:
        return None
    trace = node.tree.trace
    if trace.vectors:
        return _by_shares(node)
    number = trace.value(node.index)
    if trace.scale is not None and not node.maximises:
        number = -number
    if node.by_chance:
        (least, most), proofs = limits(node)
        by, held = None, promise(node, least, number, exact=least and most, proved=proofs[not least])
    else:
        by, held = _refuter(node)
    found = None if _answers(node) else refusal(node, held.gains, number)
    if found is not None and is_hollow(found.offer, node.tree):
        return Why(node, by, held, utmost=True)
    query = None if found is not None else question(node, held.gains, number)
    return Why(node, by, held, refused=found, question=query, utmost=trace.scale is None and is_utmost(held, node.tree))


def _answers(node: Node) -> bool:
    """Whether the search only ever asks about one value: then nobody's other moves are the reason."""
    scale = node.tree.trace.scale
    return scale is not None and scale.exact


def _refuter(node: Node) -> tuple[Node, Promise]:
    """The move that showed enough, looked at last, and what it promises."""
    found = [(child, sure) for child in node.children if (sure := promised(child)) is not None]
    best = (max if node.maximises else min)(sure.number for _, sure in found)
    return next(pair for pair in reversed(found) if pair[1].number == best)


def _by_shares(node: Node) -> Why:
    """The same where every player has a number."""
    by = node.final_children[-1]
    sure = limits(by)[1][0]
    held = Promise(node.mover, True, 0.0, node.tree.trace.payoffs(node.index)[node.mover], False, sure)
    return Why(node, by, held, shared=shares(node, held))
