"""Why a search left moves alone: who would never allow the position, and what shows that.

A position is cut when what one player is sure of there is no better for the other than what that one was sure of before it
was entered. Only a promise counts on either side: a child left with "at most 0" promises MAX nothing, however good it looks.
And only one that is worth something is told: who has a win here needs no reason from elsewhere, and where the other has one
already, it is that which decides, and not what can be had here.
"""

from dataclasses import dataclass
from typing import Literal

from kibitz.explain.tree.node import Node
from kibitz.explain.tree.promise import Promise, limits, promise, promised
from kibitz.explain.tree.question import SearchQuestion, question
from kibitz.explain.tree.refusal import Refusal, is_hollow, is_utmost, refusal
from kibitz.explain.tree.shares import Shares, shares
from kibitz.present.values import amount

Kind = Literal["refused", "averaged", "asked", "shared", "utmost", "window"]


@dataclass(frozen=True)
class Why:
    """Why the moves of `node` that were skipped cannot matter.

    `held` is what its player is sure of there by the move to `by` (of a chance node: what the outcomes come to, `by` None).
    One of these says why that is enough: `refused`, an ancestor who is sure of no less elsewhere; `question`, what the search
    wanted to know; `shared`, what others are left with where each has a number; `utmost`: no result is better for its player.
    With none of them only the window says so.
    """

    node: Node
    by: Node | None
    held: Promise
    refused: Refusal | None = None
    question: SearchQuestion | None = None
    shared: Shares | None = None
    utmost: bool = False

    @property
    def kind(self) -> Kind:
        """Which of the reasons it is; "averaged": refused, with dice or cards between."""
        if self.refused is not None:
            return "averaged" if self.refused.averaged else "refused"
        if self.question is not None or self.shared is not None:
            return "shared" if self.question is None else "asked"
        return "utmost" if self.utmost else "window"

    @property
    def ancestor(self) -> Node | None:
        """Where somebody does better, or the search asks something."""
        if self.refused is not None:
            return self.refused.ancestor
        if self.shared is not None:
            return self.shared.ancestor
        return None if self.question is None else self.question.node.parent or self.question.node

    @property
    def hollow(self) -> bool:
        """Whether what the player is sure of here holds of any position: then something else is the reason."""
        return self.shared is None and is_hollow(self.held, self.node.tree)

    @property
    def others(self) -> int:
        """How many moves were left alone, with those that the knowledge rules out."""
        return len(self.node.skipped) + self.node.ruled_out

    @property
    def equal(self) -> bool:
        """Whether the ancestor does just as well elsewhere, and not better: that is enough."""
        if self.shared is not None:
            return self.shared.equal
        found, tree = self.refused, self.node.tree
        if found is None or found.passed == found.offer.number:
            return found is not None
        whole = tree.trace.scale is not None and self.proved
        return not whole and amount(tree.number(found.passed)) == amount(tree.number(found.offer.number))

    @property
    def proved(self) -> bool:
        """Whether all of this holds for the game itself, and not just as far as the search sees."""
        sure = self.held.proved and (self.shared is None or self.shared.proved)
        return sure and (self.refused is None or (self.refused.offer.proved and self.refused.sees_all))


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
    """Why moves were left alone where every player has a number."""
    by = node.final_children[-1]
    sure = limits(by)[1][0]
    held = Promise(node.mover, True, 0.0, node.tree.trace.payoffs(node.index)[node.mover], False, sure)
    return Why(node, by, held, shared=shares(node, held))
