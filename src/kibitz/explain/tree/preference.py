"""What the one to move would rather play, as far as the search knows."""

from kibitz.explain.tree.claims import brought
from kibitz.explain.tree.node import Node
from kibitz.explain.tree.words import weights_at


def ranked(node: Node) -> list[Node]:
    """The moves that were looked at, each once, the best first; what chance brings, the likeliest first.

    The move that gives the node its value leads. What is known exactly comes before limits, and what the search has not left
    last; of equals the one that was looked at first.
    """
    if node.by_chance:
        weights = weights_at(node)
        return sorted(node.final_children, key=lambda child: -weights.get(child.move, 0))
    return sorted(node.final_children, key=lambda child: _behind(node, child))


def leads(node: Node) -> bool:
    """Whether the move that gives the node its value is better than every other, and what was found of those shows it.

    A limit shows it that lies below the value: not one that says "at least", as the mover counts.
    """
    best, hopes = node.best, "at_least" if node.maximises else "at_most"
    if best is None:
        return False
    for child in node.final_children:
        if child is best:
            continue
        worth = child.worth
        if worth is None or (worth.says != "exact" and (worth.about is not None or worth.says == hopes)):
            return False
        if _liked(node, child) >= _liked(node, best):
            return False
    return True


def _behind(node: Node, child: Node) -> tuple[bool, bool, bool, float]:
    """Sorts a child behind what is better."""
    worth = child.worth
    if worth is None:
        return True, True, True, 0
    return child is not node.best, False, worth.says != "exact", -_liked(node, child)


def _liked(node: Node, child: Node) -> float:
    """A child's value as the mover counts it."""
    trace = node.tree.trace
    if trace.vectors:
        return trace.payoffs(child.index)[node.mover]
    if trace.scale is None and not node.maximises:
        return -brought(child)
    return brought(child)
