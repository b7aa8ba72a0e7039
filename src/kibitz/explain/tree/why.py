"""What makes moves not matter: the reason for a cut, with all that shows it."""

from dataclasses import dataclass
from typing import Literal

from kibitz.explain.tree.node import Node
from kibitz.explain.tree.promise import Promise
from kibitz.explain.tree.question import SearchQuestion
from kibitz.explain.tree.refusal import Refusal, is_hollow
from kibitz.explain.tree.shares import Shares
from kibitz.wording.values import amount

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
